/**
 * Checks that calls with a successful response have written their audit entries and their amounts.
 */
import type { Db } from '#server/db/schema/tables.ts'
import { nameOf, type After, type Call, type Told } from '../play.ts'
import type { Arena } from './arena.ts'

/** Audit entries (entity and action) that a call writes per changed row, by path of the call. */
const entries: Readonly<Record<string, readonly string[]>> = {
  '/billing/generate': ['billing generate'],
  '/billing/create': ['billing create'],
  '/billing/update': ['billing update'],
  '/billing/hitung-ulang-promo': ['billing hitung-ulang-promo'],
  '/billing/delete': ['billing delete'],
  '/billing/terbitkan': ['billing terbitkan'],
  '/billing/terbitkan-banyak': ['billing terbitkan'],
  '/billing/batalkan': ['billing batalkan'],
  '/billing/terbit-ulang': ['billing terbit-ulang', 'billing create'],
  '/billing/nota-kredit': ['billing nota-kredit'],
  '/billing/pakai-saldo': ['billing pakai-saldo'],
  '/billing/hapus-denda': ['billing hapus-denda'],
  '/billing/share-kirim': ['billing kirim'],
  '/billing-payment/create': ['billing-payment create'],
  '/billing-payment/alih': ['billing-payment alih'],
  '/billing-payment/batalkan': ['billing-payment batalkan'],
  '/konfirmasi-pembayaran/create': ['konfirmasi-pembayaran create'],
  '/konfirmasi-pembayaran/setujui': ['konfirmasi-pembayaran setujui', 'billing-payment create'],
  '/konfirmasi-pembayaran/tolak': ['konfirmasi-pembayaran tolak'],
  '/mutasi-bank/cocokkan': ['mutasi-bank cocokkan'],
  '/mutasi-bank/abaikan': ['mutasi-bank abaikan'],
  '/mutasi-bank/lepas': ['mutasi-bank lepas'],
  '/user/refund-saldo': ['mutasi-saldo refund-saldo'],
  '/user/alih-saldo': ['mutasi-saldo alih-saldo', 'mutasi-saldo alih-saldo'],
  '/user/koreksi-saldo': ['mutasi-saldo koreksi-saldo'],
  '/pengingat/lewati': ['pengingat lewati'],
  '/tutup-kas/create': ['tutup-kas create'],
  '/tutup-kas/buka': ['tutup-kas buka'],
}
/** Paths of the calls that a play has to record for the checks in this file. */
export const remembered = Object.keys(entries)

interface Match {
  billing_payment_id?: number
  konfirmasi_id?: number
}
/**
 * Returns the audit entries that a match of a bank statement line writes in addition to its own
 * entry. Returns an empty list if the line was matched with an existing payment.
 */
const matched = ({ billing_payment_id, konfirmasi_id }: Match): string[] => {
  if (billing_payment_id !== undefined) return []
  return ['billing-payment create', ...(konfirmasi_id ? ['konfirmasi-pembayaran setujui'] : [])]
}
const entriesOf = (call: Call): string[] => [
  ...(entries[nameOf(call)] ?? []),
  ...(nameOf(call) === '/mutasi-bank/cocokkan' ? matched(call.body) : []),
]
/** Returns the maximum number of rows that a call without a response may have changed. */
const mostRows = ({ body }: Call): number =>
  'ids' in body && Array.isArray(body.ids) ? body.ids.length : 1

const countEntries = async (db: Db): Promise<Map<string, number>> => {
  const rows = await db
    .selectFrom('audit')
    .select((eb) => ['entitas', 'aksi', eb.fn.countAll<number>().as('n')])
    .groupBy(['entitas', 'aksi'])
    .execute()
  return new Map(rows.map(({ entitas, aksi, n }) => [`${entitas} ${aksi}`, Number(n)]))
}
/**
 * Checks the number of audit entries of each kind. At least the entries of acknowledged calls must
 * exist. Interrupted calls may have written more.
 */
