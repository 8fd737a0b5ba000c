/**
 * Tests of files in an object store through the API: upload, reading, deletion, erasing of people,
 * an absent store, and files that are still in the database.
 */
import { randomBytes } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { UserStatus } from '#contract/enums.ts'
import type { Client } from '#mocks/api/api.ts'
import { confirmationBody } from '#mocks/money/confirmation.ts'
import { startFakeStore, type FakeStore } from '#mocks/objectStore.ts'
import { makeAkun, makeBill } from '#mocks/people/family.ts'
import { jpegOf, pngOf } from '#mocks/pictures.ts'
import { makeSchool, must, type School } from '#mocks/school/school.ts'
import { transaction } from '#server/db/transaction.ts'
import { keepObject, setObjectStore } from '#server/files/contents.ts'
import { makeObjectStore, sha256Of, type ObjectStore } from '#server/files/objectStore.ts'
import { removeDue } from '#server/files/removals.ts'
import { keptDays } from '#server/modules/files/sweepFiles.ts'

let s: School
let fake: FakeStore
let store: ObjectStore
let older: number
const away = 'Penyimpanan berkas sedang tidak dapat dihubungi. Coba lagi sebentar lagi.'
const [hour, day] = [3_600_000, 86_400_000]
const photo = () => jpegOf(30, 20, randomBytes(20_000))
const upload = async (by: Client, bytes: Buffer = photo(), jenis = 'foto'): Promise<number> =>
  must(await by.upload<{ id: number }>('/berkas/unggah', 'foto.jpg', bytes, { jenis })).id
const setPhoto = async (by: Client, foto: number) => {
  const { versi } = must(await by.get('/profile/detail'))
  must(await by.post('/profile/update', { versi, foto }))
}
const inDatabase = async () =>
  (await s.db.selectFrom('berkas_isi').select('berkas_id').execute()).map((r) => r.berkas_id)
const keyOf = async (id: number) =>
  (
    await s.db
      .selectFrom('berkas_objek')
      .select('kunci')
      .where('berkas_id', '=', id)
      .executeTakeFirst()
  )?.kunci
const queued = async () =>
  (await s.db.selectFrom('berkas_hapus').select('kunci').execute()).map((r) => r.kunci)
/** Returns the keys of the objects that are left after `ms`. */
const keysAfter = async (ms: number): Promise<string[]> => {
  await removeDue(s.db, store, Date.now() + ms)
  return [...fake.objects.keys()].map((path) => path.replace('nada/', ''))
}
const isoIn = (ms: number) => new Date(Date.now() + ms).toISOString()
const olderPhoto = photo()

beforeAll(async () => {
  s = await makeSchool()
  older = await upload(s.admin, olderPhoto)
  fake = await startFakeStore()
  store = makeObjectStore(fake.config, { patienceMs: 0 })
  setObjectStore(store, { db: s.db })
})
afterAll(async () => {
  await s.close()
  await fake.close()
})
beforeEach(() => {
  fake.trouble = () => undefined
})

test('stores a new file in the store only, and reads it for those who may see it', async () => {
  const bytes = photo()
  const id = await upload(s.admin, bytes)
  const key = await keyOf(id)
  expect(key).toMatch(/^[0-9a-f]{48}$/)
  expect(await inDatabase()).toEqual([older])
  expect(await queued()).toEqual([])
  const answer = await s.admin.bytes(`/berkas?id=${id}`)
  expect([answer.status, answer.headers.get('content-length')]).toEqual([200, String(bytes.length)])
  // The server has removed the metadata of the picture, which this picture does not have.
  expect(answer.data.equals(bytes)).toBe(true)
  expect(answer.data.equals(fake.objects.get(`nada/${key}`)!)).toBe(true)
  expect((await s.pelatih.bytes(`/berkas?id=${id}`)).status).toBe(404)
  const etag = answer.headers.get('etag') ?? ''
  expect((await s.admin.bytes(`/berkas?id=${id}`, { 'if-none-match': etag })).status).toBe(304)
  expect(await upload(s.admin, bytes)).not.toBe(id)
  expect(new Set(fake.objects.keys()).size).toBe(2)
})

test('still reads a file that is in the database', async () => {
  const { status, data } = await s.admin.bytes(`/berkas?id=${older}`)
  expect([status, data.equals(olderPhoto)]).toEqual([200, true])
})

test('deletes the object of a replaced photo an hour later', async () => {
  const first = await upload(s.pelatih)
  await setPhoto(s.pelatih, first)
  const key = (await keyOf(first))!
  const next = await upload(s.pelatih)
  await setPhoto(s.pelatih, next)
  expect(await queued()).toEqual([key])
  expect(await keysAfter(hour / 2)).toContain(key)
  expect(await keysAfter(hour + 60_000)).not.toContain(key)
  expect(await queued()).toEqual([])
  expect(await keysAfter(2 * day)).toContain(await keyOf(next))
})

