/** Reads the content of the papers of several bills at once. */
import type { Selectable } from 'kysely'
import type { Db, Tables } from '#server/db/schema/tables.ts'
import { kopColumns } from '#server/modules/billing/papers/kop.ts'
import { offeredBanks, type OfferedBank } from '#server/modules/billing/papers/offeredBanks.ts'
import type { Condition } from '#server/resource/query/conditions.ts'

/** Determines which content a reader may see on the paper of a bill. */
export interface Reader {
  /** Condition on the table "user" that selects the students whose names are shown. */
  students: Condition
  /** Condition on `billing_payment` that selects the receipts whose details are shown. */
  receipts: Condition
  /** Whether bank accounts are shown. */
  banks: boolean
}

const itemColumns = [
  'billing_item.billing_id',
  'billing_item.deskripsi',
  'billing_item.peserta_id',
  'billing_item.qty',
  'billing_item.harga_satuan',
  'billing_item.prorata_pembilang',
  'billing_item.prorata_penyebut',
  'billing_item.diskon',
  'billing_item.diskon_alasan',
  'billing_item.ppn',
  'billing_item.jumlah',
] as const
type Item = Pick<
  Selectable<Tables['billing_item']>,
  (typeof itemColumns)[number] extends `billing_item.${infer C}`
    ? C & keyof Tables['billing_item']
    : never
>
export type PrintedItem = Item & { peserta: string | null }
type Outlet = Pick<
  Selectable<Tables['gedung']>,
  (typeof kopColumns)[number] extends `gedung.${infer C}` ? C & keyof Tables['gedung'] : never
>
interface Paid {
  jumlah: number
  created_at: string
  saldo: boolean
  receipt: { nomor: string; tanggal: string; metode: number } | undefined
}
export interface PrintedBill extends Selectable<Tables['billing']> {
  gedung: Outlet
  items: PrintedItem[]
  paid: Paid[]
  banks: OfferedBank[]
  /**
   * Late fees that were charged for this bill and are not paid in full. Each late fee is a separate
   * bill.
   */
  fees: { billing_id: number; nomor: string; sisa: number }[]
}

/** Returns the names of users by id. Omits users outside the scope of the reader. */
export const readNames = async (
  db: Db,
  ids: readonly (number | null)[],
  visible: Condition,
): Promise<ReadonlyMap<number, string>> => {
  const userIds = [...new Set(ids.filter((id) => id !== null))]
  if (userIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('user')
    .select(['user.id', 'user.name'])
    .where('user.id', 'in', userIds)
    .where(visible)
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}
/** Returns the letterhead columns of outlets by outlet id. */
export const readOutlets = async (
  db: Db,
  ids: readonly (number | null)[],
): Promise<ReadonlyMap<number, Outlet>> => {
  const outletIds = [...new Set(ids.filter((id) => id !== null))]
  if (outletIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('gedung')
    .select(kopColumns)
    .where('id', 'in', outletIds)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}
const readItems = (db: Db, bills: readonly number[]) =>
  db
    .selectFrom('billing_item')
    .select(itemColumns)
    .where('billing_id', 'in', bills)
    .orderBy('billing_id')
    .orderBy('urutan')
    .execute()
/**
 * Reads the payments of bills. Omits void allocations. The number, date and method of the receipt
 * are null if the receipt is outside the reader's scope, or if the payment is from saldo.
 */
const readPaid = (db: Db, bills: readonly number[], visible: Condition) =>
  db
    .selectFrom('billing_payment_alokasi as a')
    .leftJoin('billing_payment', (join) =>
      join.onRef('billing_payment.id', '=', 'a.payment_id').on(visible),
    )
    .select(['a.billing_id', 'a.jumlah', 'a.created_at', 'a.payment_id'])
    .select(['billing_payment.nomor', 'billing_payment.tanggal', 'billing_payment.metode'])
    .where('a.billing_id', 'in', bills)
    .where('a.void_at', 'is', null)
    .orderBy('a.id')
    .execute()
type PaidRow = Awaited<ReturnType<typeof readPaid>>[number]
const paidOf = ({ jumlah, created_at, payment_id, nomor, tanggal, metode }: PaidRow): Paid => ({
  jumlah,
  created_at,
  saldo: payment_id === null,
  receipt:
    nomor !== null && tanggal !== null && metode !== null ? { nomor, tanggal, metode } : undefined,
})

const readFees = (db: Db, bills: readonly number[]) =>
  db
    .selectFrom('denda')
    .innerJoin('billing', 'billing.id', 'denda.tagihan_id')
    .select(['denda.billing_id', 'billing.sisa'])
    .select((eb) => eb.fn.coalesce('billing.nomor', eb.val('')).as('nomor'))
    .where('denda.billing_id', 'in', bills)
    .where('denda.status', '=', 'ditagih')
    .where('billing.sisa', '>', 0)
    .execute()

/** Returns the given bills with the content of their papers, in the order of the ids. */
export const readPrintedBills = async (
  db: Db,
  ids: readonly number[],
  reader: Reader,
): Promise<PrintedBill[]> => {
  if (ids.length === 0) return []
  const bills = await db.selectFrom('billing').selectAll().where('id', 'in', ids).execute()
  const [items, paid, outlets, banks] = [
    await readItems(db, ids),
    await readPaid(db, ids, reader.receipts),
    await readOutlets(
      db,
      bills.map((b) => b.gedung_id),
    ),
    await offeredBanks(db, reader.banks ? bills.map((b) => b.akun_billing_id) : []),
  ]
  const names = await readNames(
    db,
    items.map((i) => i.peserta_id),
    reader.students,
  )
  const fees = await readFees(db, ids)
  const itemsOf = Map.groupBy(items, (i) => i.billing_id)
  const paidFor = Map.groupBy(paid, (a) => a.billing_id)
  const byId = new Map(bills.map((bill) => [bill.id, bill]))
  return ids.flatMap((id) => {
    const bill = byId.get(id)
    const gedung = outlets.get(bill?.gedung_id ?? 0)
    if (!bill || !gedung) return []
    return [
      {
        ...bill,
        gedung,
        items: (itemsOf.get(id) ?? []).map((item) => ({
          ...item,
          peserta: names.get(item.peserta_id ?? 0) ?? null,
        })),
        paid: (paidFor.get(id) ?? []).map(paidOf),
        fees: fees.filter((fee) => fee.billing_id === id),
        banks: (banks.get(bill.akun_billing_id) ?? []).filter((b) => b.tampil_di_tagihan),
      },
    ]
  })
}
