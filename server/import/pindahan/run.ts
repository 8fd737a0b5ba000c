/**
 * Tries and stores the sheets of a workbook (decision 0251). A trial runs all sheets in one
 * transaction and rolls it back, because later sheets refer to rows of earlier ones. A run stores
 * each sheet in one transaction, completely or not at all, and ends at the first sheet with a
 * problem.
 */
import type { PindahanSum } from '#contract/import/pindahanCalls.ts'
import { fromJson } from '#server/db/json.ts'
import type { Db, Trx } from '#server/db/schema/tables.ts'
import { transaction } from '#server/db/transaction.ts'
import { now, type Ctx } from '#server/http/context.ts'
import { claimJob } from '#server/import/claim.ts'
import type { FileRow, HeadCell } from '#server/import/columns.ts'
import { groupRows, rowMarks } from '#server/import/families.ts'
import { jenisOf } from '#server/import/kinds.ts'
import { addCauses, noCauses, withCauses } from '#server/import/pindahan/causes.ts'
import { pindahan } from '#server/import/pindahan/job.ts'
import { readTotals, recordSum, storeSums, sumsOf } from '#server/import/pindahan/sums.ts'
import { importGroup, type Galat, type RunResult } from '#server/import/run.ts'
import { auditEvent } from '#server/resource/auditLog.ts'

const readJob = (db: Db | Trx, id: number) =>
  db.selectFrom('import_job').selectAll().where('id', '=', id).executeTakeFirst()
const readSheets = (db: Db | Trx, id: number) =>
  db.selectFrom('import_job').selectAll().where('induk_id', '=', id).orderBy('id').execute()
type SheetJob = Awaited<ReturnType<typeof readSheets>>[number]

/** Whether the sheet could not be read. It has problems instead of rows, and is not tried. */
const isUnread = ({ baris }: SheetJob): boolean => baris === 0

/** Imports all rows of a sheet. If a row fails, rolls back only the writes of this row. */
const importSheet = async (trx: Trx, ctx: Ctx, sheet: SheetJob): Promise<RunResult> => {
  const jenis = jenisOf(sheet.jenis)
  const kepala = fromJson<HeadCell[]>(sheet.kepala)
  const fileRows = fromJson<FileRow[]>(sheet.isi)
  const marks = await rowMarks(jenis, kepala, fileRows)
  const { groups, rejected } = groupRows(jenis, fileRows, marks)
  return importGroup(
    trx,
    { ...ctx, ...(sheet.induk_id !== null && { import_job: sheet.induk_id }) },
    { jenis, mode: sheet.mode, kepala, fileRows, groups, rejected },
    fileRows,
  )
}

/** Stores the result of a sheet, as the result of a trial (`siap`) or of a run. */
const recordSheet = async (
  trx: Trx,
  { id, baris }: SheetJob,
  { berhasil, diperbarui, akun_baru, galat }: RunResult,
  status: 'siap' | 'selesai',
): Promise<void> => {
  await trx
    .updateTable('import_job')
    .set({
      status,
      diproses: baris,
      berhasil,
      diperbarui,
      akun_baru,
      gagal: JSON.stringify(galat),
      ...(status === 'selesai' && { isi: '[]' }),
      updated_at: now(),
    })
    .where('id', '=', id)
    .execute()
}
const setStatus = (trx: Trx, id: number, status: SheetJob['status']) =>
  trx.updateTable('import_job').set({ status, updated_at: now() }).where('id', '=', id).execute()

/** Results of the sheets by the id of their job, and the sums for signing. */
interface Trial {
  results: ReadonlyMap<number, RunResult>
  sums: PindahanSum[] | null
}
/** Error with the result of a trial. Throwing this error rolls back the trial's transaction. */
class TrialDone extends Error {
  readonly trial: Trial
  constructor(trial: Trial) {
    super('tried')
    this.trial = trial
  }
}
/**
 * Tries the sheets of a workbook in their order. Returns undefined if another process works on the
 * workbook.
 */
const trySheets = async (
  ctx: Ctx,
  id: number,
  sheets: readonly SheetJob[],
): Promise<Trial | undefined> => {
  try {
    return await transaction(
      ctx.db,
      async (trx) => {
        if (!(await claimJob(trx, id))) return undefined
        const results = new Map<number, RunResult>()
        const causes = noCauses()
        const before = await readTotals(trx)
        for (const sheet of sheets) {
          if (isUnread(sheet)) continue
          const result = await importSheet(trx, ctx, sheet)
          results.set(sheet.id, await withCauses(trx, ctx, causes, { sheet, result }))
          await addCauses(trx, ctx, causes, { sheet, result })
        }
        const brought = sheets.map(({ id, jenis }) => ({
          jenis,
          jumlah: results.get(id)?.jumlah ?? 0,
        }))
        throw new TrialDone({ results, sums: sumsOf(before, brought, await readTotals(trx)) })
      },
      { long: true, queueFor: ['penghitung'] },
    )
  } catch (error) {
    if (error instanceof TrialDone) return error.trial
    throw error
  }
}
const tryWorkbook = async (ctx: Ctx, id: number): Promise<void> => {
  const sheets = await readSheets(ctx.db, id)
  const trial = await trySheets(ctx, id, sheets)
  if (!trial) return
  const { results, sums } = trial
  await transaction(ctx.db, async (trx) => {
    // The user may have cancelled the job meanwhile.
    if ((await readJob(trx, id))?.status !== 'memeriksa') return
    for (const sheet of sheets) {
      const result = results.get(sheet.id)
      if (result) await recordSheet(trx, sheet, result, 'siap')
      else await setStatus(trx, sheet.id, 'siap')
    }
    await storeSums(trx, id, sums)
    await setStatus(trx, id, 'siap')
  })
}

