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
 * States of a class without the required approval of its coach: pending or rejected. The approval
 * is required when the class is at a time that the coach has marked as "ask first".
 */
export const PersetujuanGuru = enumOf([
  ['menunggu', 'Menunggu persetujuan guru', 'orange'],
  ['ditolak', 'Ditolak guru', 'red'],
])

/**
 * A weekly class of a coach. The server sets `kode`, `nama` and `jam_selesai`. The name (`nama`)
 * contains the current course, time and coach.
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
    /** Whether the save withdraws the planned change, so that the class keeps its present time. */
    batal_perubahan: withDefault(yesNo('Batalkan Perubahan'), false),
  },
  computed: {
    kode: shortText('Kode'),
    nama: nama('Kelas'),
    jam_selesai: jam('Jam Selesai'),
    bentrok: confirmedConflicts(),
    /**
     * Whether the class is at a time that the coach has marked as "ask first". Students cannot join
     * such a class before the coach approves it (domain.md 3.8).
     */
    tanya_dulu: yesNo('Tanya Dulu'),
    tanya_dulu_disetujui_at: z.nullable(instant('Disetujui Guru')),
    tanya_dulu_disetujui_oleh: z.nullable(id()),
    /**
     * Time at which the coach rejected the class. A rejected class keeps its weekly time until an
     * admin moves or ends it.
     */
    tanya_dulu_ditolak_at: z.nullable(instant('Ditolak Guru')),
    /** Reason why the coach rejected the class. */
    alasan_tanya_dulu: z.nullable(longText('Alasan Guru', { max: 300 })),
  },
  actions: {
    /**
     * Approves the weekly time of the class. Used by the coach, or by an admin who has asked the
     * coach.
     */
    'setujui-slot': z.object({}),
    /**
     * Rejects the weekly time of the class. Used by the coach, or by an admin who has asked the
     * coach.
     */
    'tolak-slot': z.object({ alasan: longText('Alasan', { max: 300 }) }),
  },
  filters: ['status', 'pelatih_id', 'kursus_id', 'gedung_id', 'ruang_id', 'hari'],
  customFilters: { persetujuan: oneOf('Persetujuan', PersetujuanGuru) },
  sort: ['nama', 'kode', 'hari', 'jam_mulai', 'mulai'],
  defaultSort: 'nama',
  search: ['nama', 'kode'],
  choice: { label: 'nama', note: 'kode', untuk: 'peserta' },
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
    /** Students of the class whom the reader may see. Phone and payer are omitted. */
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
     * Past versions of the weekly time, and the planned version that applies from a later day on.
     * Only the planned version has `selesai` null.
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
/** Whether students cannot join a class yet because its coach has not approved its weekly time. */
export const waitsForCoach = (kelas: Asked): boolean =>
  Boolean(kelas.tanya_dulu) && kelas.tanya_dulu_disetujui_at === null
/**
 * Returns `menunggu` while the approval of the coach is pending, and `ditolak` when the coach has
 * rejected the class; undefined when the class is approved or needs no approval.
 */
export const missingApprovalOf = (
  kelas: Asked & { tanya_dulu_ditolak_at: string | null },
): (typeof PersetujuanGuru.options)[number]['value'] | undefined => {
  if (!waitsForCoach(kelas)) return undefined
  return kelas.tanya_dulu_ditolak_at === null ? 'menunggu' : 'ditolak'
}
