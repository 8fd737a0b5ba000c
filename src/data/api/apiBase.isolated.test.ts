/**
 * Tests the base URL of the calls: `VITE_API_URL` of the build, otherwise `/api` of the page's
 * origin.
 */
import { expect, test, vi } from 'vitest'

test.each([
  [undefined, 'http://localhost:3000/api'],
  ['https://api.contoh.id/v1/', 'https://api.contoh.id/v1'],
  ['/lain', 'http://localhost:3000/lain'],
])('VITE_API_URL %s', async (value, base) => {
  vi.resetModules()
  if (value) vi.stubEnv('VITE_API_URL', value)
  expect((await import('#src/data/api/http.ts')).apiBase).toBe(base)
})
