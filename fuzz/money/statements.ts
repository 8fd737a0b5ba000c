/** Actions on bank statements: import a file, and match, ignore or release its lines. */
import { currentDay } from '#contract/values/tanggal.ts'
import { bri, type StatementRow } from '#mocks/money/statement.ts'
import { alasan, contestedLimit, openBills, someDay, type Field, type Move } from './rows.ts'

/** Maximum number of lines of an imported statement file. */
const mostLines = 30
/** Probability that the previous file of a bank account is imported again. */
const again = 0.25

const waiting = ({ db, arena }: Field, bank_id: number) =>
  db
    .selectFrom('konfirmasi_pembayaran')
    .select(['id', 'jumlah'])
    .where('akun_billing_id', 'in', arena.akun)
    .where('bank_tujuan_id', '=', bank_id)
    .where('status', '=', 'menunggu')
    .orderBy('id', 'desc')
    .limit(contestedLimit)
    .execute()
const received = ({ db, arena }: Field, bank_id: number) =>
  db
    .selectFrom('billing_payment')
    .select(['id', 'jumlah'])
    .where('akun_billing_id', 'in', arena.akun)
    .where('bank_id', '=', bank_id)
    .where('void_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(contestedLimit)
    .execute()

/**
 * Makes statement lines. Most lines have the amount of an unpaid bill, a waiting confirmation or a
 * recorded payment. The other lines have a random amount.
 */
const someLines = async (field: Field, bank_id: number): Promise<StatementRow[]> => {
  const { r, number } = field
  const amounts = [
    ...(await openBills(field)).map(({ sisa }) => sisa),
    ...(await waiting(field, bank_id)).map(({ jumlah }) => jumlah),
    ...(await received(field, bank_id)).map(({ jumlah }) => jumlah),
  ]
  return Array.from({ length: r.int(5, mostLines) }, (_, i) => ({
    tanggal: r.chance(0.7) ? currentDay() : someDay(r),
    keterangan: `SETORAN ${number}-${i}`,
    jumlah: (r.chance(0.8) && r.some(amounts)) || r.long(900_000) - 50_000 || 1,
  }))
}
export const importLines: Move = async (field) => {
  const { r, arena, number } = field
  const bank_id = r.pick([arena.bank, ...arena.banks])
  const last = r.chance(again) ? arena.brought.get(bank_id) : undefined
  const text = last ?? bri(await someLines(field, bank_id))
  arena.brought.set(bank_id, text)
  const file = { name: `mutasi-${number}.csv`, bytes: Buffer.from(text) }
  return { path: '/mutasi-bank/import', body: { bank_id }, file }
}

const linesOf = (
  { db, arena }: Field,
  status: 'belum' | 'cocok' | 'diabaikan',
): Promise<{ id: number; bank_id: number; masuk: number }[]> =>
  db
    .selectFrom('mutasi_bank')
    .select(['id', 'bank_id', 'masuk'])
    .where('bank_id', 'in', [arena.bank, ...arena.banks])
    .where('status', '=', status)
    .orderBy('id', 'desc')
    .limit(contestedLimit)
    .execute()
type Line = Awaited<ReturnType<typeof linesOf>>[number]
interface Proposal {
  jenis: 'tagihan' | 'konfirmasi' | 'pembayaran'
  id: number
  billing_ids: number[]
}
/** Returns the first match that the API proposes for a line, as input for the matching call. */
const proposalOf = async ({ get }: Field, { id }: Line) => {
  const reply = await get(`/mutasi-bank/view?id=${id}&expand=usulan`)
  const detail = reply.data as { usulan?: Proposal[] } | null
  const best = detail?.usulan?.[0]
  if (!best) return undefined
  if (best.jenis === 'konfirmasi') return { konfirmasi_id: best.id }
  return best.jenis === 'pembayaran'
    ? { billing_payment_id: best.id }
    : { billing_ids: best.billing_ids }
}
/**
 * Picks a row to match with a line: a bill, a confirmation or a payment, mostly of the line's
 * amount. Or picks a payer, whose credit the match increases.
 */
const targetOf = async (field: Field, line: Line) => {
  const { r, arena } = field
  const best = <T>(rows: readonly T[], amount: (row: T) => number): T | undefined => {
    const fitting = rows.filter((row) => amount(row) === line.masuk)
    return r.some(fitting.length > 0 && r.chance(0.9) ? fitting : rows)
  }
  const by = r.pick(['usulan', 'tagihan', 'konfirmasi', 'konfirmasi', 'pembayaran', 'saldo'])
  if (by === 'usulan') return proposalOf(field, line)
  if (by === 'tagihan') {
    const bill = best(await openBills(field), ({ sisa }) => sisa)
    return bill && { billing_ids: [bill.id] }
  }
  if (by === 'konfirmasi') {
    const row = best(await waiting(field, line.bank_id), ({ jumlah }) => jumlah)
    return row && { konfirmasi_id: row.id }
  }
  if (by === 'pembayaran') {
    const payment = best(await received(field, line.bank_id), ({ jumlah }) => jumlah)
    return payment && { billing_payment_id: payment.id }
  }
  return { akun_billing_id: r.pick(arena.akun) }
}
export const matchLine: Move = async (field) => {
  const { r } = field
  const line = r.some(await linesOf(field, r.chance(0.95) ? 'belum' : 'cocok'))
  const target = line && (await targetOf(field, line))
  return (
    target && {
      path: `/mutasi-bank/cocokkan?id=${line.id}`,
      body: { ...target, bukan_kembar: r.chance(0.9), ...(r.chance(0.1) && { pasti: true }) },
    }
  )
}
export const ignoreLine: Move = async (field) => {
  const line = field.r.some(await linesOf(field, 'belum'))
  return line && { path: `/mutasi-bank/abaikan?id=${line.id}`, body: { alasan } }
}
export const releaseLine: Move = async (field) => {
  const { r } = field
  const line = r.some(await linesOf(field, r.chance() ? 'cocok' : 'diabaikan'))
  return line && { path: `/mutasi-bank/lepas?id=${line.id}`, body: {} }
}
