/**
 * Tries and runs import jobs in steps of a few rows, with related rows in the same step. A run
 * writes the rows and the progress of a step in one transaction, so that an interrupted job resumes
 * where it stopped. A trial rolls back the writes of the rows and stores only the results.
 */
import { fromJson } from '#server/db/json.ts'
import type { Db, Trx } from '#server/db/schema/tables.ts'
import { transaction } from '#server/db/transaction.ts'
import { now, type Ctx } from '#server/http/context.ts'
import { claimJob } from '#server/import/claim.ts'
import {
  explain,
  valuesOf,
  type FileRow,
  type ImportKind,
  type HeadCell,
  type Problem,
  type Mode,
} from '#server/import/columns.ts'
import { groupRows, rowMarks } from '#server/import/families.ts'
import { jenisOf } from '#server/import/kinds.ts'
import { inSavepoint } from '#server/import/savepoint.ts'
import { auditEvent } from '#server/resource/auditLog.ts'
import { slices, yieldToEventLoop } from '#server/runtime/yieldToEventLoop.ts'

export interface Galat {
  baris: number
  nama: string
  masalah: Problem[]
}
export interface RunResult {
  berhasil: number
  diperbarui: number
  akun_baru: number
  jumlah: number
  galat: Galat[]
}

/** File that is being tried or imported. */
export interface ImportRun {
  jenis: ImportKind
  mode: Mode
  kepala: readonly HeadCell[]
  fileRows: readonly FileRow[]
  groups: readonly FileRow[][]
  /** Line numbers of rows that are rejected because their family has too many rows. */
  rejected: ReadonlySet<number>
}

/** Imports a group of rows. If a row fails, rolls back only the writes of this row. */
export const importGroup = async (
  trx: Trx,
  ctx: Ctx,
  { jenis, mode, kepala, rejected }: ImportRun,
  group: readonly FileRow[],
): Promise<RunResult> => {
  const result: RunResult = { berhasil: 0, diperbarui: 0, akun_baru: 0, jumlah: 0, galat: [] }
  const importRow = await jenis.prepare(trx, ctx)
  const slice = slices()
  for (const row of group) {
    await slice()
    const values = valuesOf(jenis, kepala, row)
    const done =
      rejected.has(row.baris) && jenis.limit
        ? [jenis.limit]
        : await inSavepoint(trx, () => importRow(mode, values))
    if (Array.isArray(done)) {
      result.galat.push({
        baris: row.baris,
        nama: String(values[jenis.mainColumn] ?? '').slice(0, 120),
        masalah: explain(jenis, done),
      })
      continue
    }
    if (done.outcome === 'baru') result.berhasil++
    else if (done.outcome === 'diperbarui') result.diperbarui++
    if (done.isNewAkun) result.akun_baru++
    result.jumlah += done.jumlah ?? 0
  }
  return result
}

/** Returns how many rows equal their stored rows; `gagal` counts problems, also without rows. */
export const countUnchanged = (
  { diproses, berhasil, diperbarui }: Pick<Job, 'diproses' | 'berhasil' | 'diperbarui'>,
  gagal: number,
): number => Math.max(0, diproses - berhasil - diperbarui - gagal)

/** Error with the result of a trial. Throwing this error rolls back the trial's transaction. */
class TrialDone extends Error {
  readonly result: RunResult
  constructor(result: RunResult) {
    super('tried')
    this.result = result
  }
}

const readJob = (db: Db | Trx, id: number) =>
  db.selectFrom('import_job').selectAll().where('id', '=', id).executeTakeFirst()
/** Reads a job without the rows of its file, which may have millions of characters. */
const readProgress = (db: Db | Trx, id: number) =>
  db
    .selectFrom('import_job')
    .select([
      'id',
      'jenis',
      'nama_berkas',
      'mode',
      'status',
      'baris',
      'diproses',
      'berhasil',
      'diperbarui',
      'akun_baru',
      'gagal',
    ])
    .where('id', '=', id)
    .executeTakeFirst()
type Job = NonNullable<Awaited<ReturnType<typeof readJob>>>

/** Group to import. `from` and `to` are the numbers of processed rows before and after it. */
interface Step {
  from: number
  to: number
}
/**
 * Adds the result of a step to the job. Returns false without writing if the job's number of
 * processed rows is no longer `from`, because another process has continued the job, or if a user
 * has cancelled the job.
 */
const recordStep = async (
  trx: Trx,
  job: Job,
  { from, to }: Step,
  result: RunResult,
): Promise<boolean> => {
  const before = await readProgress(trx, job.id)
  if (!before || before.status !== job.status || before.diproses !== from) return false
  await trx
    .updateTable('import_job')
    .set({
      diproses: to,
      berhasil: before.berhasil + result.berhasil,
      diperbarui: before.diperbarui + result.diperbarui,
      akun_baru: before.akun_baru + result.akun_baru,
      ...(result.galat.length > 0 && {
        gagal: JSON.stringify([...fromJson<Galat[]>(before.gagal), ...result.galat]),
      }),
      updated_at: now(),
    })
    .where('id', '=', job.id)
    .execute()
  return true
}

