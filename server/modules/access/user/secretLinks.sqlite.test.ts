/** Tests that staff can list and end the valid secret links of a user (decision 0223). */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Body } from '#mocks/api/api.ts'
import { makeAkun, makeBill, makePeserta } from '#mocks/people/family.ts'
import { makeSchool, must, type School } from '#mocks/school/school.ts'
import { engineOf } from '#server/db/engine.ts'
import { storeOpens } from '#server/modules/billing/share/opens.ts'

let s: School
beforeAll(async () => {
  s = await makeSchool()
})
afterAll(() => s.close())

const linksOf = async (id: number, by = s.admin) =>
  must<any[]>(await by.get(`/user/tautan?id=${id}`)).map(({ jenis, untuk }) => [jenis, untuk])
const calendarOf = async (by: School['akun'], id: number): Promise<string> => {
  const { url } = must(await by.post<{ url: string }>(`/user/kalender?id=${id}`))
  return new URL(url).pathname.replace(/^\/api/, '')
}
const end = (id: number, body: Body = {}, by = s.admin) =>
  by.post<{ jumlah: number }>(`/user/cabut-tautan?id=${id}`, body)

test('shows staff who holds a link and when it was last used, never the link itself', async () => {
  const bill = await makeBill(s, s.ids.akun, 100_000)
  const shared = must(await s.admin.post<{ url: string }>(`/billing/share?id=${bill}`)).url
  must(await s.admin.post(`/user/undangan?id=${s.ids.akun}`))
  const { nomor } = must<any>(await s.admin.get(`/billing/view?id=${bill}`))
  expect(await linksOf(s.ids.akun)).toStrictEqual([
    ['undangan', null],
    ['tagihan', nomor],
  ])
  const calendar = await calendarOf(s.akun, s.ids.peserta)
  const [before] = must<any[]>(await s.admin.get(`/user/tautan?id=${s.ids.peserta}`))
  expect(before).toMatchObject({ jenis: 'kalender', terakhir: null })
  expect((await s.anonymous.bytes(calendar)).status).toBe(200)
  const answer = await s.admin.get<any[]>(`/user/tautan?id=${s.ids.peserta}`)
  expect(must(answer)[0].terakhir).not.toBeNull()
  const secrets = [shared, calendar].map((url) => /[\w-]{22}/.exec(url)?.[0] ?? url)
  for (const secret of secrets) expect(JSON.stringify(answer.data)).not.toContain(secret)
})

test('disables a link ended by staff and keeps the others', async () => {
  const calendar = await calendarOf(s.akun, s.ids.peserta)
  const [firstBill, secondBill] = [
    await makeBill(s, s.ids.akun, 1000),
    await makeBill(s, s.ids.akun, 2000),
  ]
  const urls: URL[] = []
  for (const id of [firstBill, secondBill])
    urls.push(new URL(must(await s.admin.post<{ url: string }>(`/billing/share?id=${id}`)).url))
  const opens = async () =>
    Promise.all(urls.map(async (url) => (await s.app.request(url.pathname)).status))
  const links = must<any[]>(await s.admin.get(`/user/tautan?id=${s.ids.akun}`))
  const { tautan_id } = links.filter(({ jenis }) => jenis === 'tagihan').at(0)
  must(await end(s.ids.akun, { jenis: 'tagihan', tautan_id }))
  expect((await opens()).toSorted()).toStrictEqual([200, 404])
  must(await end(s.ids.akun))
  expect(await opens()).toStrictEqual([404, 404])
  expect(await linksOf(s.ids.akun)).toStrictEqual([])
  expect((await s.anonymous.bytes(calendar)).status).toBe(200)
  must(await end(s.ids.peserta))
  expect((await s.anonymous.bytes(calendar)).status).toBe(404)
})

test('shows staff the last opening of a bill link, not the first', async () => {
  const bill = await makeBill(s, s.ids.akun, 3000)
  const { url } = must(await s.admin.post<{ url: string }>(`/billing/share?id=${bill}`))
  const long = '2026-01-01T00:00:00.000Z'
  const opened = { dibuka: 1, dibuka_at: long, terpakai: long }
  await s.db.updateTable('tautan_tagihan').set(opened).where('billing_id', '=', bill).execute()
  await s.app.request(new URL(url).pathname, { headers: { 'user-agent': 'Mozilla/5.0' } })
  await storeOpens(s.db)
  const [link] = must<any[]>(await s.admin.get(`/user/tautan?id=${s.ids.akun}`))
  expect(link.jenis).toBe('tagihan')
  expect(link.terakhir > long).toBe(true)
  must(await end(s.ids.akun))
})

