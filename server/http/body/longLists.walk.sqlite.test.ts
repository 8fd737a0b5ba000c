/**
 * Tests that every call rejects a list of 100,000 elements as the value of any field, with a short
 * response.
 */
import { afterAll, beforeAll, expect } from 'vitest'
import { bodyRoutes, kB, postText } from '#mocks/api/hostile.ts'
import { makeSchool, type School } from '#mocks/school/school.ts'
import { walk } from '#mocks/walk.ts'

let s: School
beforeAll(async () => {
  s = await makeSchool()
})
afterAll(() => s.close())
const post = postText(() => s)

const long = `[${'1,'.repeat(100_000)}1]`
walk(bodyRoutes)(
  'rejects a list of 100,000 in place of any field in every call',
  async ({ path, keys }) => {
    const version = path.includes('/update') ? '"versi":1,' : ''
    for (const key of keys) {
      const { status, text } = await post(path, `{${version}"${key}":${long}}`)
      // Also accepts 403, 404 and 409, which a call may return before it validates the fields.
      expect([403, 404, 409, 413, 422], `${path} ${key}: ${text.slice(0, 200)}`).toContain(status)
      expect(text.length).toBeLessThan(64 * kB)
    }
  },
)
