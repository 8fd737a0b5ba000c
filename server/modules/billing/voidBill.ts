/** Voiding a bill and what hangs on it: its late fee goes with it (domain.md 3.6, 3.12). */
import type { Trx } from '#server/db/tables.ts'
import { endFeesOf, markWaived } from '#server/modules/billing/denda/end.ts'
import { voidAlone, type IssuedBill } from '#server/modules/billing/void.ts'

/**
 * Throws 409 for a draft, a void bill, a locked month, and while a receipt pays it. A late fee that
 * is voided by itself is waived by that.
 */
export const voidBill = async (
  trx: Trx,
  bill: IssuedBill,
  alasan: string,
  by: number,
): Promise<void> => {
  await voidAlone(trx, bill, alasan, by)
  await markWaived(trx, bill.id, alasan, by)
  await endFeesOf(trx, bill, by)
}
