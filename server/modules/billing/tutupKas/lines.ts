import type { Db, Trx } from '#server/db/schema/tables.ts'

/**
 * Returns the lines of cash closings by id of the closing, with the present names of banks and
 * people. A line sums up the receipts of one method, bank and receiver.
 */
export const readLinesOf = async (db: Db | Trx, ids: readonly number[]) => {
  const rows = await db
    .selectFrom('tutup_kas_rincian as r')
    .innerJoin('user', 'user.id', 'r.penerima_id')
    .leftJoin('bank', 'bank.id', 'r.bank_id')
    .select(['r.tutup_kas_id', 'r.metode', 'r.bank_id', 'bank.nama_bank as bank'])
    .select(['r.penerima_id', 'user.name as penerima'])
    .select(['r.banyak', 'r.jumlah', 'r.banyak_batal', 'r.jumlah_batal'])
    .where('r.tutup_kas_id', 'in', ids)
    .orderBy('r.tutup_kas_id')
    .orderBy('r.urutan')
    .execute()
  const byClosing = Map.groupBy(rows, (row) => row.tutup_kas_id)
  return new Map(
    ids.map((id) => [id, (byClosing.get(id) ?? []).map(({ tutup_kas_id: _, ...line }) => line)]),
  )
}
