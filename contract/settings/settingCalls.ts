/** Calls of the settings, the document numbers and the last backup. */
import * as z from 'zod/mini'
import { call } from '#contract/call.ts'
import { alasan, idText, list, optional, tanggal, shortText } from '#contract/fields.ts'

const SettingRow = z.object({
  key: z.string(),
  value: z.unknown(),
  grup: z.string(),
  label: z.string(),
  ket: z.string(),
  /** Default of the setting. */
  awal: z.unknown(),
  versi: z.int(),
  updated_at: z.nullable(z.string()),
  diubah_oleh: z.nullable(z.string()),
})
export const settingList = call({
  method: 'GET',
  path: '/setting',
  access: 'setting/index',
  output: z.array(SettingRow),
})
/**
 * Updates one setting. Reopening closed months (`kunci_buku_sampai` moved back or removed) requires
 * a reason.
 */
export const settingUpdate = call({
  method: 'POST',
  path: '/setting/update',
  access: 'setting/update',
  input: {
    key: shortText('Kunci', { max: 60 }),
    value: z.unknown(),
    versi: z.int(),
    alasan: optional(alasan()),
  },
  output: z.object({ key: z.string(), value: z.unknown(), versi: z.int() }),
})
/**
 * Updates several settings at once, all or none; issues are named by key. 409 carries
 * `current: {nilai, versi, updated_at}` of the settings that another user has changed.
 */
export const storeSettings = call({
  method: 'POST',
  path: '/setting/simpan',
  access: 'setting/update',
  input: {
    perubahan: list(
      z.object({ key: z.string().check(z.maxLength(60)), value: z.unknown(), versi: z.int() }),
      60,
      'Maksimal 60 pengaturan',
    ).check(z.minLength(1, 'Tidak ada yang diubah')),
    alasan: optional(alasan()),
  },
  output: z.array(SettingRow),
})
/** Numbered documents; each has a setting `format_nomor_<paper>`. */
export const numberedPapers = ['tagihan', 'kuitansi', 'pengeluaran', 'konfirmasi'] as const
export type NumberedPaper = (typeof numberedPapers)[number]
const nomorFormat = (label: string) => z.optional(shortText(label, { max: 40 }))
/**
 * State of the numbers of a month in the series of a format; without a format, of the format in the
 * settings.
 */
export const settingNomor = call({
  method: 'GET',
  path: '/setting/nomor',
  access: 'setting/index',
  query: {
    tanggal: tanggal('Tanggal'),
    gedung_id: z.optional(idText('Pilihan tidak dikenal')),
    tagihan: nomorFormat('Format nomor tagihan'),
    kuitansi: nomorFormat('Format nomor kuitansi'),
    pengeluaran: nomorFormat('Format nomor pengeluaran'),
    konfirmasi: nomorFormat('Format nomor konfirmasi'),
  },
  output: z.object({
    kode: z.nullable(z.string()),
    seri: z.array(
      z.object({
        jenis: z.literal(numberedPapers),
        /**
         * The last used sequence, 0 before the first; null where the format is invalid or needs an
         * outlet.
         */
        urut: z.nullable(z.int()),
        /** Numbers used in the year, of all outlets. */
        tahun_ini: z.int(),
      }),
    ),
  }),
})
/**
 * Open items dated up to a day, shown before the books are closed up to it: drafts, undecided
 * expenses and lessons without attendance, which could not be completed afterwards; and unpaid
 * bills, which can still be paid later.
 */
export const openBefore = call({
  method: 'GET',
  path: '/setting/pembukuan',
  access: 'setting/index',
  query: { sampai: tanggal('Sampai') },
  output: z.object({
    draft: z.int(),
    pengeluaran: z.int(),
    pertemuan: z.int(),
    belum_lunas: z.object({ jumlah: z.int(), sisa: z.int() }),
  }),
})
/** Used bytes of file storage, and the quota (`kuota_berkas_gb`). */
export const penyimpanan = call({
  method: 'GET',
  path: '/setting/penyimpanan',
  access: 'integritas/index',
  output: z.object({ terpakai: z.int(), kuota: z.int() }),
})
/**
 * Age of the last backup; `galat` is the error of a failed one after it. `terlambat`: older than a
 * daily backup may be, or missing.
 */
export const cadangan = call({
  method: 'GET',
  path: '/setting/cadangan',
  access: 'setting/cadangan',
  output: z.object({
    terakhir: z.nullable(
      z.object({
        dibuat: z.string(),
        berkas: z.string(),
        ukuran: z.int(),
        baris: z.int(),
        terenkripsi: z.boolean(),
      }),
    ),
    galat: z.nullable(z.string()),
    terlambat: z.boolean(),
  }),
})
