/**
 * Rate limit for anonymous calls that make the server hash or check passwords. The server counts
 * the calls of each network in memory before any other work, so that a flood does not reach the
 * database. The database then applies lower limits over longer windows (attemptLimits.ts).
 */
import { HttpError } from '#server/errors.ts'

const windowMs = 10_000
/**
 * Maximum number of calls from one network per window (`windowMs`). It is high, because thousands
 * of families may share one IP address of a mobile network (carrier NAT).
 */
export const mostOfNet = 300
/**
 * Maximum number of networks counted separately per window. All further networks share one count.
 */
const mostNets = 20_000
const otherNets = 'lain'

const counts = new Map<string, number>()
let windowEnd = 0

/** Counts an anonymous call of a network. Throws 429 above `mostOfNet` calls in the window. */
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
