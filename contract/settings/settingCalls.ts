/** Calls of the settings, the numbers of documents and the last backup. */
import * as z from 'zod/mini'
import { call } from '#contract/call.ts'
import { alasan, idText, list, optional, tanggal, shortText } from '#contract/fields.ts'

const SettingRow = z.object({
  key: z.string(),
  value: z.unknown(),
  grup: z.string(),
  label: z.string(),
  ket: z.string(),
  /** Its default. */
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
/** One setting. Opening locked books again (`kunci_buku_sampai` back or away) asks for a reason. */
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
 * Several settings at once, all or none; problems are named by key. 409 carries `current: {nilai,
 * versi, updated_at}` of those that somebody else changed.
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
/** Papers that have numbers; each has a setting `format_nomor_<paper>`. */
export const numberedPapers = ['tagihan', 'kuitansi', 'pengeluaran', 'konfirmasi'] as const
export type NumberedPaper = (typeof numberedPapers)[number]
const nomorFormat = (label: string) => z.optional(shortText(label, { max: 40 }))
/**
 * How far the numbers of a month have come in the series that a format writes; without a format, in
 * that of the setting.
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
         * The last number that was given, 0 before the first; null where the format is none, or
         * needs an outlet.
         */
        urut: z.nullable(z.int()),
        /** Numbers given in the year, of all outlets. */
        tahun_ini: z.int(),
      }),
    ),
  }),
})
/**
 * What is still open of what is dated up to a day, before the books are locked up to it: drafts,
 * expenses that nobody has decided and lessons without attendance, which could then not be done any
 * more; and unpaid bills, which may be paid later all the same.
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
/** Bytes that files take, and bytes that they may (`kuota_berkas_gb`). */
export const penyimpanan = call({
  method: 'GET',
  path: '/setting/penyimpanan',
  access: 'integritas/index',
  output: z.object({ terpakai: z.int(), kuota: z.int() }),
})
/**
 * How old the last backup is; `galat` says why the one after it failed. `terlambat`: older than a
 * daily backup may be, or there is none.
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
