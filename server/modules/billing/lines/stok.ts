/**
 * Stock of products (domain.md 2.2). Publishing a bill subtracts the quantities of its lines from
 * the stock, and voiding the bill adds them again. A draft does not change the stock.
 */
import { formatNumber } from '#contract/values/rupiah.ts'
import { insertMany } from '#server/db/insertMany.ts'
import type { Trx } from '#server/db/schema/tables.ts'
import { conflict, type HttpError } from '#server/errors.ts'
import { now } from '#server/http/context.ts'

interface Line {
  id: number
  billing_id: number
  qty: number
  produk: number
  nama: string
  stok: number
}
interface Move {
  produk: number
  nama: string
  before: number
  after: number
  nomor: string | null
  gedung_id: number
}

/**
 * Adds quantities to the stock or subtracts them, with one update per product, and records each
 * move in the history of the product. Throws 409 if the stock would become negative or is no longer
 * counted.
 */
const move = async (
  trx: Trx,
  aksi: 'stok-keluar' | 'stok-kembali',
  moves: readonly Move[],
  by: number | null,
): Promise<void> => {
  if (moves.length === 0) return
  const time = now()
  for (const [id, productMoves] of Map.groupBy(moves, (m) => m.produk)) {
    const change = productMoves.reduce((sum, m) => sum + m.after - m.before, 0)
    const { numUpdatedRows } = await trx
      .updateTable('produk_jasa')
      .set((eb) => ({
        stok: eb('stok', '+', change),
        versi: eb('versi', '+', 1),
        updated_at: time,
        updated_by: by,
      }))
      .where('id', '=', id)
      .where('stok', '>=', Math.max(0, -change))
      .executeTakeFirst()
    if (numUpdatedRows !== 1n) throw conflict(`Stok ${productMoves[0]?.nama} berubah. Coba lagi.`)
  }
  const { name } = await trx
    .selectFrom('user')
    .select('name')
    .where('id', '=', by)
    .executeTakeFirstOrThrow()
  const stamp = {
    created_at: time,
    created_by: by,
    updated_at: time,
    updated_by: by,
    user_nama: name,
    ip: null,
    agen: null,
    alasan: null,
    aksi,
    entitas: 'produk-jasa',
  }
  await insertMany(
    trx,
    'audit',
    moves.map((m) => ({
      ...stamp,
      entitas_id: m.produk,
      gedung_id: m.gedung_id,
      sebelum: JSON.stringify({ stok: m.before }),
      sesudah: JSON.stringify({ stok: m.after, Tagihan: m.nomor }),
    })),
  )
}

interface Tagihan {
  id: number
  nomor: string
  gedung_id: number
}
/**
 * Plan of the stock for the bills that one call publishes. Bills reserve stock one after another.
 * The reservations exist only in memory until `take` subtracts them from the stored stock.
 */
export interface StokPlan {
  /**
   * Returns the error that prevents a bill from being published; undefined if the stock is
   * sufficient.
   */
  refusal: (id: number) => HttpError | undefined
  /** Reserves the stock for a bill that will be published, so that the next bill cannot use it. */
  setAside: (id: number) => void
  /** Subtracts the reserved quantities of the published bills from the stored stock. */
  take: (published: readonly Tagihan[], by: number | null) => Promise<void>
}
/**
 * Reads the stock of the products on the given drafts, and returns the functions that reserve it.
 * Ignores products whose stock is not counted.
 */
export const planStok = async (trx: Trx, ids: readonly number[]): Promise<StokPlan> => {
  const lines: Line[] =
    ids.length === 0
      ? []
      : (
          await trx
            .selectFrom('billing_item')
            .innerJoin('produk_jasa', 'produk_jasa.id', 'billing_item.produk_jasa_id')
            .select([
              'billing_item.id',
              'billing_item.billing_id',
              'billing_item.qty',
              'produk_jasa.id as produk',
              'produk_jasa.nama',
              'produk_jasa.stok',
            ])
            .where('billing_item.billing_id', 'in', ids)
            .where('produk_jasa.stok', 'is not', null)
            .orderBy('billing_item.billing_id')
            .orderBy('billing_item.urutan')
            .execute()
        ).flatMap(({ stok, ...line }) => (stok === null ? [] : [{ ...line, stok }]))
  const stockLeft = new Map(lines.map((l) => [l.produk, l.stok]))
  const byBill = Map.groupBy(lines, (l) => l.billing_id)
  const movesByBill = new Map<number, { line: Line; before: number; after: number }[]>()
  return {
    refusal: (id) => {
      const billLines = byBill.get(id) ?? []
      const neededQty = new Map<number, number>()
      for (const l of billLines) neededQty.set(l.produk, (neededQty.get(l.produk) ?? 0) + l.qty)
      const short = billLines.find(
        (l) => (neededQty.get(l.produk) ?? 0) > (stockLeft.get(l.produk) ?? 0),
      )
      return (
        short &&
        conflict(
          `Stok ${short.nama} tinggal ${formatNumber(stockLeft.get(short.produk) ?? 0)}, tagihan ini butuh ${formatNumber(neededQty.get(short.produk) ?? 0)}`,
        )
      )
    },
    setAside: (id) => {
      movesByBill.set(
        id,
        (byBill.get(id) ?? []).map((line) => {
          const before = stockLeft.get(line.produk) ?? 0
          stockLeft.set(line.produk, before - line.qty)
          return { line, before, after: before - line.qty }
        }),
      )
    },
    take: async (published, by) => {
      const moves = published.flatMap(({ id, nomor, gedung_id }) =>
        (movesByBill.get(id) ?? []).map(({ line: { produk, nama }, before, after }) => ({
          produk,
          nama,
          before,
          after,
          nomor,
          gedung_id,
        })),
      )
      await move(trx, 'stok-keluar', moves, by)
      const sold = published.flatMap(({ id }) => (movesByBill.get(id) ?? []).map((t) => t.line.id))
      if (sold.length > 0)
        await trx
          .updateTable('billing_item')
          .set((eb) => ({ stok_diambil: eb.ref('qty') }))
          .where('id', 'in', sold)
          .execute()
    },
  }
}

/**
 * Adds the quantities on a voided bill back to the stock. Skips a product whose stock is no longer
 * counted.
 */
export const returnStock = async (
  trx: Trx,
  bill: { id: number; nomor: string | null; gedung_id: number },
  by: number | null,
): Promise<void> => {
  const lines = await trx
    .selectFrom('billing_item')
    .innerJoin('produk_jasa', 'produk_jasa.id', 'billing_item.produk_jasa_id')
    .select([
      'produk_jasa.id as produk',
      'produk_jasa.nama',
      'produk_jasa.stok',
      'billing_item.stok_diambil as jumlah',
    ])
    .where('billing_item.billing_id', '=', bill.id)
    .where('billing_item.stok_diambil', 'is not', null)
    .orderBy('billing_item.urutan')
    .execute()
  if (lines.length === 0) return
  const stockLevels = new Map(lines.map((l) => [l.produk, l.stok]))
  await move(
    trx,
    'stok-kembali',
    lines.flatMap(({ produk, nama, jumlah }) => {
      const before = stockLevels.get(produk) ?? null
      if (before === null || jumlah === null) return []
      stockLevels.set(produk, before + jumlah)
      return [
        {
          produk,
          nama,
          before,
          after: before + jumlah,
          nomor: bill.nomor,
          gedung_id: bill.gedung_id,
        },
      ]
    }),
    by,
  )
  await trx
    .updateTable('billing_item')
    .set({ stok_diambil: null })
    .where('billing_id', '=', bill.id)
    .execute()
}
