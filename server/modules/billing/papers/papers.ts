/**
 * Makes the papers of bills and receipts. Omits names of students and numbers of documents that are
 * outside the reader's scope.
 */
import { sql, type SqlBool } from 'kysely'
import type { Paper } from '#contract/print/paper.ts'
import type { Settings } from '#contract/settings/settings.ts'
import type { Db } from '#server/db/schema/tables.ts'
import { allows } from '#server/http/context.ts'
import { billPaper } from '#server/modules/billing/papers/billPaper.ts'
import { readPrintedBills, type Reader } from '#server/modules/billing/papers/readBills.ts'
import { readPrintedReceipts, receiptPaper } from '#server/modules/billing/papers/receiptPaper.ts'
import type { Papers } from '#server/resource/module.ts'

const all = sql<SqlBool>`1 = 1`
const none = sql<SqlBool>`1 = 0`

export const billPapers: Papers = async ({ ctx, ids, size, settings, scopeOf }) => {
  const may = (code: string) => allows(ctx.actor, code)
  const reader = {
    students: may('user/pilihan') ? (scopeOf('user') ?? all) : none,
    receipts: may('billing-payment/view') ? (scopeOf('billing-payment') ?? all) : none,
    banks: may('user/list-payment-bank'),
  }
  const bills = await readPrintedBills(ctx.db, ids, reader)
  return bills.map((bill) => billPaper(bill, settings, size))
}

/**
 * Returns the papers of bills for public links and mails. The papers show all names, receipts and
 * bank accounts, because they are not made for a logged-in user with a scope.
 */
export const publicPapers = async (
  db: Db,
  ids: readonly number[],
  settings: Settings,
): Promise<Paper[]> => {
  const bills = await readPrintedBills(db, ids, publicReader)
  return bills.map((bill) => billPaper(bill, settings, 'A4'))
}
export const publicReader: Reader = { students: all, receipts: all, banks: true }

export const receiptPapers: Papers = async ({ ctx, ids, size, settings, scopeOf }) => {
  const may = (code: string) => allows(ctx.actor, code)
  const reader = {
    students: may('user/pilihan') ? (scopeOf('user') ?? all) : none,
    bills: may('billing/index') ? (scopeOf('billing') ?? all) : none,
  }
  const receipts = await readPrintedReceipts(ctx.db, ids, reader)
  return receipts.map((receipt) => receiptPaper(receipt, settings, size))
}
