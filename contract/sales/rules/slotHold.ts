/**
 * A slot that is kept for somebody who has not decided yet (domain.md 2.3): everybody else finds it
 * taken until its time runs out.
 */

/** No slot is kept longer at once. */
export const maxHoldHours = 48

interface Hold {
  sampai_at: string
  diperpanjang_at: string | null
}
/** Until when a slot is kept that is held or prolonged at a moment. */
export const heldUntil = (time: string, hours: number): string =>
  new Date(Date.parse(time) + hours * 3_600_000).toISOString()
export const isHeld = ({ sampai_at }: Hold, time: string): boolean => sampai_at > time
/** Why a slot is not kept for longer; undefined: it may be, once. */
export const whyNotProlonged = (hold: Hold, time: string): string | undefined => {
  if (!isHeld(hold, time)) return 'Waktu tahan slot ini sudah habis: tahan lagi bila masih kosong'
  return hold.diperpanjang_at === null ? undefined : 'Slot ini sudah pernah diperpanjang'
}