test('deletes the objects of an erased person and of an old rejected proof', async () => {
  const akun = await makeAkun(s)
  const client = await s.as(akun)
  const foto = await upload(client)
  await setPhoto(client, foto)
  const key = (await keyOf(foto))!
  const proof = await upload(s.superadmin, photo(), 'bukti')
  const proofKey = (await keyOf(proof))!
  const body = { ...(await confirmationBody(s)), bukti: proof }
  const { id } = must(await s.superadmin.post('/konfirmasi-pembayaran/create', body))
  must(await s.superadmin.post(`/konfirmasi-pembayaran/batalkan?id=${id}`))
  await s.db
    .updateTable('konfirmasi_pembayaran')
    .set({ dibatalkan_at: isoIn(-(keptDays.dibatalkan + 1) * day) })
    .where('id', '=', id)
    .execute()
  must(await s.superadmin.post('/pekerjaan/jalankan', { nama: 'pembersihan' }))
  await expect.poll(() => keyOf(proof)).toBeUndefined()
  expect((await s.superadmin.bytes(`/berkas?id=${proof}`)).status).toBe(410)
  await s.db
    .updateTable('user')
    .set({ status: UserStatus.nonaktif })
    .where('id', '=', akun)
    .execute()
  must(await s.superadmin.post(`/user/anonimkan?id=${akun}`, { alasan: 'Permintaan keluarga' }))
  expect((await queued()).toSorted()).toEqual([key, proofKey].toSorted())
  const left = await keysAfter(hour + 60_000)
  expect([left.includes(key), left.includes(proofKey)]).toEqual([false, false])
})

test('returns 503 for files while the store is away, and serves everything else', async () => {
  const id = await upload(s.admin)
  fake.trouble = () => 503
  for (const answer of [
    await s.admin.upload<any>('/berkas/unggah', 'a.jpg', photo(), { jenis: 'foto' }),
    await s.admin.get(`/berkas?id=${id}`),
  ]) {
    expect([answer.status, answer.data.message]).toEqual([503, away])
    expect(answer.headers.get('retry-after')).toBe('10')
  }
  expect((await s.admin.bytes(`/berkas?id=${older}`)).status).toBe(200)
  expect((await s.admin.get('/gedung')).status).toBe(200)
  await expect(removeDue(s.db, store, Date.now() + 2 * day)).rejects.toThrow(/503|gagal/)
  fake.trouble = () => undefined
  expect((await s.admin.bytes(`/berkas?id=${id}`)).status).toBe(200)
  // The object of the failed upload, if the store has stored it, is deleted.
  await removeDue(s.db, store, Date.now())
  expect(await queued()).toEqual([])
})

test('draws the logo of a PDF from the store, and returns 503 while it is away', async () => {
  const bill = await makeBill(s, await makeAkun(s), 100_000)
  const pdf = () => s.superadmin.bytes(`/billing/pdf?id=${bill}`)
  const without = await pdf()
  // Each line of the picture begins with the number of its filter.
  const lines = Array.from({ length: 60 }, () => Buffer.concat([Buffer.alloc(1), randomBytes(240)]))
  const logo = await upload(s.superadmin, pngOf(60, 60, deflateSync(Buffer.concat(lines))))
  await transaction(s.db, (trx) =>
    trx
      .updateTable('setting')
      .set({ value: String(logo) })
      .where('key', '=', 'logo')
      .execute(),
  )
  const drawn = await pdf()
  expect([without.status, drawn.status]).toEqual([200, 200])
  expect(drawn.data.length).toBeGreaterThan(without.data.length + 5000)
  fake.trouble = () => 503
  const { status, data } = await pdf()
  expect([status, JSON.parse(data.toString()).data.message]).toEqual([503, away])
})

test('gives the object up when the transaction fails, but not when it was committed', async () => {
  const before = fake.objects.size
  await s.db
    .insertInto('batas_laju')
    .values({ kunci: `unggah:${s.ids.akun}`, jumlah: 60, mulai: isoIn(0), sampai: isoIn(day) })
    .execute()
  const { status } = await s.akun.upload('/berkas/unggah', 'a.jpg', photo(), { jenis: 'bukti' })
  expect(status).toBe(429)
  expect((await keysAfter(0)).length).toBe(before)
  // A connection that breaks at the commit reports an error, although the row exists.
  const bytes = photo()
  const kept = await keepObject(s.db, store, { bytes, sha256: sha256Of(bytes) })
  await transaction(s.db, async (trx) => {
    await trx.deleteFrom('berkas_isi').where('berkas_id', '=', older).execute()
    await kept.attach(trx, older)
  })
  await kept.discard()
  expect(await keysAfter(2 * day)).toContain(kept.kunci)
})

test('deletes the object of a killed upload after a day; nothing can attach it then', async () => {
  const bytes = photo()
  const kept = await keepObject(s.db, store, { bytes, sha256: sha256Of(bytes) })
  expect(await keysAfter(23 * hour)).toContain(kept.kunci)
  expect(await keysAfter(25 * hour)).not.toContain(kept.kunci)
  const late = transaction(s.db, (trx) => kept.attach(trx, older))
  await expect(late).rejects.toMatchObject({ status: 503 })
  // Rejects an object that is due, but not deleted yet.
  const due = await keepObject(s.db, store, { bytes, sha256: sha256Of(bytes) })
  await due.discard()
  const attached = transaction(s.db, (trx) => due.attach(trx, older))
  await expect(attached).rejects.toMatchObject({ status: 503 })
})

test('reports a lost or damaged object as an error', async () => {
  const id = await upload(s.admin)
  const path = `nada/${await keyOf(id)}`
  fake.objects.delete(path)
  expect((await s.admin.get(`/berkas?id=${id}`)).status).toBe(500)
  fake.objects.set(path, photo())
  await expect(s.admin.bytes(`/berkas?id=${id}`)).rejects.toThrow(/bukan yang dahulu disimpan/)
})
