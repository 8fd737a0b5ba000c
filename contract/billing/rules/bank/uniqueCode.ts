/**
 * Unique codes (domain.md 3.7): the amount to transfer ends in three digits that identify the bill.
 */

/**
 * Returns the unique code of a bill, from 1 to 999. The code follows from the id, so it never
 * changes, and 999 bills with consecutive ids have different codes.
 */
export const uniqueCode = (billing_id: number): number => (billing_id % 999) + 1

/**
 * Returns the amount to transfer for a bill, in rupiah: the smallest amount that covers the rest of
 * the bill and ends in its unique code. The excess, at most Rp999, becomes saldo. Returns 0 for a
 * paid bill.
 */
export const transferAmount = ({ id, sisa }: { id: number; sisa: number }): number => {
  if (sisa <= 0) return 0
  const amount = sisa - (sisa % 1000) + uniqueCode(id)
  return amount < sisa ? amount + 1000 : amount
}
