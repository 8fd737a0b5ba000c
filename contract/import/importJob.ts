/**
 * The calls of an import, the same for every resource that can be imported. For server, API
 * document and tests; the app needs the types alone.
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
  /** Rows of the file, and how many of them have been looked at in this step. */
  baris: z.int(),
  diproses: z.int(),
  /**
   * Rows made and changed; payers made, of students only. A trial's figures are what the run will
   * do.
   */
  berhasil: z.int(),
  diperbarui: z.int(),
  akun_baru: z.int(),
  gagal: z.int(),
  /** Rows of which the file says what is there already: nothing is written. */
  tidak_berubah: z.int(),
  /**
   * The first 200 rows that are wrong, with their line in the file; all are in the file of
   * `import-galat`.
   */
  galat: z.array(
    z.object({
      baris: z.int(),
      nama: z.string(),
      masalah: z.array(z.object({ kolom: z.string(), pesan: z.string() })),
    }),
  ),
  /** Columns of the file that mean nothing here. */
  kolom_lain: z.array(z.string()),
  /** Parts of the file that are not read, in words: hidden sheets and rows. */
  catatan: z.array(z.string()),
})
export type ImporJob = z.infer<typeof ImporJob>

const imporOf = (name: ImporName) => ({
  /** An empty sheet with the columns of an import. */
  template: call({
    method: 'GET',
    path: `/${name}/template`,
    access: `${name}/template`,
    file: true,
    query: { format: sheetFormat },
    output: z.unknown(),
  }),
  /**
   * Imports a file, XLSX or CSV, and answers when it is done; with `pratinjau` 1 it only tries, and
   * `import-jalankan` runs what was tried.
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
  /** One's own import, and how far it is. */
  'import-job': call({
    method: 'GET',
    path: `/${name}/import-job`,
    access: `${name}/import`,
    query: { id: id() },
    output: ImporJob,
  }),
  /**
   * Runs what was tried, or goes on where a trial or a run was cut off: no row is imported twice.
   * Answers at once; `import-job` tells the progress.
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
   * The rows that failed, as they were, with a column that says why: to mend and to import again.
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
// The entries are of exactly these names; fromEntries does not say so.
const imporCalls = Object.fromEntries(
  imporNames.flatMap((name) =>
    Object.entries(imporOf(name)).map(([verb, def]) => [`${name}/${verb}`, def]),
  ),
) as unknown as ImporCalls

/** Every call that is no entity's. */
export const allCalls = { ...calls, ...imporCalls }
