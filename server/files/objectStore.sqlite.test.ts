/** Tests of the client of the object store: signatures, retries, cut connections, damage, lists. */
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startFakeStore, type FakeStore } from '#mocks/objectStore.ts'
import { collect, makeObjectStore, sha256Of } from '#server/files/objectStore.ts'
import type { Observed } from '#server/files/storeRequests.ts'
import type { FilesConfig } from '#server/runtime/config.ts'

let fake: FakeStore
let seen: Observed[] = []
/** Time in ms in which a request is retried, so that a slow machine reaches the third try. */
const patient = 10_000
const brief = 500
const storeOf = (more: Partial<FilesConfig> = {}, patienceMs = patient) =>
  makeObjectStore(
    { ...fake.config, ...more },
    { patienceMs, observe: (observed) => void seen.push(observed) },
  )
const bytes = randomBytes(700_000)
const digest = { ukuran: bytes.length, sha256: sha256Of(bytes) }
const readAll = async (more: Partial<FilesConfig> = {}, patienceMs = patient) =>
  collect(await storeOf(more, patienceMs).read('satu', digest))

beforeAll(async () => {
  fake = await startFakeStore()
})
afterAll(() => fake.close())
beforeEach(async () => {
  fake.trouble = () => undefined
  fake.objects.clear()
  await storeOf().put('satu', bytes, digest.sha256)
  fake.requests = []
  seen = []
})

test('stores, reads and deletes an object below its folder', async () => {
  expect([...fake.objects.keys()]).toEqual(['nada/satu'])
  expect((await readAll()).equals(bytes)).toBe(true)
  await storeOf().remove('satu')
  await storeOf().remove('satu')
  expect(fake.objects.size).toBe(0)
  await expect(readAll()).rejects.toMatchObject({ kind: 'missing' })
  expect(seen.map(({ operation, error }) => [operation, error?.kind])).toEqual([
    ['get', undefined],
    ['delete', undefined],
    ['delete', undefined],
    ['get', 'missing'],
  ])
})

test.each<[string, Partial<FilesConfig>, string]>([
  ['secret', { secret: 'salah' }, 'SignatureDoesNotMatch'],
  ['key', { keyId: 'lain' }, 'InvalidAccessKeyId'],
  ['region', { region: 'us-east-1' }, 'AuthorizationHeaderMalformed'],
  ['bucket', { bucket: 'tidak-ada' }, 'NoSuchBucket'],
])('rejects a wrong %s at once, without a retry', async (_, more, code) => {
  const probe = storeOf(more).probe()
  await expect(probe).rejects.toMatchObject({ kind: 'rejected' })
  await expect(probe).rejects.toThrow(code)
  await expect(readAll(more)).rejects.toThrow(code)
  expect(fake.requests).toHaveLength(2)
})

test('signs names and queries with every sign that S3 encodes', async () => {
  const odd = { prefix: "kota-a.b_c/~'(x)!*/" }
  await storeOf(odd).put('satu', bytes, digest.sha256)
  const listed: string[] = []
  for await (const { key } of storeOf(odd).list()) listed.push(key)
  expect(listed).toHaveLength(1)
  expect(await readAll(odd)).toHaveLength(bytes.length)
})

test.each([500, 503, 429, 'cut'] as const)('retries after %s', async (failure) => {
  let left = 2
  fake.trouble = () => (left-- > 0 ? failure : undefined)
  expect((await readAll()).equals(bytes)).toBe(true)
  left = 2
  await storeOf().put('dua', bytes, digest.sha256)
  left = 2
  await storeOf().remove('dua')
  expect(fake.requests).toHaveLength(9)
})

test('gives up when the store stays away', async () => {
  fake.trouble = () => 503
  await expect(readAll({}, brief)).rejects.toMatchObject({ kind: 'away' })
  expect(fake.requests.length).toBeGreaterThan(1)
  const nobody = { endpoint: 'http://127.0.0.1:2' }
  await expect(readAll(nobody, brief)).rejects.toThrow(/tidak dapat dihubungi: ECONNREFUSED/)
})

test('continues a cut object at the first missing byte', async () => {
  let left = 3
  fake.trouble = () => (left-- > 0 ? 'half' : undefined)
  expect((await readAll()).equals(bytes)).toBe(true)
  expect(fake.requests).toHaveLength(4)
  fake.trouble = ({ range }) => (range === undefined ? 'half' : 503)
  await expect(readAll({}, brief)).rejects.toMatchObject({ kind: 'away' })
})

test('never completes a wrong content', async () => {
  const wrong = Buffer.from(bytes)
  wrong[wrong.length - 1]! ^= 1
  for (const stored of [wrong, bytes.subarray(0, -1)]) {
    fake.objects.set('nada/satu', stored)
    let size = 0
    const read = async () => {
      for await (const chunk of await storeOf().read('satu', digest)) size += chunk.length
    }
    await expect(read()).rejects.toMatchObject({ kind: 'missing' })
    expect(size).toBeLessThan(bytes.length)
  }
  expect(seen.some(({ error }) => error?.kind === 'missing')).toBe(true)
})

test('does not store bytes that changed on their way', async () => {
  const wrong = storeOf().put('dua', bytes, sha256Of(Buffer.from('lain')))
  await expect(wrong).rejects.toMatchObject({ kind: 'rejected' })
  expect(fake.objects.has('nada/dua')).toBe(false)
})

test('lists all objects of its folder, page by page, and none of others', async () => {
  fake.objects.clear()
  for (let i = 0; i < 2500; i++) fake.objects.set(`nada/${i}`, Buffer.alloc(i % 7))
  fake.objects.set('lain/1', bytes)
  const sizes = new Map<string, number>()
  for await (const { key, size } of storeOf().list()) sizes.set(key, size)
  expect([sizes.size, sizes.get('2499'), sizes.has('lain/1')]).toEqual([2500, 0, false])
  expect(fake.requests).toHaveLength(3)
})
