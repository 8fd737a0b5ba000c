/**
 * Generates the bills and payments of a school for any number of months, day by day, by the rules
 * of the server.
 */
import type { Settings } from '#contract/settings/settings.ts'
import { addDays, addMonths, firstDay, lastDay } from '#contract/values/tanggal.ts'
import { closeBill } from '#server/seed/billing/bills.ts'
import { openBooks, type Books, type Types } from '#server/seed/billing/books.ts'
import { pay } from '#server/seed/billing/payments.ts'
import { sellOn } from '#server/seed/billing/sales.ts'
import { generateMonth, makeCatchUp } from '#server/seed/billing/tuition.ts'
import { voidBill } from '#server/seed/billing/voidBill.ts'
import { makeCatalogue } from '#server/seed/catalog/products.ts'
import { momentOf, type Maker } from '#server/seed/maker.ts'
import type { People } from '#server/seed/people.ts'

/**
 * Plans the events that do not follow from a bill: new enrolments, and a prepayment of the demo
 * account yesterday.
 */
const planAhead = ({ people, payers, plan, yesterday }: Books): void => {
  for (const e of people.enrolments) if (e.isNew) plan(e.registered, { enrolled: e })
  const demo = [...payers.values()].find((p) => p.sifat === 'contoh')
  if (demo) plan(yesterday, { akun: demo, kind: 'titip', dueBy: yesterday })
}
/**
 * Returns a function that runs the planned events of a day, and the events that they in turn plan
 * for the same day.
 */
const makeEvents = (books: Books) => {
  const { random: r, takeEvents } = books
  const catchUp = makeCatchUp(books)
  return (day: string): void => {
    const events = takeEvents(day)
    for (let i = 0; i < events.length; i++) {
      const time = momentOf(day, 4000 + Math.floor((i * 30_000) / events.length) + r.int(0, 5))
      const event = events[i]!
      if ('voided' in event) voidBill(books, event.voided, day, time)
      else if ('enrolled' in event) catchUp(event.enrolled, day, time)
      else pay(books, event.akun, event, day, time)
      events.push(...takeEvents(day))
    }
  }
}
/**
 * Stores the bills that are still open, the saldo of each payer and the counters of document
 * numbers.
 */
const closeBooks = (books: Books): void => {
  const { payers, put, putCounters } = books
  for (const p of payers.values()) for (const b of p.open) closeBill(books, b)
  for (const p of payers.values())
    put('akun_billing_profil', { ...p.profil, saldo_kredit: p.saldo })
  putCounters()
}

/**
 * Generates the bills and payments of a school. At the end of each month, calls `flush`, which
 * writes the collected rows to the database. Only open bills stay in memory, so memory does not
 * limit the number of months.
 */
export const makeMoney = async (
  maker: Maker,
  people: People,
  settings: Settings,
  types: Types,
  flush: (periode: string) => Promise<void>,
): Promise<void> => {
  const productIds = makeCatalogue(types, maker)
  const books = openBooks(maker, people, settings, types)
  const { startDay, issueDay, yesterday, thisMonth } = books
  const payers = [...books.payers.values()]
  const runEvents = makeEvents(books)
  planAhead(books)
  for (let month = startDay.slice(0, 7); month <= thisMonth; month = addMonths(month, 1)) {
    const nextMonth = addMonths(month, 1)
    const from = firstDay(month) < startDay ? startDay : firstDay(month)
    for (let day = from; day <= lastDay(month) && day <= yesterday; day = addDays(day, 1)) {
      if (day === issueDay(nextMonth) && nextMonth <= thisMonth)
        generateMonth(books, nextMonth, day)
      sellOn(books, day, payers, productIds)
      runEvents(day)
    }
    if (month === thisMonth) closeBooks(books)
    await flush(month)
  }
}
