import * as z from 'zod/mini'
import { enumOf, SebabKredit, StatusKredit } from '#contract/enums.ts'
import {
  id,
  longText,
  oneOf,
  optional,
  reference,
  rowOf,
  tanggal,
  withDefault,
  yesNo,
} from '#contract/fields.ts'
import { one, resource } from '#contract/resource.ts'
import { confirmation } from '#contract/schedule/confirmation.ts'

/**
 * Values of the filter for make-up credits that expire within 14 or 3 days. Families are reminded
 * 14 and 3 days before a make-up credit expires (domain.md 3.10).
 */
const Lapse = enumOf([
  ['14', 'Dalam 14 hari'],
  ['3', 'Dalam 3 hari'],
])
const reason = () => longText('Alasan', { max: 300 })
const lesson = {
  id: id(),
  tanggal: z.string(),
  jam_mulai: z.string(),
  jam_selesai: z.string(),
}

/**
 * Make-up credit: a make-up lesson that the school owes to a student (domain.md 2.4, 3.10). A
 * student earns a make-up credit by an attendance mark or a cancelled lesson, or a user grants the
 * credit. Actions, attendance marks and a scheduled job change the state of the credit.
 */
export const kreditPengganti = resource({
  name: 'kredit-pengganti',
  label: ['Kelas Pengganti', 'Kelas Pengganti'],
  fields: {
    peserta_id: reference('Peserta', 'user', { params: { jenis: 'peserta' } }),
    kursus_id: reference('Kursus', 'kursus'),
    /** Reason why a user granted or withdrew the credit. */
    alasan: optional(reason()),
  },
  extra: {
    sampai: optional(
      tanggal('Berlaku Sampai', 'Jika dikosongkan, berlaku selama yang diatur sekolah'),
    ),
  },
  computed: {
    gedung_id: reference('Outlet', 'gedung'),
    kursus_peserta_id: z.nullable(reference('Jadwal Peserta', 'kursus-peserta')),
    asal_absensi_id: z.nullable(id()),
    asal_pertemuan_id: z.nullable(rowOf('Pertemuan Asal', 'pertemuan')),
    jumlah_menit: z.int(),
    sebab: oneOf('Sebab', SebabKredit),
    diberikan_oleh: z.nullable(id()),
    /** Last day on which the credit can be used. */
    berlaku_sampai: tanggal('Berlaku Sampai'),
    status: oneOf('Status', StatusKredit),
    /** Lesson in which the student uses the credit: a booked lesson, or a lesson already taken. */
    pertemuan_id: z.nullable(rowOf('Pertemuan', 'pertemuan')),
  },
  filters: ['status', 'sebab', 'peserta_id', 'kursus_id', 'gedung_id', 'berlaku_sampai'],
  customFilters: { habis: oneOf('Akan Habis', Lapse) },
  sort: ['berlaku_sampai', 'created_at'],
  defaultSort: '-created_at',
  expand: {
    peserta: one('user', 'peserta_id', {
      id: id(),
      name: z.string(),
      nama_panggilan: z.nullable(z.string()),
    }),
    kursus: one('kursus', 'kursus_id', { id: id(), nama: z.string() }),
    gedung: one('gedung', 'gedung_id', { id: id(), nama: z.string(), zona_waktu: z.string() }),
    pertemuan: one('pertemuan', 'pertemuan_id', lesson),
    asal_pertemuan: one('pertemuan', 'asal_pertemuan_id', lesson),
  },
  actions: {
    /**
     * Books a free seat in a lesson for the student. Only an admin can book a lesson of another
     * level, and has to give a reason.
     */
    pesan: z.object({
      pertemuan_id: rowOf('Pertemuan', 'pertemuan'),
      lintas_level: withDefault(yesNo('Level lain'), false),
      ...confirmation,
    }),
    'batal-pesan': z.object({ alasan: optional(reason()) }),
    cabut: z.object({ alasan: reason() }),
  },
  access: {
    index: ['admin', 'pelatih', 'sales', 'akunbilling', 'peserta'],
    view: ['admin', 'pelatih', 'sales', 'akunbilling', 'peserta'],
    create: ['admin', 'sales'],
    update: null,
    delete: null,
    ekspor: ['admin'],
    pilihan: null,
    pesan: ['admin', 'sales', 'akunbilling', 'peserta'],
    'batal-pesan': ['admin', 'sales', 'akunbilling', 'peserta'],
    cabut: ['admin'],
  },
  touches: ['pertemuan'],
  check: (v) => (v.alasan ? [] : [{ field: 'alasan', message: 'Wajib diisi' }]),
})
