/**
 * Unique codes of bills (domain.md 3.7). The amount to transfer ends in the unique code, which has
 * three digits and identifies the bill.
 */

/**
 * Returns the unique code of a bill, from 1 to 999. The code depends only on the id, so it never
 * changes. Any 999 bills with consecutive ids have different codes.
 */
export const uniqueCode = (billing_id: number): number => (billing_id % 999) + 1

/**
 * Returns the amount to transfer for a bill, in rupiah. It is the smallest amount that is not below
 * the unpaid amount and ends in the unique code of the bill. The excess becomes saldo and is at
 * most Rp999. Returns 0 for a paid bill.
 */
export const transferAmount = ({ id, sisa }: { id: number; sisa: number }): number => {
  if (sisa <= 0) return 0
  const amount = sisa - (sisa % 1000) + uniqueCode(id)
  return amount < sisa ? amount + 1000 : amount
}
