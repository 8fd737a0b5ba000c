/**
 * Determines the bank accounts that are offered to a payer: the accounts of the payer's outlet, the
 * accounts of the outlets of the payer's students, and the accounts that apply to all outlets. A
 * QRIS account without the picture of its code is omitted, because nobody could pay with it.
 */
import { fromJson } from '#server/db/json.ts'
import type { Db, Trx } from '#server/db/schema/tables.ts'

const readBanks = (db: Db | Trx) =>
  db
    .selectFrom('bank')
    .select([
      'id',
      'nama_bank',
      'no_rekening',
      'atas_nama',
      'tipe',
      'metode',
      'gambar',
      'gedung',
      'tampil_di_tagihan',
    ])
    .where('status', '=', 'aktif')
    .where((eb) => eb.or([eb('tipe', '<>', 'qris'), eb('gambar', 'is not', null)]))
    .orderBy('urutan')
    .orderBy('id')
    .execute()

type Row = Awaited<ReturnType<typeof readBanks>>[number]
export type OfferedBank = Omit<Row, 'gedung' | 'tampil_di_tagihan'> & { tampil_di_tagihan: boolean }

/** Returns the offered bank accounts by payer id. */
export const offeredBanks = async (
  db: Db | Trx,
  payers: readonly number[],
): Promise<ReadonlyMap<number, OfferedBank[]>> => {
  if (payers.length === 0) return new Map()
  const ids = [...new Set(payers)]
  const rows = await db
    .selectFrom('user')
    .select(['id', 'akun_billing_id', 'gedung_id'])
    .where((eb) => eb.or([eb('id', 'in', ids), eb('akun_billing_id', 'in', ids)]))
    .where('gedung_id', 'is not', null)
    .execute()
  const banks = (await readBanks(db)).map(({ gedung, ...bank }) => ({
    outlets: fromJson<number[]>(gedung),
    bank: { ...bank, tampil_di_tagihan: bank.tampil_di_tagihan === 1 },
  }))
  const outletsOf = new Map<number, Set<number>>(ids.map((id) => [id, new Set()]))
  for (const { id, akun_billing_id, gedung_id } of rows)
    for (const payer of [id, akun_billing_id])
      if (payer !== null && gedung_id !== null) outletsOf.get(payer)?.add(gedung_id)
  return new Map(
    ids.map((id) => [
      id,
      banks.flatMap(({ outlets, bank }) =>
        outlets.length === 0 || outlets.some((g) => outletsOf.get(id)?.has(g)) ? [bank] : [],
      ),
    ]),
  )
}
