/**
 * Rules for holding a slot (a weekly hour of a class or coach) for a lead or applicant who has not
 * decided yet (domain.md 2.3). Until the hold expires, nobody else can take the slot.
 */

/** Maximum number of hours of a hold; an extension is limited to the same number of hours. */
export const maxHoldHours = 48

interface Hold {
  sampai_at: string
  diperpanjang_at: string | null
}
/** Returns the expiry time of a hold that is created or extended at `time` for `hours` hours. */
export const heldUntil = (time: string, hours: number): string =>
  new Date(Date.parse(time) + hours * 3_600_000).toISOString()
export const isHeld = ({ sampai_at }: Hold, time: string): boolean => sampai_at > time
/** Returns why a hold cannot be extended; undefined for a valid hold that was never extended. */
export const whyNotProlonged = (hold: Hold, time: string): string | undefined => {
  if (!isHeld(hold, time))
    return 'Pesanan jam ini sudah habis waktunya: pilih lagi jika masih kosong'
  return hold.diperpanjang_at === null ? undefined : 'Slot ini sudah pernah diperpanjang'
}
