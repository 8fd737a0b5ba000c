/**
 * Rate limit for anonymous calls that make the server hash or check passwords, counted in memory by
 * network before any other work. Limits in the database (attemptLimits.ts) are tighter and last
 * longer; the limit in memory keeps a flood from reaching the database at all.
 */
import { HttpError } from '#server/errors.ts'

const windowMs = 10_000
/**
 * Calls of one net in a window. Generous: behind one address of a mobile network (carrier NAT) are
 * thousands of families.
 */
export const mostOfNet = 300
/** Nets that are counted one by one in a window; those beyond share one count. */
const mostNets = 20_000
const otherNets = 'lain'

const counts = new Map<string, number>()
let windowEnd = 0

/** Counts a call of a stranger. Throws 429 for a net that floods the server. */
export const countGuest = (net: string): void => {
  const time = performance.now()
  if (time >= windowEnd) {
    counts.clear()
    windowEnd = time + windowMs
  }
  const key = counts.has(net) || counts.size < mostNets ? net : otherNets
  const count = (counts.get(key) ?? 0) + 1
  if (count > mostOfNet) {
    const retryAfter = Math.max(1, Math.ceil((windowEnd - time) / 1000))
    const wait = `Coba lagi dalam ${retryAfter} detik.`
    throw new HttpError(429, `Terlalu banyak percobaan dari jaringan Anda. ${wait}`, { retryAfter })
  }
  counts.set(key, count)
}
