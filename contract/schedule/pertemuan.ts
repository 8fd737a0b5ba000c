import * as z from 'zod/mini'
import { enumOf, JenisPertemuan, KodeAbsensi, StatusPertemuan } from '#contract/enums.ts'
import {
  id,
  instant,
  jam,
  longText,
  oneOf,
  optional,
  persen,
  reference,
  rupiah,
  tanggal,
  withDefault,
  yesNo,
} from '#contract/fields.ts'
import { one, own, owns, resource } from '#contract/resource.ts'
import { confirmation, konfirmasi } from '#contract/schedule/confirmation.ts'

/** Parties that can cause the cancellation of a lesson: the coach or the school. */
const SebabBatal = enumOf([
  ['pelatih', 'Guru'],
  ['sekolah', 'Sekolah'],
])
const reason = () => longText('Alasan', { max: 300 })
const person = { id: id(), name: z.string(), nama_panggilan: z.nullable(z.string()) }

/**
 * A dated lesson. The server creates the regular lessons of weekly classes; users create other
 * lessons. `tanggal`, `jam_mulai` and `jam_selesai` are in the time zone of the outlet. `mulai_at`
 * and `selesai_at` are the same times in UTC, to compare lessons in different time zones.
 */
export const pertemuan = resource({
  name: 'pertemuan',
  label: ['Pertemuan', 'Pertemuan'],
  fields: {
    jenis: withDefault(oneOf('Jenis', JenisPertemuan), 'tambahan'),
    /** Id of the class; null only for trial lessons. */
    kursus_pelatih_id: optional(reference('Kelas', 'kursus-pelatih')),
    kursus_id: reference('Kursus', 'kursus'),
    pelatih_id: reference('Guru', 'user', { params: { jenis: 'pelatih' } }),
    ruang_id: reference('Ruang', 'ruang'),
    tanggal: tanggal('Tanggal'),
    jam_mulai: jam('Jam Mulai'),
    catatan: optional(longText('Catatan')),
  },
  extra: { konfirmasi: konfirmasi() },
  editable: ['ruang_id', 'catatan', 'konfirmasi'],
  computed: {
    gedung_id: reference('Outlet', 'gedung'),
    jam_selesai: jam('Jam Selesai'),
    mulai_at: instant('Mulai'),
    selesai_at: instant('Selesai'),
    status: oneOf('Status', StatusPertemuan),
    /** Id of the coach whom the substitute (`pelatih_id`) replaces; null without a substitute. */
    pelatih_asli_id: z.nullable(reference('Guru Asli', 'user', { params: { jenis: 'pelatih' } })),
    /** Monday of the week to which a regular lesson belongs; null for other lessons. */
    minggu: z.nullable(tanggal('Minggu')),
    /**
     * Whether a user changed the lesson. Later changes of the class do not apply to a changed
     * lesson.
     */
    diubah: yesNo('Diubah'),
    /**
     * Whether the lesson takes place only for make-ups and the students of the class do not attend
     * it. Such a lesson is in the fifth week of a month.
     */
    untuk_pengganti: yesNo('Untuk Kelas Pengganti'),
    pindah_ke_id: z.nullable(id()),
    alasan: z.nullable(reason()),
    catatan_materi: z.nullable(longText('Materi')),
    honor_tarif: z.nullable(rupiah('Tarif Honor')),
    /**
     * Share of the lesson price that is paid to the coach, in hundredths of a percent; null for a
     * coach who is paid in rupiah per lesson (`honor_tarif`).
     */
    honor_persen: z.nullable(persen('Persen Honor')),
    honor_nominal: z.nullable(rupiah('Honor')),
  },
  filters: [
    'tanggal',
    'pelatih_id',
    'ruang_id',
    'gedung_id',
    'kursus_pelatih_id',
    'kursus_id',
    'status',
    'jenis',
  ],
  customFilters: { peserta_id: reference('Peserta', 'user', { params: { jenis: 'peserta' } }) },
  sort: ['mulai_at', 'tanggal'],
  defaultSort: 'mulai_at',
  expand: {
    pelatih: one('user', 'pelatih_id', person),
    pelatih_asli: one('user', 'pelatih_asli_id', person),
    ruang: one('ruang', 'ruang_id', { id: id(), nama: z.string(), kapasitas: z.int() }),
    gedung: one('gedung', 'gedung_id', { id: id(), nama: z.string(), zona_waktu: z.string() }),
    /**
     * Lead or applicant who takes a trial lesson; null for other lessons. Readers who may not see
     * the full name get a shortened name.
     */
    calon: own({ nama: z.string(), lead_id: z.nullable(id()) }),
    /** Students of the lesson whom the reader may see. */
    siswa: owns({
      id: id(),
      name: z.string(),
      /** Attendance code of the student; null while attendance is not marked. */
      kode_absensi: z.nullable(KodeAbsensi.schema),
      /**
       * Number of months with overdue bills (`bulan`); null when the number is below the setting
       * `blokir_tunggakan_bulan`, and for payers and students.
       */
      menunggak: z.nullable(z.object({ bulan: z.int() })),
      /**
       * WhatsApp number of the family; null without a number, and for readers who may not see phone
       * numbers.
       */
      phone: z.nullable(z.string()),
    }),
    kursus_pelatih: one('kursus_pelatih', 'kursus_pelatih_id', {
      id: id(),
      nama: z.string(),
      kode: z.string(),
      kapasitas: z.nullable(z.int()),
    }),
    kursus: one('kursus', 'kursus_id', {
      id: id(),
      nama: z.string(),
      kode: z.string(),
      kategori_kursus_id: z.int(),
    }),
  },
  actions: {
    /** Moves the lesson to another day, time or room. Bills do not change. */
    pindah: z.object({
      tanggal: tanggal('Tanggal Baru'),
      jam_mulai: jam('Jam Mulai'),
      ruang_id: optional(reference('Ruang', 'ruang')),
      alasan: reason(),
      konfirmasi: konfirmasi(),
    }),
    /**
     * Assigns a substitute coach. Removes the substitute if `pelatih_id` is the coach of the class.
     */
    pengganti: z.object({
      pelatih_id: reference('Guru Pengganti', 'user', { params: { jenis: 'pelatih' } }),
      ...confirmation,
    }),
    batal: z.object({ sebab: oneOf('Sebab', SebabBatal), alasan: reason() }),
    /**
     * Reopens a lesson that was cancelled because it is in a fifth week. The lesson takes place at
     * its regular time, but only for make-ups.
     */
    'buka-pengganti': z.object(confirmation),
  },
  access: {
    index: ['admin', 'pelatih', 'sales', 'akunbilling', 'peserta'],
    view: ['admin', 'pelatih', 'sales', 'akunbilling', 'peserta'],
    create: ['admin'],
    update: ['admin'],
    delete: null,
    ekspor: ['admin'],
    pilihan: null,
    pindah: ['admin'],
    pengganti: ['admin'],
    batal: ['admin'],
    'buka-pengganti': ['admin'],
  },
  // A change of a lesson also changes rows of `pelatih-libur`: each row contains the number of
  // lessons during the leave that still need a substitute.
  touches: ['pelatih-libur'],
})
