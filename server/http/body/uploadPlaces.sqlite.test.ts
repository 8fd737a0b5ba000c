/**
 * Tests that the number of concurrent uploads is limited, in total and per user, and that an upload
 * stops counting when its work ends or the client disconnects.
 */
import { expect, test } from 'vitest'
import { busyLimiters } from '#server/runtime/limiters.ts'
import { inUploadPlace } from './uploadPlaces.ts'

const { signal } = new AbortController()

test('leaves memory for others during twenty uploads, and asks each to retry', async () => {
  const { promise: end, resolve: endAll } = Promise.withResolvers<string>()
  const uploads = Array.from({ length: 20 }, (_, n) =>
    inUploadPlace({ asker: `user:${n}`, signal }, () => end).catch(
      ({ status }: { status: number }) => status,
    ),
  )
  endAll('stored')
  const results = await Promise.all(uploads)
  expect(results.filter((result) => result === 'stored')).toHaveLength(16)
  expect(results.filter((result) => result === 503)).toHaveLength(4)
  expect(busyLimiters()['uploads']).toBeUndefined()
})
test('frees the place of a user who disconnected or whose work failed', async () => {
  const leaving = new AbortController()
  const hanging = Array.from({ length: 3 }, () =>
    inUploadPlace({ asker: 'user:1', signal: leaving.signal }, () => new Promise(() => {})),
  )
  const request = { asker: 'user:1', signal }
  await expect(inUploadPlace(request, async () => 'stored')).rejects.toMatchObject({ status: 429 })
  leaving.abort()
  const failing = async () => {
    throw new Error('disk full')
  }
  await expect(inUploadPlace(request, failing)).rejects.toThrow('disk full')
  expect(await inUploadPlace(request, async () => 'stored')).toBe('stored')
  expect(hanging).toHaveLength(3)
  expect(busyLimiters()['uploads']).toBeUndefined()
})