const checkAudit = async ({ db, told, cut }: After<Arena>): Promise<string[]> => {
  const [done, unknown] = [new Map<string, number>(), new Map<string, number>()]
  const count = (counts: Map<string, number>, call: Call, rows: number) => {
    for (const entry of entriesOf(call)) counts.set(entry, (counts.get(entry) ?? 0) + rows)
  }
  for (const { call, rows } of told) count(done, call, rows)
  for (const call of cut) count(unknown, call, mostRows(call))
  const entryCounts = await countEntries(db)
  return [...new Set(Object.values(entries).flat())].flatMap((entry) => {
    const [n, least] = [entryCounts.get(entry) ?? 0, done.get(entry) ?? 0]
    const most = least + (unknown.get(entry) ?? 0)
    return n >= least && n <= most ? [] : [`audit ${entry}: ${n}, bukan ${least} sampai ${most}`]
  })
}

const idIn = ({ path }: Call): number => Number(/id=(\d+)/.exec(path)?.[1])
interface Named {
  jumlah?: number
  catatan?: string
}
/**
 * Checks that each acknowledged payment is stored with the amount in its call, and that each
 * payment is void after an acknowledged call to void it.
 */
const checkAmounts = async ({ db, told }: After<Arena>): Promise<string[]> => {
  const payments = await db
    .selectFrom('billing_payment')
    .select(['id', 'jumlah', 'catatan', 'konfirmasi_id', 'void_at'])
    .execute()
  const confirmations = await db
    .selectFrom('konfirmasi_pembayaran')
    .select(['id', 'jumlah'])
    .execute()
  const claimed = new Map(confirmations.map(({ id, jumlah }) => [id, jumlah]))
  const records = {
    marks: new Map(payments.map(({ catatan, jumlah }) => [catatan, jumlah])),
    approved: new Set(payments.map((p) => `${p.konfirmasi_id} ${p.jumlah}`)),
    dead: new Set(payments.flatMap(({ id, void_at }) => (void_at === null ? [] : [id]))),
  }
  const holds: Record<string, (call: Call) => boolean> = {
    '/billing-payment/create': ({ body }) => {
      const { jumlah, catatan = '' }: Named = body
      return records.marks.get(catatan) === jumlah
    },
    '/konfirmasi-pembayaran/setujui': (call) => {
      const { jumlah = claimed.get(idIn(call)) }: Named = call.body
      return records.approved.has(`${idIn(call)} ${jumlah}`)
    },
    '/billing-payment/batalkan': (call) => records.dead.has(idIn(call)),
  }
  const isKept = ({ call }: Told): boolean => holds[nameOf(call)]?.(call) ?? true
  return told
    .filter((write) => !isKept(write))
    .map(({ call }) => `tidak seperti yang dijawab: ${JSON.stringify(call)}`)
}

/**
 * Actions that can succeed only once per row, by path of the call. Voiding and reissuing a bill
 * count as the same action, because a reissue voids the bill.
 */
const onceOnly: Readonly<Record<string, string>> = {
  '/billing/terbitkan': 'tagihan terbit',
  '/billing/batalkan': 'tagihan batal',
  '/billing/terbit-ulang': 'tagihan batal',
  '/billing/hapus-denda': 'denda dihapus',
  '/billing-payment/batalkan': 'pembayaran batal',
  '/pengingat/lewati': 'pengingat dilewati',
  '/tutup-kas/buka': 'tutup kas dibuka',
}
/** Checks that no action of `onceOnly` was acknowledged twice for the same row. */
const checkOnce = ({ told }: After<Arena>): string[] => {
  const seenKeys = new Set<string>()
  return told.flatMap(({ call }) => {
    const action = onceOnly[nameOf(call)]
    if (action === undefined) return []
    const key = `${action} ${idIn(call)}`
    const isRepeat = seenKeys.has(key)
    seenKeys.add(key)
    return isRepeat ? [`${key} dua kali`] : []
  })
}

/** Returns a text for each missing, wrong or repeated effect of an acknowledged call. */
export const checkTold = async (after: After<Arena>): Promise<string[]> => [
  ...(await checkAudit(after)),
  ...(await checkAmounts(after)),
  ...checkOnce(after),
]
