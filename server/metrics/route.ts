/** Serves `/metrics` to a monitoring system that knows the token. */
import { createHash, timingSafeEqual } from 'node:crypto'
import type { Hono } from 'hono'
import type { Metrics } from '#server/metrics/metrics.ts'

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Adds `/metrics`. Returns 401 without the token, and 405 for other methods than GET and HEAD. */
export const addMetrics = (app: Hono, { token, contentType, text }: Metrics): void => {
  const expected = digest(token)
  app.all('/metrics', async (c) => {
    const { method } = c.req
    if (method !== 'GET' && method !== 'HEAD') return c.body(null, 405, { Allow: 'GET, HEAD' })
    const sent = c.req.header('authorization')?.replace(/^Bearer /i, '') ?? ''
    // Compares digests, which have equal lengths, in constant time.
    if (!timingSafeEqual(digest(sent), expected))
      return c.body(null, 401, { 'WWW-Authenticate': 'Bearer' })
    const headers = { 'Content-Type': contentType, 'Cache-Control': 'no-store' }
    return c.body(await text(), 200, headers)
  })
}
