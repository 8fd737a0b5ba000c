/**
 * Calls of imports, which every importable resource has. Server, API document and tests import
 * them; the app imports only the types.
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
  /** Number of rows of the file; `diproses` is the number of rows processed in the current step. */
  baris: z.int(),
  diproses: z.int(),
  /**
   * Number of created rows, of updated rows, and of created payers (only for imports of students).
   * In a preview they are the expected numbers.
   */
  berhasil: z.int(),
  diperbarui: z.int(),
  akun_baru: z.int(),
  gagal: z.int(),
  /** Number of rows that equal the stored data, for which nothing is written. */
  tidak_berubah: z.int(),
  /**
   * The first 200 invalid rows with their line number in the file; `import-galat` returns all
   * invalid rows.
   */
  galat: z.array(
    z.object({
      baris: z.int(),
      nama: z.string(),
      masalah: z.array(z.object({ kolom: z.string(), pesan: z.string() })),
    }),
  ),
  /** Names of the columns of the file that the import does not know. */
  kolom_lain: z.array(z.string()),
  /** Descriptions of the parts of the file that were not read, such as hidden sheets and rows. */
  catatan: z.array(z.string()),
})
export type ImporJob = z.infer<typeof ImporJob>

const imporOf = (name: ImporName) => ({
  /** Returns an empty sheet that has the columns of the import. */
  template: call({
    method: 'GET',
    path: `/${name}/template`,
    access: `${name}/template`,
    file: true,
    query: { format: sheetFormat },
    output: z.unknown(),
  }),
  /**
   * Imports a file (XLSX or CSV) and returns the result after all rows. `pratinjau` 1 makes a
   * preview instead, which `import-jalankan` can run.
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
  /** Returns an import of the caller with its progress. */
  'import-job': call({
    method: 'GET',
    path: `/${name}/import-job`,
    access: `${name}/import`,
    query: { id: id() },
    output: ImporJob,
  }),
  /**
   * Runs a previewed import, or resumes an interrupted preview or run without importing a row
   * twice. Returns at once, and `import-job` reports the progress.
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
   * Returns a file with the unchanged rows that failed and a column with the error, so that the
   * user can correct and import it again.
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
// The cast is needed because Object.fromEntries loses the types of the names.
const imporCalls = Object.fromEntries(
  imporNames.flatMap((name) =>
    Object.entries(imporOf(name)).map(([verb, def]) => [`${name}/${verb}`, def]),
  ),
) as unknown as ImporCalls

/** All calls that belong to no resource, including the calls of imports, by name. */
export const allCalls = { ...calls, ...imporCalls }
