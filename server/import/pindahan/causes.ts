/** Finds the rejected rows of earlier sheets that explain the problems of later sheets. */
import { fold } from '#server/db/fold.ts'
import { fromJson } from '#server/db/json.ts'
import type { Trx } from '#server/db/schema/tables.ts'
import type { Ctx } from '#server/http/context.ts'
import { noKelas } from '#server/import/classes.ts'
import { valuesOf, type FileRow, type HeadCell } from '#server/import/columns.ts'
import { jenisOf } from '#server/import/kinds.ts'
import { readPeople } from '#server/import/peopleNames.ts'
import type { RunResult } from '#server/import/run.ts'

/** Sheet as its import job stores it; `nama_berkas` is the name of the sheet. */
interface StoredSheet {
  jenis: string
  nama_berkas: string
  kepala: string
  isi: string
}
/** Texts that say where the rejected rows stand. */
export interface Causes {
  /** By each folded text of a rejected row. */
  texts: Map<string, string>
  /** By the coach, weekday and hour of a rejected class. */
  kelas: Map<string, string>
}
export const noCauses = (): Causes => ({ texts: new Map(), kelas: new Map() })

const rejectedRows = ({ isi }: StoredSheet, { galat }: RunResult): FileRow[] => {
  const rejected = new Set(galat.map(({ baris }) => baris))
  return fromJson<FileRow[]>(isi).filter(({ baris }) => rejected.has(baris))
}
/**
 * Returns the coach, weekday and hour that the rejected rows of a sheet name, by the line of the
 * row. `coachColumn` is the column of the coach. A coach is found by name, code or phone, so that
 * two sheets may name the coach in different ways.
 */
const readKelasKeys = async (
  trx: Trx,
  ctx: Ctx,
  { sheet, rows, coachColumn }: { sheet: StoredSheet; rows: FileRow[]; coachColumn: string },
): Promise<Map<number, string>> => {
  const coaches = await readPeople(trx, ctx, 'pelatih')
  const kepala = fromJson<HeadCell[]>(sheet.kepala)
  return new Map(
    rows.flatMap((row): [number, string][] => {
      const values = valuesOf(jenisOf(sheet.jenis), kepala, row)
      const coach = coaches.get(fold(String(values[coachColumn])))?.[0]
      return coach ? [[row.baris, `${coach.id} ${values.hari} ${values.jam_mulai}`]] : []
    }),
  )
}

/** Adds the rejected rows of a sheet to the causes. */
export const addCauses = async (
  trx: Trx,
  ctx: Ctx,
  causes: Causes,
  { sheet, result }: { sheet: StoredSheet; result: RunResult },
): Promise<void> => {
  const rows = rejectedRows(sheet, result)
  if (rows.length === 0) return
  const placeOf = (baris: number) => `bermasalah di lembar ${sheet.nama_berkas} baris ${baris}`
  for (const { baris, sel } of rows)
    for (const text of sel.map((cell) => fold(cell.trim())))
      if (text !== '' && !causes.texts.has(text)) causes.texts.set(text, placeOf(baris))
  if (sheet.jenis !== 'kursus-pelatih') return
  const keys = await readKelasKeys(trx, ctx, { sheet, rows, coachColumn: 'pelatih_id' })
  for (const [baris, key] of keys) if (!causes.kelas.has(key)) causes.kelas.set(key, placeOf(baris))
}

/**
 * Returns the result of a sheet. A problem that a row was not found, or that an enrolment has no
 * class, names the rejected row of an earlier sheet instead, if there is one.
 */
export const withCauses = async (
  trx: Trx,
  ctx: Ctx,
  causes: Causes,
  { sheet, result }: { sheet: StoredSheet; result: RunResult },
): Promise<RunResult> => {
  const keys =
    causes.kelas.size > 0 && sheet.jenis === 'kursus-peserta'
      ? await readKelasKeys(trx, ctx, {
          sheet,
          rows: rejectedRows(sheet, result),
          coachColumn: 'guru',
        })
      : undefined
  const explain = (baris: number, pesan: string): string => {
    const [, text = ''] = /^"(.+)" tidak ditemukan$/.exec(pesan) ?? []
    const cause = causes.texts.get(fold(text))
    if (cause !== undefined) return `"${text}" ${cause}`
    const kelas = pesan.endsWith(noKelas) ? causes.kelas.get(keys?.get(baris) ?? '') : undefined
    return kelas === undefined ? pesan : `Kelas ini ${kelas}`
  }
  return {
    ...result,
    galat: result.galat.map((row) => ({
      ...row,
      masalah: row.masalah.map(({ kolom, pesan }) => ({ kolom, pesan: explain(row.baris, pesan) })),
    })),
  }
}
