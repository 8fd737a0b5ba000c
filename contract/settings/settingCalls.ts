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
 * Updates one setting. A reason is required when closed months are opened again, that is when
 * `kunci_buku_sampai` is moved back or removed.
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
 * Updates several settings, either all or none; the `field` of an issue is the key of the setting.
 * A 409 response contains the values of settings that another user has changed meanwhile, as
 * `current: {nilai, versi, updated_at}`.
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
/** Kinds of numbered documents; the setting `format_nomor_<kind>` holds the format of each. */
export const numberedPapers = ['tagihan', 'kuitansi', 'pengeluaran', 'konfirmasi'] as const
export type NumberedPaper = (typeof numberedPapers)[number]
const nomorFormat = (label: string) => z.optional(shortText(label, { max: 40 }))
/**
 * Returns how many document numbers are already used in the month of `tanggal`, so that the
 * settings can warn before a format is changed. The query contains the formats to check; an omitted
 * format is taken from the settings. `kode` is the code of the outlet `gedung_id`.
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
         * Last used sequence number; 0 when none is used. Null when the format is invalid, or when
         * it needs an outlet and none is given.
         */
        urut: z.nullable(z.int()),
        /** Number of document numbers used in the year by all outlets. */
        tahun_ini: z.int(),
      }),
    ),
  }),
})
/**
 * Counts what is still unfinished up to a day, to warn before the months up to that day are closed.
 * Draft bills, undecided expenses and lessons without attendance cannot be completed afterwards;
 * unpaid bills (`belum_lunas`) can still be paid.
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
/**
 * Returns the last successful backup of the database. `galat` is the error of a later backup that
 * failed, otherwise null. `terlambat` is whether there is no backup, or only one that is too old
 * for daily backups.
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
