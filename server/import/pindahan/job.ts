/**
 * Creates, reads and ends the job of a workbook. The job has a job of the same table for each sheet
 * (`induk_id`), in the order in which the sheets are stored.
 */
import { fromJson } from '#server/db/json.ts'
import type { Db, Trx } from '#server/db/schema/tables.ts'
import { notFound } from '#server/errors.ts'
import { now, type Ctx } from '#server/http/context.ts'
import {
  answerOf,
  auditJob,
  findRepeated,
  progressColumns,
  untouched,
  type Job,
} from '#server/import/job.ts'
import { jenisOf } from '#server/import/kinds.ts'
import { hasCreated } from '#server/import/pindahan/created.ts'
import { readSums } from '#server/import/pindahan/sums.ts'
import type { Galat } from '#server/import/run.ts'
import type { ReadSheet, WorkbookContent } from '#server/import/sheets/workbook.ts'

/** Value of `import_job.jenis` of a workbook, and its entity in the audit log. */
export const pindahan = 'pindahan'

/** Workbook that has been read. */
export interface NewWorkbook {
  nama_berkas: string
  key: string | null
  sidik: string
  content: WorkbookContent
}
/** Returns the problems that kept a sheet from being read, as the problems of rows. */
const galatOf = ({ masalah }: ReadSheet): Galat[] =>
  masalah.map(({ baris, kolom, pesan }) => ({ baris, nama: '', masalah: [{ kolom, pesan }] }))

/** Stores a workbook and its sheets as jobs. Returns the earlier job of a repeated call. */
export const makeWorkbookJob = async (
  trx: Trx,
  ctx: Ctx,
  { nama_berkas, key, sidik, content }: NewWorkbook,
): Promise<{ id: number }> => {
  const earlier = await findRepeated(trx, ctx, { key, sidik })
  if (earlier) return earlier
  const time = now()
  const common = {
    mode: 'perbarui' as const,
    status: 'memeriksa' as const,
    sidik,
    ...untouched,
    created_at: time,
    created_by: ctx.actor.id,
    updated_at: time,
  }
  const { id } = await trx
    .insertInto('import_job')
    .values({
      ...common,
      jenis: pindahan,
      nama_berkas,
      kunci: key,
      kepala: JSON.stringify(content.lembar_lain),
      catatan: JSON.stringify(content.catatan),
      isi: '[]',
      baris: content.lembar.reduce((sum, { isi }) => sum + isi.length, 0),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const sheet of content.lembar)
    await trx
      .insertInto('import_job')
      .values({
        ...common,
        induk_id: id,
        jenis: sheet.kunci,
        nama_berkas: sheet.judul,
        kunci: null,
        kepala: JSON.stringify(sheet.kepala),
        catatan: JSON.stringify(sheet.catatan),
        isi: JSON.stringify(sheet.isi),
        baris: sheet.isi.length,
        gagal: JSON.stringify(galatOf(sheet)),
      })
      .execute()
  await auditJob(trx, ctx, { aksi: 'import-pratinjau', nama: pindahan, id })
  return { id }
}

/** Reads the workbook job of the caller. Throws 404 for a job of another user. */
export const readOwnWorkbook = async (ctx: Ctx, id: number): Promise<Job> => {
  const job = await ctx.db
    .selectFrom('import_job')
    .select(progressColumns)
    .where('id', '=', id)
    .where('jenis', '=', pindahan)
    .where('created_by', '=', ctx.actor.id)
    .executeTakeFirst()
  if (!job) throw notFound('Pindahan')
  return job
}
/** Returns the id of the caller's last workbook that was not discarded or undone. */
export const findLastWorkbook = async (ctx: Ctx): Promise<number | undefined> =>
  (
    await ctx.db
      .selectFrom('import_job')
      .select('id')
      .where('jenis', '=', pindahan)
      .where('created_by', '=', ctx.actor.id)
      .where('status', '<>', 'dibatalkan')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
  )?.id
/** Reads the jobs of the sheets of a workbook, without their rows. */
export const readSheetJobs = (db: Db | Trx, id: number): Promise<Job[]> =>
  db
    .selectFrom('import_job')
    .select(progressColumns)
    .where('induk_id', '=', id)
    .orderBy('id')
    .execute()

/** Returns a workbook as the API shows it to the user who moves in. */
export const workbookAnswer = async (ctx: Ctx, id: number) => {
  const job = await readOwnWorkbook(ctx, id)
  const sheets = await readSheetJobs(ctx.db, id)
  return {
    id,
    nama_berkas: job.nama_berkas,
    status: job.status,
    created_at: job.created_at,
    lembar: sheets.map((sheet) => ({
      kunci: sheet.jenis,
      judul: sheet.nama_berkas,
      tersimpan: sheet.status === 'selesai',
      impor: answerOf(sheet),
      kolom: Object.entries(jenisOf(sheet.jenis).columns).map(([kunci, { label }]) => ({
        kunci,
        label,
      })),
    })),
    lembar_lain: fromJson<string[]>(job.kepala),
    catatan: fromJson<string[]>(job.catatan),
    dapat_diurungkan: job.status === 'selesai' && (await hasCreated(ctx.db, id)),
    jumlah: await readSums(ctx.db, id),
  }
}

interface Change {
  from: readonly Job['status'][]
  to: Job['status']
  aksi: 'import-mulai' | 'import-batal'
}
/**
 * Moves a workbook and its sheets to another state, and logs it. Changes nothing if the workbook is
 * in none of the states `from`, because another call was first.
 */
export const moveWorkbook = async (
  trx: Trx,
  ctx: Ctx,
  id: number,
  { from, to, aksi }: Change,
): Promise<void> => {
  const moved = await trx
    .updateTable('import_job')
    .set({ status: to, updated_at: now() })
    .where('id', '=', id)
    .where('status', 'in', from)
    .returning('id')
    .executeTakeFirst()
  if (!moved) return
  await trx
    .updateTable('import_job')
    .set({ status: to, ...(to === 'dibatalkan' && { isi: '[]' }), updated_at: now() })
    .where('induk_id', '=', id)
    .execute()
  await auditJob(trx, ctx, { aksi, nama: pindahan, id })
}
