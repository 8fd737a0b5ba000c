/** API calls that move a school in from one workbook (decision 0251). */
import * as z from 'zod/mini'
import { workbookLimits } from '#contract/import/pindahan.ts'
import { PindahanMap } from '#contract/import/pindahanCalls.ts'
import { fromJson } from '#server/db/json.ts'
import { transaction } from '#server/db/transaction.ts'
import { conflict, forbidden, invalidField, notFound } from '#server/errors.ts'
import type { SheetColumn } from '#server/export/xlsx.ts'
import { sha256 } from '#server/http/auth.ts'
import { readUpload } from '#server/http/body/upload.ts'
import type { Handlers } from '#server/http/calls.ts'
import { demand, type Ctx } from '#server/http/context.ts'
import { runInBackground } from '#server/import/background.ts'
import { fileNameOf, maxFileBytes } from '#server/import/calls.ts'
import { columnLabel } from '#server/import/columns.ts'
import { jenisOf } from '#server/import/kinds.ts'
import {
  findLastWorkbook,
  makeWorkbookJob,
  moveWorkbook,
  readOwnWorkbook,
  readSheetJobs,
  workbookAnswer,
} from '#server/import/pindahan/job.ts'
import { continueWorkbook } from '#server/import/pindahan/run.ts'
import { knownSheets, planWith } from '#server/import/pindahan/sheets.ts'
import { readSums } from '#server/import/pindahan/sums.ts'
import { templateBook } from '#server/import/pindahan/template.ts'
import { undoWorkbook } from '#server/import/pindahan/undo.ts'
import type { Galat } from '#server/import/run.ts'
import { readWorkbookFile } from '#server/import/sheets/readFile.ts'
import { sheetResponse } from '#server/import/sheets/sheetResponse.ts'
import { seesAllOutlets } from '#server/modules/scope.ts'

const wrongMap = () => invalidField('peta', 'Peta kolom tidak dapat dibaca')
/** Parses the map of sheets and columns that the caller sends as JSON. Throws 422. */
const parseMap = (text: string | undefined): PindahanMap => {
  if (text === undefined) return {}
  try {
    return z.parse(PindahanMap, JSON.parse(text))
  } catch {
    throw wrongMap()
  }
}

/**
 * Throws 403 unless the actor works for all outlets and may create and update the rows of all
 * sheets in the workbook.
 */
const checkMayMove = ({ actor }: Ctx, kinds: readonly string[]): void => {
  if (!seesAllOutlets(actor))
    throw forbidden('Hanya pengguna untuk semua outlet yang dapat memindahkan data sekolah')
  for (const { sheet } of knownSheets)
    if (kinds.includes(sheet.kunci)) for (const code of sheet.codes) demand(actor, code)
}

/** Throws 403 like `checkMayMove` for the sheets of a stored workbook. */
const checkMayMoveAgain = async (ctx: Ctx, id: number): Promise<void> => {
  const sheets = await readSheetJobs(ctx.db, id)
  checkMayMove(
    ctx,
    sheets.map(({ jenis }) => jenis),
  )
}

const problemColumns: readonly SheetColumn[] = [
  { label: 'Lembar', kind: 'teks', width: 20 },
  { label: 'Baris', kind: 'angka', width: 8 },
  { label: 'Nama', kind: 'teks', width: 28 },
  { label: 'Kolom', kind: 'teks', width: 24 },
  { label: 'Masalah', kind: 'teks', width: 80 },
]

type PindahanCalls = Pick<
  Handlers,
  | 'pindahanTemplate'
  | 'pindahanImport'
  | 'pindahanJob'
  | 'pindahanTerakhir'
  | 'pindahanJalankan'
  | 'pindahanBatal'
  | 'pindahanUrungkan'
  | 'pindahanMasalah'
>
export const pindahanCalls: PindahanCalls = {
  pindahanTemplate: (ctx) => templateBook(ctx),
  pindahanImport: async (ctx, read) => {
    const { file, input } = await read((request) => readUpload(request, maxFileBytes))
    checkMayMove(ctx, [])
    if (file.bytes.length < 4) throw invalidField('file', 'Berkas kosong')
    const { rows, columns } = workbookLimits
    const plan = planWith(parseMap(input.peta))
    const content = await readWorkbookFile(file.bytes, { rows, columns }, plan)
    checkMayMove(
      ctx,
      content.lembar.map(({ kunci }) => kunci),
    )
    const { id } = await transaction(ctx.db, (trx) =>
      makeWorkbookJob(trx, ctx, {
        nama_berkas: fileNameOf(file.name),
        key: ctx.key?.slice(0, 80) ?? null,
        sidik: sha256(`pindahan:${input.peta ?? ''}:${file.bytes.toString('base64')}`),
        content,
      }),
    )
    runInBackground(ctx, id, continueWorkbook)
    return workbookAnswer(ctx, id)
  },
  pindahanJob: (ctx, _, { id }) => workbookAnswer(ctx, id),
  pindahanTerakhir: async (ctx) => {
    const id = await findLastWorkbook(ctx)
    return { pindahan: id === undefined ? null : await workbookAnswer(ctx, id) }
  },
  pindahanJalankan: async (ctx, _, { id }) => {
    const { status } = await readOwnWorkbook(ctx, id)
    if (status === 'dibatalkan') throw conflict('Pindahan ini sudah dibatalkan')
    await checkMayMoveAgain(ctx, id)
    const sums = await readSums(ctx.db, id)
    if (status === 'siap' && sums?.some(({ cocok }) => !cocok))
      throw conflict('Jumlah sesudah pindah tidak sama dengan jumlah di berkas')
    if (status === 'siap')
      await transaction(ctx.db, (trx) =>
        moveWorkbook(trx, ctx, id, { from: ['siap'], to: 'berjalan', aksi: 'import-mulai' }),
      )
    runInBackground(ctx, id, continueWorkbook)
    return workbookAnswer(ctx, id)
  },
  pindahanBatal: async (ctx, _, { id }) => {
    const { status } = await readOwnWorkbook(ctx, id)
    if (status === 'berjalan' || status === 'selesai')
      throw conflict('Pindahan ini sudah dijalankan')
    await transaction(ctx.db, (trx) =>
      moveWorkbook(trx, ctx, id, {
        from: ['memeriksa', 'siap'],
        to: 'dibatalkan',
        aksi: 'import-batal',
      }),
    )
    return workbookAnswer(ctx, id)
  },
  pindahanUrungkan: async (ctx, _, { id }) => {
    await readOwnWorkbook(ctx, id)
    await checkMayMoveAgain(ctx, id)
    await undoWorkbook(ctx, id)
    return workbookAnswer(ctx, id)
  },
  pindahanMasalah: async (ctx, _, { id }) => {
    const { nama_berkas } = await readOwnWorkbook(ctx, id)
    const rows = (await readSheetJobs(ctx.db, id)).flatMap((sheet) =>
      fromJson<Galat[]>(sheet.gagal)
        .toSorted((a, b) => a.baris - b.baris)
        .flatMap(({ baris, nama, masalah }) =>
          masalah.map(({ kolom, pesan }) => [
            sheet.nama_berkas,
            baris === 0 ? null : baris,
            nama,
            columnLabel(jenisOf(sheet.jenis), kolom),
            pesan,
          ]),
        ),
    )
    if (rows.length === 0) throw notFound('Masalah')
    const name = `masalah-${nama_berkas.replace(/\.[^.]*$/, '')}`
    return sheetResponse('xlsx', name, problemColumns, rows)
  },
}
