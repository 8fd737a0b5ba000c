/**
 * Calls of imports; every importable resource has all of them. Server, API document and tests
 * import this file. The app imports only its types, to keep the bundle small.
 */
import * as z from 'zod/mini'
import { call } from '#contract/call.ts'
import { calls } from '#contract/calls.ts'
import { ModeImpor } from '#contract/enums.ts'
import { withDefault, id, oneOf } from '#contract/fields.ts'
import { ImporJob } from '#contract/import/importAnswer.ts'
import { imporNames, type ImporName } from '#contract/import/importKeys.ts'

const sheetFormat = z._default(z.literal(['xlsx', 'csv'], 'Format tidak dikenal'), 'xlsx')
const imporOf = (name: ImporName) => ({
  /** Returns an empty sheet (XLSX or CSV) with the column headings of the import. */
  template: call({
    method: 'GET',
    path: `/${name}/template`,
    access: `${name}/template`,
    file: true,
    query: { format: sheetFormat },
    output: z.unknown(),
  }),
  /**
   * Imports a file (XLSX or CSV) and returns the result when all rows are processed. With
   * `pratinjau` = 1 nothing is stored: the result is a preview, which `import-jalankan` can run.
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
  /** Returns the state and progress of an import that the caller started. */
  'import-job': call({
    method: 'GET',
    path: `/${name}/import-job`,
    access: `${name}/import`,
    query: { id: id() },
    output: ImporJob,
  }),
  /**
   * Runs a previewed import, or resumes an interrupted preview or run. No row is imported twice.
   * Returns before the run ends; `import-job` reports the progress.
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
   * Returns a file with the failed rows in their original form and one more column with the error.
   * The user can correct this file and import it again.
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
// The cast is needed because Object.fromEntries loses which name has which call type.
const imporCalls = Object.fromEntries(
  imporNames.flatMap((name) =>
    Object.entries(imporOf(name)).map(([verb, def]) => [`${name}/${verb}`, def]),
  ),
) as unknown as ImporCalls

/**
 * All declared calls by name, including the calls of imports. Excludes the calls that are generated
 * from resources.
 */
export const allCalls = { ...calls, ...imporCalls }