/** Error with the problems of a sheet. Throwing this error rolls back all rows of the sheet. */
class SheetRejected extends Error {
  readonly result: RunResult
  constructor(result: RunResult) {
    super('rejected')
    this.result = result
  }
}
/** Problem of a whole sheet whose amounts are not those that the books have gained. */
const wrongSum: Galat = {
  baris: 0,
  nama: '',
  masalah: [{ kolom: '', pesan: 'Jumlah sesudahnya tidak sama dengan jumlah lembar ini' }],
}
type Stored = 'stored' | 'rejected' | 'elsewhere'
/**
 * Stores a sheet in one transaction, unless one of its rows has a problem (`rejected`), or another
 * process works on the workbook (`elsewhere`).
 */
const storeSheet = async (ctx: Ctx, workbookId: number, { id }: SheetJob): Promise<Stored> => {
  try {
    return await transaction(
      ctx.db,
      async (trx) => {
        if (!(await claimJob(trx, workbookId))) return 'elsewhere'
        const sheet = await readJob(trx, id)
        // Another process may have stored the sheet.
        if (sheet?.status !== 'berjalan') return sheet?.status === 'selesai' ? 'stored' : 'rejected'
        if (isUnread(sheet)) return 'rejected'
        const before = await readTotals(trx)
        const result = await importSheet(trx, ctx, sheet)
        if (result.galat.length > 0) throw new SheetRejected(result)
        const workbook = await readJob(trx, workbookId)
        const { jenis } = sheet
        const imported = { jenis, jumlah: result.jumlah }
        if (workbook && !(await recordSum(trx, workbook, before, imported)))
          throw new SheetRejected({ ...result, galat: [wrongSum] })
        await recordSheet(trx, sheet, result, 'selesai')
        return 'stored'
      },
      { long: true, queueFor: ['penghitung'] },
    )
  } catch (error) {
    if (!(error instanceof SheetRejected)) throw error
    const gagal = JSON.stringify(error.result.galat)
    await transaction(ctx.db, (trx) =>
      trx
        .updateTable('import_job')
        .set({ gagal, updated_at: now() })
        .where('id', '=', id)
        .where('status', '=', 'berjalan')
        .execute(),
    )
    return 'rejected'
  }
}

/** Ends a run: the sheets that are not stored go back to their state after the trial. */
const finish = async (trx: Trx, ctx: Ctx, id: number): Promise<void> => {
  const job = await readJob(trx, id)
  if (job?.status !== 'berjalan') return
  const sheets = await readSheets(trx, id)
  for (const sheet of sheets)
    if (sheet.status !== 'selesai')
      await trx
        .updateTable('import_job')
        .set({ status: 'siap', isi: '[]', updated_at: now() })
        .where('id', '=', sheet.id)
        .execute()
  await setStatus(trx, id, 'selesai')
  await auditEvent(trx, ctx, {
    aksi: 'import',
    entitas: pindahan,
    sesudah: JSON.stringify({
      nama_berkas: job.nama_berkas,
      lembar: sheets.map(({ nama_berkas, status, berhasil, diperbarui, gagal }) => ({
        nama_berkas,
        tersimpan: status === 'selesai',
        berhasil,
        diperbarui,
        gagal: fromJson<Galat[]>(gagal).length,
      })),
    }),
  })
}
const runWorkbook = async (ctx: Ctx, id: number): Promise<void> => {
  for (const sheet of await readSheets(ctx.db, id)) {
    const stored = await storeSheet(ctx, id, sheet)
    if (stored === 'elsewhere') return
    if (stored === 'rejected') break
  }
  await transaction(ctx.db, (trx) => finish(trx, ctx, id))
}

const running = new Set<number>()
/** Continues the trial or run of a workbook to its end, unless this process is already doing so. */
export const continueWorkbook = async (ctx: Ctx, id: number): Promise<void> => {
  if (running.has(id)) return
  running.add(id)
  try {
    // Returns while another process works on the workbook. Without this check, the transaction of a
    // sheet would first wait for the number counters, which that process has locked.
    if (!(await transaction(ctx.db, (trx) => claimJob(trx, id)))) return
    const job = await readJob(ctx.db, id)
    if (job?.status === 'memeriksa') await tryWorkbook(ctx, id)
    else if (job?.status === 'berjalan') await runWorkbook(ctx, id)
  } finally {
    running.delete(id)
  }
}
