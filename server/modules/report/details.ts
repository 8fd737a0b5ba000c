/** Reads names and document numbers for the detail rows of a report figure, one page at a time. */
import { sql } from 'kysely'
import type { ReportDetail } from '#contract/report/report.ts'
import type { Db } from '#server/db/schema/tables.ts'

/** Detail row of a figure, as read from the database. */
export interface DetailRow {
  /** Entity of the record that opens from the detail row. */
  entitas: string
  /** Id of the record that opens from the detail row. */
  acu: number
  /** Bill line of the detail row; null if the row is not about a bill line. */
  item_id: number | null
  tanggal: string | null
  /** Value that the detail row adds to the figure. */
  nilai: number | string | null
}
interface DetailNames {
  id: number
  nomor: string | null
  nama: string | null
  uraian: string | null
}
/** Queries for the number, name and description of documents and people, by entity. */
const queries: Readonly<
  Record<string, (ids: readonly number[]) => ReturnType<typeof sql<DetailNames>>>
> = {
  'billing-payment': (ids) =>
    sql<DetailNames>`select id, nomor, pembayar_nama as nama, null as uraian from billing_payment where id in (${sql.join(ids)})`,
  billing: (ids) =>
    sql<DetailNames>`select id, nomor, nama_tagihan as nama, null as uraian from billing where id in (${sql.join(ids)})`,
  'pengeluaran-sales': (ids) =>
    sql<DetailNames>`select e.id, e.nomor, u.name as nama, e.keterangan as uraian from pengeluaran_sales e join "user" u on u.id = e.sales_id where e.id in (${sql.join(ids)})`,
  'honor-periode': (ids) =>
    sql<DetailNames>`select h.id, null as nomor, u.name as nama, 'Honor ' || h.periode as uraian from honor_periode h join "user" u on u.id = h.pelatih_id where h.id in (${sql.join(ids)})`,
  lead: (ids) =>
    sql<DetailNames>`select id, null as nomor, nama, information_source as uraian from lead where id in (${sql.join(ids)})`,
  user: (ids) =>
    sql<DetailNames>`select u.id, p.no_induk as nomor, u.name as nama, null as uraian from "user" u left join peserta_profil p on p.user_id = u.id where u.id in (${sql.join(ids)})`,
}
const readItems = async (db: Db, ids: readonly number[]): Promise<Map<number, string>> =>
  ids.length === 0
    ? new Map()
    : new Map(
        (
          await db
            .selectFrom('billing_item')
            .select(['id', 'deskripsi'])
            .where('id', 'in', ids)
            .execute()
        ).map((i) => [i.id, i.deskripsi]),
      )
/** Adds numbers, names and descriptions to detail rows. */
export const withNames = async (db: Db, rows: readonly DetailRow[]): Promise<ReportDetail[]> => {
  const said = new Map<string, DetailNames>()
  for (const [entitas, list] of Map.groupBy(rows, (r) => r.entitas)) {
    const query = queries[entitas]?.([...new Set(list.map((r) => r.acu))])
    for (const row of (await query?.execute(db))?.rows ?? []) said.set(`${entitas}:${row.id}`, row)
  }
  const items = await readItems(
    db,
    rows.flatMap((r) => (r.item_id === null ? [] : [r.item_id])),
  )
  return rows.map(({ entitas, acu, item_id, tanggal, nilai }) => {
    const document = said.get(`${entitas}:${acu}`)
    return {
      entitas,
      id: acu,
      tanggal,
      nomor: document?.nomor ?? null,
      nama: document?.nama ?? null,
      uraian: (item_id === null ? undefined : items.get(item_id)) ?? document?.uraian ?? null,
      nilai: nilai === null ? null : Number(nilai),
    }
  })
}
