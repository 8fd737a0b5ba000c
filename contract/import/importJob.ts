/**
 * Calls of an import, the same for every importable resource. For server, API document and tests;
 * the app needs only the types.
 */
import * as z from 'zod/mini'
import { call } from '#contract/call.ts'
import { calls } from '#contract/calls.ts'
import { ModeImpor, StatusImpor } from '#contract/enums.ts'
import { withDefault, id, oneOf } from '#contract/fields.ts'
import { imporNames, type ImporName } from '#contract/import/importKeys.ts'

const sheetFormat = z._default(z.literal(['xlsx', 'csv'], 'Format tidak dikenal'), 'xlsx')
const ImporJob = z.object({
  id: id(),
  nama_berkas: z.string(),
  mode: ModeImpor.schema,
  status: StatusImpor.schema,
  created_at: z.string(),
  /** Number of rows of the file, and of those processed in this step. */
  baris: z.int(),
  diproses: z.int(),
  /**
   * Numbers of created and updated rows, and of created payers (imports of students only). In a
   * preview: the expected results of the run.
   */
  berhasil: z.int(),
  diperbarui: z.int(),
  akun_baru: z.int(),
  gagal: z.int(),
  /** Rows whose data equal the stored ones: nothing is written. */
  tidak_berubah: z.int(),
  /** The first 200 invalid rows, with their line in the file; `import-galat` returns all. */
  galat: z.array(
    z.object({
      baris: z.int(),
      nama: z.string(),
      masalah: z.array(z.object({ kolom: z.string(), pesan: z.string() })),
    }),
  ),
  /** Unknown columns of the file. */
  kolom_lain: z.array(z.string()),
  /** Parts of the file that are not read, in words: hidden sheets and rows. */
  catatan: z.array(z.string()),
})
export type ImporJob = z.infer<typeof ImporJob>

const imporOf = (name: ImporName) => ({
  /** Empty sheet with the columns of an import. */
  template: call({
    method: 'GET',
    path: `/${name}/template`,
    access: `${name}/template`,
    file: true,
    query: { format: sheetFormat },
    output: z.unknown(),
  }),
  /**
   * Imports a file (XLSX or CSV) and returns when it is done. With `pratinjau` 1 it makes a
   * preview, which `import-jalankan` can run.
   */
  import: call({
    method: 'POST',
    path: `/${name}/import`,
    access: `${name}/import`,
    upload: true,
    input: {
      mode: withDefault(oneOf('Mode', ModeImpor), 'tambah'),
      pratinjau: z.optional(z.literal(['0', '1'], 'Isi 0 atau 1')),
    },
    output: ImporJob,
  }),
  /** The caller's own import and its progress. */
  'import-job': call({
    method: 'GET',
    path: `/${name}/import-job`,
    access: `${name}/import`,
    query: { id: id() },
    output: ImporJob,
  }),
  /**
   * Runs a previewed import, or resumes an interrupted preview or run: no row is imported twice.
   * Returns at once; `import-job` reports the progress.
   */
  'import-jalankan': call({
    method: 'POST',
    path: `/${name}/import-jalankan`,
    access: `${name}/import`,
    query: { id: id() },
    output: ImporJob,
  }),
  'import-batal': call({
    method: 'POST',
    path: `/${name}/import-batal`,
    access: `${name}/import`,
    query: { id: id() },
    output: ImporJob,
  }),
  /**
   * File of the failed rows, unchanged, with a column for the error: the user corrects and imports
   * it again.
   */
  'import-galat': call({
    method: 'GET',
    path: `/${name}/import-galat`,
    access: `${name}/import`,
    file: true,
    query: { id: id(), format: sheetFormat },
    output: z.unknown(),
  }),
})
type OneImpor = ReturnType<typeof imporOf>
export type ImporVerb = keyof OneImpor
export type ImporCalls = {
  [K in `${ImporName}/${ImporVerb}`]: K extends `${string}/${infer V extends ImporVerb}`
    ? OneImpor[V]
    : never
}
// The entries have exactly these names, but fromEntries loses their types.
const imporCalls = Object.fromEntries(
  imporNames.flatMap((name) =>
    Object.entries(imporOf(name)).map(([verb, def]) => [`${name}/${verb}`, def]),
  ),
) as unknown as ImporCalls

/** Every call that belongs to no entity. */
export const allCalls = { ...calls, ...imporCalls }
