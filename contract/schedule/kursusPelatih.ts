import * as z from 'zod/mini'
import { enumOf, Hari, KursusPesertaStatus, StatusAktif } from '#contract/enums.ts'
import {
  reference,
  withDefault,
  wholeNumber,
  id,
  instant,
  jam,
  nama,
  optional,
  oneOf,
  tanggal,
  shortText,
  longText,
  yesNo,
} from '#contract/fields.ts'
import { one, own, owns, resource } from '#contract/resource.ts'
import { confirmedConflicts, conflictReason, konfirmasi } from '#contract/schedule/confirmation.ts'

/**
 * States of the missing approval of a class at an hour for which its coach wants to be asked first.
 */
export const PersetujuanGuru = enumOf([
  ['menunggu', 'Menunggu persetujuan guru', 'orange'],
  ['ditolak', 'Ditolak guru', 'red'],
])

/**
 * A weekly class of a coach. The server sets `kode`, `nama` and `jam_selesai`. The name is made
 * from the current course, time and coach.
 */
export const kursusPelatih = resource({
  name: 'kursus-pelatih',
  label: ['Kelas', 'Kelas'],
  fields: {
    pelatih_id: reference('Guru', 'user', { params: { jenis: 'pelatih' } }),
    kursus_id: reference('Kursus', 'kursus'),
    gedung_id: reference('Outlet', 'gedung'),
    ruang_id: reference('Ruang', 'ruang'),
    hari: oneOf('Hari', Hari),
    jam_mulai: jam('Jam Mulai'),
    mulai: tanggal('Mulai'),
    selesai: optional(tanggal('Selesai')),
    kapasitas: optional(
      wholeNumber('Kapasitas', {
        min: 1,
        max: 100,
        hint: 'Jika dikosongkan, memakai kapasitas kursus, selama ruangnya cukup',
      }),
    ),
    status: withDefault(oneOf('Status', StatusAktif), 'aktif'),
    catatan: optional(longText('Catatan')),
    alasan_bentrok: conflictReason(),
  },
  extra: {
    konfirmasi: konfirmasi(),
    berlaku_mulai: optional(
      tanggal(
        'Berlaku Mulai',
        'Hari, jam, ruang, dan guru baru berlaku mulai tanggal ini. Jika dikosongkan, memakai hari ini',
      ),
    ),
    /** Whether the planned change is withdrawn; the class then keeps its present time. */
    batal_perubahan: withDefault(yesNo('Batalkan Perubahan'), false),
  },
  computed: {
    kode: shortText('Kode'),
    nama: nama('Kelas'),
    jam_selesai: jam('Jam Selesai'),
    bentrok: confirmedConflicts(),
    /**
     * Whether the coach wants to be asked first, so that no student can join before the approval
     * (domain.md 3.8).
     */
    tanya_dulu: yesNo('Tanya Dulu'),
    tanya_dulu_disetujui_at: z.nullable(instant('Disetujui Guru')),
    tanya_dulu_disetujui_oleh: z.nullable(id()),
    /**
     * Time at which the coach rejected the hour; the field below is the reason. The class keeps its
     * hour until it is moved or ended.
     */
    tanya_dulu_ditolak_at: z.nullable(instant('Ditolak Guru')),
    alasan_tanya_dulu: z.nullable(longText('Alasan Guru', { max: 300 })),
  },
  actions: {
    /** Approves the hour of the class, by the coach or by an admin who has asked the coach. */
    'setujui-slot': z.object({}),
    /** Rejects the hour of the class, by the coach or by an admin who has asked the coach. */
    'tolak-slot': z.object({ alasan: longText('Alasan', { max: 300 }) }),
  },
  filters: ['status', 'pelatih_id', 'kursus_id', 'gedung_id', 'ruang_id', 'hari'],
  customFilters: { persetujuan: oneOf('Persetujuan', PersetujuanGuru) },
  sort: ['nama', 'kode', 'hari', 'jam_mulai', 'mulai'],
  defaultSort: 'nama',
  search: ['nama', 'kode'],
  choice: { label: 'nama', note: 'kode' },
  expand: {
    pelatih: one('user', 'pelatih_id', { id: id(), name: z.string() }),
    kursus: one('kursus', 'kursus_id', {
      id: id(),
      nama: z.string(),
      kode: z.string(),
      biaya_bulanan: z.int(),
      kapasitas_min: z.nullable(z.int()),
    }),
    gedung: one('gedung', 'gedung_id', { id: id(), nama: z.string(), zona_waktu: z.string() }),
    ruang: one('ruang', 'ruang_id', { id: id(), nama: z.string() }),
    /** Number of seats taken by active students and by students on leave. */
    isi: own({ terisi: z.int() }),
    /**
     * Students of the class whom the reader may see, with their names but without phone and payer.
     */
    peserta: owns({
      id: id(),
      kursus_peserta_id: id(),
      name: z.string(),
      nama_panggilan: z.nullable(z.string()),
      status: KursusPesertaStatus.schema,
      mulai: z.string(),
      selesai: z.nullable(z.string()),
    }),
    /**
     * Past versions of the class and its planned version; only the planned version has `selesai`
     * null.
     */
    versi_jadwal: owns({
      id: id(),
      mulai: z.string(),
      selesai: z.nullable(z.string()),
      hari: Hari.schema,
      jam_mulai: z.string(),
      jam_selesai: z.string(),
      pelatih_id: id(),
      pelatih: z.string(),
      ruang: z.string(),
    }),
  },
  access: {
    index: ['admin', 'sales', 'pelatih'],
    view: ['admin', 'sales', 'pelatih'],
    create: ['admin'],
    update: ['admin'],
    delete: ['admin'],
    ekspor: ['admin'],
    pilihan: ['admin', 'sales', 'pelatih'],
    'setujui-slot': ['admin', 'pelatih'],
    'tolak-slot': ['admin', 'pelatih'],
  },
  touches: ['kursus-peserta', 'pertemuan'],
  check: (v) =>
    v.selesai && v.selesai < v.mulai
      ? [{ field: 'selesai', message: 'Tidak boleh sebelum mulai' }]
      : [],
})

interface Asked {
  tanya_dulu: boolean | number
  tanya_dulu_disetujui_at: string | null
}
/** Whether a class accepts no students yet because its coach has not approved the hour. */
export const waitsForCoach = (kelas: Asked): boolean =>
  Boolean(kelas.tanya_dulu) && kelas.tanya_dulu_disetujui_at === null
/**
 * Returns whether the missing approval of a coach is pending or was rejected; undefined when no
 * approval is missing.
 */
export const missingApprovalOf = (
  kelas: Asked & { tanya_dulu_ditolak_at: string | null },
): (typeof PersetujuanGuru.options)[number]['value'] | undefined => {
  if (!waitsForCoach(kelas)) return undefined
  return kelas.tanya_dulu_ditolak_at === null ? 'menunggu' : 'ditolak'
}