test('rejects ending one bill link without its kind and keeps the others', async () => {
  must(await s.admin.post(`/user/undangan?id=${s.ids.akun}`))
  for (const jenis of [undefined, 'undangan', 'kalender'])
    expect((await end(s.ids.akun, { jenis, tautan_id: 1 })).status).toBe(422)
  expect(await linksOf(s.ids.akun)).toStrictEqual([['undangan', null]])
  must(await end(s.ids.akun))
})

test('ends a child’s calendar when its payer is disabled, also after re-enabling', async () => {
  const akun = await makeAkun(s)
  const child = await makePeserta(s, akun, s.ids.gedung)
  const calendar = await calendarOf(await s.as(akun), child)
  expect((await s.anonymous.bytes(calendar)).status).toBe(200)
  for (let i = 0; i < 2; i++) {
    must(await s.superadmin.post(`/user/disable-enable?id=${akun}`, {}))
    expect((await s.anonymous.bytes(calendar)).status).toBe(404)
  }
})

test('ends a calendar not read for half a year', async () => {
  const calendar = await calendarOf(s.akun, s.ids.peserta)
  const long = new Date(Date.now() - 181 * 86_400_000).toISOString()
  const unread = { dibuat: long, terpakai: null }
  await s.db.updateTable('kalender').set(unread).where('user_id', '=', s.ids.peserta).execute()
  expect((await s.anonymous.bytes(calendar)).status).toBe(404)
  expect(await linksOf(s.ids.peserta)).toStrictEqual([])
})

test('ends a child’s calendar on a change of payer and a new password of the payer', async () => {
  const first = await calendarOf(s.akun, s.ids.peserta)
  const password = { password: 'sandi-baru-12', re_password: 'sandi-baru-12' }
  must(await s.superadmin.post(`/user/reset-password?id=${s.ids.akun}`, password))
  expect((await s.anonymous.bytes(first)).status).toBe(404)
  const free = { harus_ganti_password: 0 }
  await s.db.updateTable('user').set(free).where('id', '=', s.ids.akun).execute()
  const second = await calendarOf(await s.as(s.ids.akun), s.ids.peserta)
  const { versi } = must<any>(await s.superadmin.get(`/user/view?id=${s.ids.peserta}`))
  const body = { versi, akun_billing_id: s.ids.akun2, pindahkan_draft: false }
  must(await s.superadmin.post(`/user/update?id=${s.ids.peserta}`, body))
  expect((await s.anonymous.bytes(second)).status).toBe(404)
})

test('hides secret links from a user without the password code and rejects ending them', async () => {
  for (const client of [s.sales, s.pelatih, s.akun2, s.peserta]) {
    expect((await client.get(`/user/tautan?id=${s.ids.akun}`)).status).toBe(403)
    expect((await end(s.ids.akun, {}, client)).status).toBe(403)
  }
  expect((await s.admin2.get(`/user/tautan?id=${s.ids.akun}`)).status).toBe(404)
})

/** Columns that store hashes of secrets other than links, each with a description of its secret. */
const otherHashes: Readonly<Record<string, string>> = {
  'sesi.token_hash': 'sessions: Profil, Sesi',
  'perangkat.token_hash': 'devices that may skip the second factor: they end with it',
  'kode_pemulihan.kode_hash': 'recovery codes of the second factor',
  'kode_tautan.kode_hash': 'the code that a link to a bill asks for; it ends with the link',
  'kode_tautan.izin_hash': 'what that code lets one do, for minutes',
  'user.password_hash': 'the password',
}
test('lists every kind of secret link', async () => {
  const query =
    engineOf(s.db) === 'sqlite'
      ? sql<{
          name: string
        }>`select m.name || '.' || c.name as name from sqlite_schema m, pragma_table_info(m.name) c where m.type = 'table'`
      : sql<{
          name: string
        }>`select table_name || '.' || column_name as name from information_schema.columns where table_schema = current_schema()`
  const { rows } = await query.execute(s.db)
  const hashes = rows.map(({ name }) => name).filter((name) => name.endsWith('_hash'))
  const linkHashes = [
    'email_baru.token_hash',
    'kalender.token_hash',
    'otp.kode_hash',
    'tautan_tagihan.token_hash',
    'token_akses.token_hash',
  ]
  const unrelated = ['idempotensi.body_hash']
  expect(hashes.toSorted()).toStrictEqual(
    [...linkHashes, ...unrelated, ...Object.keys(otherHashes)].toSorted(),
  )
})