/**
 * Runs `run` and rolls its writes back. Returns its result; undefined if another process works on
 * the job.
 */
const tryRun = async (
  ctx: Ctx,
  { id }: Job,
  run: (trx: Trx) => Promise<RunResult>,
): Promise<RunResult | undefined> => {
  try {
    return await transaction(
      ctx.db,
      async (trx) => {
        if (!(await claimJob(trx, id))) return undefined
        throw new TrialDone(await run(trx))
      },
      { long: true },
    )
  } catch (error) {
    if (error instanceof TrialDone) return error.result
    throw error
  }
}

/** Reads the file of a job and groups its rows. */
const readRun = async (job: Job): Promise<ImportRun> => {
  const [kepala, fileRows] = [fromJson<HeadCell[]>(job.kepala), fromJson<FileRow[]>(job.isi)]
  const jenis = jenisOf(job.jenis)
  const marks = await rowMarks(jenis, kepala, fileRows)
  return {
    jenis,
    mode: job.mode,
    kepala,
    fileRows,
    ...groupRows(jenis, fileRows, marks),
  }
}

/** Processes and records a group. Returns false if the job is continued elsewhere or cancelled. */
const doStep = async (
  ctx: Ctx,
  job: Job,
  step: Step,
  run: (trx: Trx) => Promise<RunResult>,
): Promise<boolean> => {
  const options = { long: true, step: true }
  if (job.status === 'memeriksa') {
    const result = await tryRun(ctx, job, run)
    if (!result) return false
    return transaction(ctx.db, (trx) => recordStep(trx, job, step, result), options)
  }
  return transaction(
    ctx.db,
    async (trx) => {
      if (!(await claimJob(trx, job.id))) return false
      const progress = await readProgress(trx, job.id)
      // Another process may have imported the group, or a user may have cancelled the job.
      if (progress?.status !== 'berjalan' || progress.diproses !== step.from) return false
      return recordStep(trx, job, step, await run(trx))
    },
    options,
  )
}

/** Processes the remaining groups of a job, then finishes it. Stops when a step returns false. */
const doSteps = async (ctx: Ctx, job: Job): Promise<void> => {
  const run = await readRun(job)
  let reached = 0
  for (const group of run.groups) {
    const step = { from: reached, to: reached + group.length }
    reached = step.to
    if (step.to <= job.diproses) continue
    if (!(await doStep(ctx, job, step, (trx) => importGroup(trx, ctx, run, group)))) return
    await yieldToEventLoop()
  }
  await transaction(ctx.db, (trx) => finishJob(trx, ctx, job, run))
}

const running = new Set<number>()
/** Continues the trial or run of a job to its end, unless this process is already doing so. */
export const continueJob = async (ctx: Ctx, id: number): Promise<void> => {
  if (running.has(id)) return
  running.add(id)
  try {
    const job = await readJob(ctx.db, id)
    if (job?.status === 'memeriksa' || job?.status === 'berjalan') await doSteps(ctx, job)
  } finally {
    running.delete(id)
  }
}

/**
 * Ends a job whose rows are all processed. After a trial, the job is ready to run (`siap`); after a
 * run, the job is finished (`selesai`) and recorded in the audit log.
 */
const finishJob = async (
  trx: Trx,
  ctx: Ctx,
  { id, status }: Job,
  { kepala, fileRows }: ImportRun,
): Promise<void> => {
  const job = await readProgress(trx, id)
  if (!job || job.status !== status || job.diproses !== job.baris) return
  if (status === 'memeriksa') {
    await trx
      .updateTable('import_job')
      .set({ status: 'siap', updated_at: now() })
      .where('id', '=', id)
      .execute()
    return
  }
  // Imported rows are stored in their tables, so the job keeps only the rejected rows.
  const gagal = fromJson<Galat[]>(job.gagal)
  const lines = new Set(gagal.map((g) => g.baris))
  await trx
    .updateTable('import_job')
    .set({
      status: 'selesai',
      isi: JSON.stringify(fileRows.filter((b) => lines.has(b.baris))),
      updated_at: now(),
    })
    .where('id', '=', id)
    .execute()
  const { nama_berkas, mode, baris, berhasil, diperbarui, akun_baru } = job
  await auditEvent(trx, ctx, {
    aksi: 'import',
    entitas: job.jenis,
    sesudah: JSON.stringify({
      nama_berkas,
      mode,
      kolom: kepala.map((k) => k.kunci ?? k.judul),
      baris,
      berhasil,
      diperbarui,
      tidak_berubah: countUnchanged(job, gagal.length),
      akun_baru,
      gagal: gagal.length,
    }),
  })
}
