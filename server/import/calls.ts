/**
 * API calls that import students or master data: download the template, try, run, watch and cancel
 * an import, and download its rejected rows with their problems.
 */
import type { ImporName } from '#contract/import/importKeys.ts'
import { fromJson } from '#server/db/json.ts'
import { transaction } from '#server/db/transaction.ts'
import { conflict, invalidField, notFound } from '#server/errors.ts'
import type { SheetColumn } from '#server/export/xlsx.ts'
import { sha256 } from '#server/http/auth.ts'
import { MB, readUpload } from '#server/http/body/upload.ts'
import { imporHandlers } from '#server/http/calls.ts'
import { demand, type Ctx } from '#server/http/context.ts'
import { runInBackground } from '#server/import/background.ts'
import {
  columnLabel,
  problemColumn,
  type FileRow,
  type HeadCell,
  type ImportKind,
  type Mode,
} from '#server/import/columns.ts'
import {
  answerOf,
  beginJob,
  makeJob,
  readOwnJob,
  stopJob,
  type Job,
  type NewJob,
} from '#server/import/job.ts'
import { jenisOf } from '#server/import/kinds.ts'
import { continueJob, type Galat } from '#server/import/run.ts'
import { readImportFile } from '#server/import/sheets/readFile.ts'
import { sheetResponse } from '#server/import/sheets/sheetResponse.ts'
import { templateContent } from '#server/import/templateContent.ts'

export const maxFileBytes = 5 * MB
const limits = { rows: 5000, columns: 60 }

/**
 * Throws 403 unless the actor has the access code to create single rows of this kind and, in mode
 * `perbarui`, also the code to update them.
 */
const checkMayImport = (ctx: Ctx, nama: ImporName, mode: Mode): void => {
  demand(ctx.actor, `${nama}/create`)
  if (mode === 'perbarui') demand(ctx.actor, `${nama}/update`)
}

const schoolZone = 'Asia/Jakarta'
/**
 * Returns the time zone of the actor's outlets if all of them have the same zone, otherwise the
 * zone of the school.
 */
const readZone = async ({ db, actor }: Ctx): Promise<string> => {
  const outlets = db.selectFrom('gedung').select('zona_waktu').distinct()
  const zones = await (
    actor.gedung.length > 0 ? outlets.where('id', 'in', actor.gedung) : outlets
  ).execute()
  return zones.length === 1 ? (zones[0]?.zona_waktu ?? schoolZone) : schoolZone
}

/** Returns the name of an uploaded file without control characters, shortened for display. */
export const fileNameOf = (name: string): string =>
  [...name.replace(/\p{C}/gu, '')].slice(0, 120).join('') || 'berkas'

/**
 * Reads an uploaded file and returns the data of a new job. Throws 422 when the file cannot be
 * read.
 */
const readNewJob = async (
  ctx: Ctx,
  jenis: ImportKind,
  file: { name: string; bytes: Buffer },
  { mode, isTrial }: { mode: Mode; isTrial: boolean },
): Promise<NewJob> => {
  if (file.bytes.length < 4) throw invalidField('file', 'Berkas kosong')
  const content = await readImportFile(jenis, file.bytes, limits, await readZone(ctx))
  return {
    ...content,
    jenis: jenis.nama,
    nama_berkas: fileNameOf(file.name),
    mode,
    isTrial,
    key: ctx.key?.slice(0, 80) ?? null,
    sidik: sha256(`${jenis.nama}:${mode}:${isTrial}:${file.bytes.toString('base64')}`),
  }
}

/** Returns the problems of a row as one text, for a cell of the file. */
const problemText = (jenis: ImportKind, { masalah }: Galat): string =>
  masalah
    .map(({ kolom, pesan }) => (kolom ? `${columnLabel(jenis, kolom)}: ${pesan}` : pesan))
    .join('; ')

/**
 * Returns the header and rows of a sheet with the rejected rows of a file and their problems.
 * Throws 404 when no row was rejected.
 */
const problemSheet = (jenis: ImportKind, job: Job, fileRows: readonly FileRow[]) => {
  const kepala = fromJson<HeadCell[]>(job.kepala)
  const failed = new Map(fromJson<Galat[]>(job.gagal).map((g) => [g.baris, g]))
  if (failed.size === 0) throw notFound('Baris bermasalah')
  const columnIndexes = kepala.flatMap((k, i) => (k.judul === problemColumn ? [] : [i]))
  const columns: SheetColumn[] = [
    ...columnIndexes.map((i): SheetColumn => ({
      label: kepala[i]?.judul ?? '',
      kind: 'teks',
      width: 18,
    })),
    { label: problemColumn, kind: 'teks', width: 60 },
  ]
  const rows = fileRows.flatMap((row) => {
    const problem = failed.get(row.baris)
    return problem ? [[...columnIndexes.map((i) => row.sel[i]), problemText(jenis, problem)]] : []
  })
  return { columns, rows }
}

export const imporCalls = imporHandlers((nama) => {
  const jenis = jenisOf(nama)
  const answer = async (ctx: Ctx, id: number) => answerOf(await readOwnJob(ctx, jenis, id))
  return {
    template: (_ctx, _, { format }) => {
      const { columns, examples } = templateContent(jenis)
      return sheetResponse(format, `template-${jenis.fileName}`, columns, examples)
    },
    import: async (ctx, read) => {
      const { file, input } = await read((request) => readUpload(request, maxFileBytes))
      const { mode } = input
      const isTrial = input.pratinjau === '1'
      checkMayImport(ctx, nama, mode)
      const newJob = await readNewJob(ctx, jenis, file, { mode, isTrial })
      const { id } = await transaction(ctx.db, (trx) => makeJob(trx, ctx, newJob))
      if (isTrial) runInBackground(ctx, id, continueJob)
      else await continueJob(ctx, id)
      return answer(ctx, id)
    },
    'import-job': (ctx, _, { id }) => answer(ctx, id),
    'import-jalankan': async (ctx, _, { id }) => {
      const { status } = await readOwnJob(ctx, jenis, id)
      if (status === 'dibatalkan') throw conflict('Impor ini sudah dibatalkan')
      if (status === 'siap') await transaction(ctx.db, (trx) => beginJob(trx, ctx, jenis, id))
      runInBackground(ctx, id, continueJob)
      return answer(ctx, id)
    },
    'import-batal': async (ctx, _, { id }) => {
      const { status } = await readOwnJob(ctx, jenis, id)
      if (status === 'berjalan' || status === 'selesai')
        throw conflict('Impor ini sudah dijalankan')
      await transaction(ctx.db, (trx) => stopJob(trx, ctx, jenis, id))
      return answer(ctx, id)
    },
    'import-galat': async (ctx, _, { id, format }) => {
      const job = await readOwnJob(ctx, jenis, id)
      const { isi } = await ctx.db
        .selectFrom('import_job')
        .select('isi')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      const { columns, rows } = problemSheet(jenis, job, fromJson<FileRow[]>(isi))
      const name = `perbaiki-${job.nama_berkas.replace(/\.[^.]*$/, '')}`
      return sheetResponse(format, name, columns, rows)
    },
  }
})
