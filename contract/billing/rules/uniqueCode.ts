/**
 * The amount to transfer where the school asks for unique codes (domain.md 3.7): its last three
 * digits tell the bill.
 */

/** Three digits from 001 to 999, the same for a bill at any time: a thousand in a row differ. */
export const uniqueCode = (billing_id: number): number => (billing_id % 999) + 1

/**
 * What to transfer for a bill, in rupiah: the smallest amount that pays what is left of it and ends
 * in its code. At most Rp999 more, which becomes saldo; nothing where nothing is left.
 */
export const transferAmount = ({ id, sisa }: { id: number; sisa: number }): number => {
  if (sisa <= 0) return 0
  const amount = sisa - (sisa % 1000) + uniqueCode(id)
  return amount < sisa ? amount + 1000 : amount
}
