/** Calls that move a school in from one workbook (decision 0251). */
import * as z from 'zod/mini'
import { byId, call } from '#contract/call.ts'
import { StatusImpor } from '#contract/enums.ts'
import { id } from '#contract/fields.ts'
import { ImporJob } from '#contract/import/importAnswer.ts'

/** Sheet of a workbook: its import, and the columns to which the caller may map its headings. */
const PindahanSheet = z.object({
  kunci: z.string(),
  /** Name of the sheet in the workbook. */
  judul: z.string(),
  /** Whether the rows of the sheet are stored; false before the run, and after a problem. */
  tersimpan: z.boolean(),
  impor: ImporJob,
  kolom: z.array(z.object({ kunci: z.string(), label: z.string() })),
})
/** Sum for signing, in rupiah: what open bills leave to pay, or the saldo of all payers. */
const PindahanSum = z.object({
  kunci: z.literal(['tagihan', 'saldo']),
  sebelum: z.int(),
  /** Sum of the rows of the sheet that are not stored yet. */
  lembar: z.int(),
  sesudah: z.int(),
  /** Whether `sesudah` is `sebelum` and `lembar`; otherwise the workbook cannot be stored. */
  cocok: z.boolean(),
})
export type PindahanSum = z.infer<typeof PindahanSum>
const PindahanJob = z.object({
  id: id(),
  nama_berkas: z.string(),
  status: StatusImpor.schema,
  created_at: z.string(),
  /** Sheets in the order in which they are stored. */
  lembar: z.array(PindahanSheet),
  /** Names of the sheets that are not known, and were not read. */
  lembar_lain: z.array(z.string()),
  catatan: z.array(z.string()),
  /**
   * Sums of bills and saldo, as the trial found them and then as they were stored. Null before the
   * end of the trial, and for a workbook without open bills and saldo.
   */
  jumlah: z.nullable(z.array(PindahanSum)),
  /** Whether a finished run has created rows, which `pindahanUrungkan` can delete again. */
  dapat_diurungkan: z.boolean(),
})
export type PindahanJob = z.infer<typeof PindahanJob>

/**
 * Names that the caller gives to unknown sheets and columns, by the name of the sheet in the
 * workbook: the kind of the sheet, and the columns by their headings.
 */
export const PindahanMap = z.record(
  z.string(),
  z.object({
    lembar: z.optional(z.string()),
    kolom: z.optional(z.record(z.string(), z.string())),
  }),
)
export type PindahanMap = z.infer<typeof PindahanMap>

/** Returns a workbook (XLSX) with all sheets, their headings and examples. */
export const pindahanTemplate = call({
  method: 'GET',
  path: '/pindahan/template',
  access: 'pindahan/import',
  file: true,
  output: z.unknown(),
})
/** Reads a workbook and starts its trial, which stores nothing. `pindahanJob` shows the result. */
export const pindahanImport = call({
  method: 'POST',
  path: '/pindahan/import',
  access: 'pindahan/import',
  upload: true,
  input: {
    /** A `PindahanMap` as JSON. */
    peta: z.optional(z.string().check(z.maxLength(20_000))),
  },
  output: PindahanJob,
})
export const pindahanJob = call({
  method: 'GET',
  path: '/pindahan/import-job',
  access: 'pindahan/import',
  query: byId,
  output: PindahanJob,
})
/** Returns the last workbook of the caller that was not discarded or undone. */
export const pindahanTerakhir = call({
  method: 'GET',
  path: '/pindahan/import-terakhir',
  access: 'pindahan/import',
  output: z.object({ pindahan: z.nullable(PindahanJob) }),
})
/**
 * Stores the sheets of a tried workbook up to the first sheet with a problem, or resumes an
 * interrupted trial or run. Returns before the run ends; `pindahanJob` reports the progress.
 */
export const pindahanJalankan = call({
  method: 'POST',
  path: '/pindahan/import-jalankan',
  access: 'pindahan/import',
  query: byId,
  output: PindahanJob,
})
export const pindahanBatal = call({
  method: 'POST',
  path: '/pindahan/import-batal',
  access: 'pindahan/import',
  query: byId,
  output: PindahanJob,
})
/**
 * Undoes a finished run: deletes the created rows and voids created bills, all or nothing. Returns
 * 409 with the first row that something was built on.
 */
export const pindahanUrungkan = call({
  method: 'POST',
  path: '/pindahan/import-urungkan',
  access: 'pindahan/import',
  query: byId,
  output: PindahanJob,
})
/** Returns a sheet with every problem of a workbook: sheet, row, column, and reason. */
export const pindahanMasalah = call({
  method: 'GET',
  path: '/pindahan/import-galat',
  access: 'pindahan/import',
  file: true,
  query: byId,
  output: z.unknown(),
})
