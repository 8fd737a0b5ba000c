/** Voids a bill together with its late fee (domain.md 3.6, 3.12). */
import type { Trx } from '#server/db/schema/tables.ts'
import { voidWithoutFees, type IssuedBill } from '#server/modules/billing/corrections/void.ts'
import { endFeesOf, markWaived } from '#server/modules/billing/denda/end.ts'

/**
 * Voids a bill and ends the late fee that was charged for it. If the bill is itself a late fee, the
 * fee is waived. Throws 409 for a draft, a void bill, a bill in a closed month, and a bill that a
 * receipt pays.
 */
export const voidBill = async (
  trx: Trx,
  bill: IssuedBill,
  alasan: string,
  by: number,
): Promise<void> => {
  await voidWithoutFees(trx, bill, alasan, by)
  await markWaived(trx, bill.id, alasan, by)
  await endFeesOf(trx, bill, by)
}
