/** Places of uploads: few in all and for one asker, free again when the work or the asker ends. */
import { expect, test } from 'vitest'
import { busyLimiters } from '#server/runtime/limiters.ts'
import { inUploadPlace } from './uploadPlaces.ts'

const { signal } = new AbortController()

test('twenty people who upload at once leave memory for others, and each is asked to come again', async () => {
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
test('a person who has left, or whose work failed, holds no place', async () => {
  const leaving = new AbortController()
  const hanging = Array.from({ length: 3 }, () =>
    inUploadPlace({ asker: 'user:1', signal: leaving.signal }, () => new Promise(() => {})),
  )
  const other = { asker: 'user:1', signal }
  await expect(inUploadPlace(other, async () => 'stored')).rejects.toMatchObject({ status: 429 })
  leaving.abort()
  const failing = async () => {
    throw new Error('disk full')
  }
  await expect(inUploadPlace(other, failing)).rejects.toThrow('disk full')
  expect(await inUploadPlace(other, async () => 'stored')).toBe('stored')
  expect(hanging).toHaveLength(3)
  expect(busyLimiters()['uploads']).toBeUndefined()
})
