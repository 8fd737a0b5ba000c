/**
 * Calls that read and change settings, and calls about document numbers, closed months, storage and
 * the last backup.
 */
import * as z from 'zod/mini'
import { call } from '#contract/call.ts'
import { alasan, idText, list, optional, tanggal, shortText } from '#contract/fields.ts'

const SettingRow = z.object({
  key: z.string(),
  value: z.unknown(),
  grup: z.string(),
  label: z.string(),
  ket: z.string(),
  /** Default value of the setting. */
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
 * Updates one setting. A reason is required for a change that reopens closed months. Such a change
 * moves the date `kunci_buku_sampai` back or removes it.
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
 * Updates several settings. Either all settings are updated, or none. The `field` of an issue is
 * the key of the setting. If another user has changed a setting in the meantime, the 409 response
 * contains the current values as `current: {nilai, versi, updated_at}`.
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
/** Kinds of numbered documents. The setting `format_nomor_<kind>` holds the number format. */
export const numberedPapers = ['tagihan', 'kuitansi', 'pengeluaran', 'konfirmasi'] as const
export type NumberedPaper = (typeof numberedPapers)[number]
const nomorFormat = (label: string) => z.optional(shortText(label, { max: 40 }))
/**
 * Returns how many document numbers of each kind are already used, so that the settings page can
 * warn before a format changes. The query contains the formats; an omitted format defaults to the
 * stored setting. The output `kode` is the code of the outlet `gedung_id`.
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
         * Last used sequence number of the series that contains `tanggal`; 0 if no number is used.
         * Null for an invalid format, and for a format with an outlet code when no outlet is given.
         */
        urut: z.nullable(z.int()),
        /** Number of documents of all outlets that got a number in the year of `tanggal`. */
        tahun_ini: z.int(),
      }),
    ),
  }),
})
/**
 * Counts unfinished records up to a day, to warn before the books are closed up to that day. After
 * the closing, draft bills (`draft`), undecided expenses (`pengeluaran`) and lessons without
 * attendance (`pertemuan`) cannot be completed. Unpaid bills (`belum_lunas`) can still be paid.
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
/**
 * Returns the used size of the file storage and its quota (setting `kuota_berkas_gb`), both in
 * bytes.
 */
export const penyimpanan = call({
  method: 'GET',
  path: '/setting/penyimpanan',
  access: 'integritas/index',
  output: z.object({ terpakai: z.int(), kuota: z.int() }),
})
/** Returns the last successful backup of the database, and whether backups fail or are late. */
export const cadangan = call({
  method: 'GET',
  path: '/setting/cadangan',
  access: 'setting/cadangan',
  output: z.object({
    /** Last successful backup; null without a backup. */
    terakhir: z.nullable(
      z.object({
        dibuat: z.string(),
        berkas: z.string(),
        ukuran: z.int(),
        baris: z.int(),
        terenkripsi: z.boolean(),
      }),
    ),
    /** Error of a backup that failed after the last successful backup; null otherwise. */
    galat: z.nullable(z.string()),
    /**
     * Whether there is no successful backup, or the last successful backup is older than 26 hours.
     */
    terlambat: z.boolean(),
  }),
})
