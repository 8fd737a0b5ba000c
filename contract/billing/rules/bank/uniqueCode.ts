/**
 * Amount to transfer where the school uses unique codes (domain.md 3.7): its last three digits
 * identify the bill.
 */

/**
 * Returns three digits from 001 to 999, constant for a bill: consecutive bills have different
 * codes.
 */
export const uniqueCode = (billing_id: number): number => (billing_id % 999) + 1

/**
 * Returns the amount to transfer for a bill, in rupiah: the smallest amount that covers the
 * remaining amount and ends in the bill's code. The excess, at most Rp999, becomes saldo. 0 for a
 * paid bill.
 */
export const transferAmount = ({ id, sisa }: { id: number; sisa: number }): number => {
  if (sisa <= 0) return 0
  const amount = sisa - (sisa % 1000) + uniqueCode(id)
  return amount < sisa ? amount + 1000 : amount
}
