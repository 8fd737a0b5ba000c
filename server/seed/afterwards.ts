/**
 * Adds rows to a made-up school that is already stored in the database. Their ids continue those of
 * the stored rows.
 */
import { numberIn, seriesOf } from '#contract/billing/rules/numberFormat.ts'
import type { NumberedPaper } from '#contract/settings/settingCalls.ts'
import type { Random } from '#contract/values/random.ts'
import { restartIds } from '#server/db/ddl.ts'
import { insertMany } from '#server/db/insertMany.ts'
import type { Tables, Trx } from '#server/db/schema/tables.ts'
import { counters, type Ids, type Put, type Row } from '#server/seed/maker.ts'
import { putPicture } from '#server/seed/png.ts'
import { drawReceipt } from '#server/seed/sales/receipt.ts'

type Table = keyof Tables
export interface Afterwards {
  ids: Ids
  put: Put
  /**
   * Returns the next document number for a day. The numbers begin at 1, because the school has no
   * documents of this kind yet.
   */
  nextNumber: (day: string) => string
  store: () => Promise<void>
}

/**
 * Returns functions that collect rows of `tables` and store them in the order of `tables`.
 * `counted` lists those of the tables whose rows have an id. `paper` is the kind of document for
 * which `nextNumber` returns numbers.
 */
export const openAfterwards = async (
  trx: Trx,
  tables: readonly Table[],
  counted: readonly Table[],
  { paper, format }: { paper: NumberedPaper; format: string },
): Promise<Afterwards> => {
  const ids = counters()
  for (const table of counted) {
    const row = await trx
      .selectFrom(table as 'berkas')
      .select((eb) => eb.fn.max('id').as('id'))
      .executeTakeFirstOrThrow()
    ids.set(table, row.id ?? 0)
  }
  const rows = new Map<string, Row[]>(tables.map((table) => [table, []]))
  const series = new Map<string, number>()
  const put = (table: string, row: Row) => rows.get(table)?.push(row)
  return {
    ids,
    put,
    nextNumber: (day) => {
      const seri = seriesOf(format, { tanggal: day })
      const nilai = (series.get(seri) ?? 0) + 1
      series.set(seri, nilai)
      return numberIn(format, seri, nilai)
    },
    store: async () => {
      for (const [seri, nilai] of series) put('penghitung', { jenis: paper, seri, nilai })
      for (const table of tables) await insertMany(trx, table, rows.get(table) ?? [])
      for (const [table, last] of ids.last) await restartIds(trx as never, table, last + 1)
    },
  }
}

/**
 * Adds a picture of a receipt as the proof of the row `of`. Returns the id of the picture's file.
 */
export const putProof = (
  to: Pick<Afterwards, 'ids' | 'put'>,
  random: Random,
  of: { entitas: string; entitas_id: number; nama: string; time: string; by: number },
): number => putPicture(to, drawReceipt(random), { ...of, jenis: 'bukti', bidang: 'bukti' })
