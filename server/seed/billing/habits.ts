/** Plans the payments of a generated school according to the habits of its payers. */
import { addDays, addMonths } from '#contract/values/tanggal.ts'
import type { Akun } from '#server/seed/access/payers.ts'
import type { Bill, Books, Payer } from '#server/seed/billing/books.ts'

interface Issued {
  bill: Bill
  day: string
  periode: string | null
}

/** Returns the first month (`YYYY-MM`) that a debtor does not pay, one to five months ago. */
const stoppedSince = (p: Akun, thisMonth: string) => addMonths(thisMonth, -(1 + (p.id % 5)))

/**
 * Plans the payment of a bill of the demo account. Last month's bill is paid in part, this month's
 * not at all, one older bill is overpaid, and all others are paid.
 */
const planDemoPayment = (books: Books, akun: Payer, { bill, periode }: Issued): void => {
  const { thisMonth, plan, random: r } = books
  const due = bill.jatuh_tempo
  if (periode === addMonths(thisMonth, -1))
    plan(addDays(due, -4), { akun, kind: 'sebagian', dueBy: due })
  else if (periode !== thisMonth)
    plan(addDays(due, -r.int(1, 9)), {
      akun,
      kind: periode === addMonths(thisMonth, -5) ? 'lebih' : 'bayar',
      dueBy: due,
    })
}
const planInstalments = ({ plan, random: r }: Books, akun: Payer, due: string): void => {
  plan(addDays(due, r.int(-4, 2)), { akun, kind: 'sebagian', dueBy: due })
  plan(addDays(due, r.int(22, 45)), { akun, kind: 'bayar', dueBy: due })
}
const planLatePayment = ({ plan, random: r }: Books, akun: Payer, due: string): void => {
  const day = addDays(due, r.int(3, 24))
  plan(day, { akun, kind: r.chance(0.4) ? 'sebagian' : 'bayar', dueBy: due })
  plan(addDays(day, r.int(8, 28)), { akun, kind: 'bayar', dueBy: due })
}

/** Plans the payment of a bill according to the habit of the payer. */
export const planPayment = (books: Books, akun: Payer, issued: Issued): void => {
  const { plan, random: r, thisMonth } = books
  const { bill, day, periode } = issued
  if (bill.sisa === 0) return
  const due = bill.jatuh_tempo
  const kind = r.chance(0.025) ? 'lebih' : 'bayar'
  const stopped = akun.sifat === 'macet' && (periode ?? thisMonth) >= stoppedSince(akun, thisMonth)
  if (akun.sifat === 'contoh') planDemoPayment(books, akun, issued)
  else if (stopped) return
  else if (akun.sifat === 'rajin') plan(addDays(day, r.int(1, 13)), { akun, kind, dueBy: due })
  else if (akun.sifat === 'biasa') plan(addDays(due, r.int(-7, 4)), { akun, kind, dueBy: due })
  else if (akun.sifat === 'cicil') planInstalments(books, akun, due)
  else planLatePayment(books, akun, due)
}
/** Plans the events that follow a new bill: its payment, and for a few bills a void. */
export const planAfterIssue = (books: Books, akun: Payer, issued: Issued): void => {
  const { random: r, plan } = books
  planPayment(books, akun, issued)
  if (akun.sifat !== 'contoh' && r.chance(0.008))
    plan(addDays(issued.day, r.int(1, 4)), { voided: issued.bill })
}
