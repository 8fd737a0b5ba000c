/**
 * Self-registered applicants (domain.md 2.3): assignment, scope, completion, closing, and mails to
 * them.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { RoleId } from '#contract/enums.ts'
import { addDays, currentDay } from '#contract/values/tanggal.ts'
import type { Answer, Body, Client } from '#mocks/api/api.ts'
import { setSetting } from '#mocks/people/family.ts'
import { makeSchool, must, type School } from '#mocks/school/school.ts'

let s: School
/** Client of a second sales person of the first outlet. */
let rival: Client
let rivalId: number
beforeAll(async () => {
  s = await makeSchool()
  rivalId = await makeSales(s.ids.gedung)
  rival = await s.as(rivalId)
  await setSetting(s, 'pendaftar_pembagian', 'diambil')
})
afterAll(() => s.close())

let n = 0
const phone = () => `0818${String(30_000_000 + ++n)}`
const makeSales = async (gedung_id: number): Promise<number> =>
  must(
    await s.superadmin.post('/user/create', {
      role_id: RoleId.sales,
      name: `Sales ${++n}`,
      email: `sales.${n}@contoh.id`,
      phone: phone(),
      gedung_id,
    }),
  ).id
const password = 'sandi pendaftar 1'
/** Registers an applicant and returns the row. */
const register = async (more: Body = {}): Promise<any> => {
  const email = `pendaftar.${++n}@contoh.id`
  // Clears the rate limit of the network address, which register.sqlite.isolated.test.ts covers.
  await s.db.deleteFrom('batas_laju').execute()
  const person = {
    name: `Pendaftar ${n}`,
    tanggal_lahir: '1995-02-03',
    email,
    phone: phone(),
    password,
    gedung_id: s.ids.gedung,
    kursus_minat: [],
    information_source: 'Media Sosial',
    persetujuan: true,
    ...more,
  }
  must(await s.anonymous.post('/auth/register', person))
  const { id } = await s.db
    .selectFrom('user')
    .select('id')
    .where('email', '=', String(person.email))
    .executeTakeFirstOrThrow()
  return view(id)
}
const view = async (id: number, by: Client = s.superadmin): Promise<any> =>
  must(await by.get(`/user/view?id=${id}&expand=peserta_profil`))
const act = (id: number, verb: string, body: Body, by: Client): Promise<Answer<any>> =>
  by.post(`/pendaftar-mandiri/${verb}?id=${id}`, body)
const errorsOf = (answer: Answer<any>) =>
  (answer.data.errors ?? []).map((e: { field: string }) => e.field)
const listed = async (by: Client, query = '') =>
  (must(await by.get(`/user?jenis=pendaftar-mandiri&per-page=100${query}`)) as any[]).map(
    (row) => row.id,
  )
/**
 * Returns the payload of the completion form for an applicant. Values in `more` override the
 * defaults.
 */
const completion = (row: any, more: Body = {}): Body => ({
  versi: row.versi,
  name: row.name,
  gender: 'Perempuan',
  tanggal_lahir: row.tanggal_lahir,
  citizenship: 'WNI',
  phone: row.phone,
  email: row.email,
  gedung_id: row.gedung_id,
  wali_nama: row.wali_nama,
  wali_hubungan: row.wali_hubungan,
  wali_phone: row.wali_phone,
  kursus_minat: [s.ids.kursus],
  ...more,
})
const signIn = async (row: { email: string }, word = password) =>
  (await s.anonymous.post<any>('/auth/login', { username: row.email, password: word })).data.message

describe('assignment of an applicant', () => {
  test('rotates among sales of the outlet, shared with leads; nobody without sales', async () => {
    await setSetting(s, 'pendaftar_pembagian', 'bergilir')
    const gedung_id = must(
      await s.superadmin.post('/gedung/create', {
        kode: 'GLP',
        nama: 'Gilir Pendaftar',
        alamat: 'x',
        kota: 'y',
      }),
    ).id
    expect((await register({ gedung_id })).sales_id).toBeNull()
    const [a, b] = [await makeSales(gedung_id), await makeSales(gedung_id)]
    expect((await register({ gedung_id })).sales_id).toBe(a)
    const lead = { nama: 'Lead Gilir', phone: phone(), gedung_id }
    expect(must(await s.admin.post('/lead/create', lead)).sales_id).toBe(b)
    expect((await register({ gedung_id })).sales_id).toBe(a)
    await setSetting(s, 'pendaftar_pembagian', 'diambil')
    expect((await register({ gedung_id })).sales_id).toBeNull()
  })
  test('shows an unassigned applicant only to sales of the outlet, who take it first', async () => {
    const row = await register()
    const beside = { versi: row.versi, catatan: 'x' }
    expect(await listed(s.sales, '&pendaftar=menunggu')).toContain(row.id)
    expect(await listed(s.sales2)).not.toContain(row.id)
    expect((await s.sales2.get(`/user/view?id=${row.id}`)).status).toBe(404)
    for (const verb of ['ambil', 'tutup', 'lengkapi-profile'])
      expect(
        (await act(row.id, verb, { ...completion(row), alasan_tutup: 'spam' }, s.sales2)).status,
      ).toBe(404)
    expect((await s.sales2.get(`/pendaftar-mandiri/keluarga?id=${row.id}`)).status).toBe(404)
    expect((await s.sales.post(`/user/update?id=${row.id}`, beside)).status).toBe(409)
    expect((await s.sales.post(`/user/activate?id=${row.id}`, {})).status).toBe(409)
    expect((await act(row.id, 'lengkapi-profile', completion(row), s.sales)).status).toBe(409)
    must(await act(row.id, 'ambil', {}, s.sales))
    expect((await view(row.id)).sales_id).toBe(s.ids.sales)
    must(await act(row.id, 'ambil', {}, s.sales))
    expect((await s.sales.post(`/user/update?id=${row.id}`, beside)).status).toBe(409)
    const { versi } = await view(row.id)
    must(await s.sales.post(`/user/update?id=${row.id}`, { versi, catatan: 'x' }))
  })
  test('rejects the second of two concurrent takes', async () => {
    const row = await register()
    const answers = await Promise.all([
      act(row.id, 'ambil', {}, s.sales),
      act(row.id, 'ambil', {}, rival),
    ])
    expect(answers.map((a) => a.status).toSorted()).toEqual([200, 409])
    expect(answers.find((a) => a.status === 409)?.data.message).toMatch('dipegang sales lain')
    const { sales_id } = await view(row.id)
    const loser = sales_id === rivalId ? s.sales : rival
    expect((await loser.get(`/user/view?id=${row.id}`)).status).toBe(404)
    expect(await listed(loser, `&sales_id=${sales_id}`)).not.toContain(row.id)
    expect(must(await loser.get(`/user?jenis=pendaftar-mandiri&q=${row.email}`))).toEqual([])
    const result = must(await loser.get<any>(`/search?q=${encodeURIComponent(row.name)}`))
    expect(JSON.stringify(result)).not.toContain(row.email)
  })
  test('allows only an admin of the outlet to hand over', async () => {
    const row = await register()
    for (const by of [s.sales, s.pelatih, s.akun, s.peserta])
      expect((await act(row.id, 'serahkan', { sales_id: rivalId }, by)).status).toBe(403)
    for (const by of [s.admin, s.pelatih, s.akun, s.peserta])
      expect((await act(row.id, 'ambil', {}, by)).status).toBe(403)
    expect((await act(row.id, 'serahkan', { sales_id: rivalId }, s.admin2)).status).toBe(404)
    must(await act(row.id, 'serahkan', { sales_id: rivalId, alasan: 'Kenal' }, s.admin))
    expect((await act(row.id, 'serahkan', { sales_id: rivalId }, s.admin)).status).toBe(409)
    expect(errorsOf(await act(row.id, 'serahkan', { sales_id: s.ids.akun }, s.admin))).toEqual([
      'sales_id',
    ])
    expect(await listed(rival)).toContain(row.id)
    expect((await act(s.ids.peserta, 'serahkan', { sales_id: rivalId }, s.admin)).status).toBe(409)
  })
  test('hands over applicants with the leads and rejects deleting their holder', async () => {
    const [from, to] = [await makeSales(s.ids.gedung2), await makeSales(s.ids.gedung2)]
    const [row, closed] = [
      await register({ gedung_id: s.ids.gedung2 }),
      await register({ gedung_id: s.ids.gedung2 }),
    ]
    for (const { id } of [row, closed])
      must(await act(id, 'serahkan', { sales_id: from }, s.admin2))
    must(await act(closed.id, 'tutup', { alasan_tutup: 'batal' }, s.admin2))
    expect((await s.superadmin.post(`/user/delete?id=${from}`)).data.message).toMatch(
      'memegang pendaftar',
    )
    const held = { jumlah: 0, pendaftar: 1 }
    expect(must(await s.admin2.get(`/lead/dipegang?id=${from}`))).toEqual(held)
    const input = { dari: from, ke: to, alasan: 'Pindah kota' }
    expect(must(await s.admin2.post('/lead/serahkan-semua', input))).toEqual(held)
    expect((await view(row.id)).sales_id).toBe(to)
    expect((await view(closed.id)).sales_id).toBe(from)
    must(await s.superadmin.post(`/user/delete?id=${from}`))
  })
})

describe('completion of an applicant', () => {
  test('requires a phone of adults, a consenting guardian of children; notifies once', async () => {
    const row = await register()
    must(await act(row.id, 'ambil', {}, s.sales))
    const now = async () => completion(await view(row.id))
    const send = async (more: Body) =>
      act(row.id, 'lengkapi-profile', { ...(await now()), ...more }, s.sales)
    expect(errorsOf(await send({ phone: null }))).toEqual(['phone'])
    expect(errorsOf(await send({ gender: null }))).toEqual(['gender'])
    expect(errorsOf(await send({ kursus_minat: [99_999] }))).toEqual(['kursus_minat'])
    expect(errorsOf(await send({ gedung_id: 99_999 }))).toEqual(['gedung_id'])
    expect(errorsOf(await send({ usulan_akun_id: s.ids.akun2 }))).toEqual(['usulan_akun_id'])
    expect((await send({ versi: 1 })).status).toBe(409)
    const born = addDays(currentDay(), -10 * 366)
    expect(errorsOf(await send({ tanggal_lahir: born }))).toEqual(['wali_nama', 'wali_phone'])
    const wali = { wali_nama: 'Ibu Sari', wali_hubungan: 'ibu', wali_phone: phone() }
    expect(errorsOf(await send({ tanggal_lahir: born, ...wali }))).toEqual(['persetujuan'])
    expect((await view(row.id)).dilengkapi_at).toBeNull()
    s.outbox.length = 0
    must(
      await send({ tanggal_lahir: born, ...wali, persetujuan: true, usulan_akun_id: s.ids.akun }),
    )
    expect(await view(row.id)).toMatchObject({
      wali_nama: 'Ibu Sari',
      persetujuan_oleh: 'Ibu Sari',
      dilengkapi_at: expect.any(String),
      akun_billing_id: null,
      status: 1,
      peserta_profil: { kursus_minat: [s.ids.kursus] },
    })
    must(await send({ tanggal_lahir: born, ...wali, catatan: 'Sore saja' }))
    expect(s.outbox.map((m) => [m.to, m.subject])).toEqual([
      [row.email, 'Data pendaftaran Anda sudah lengkap – Nada'],
    ])
    expect(await listed(s.sales, '&pendaftar=siap')).toContain(row.id)
  })
  test('finds the family with the same phone, named in scope, otherwise counted', async () => {
    const payer = await s.superadmin.get<any>(`/user/view?id=${s.ids.akun}`)
    const row = await register({ phone: must(payer).phone })
    must(await act(row.id, 'ambil', {}, s.sales))
    const find = async (by: Client) =>
      must(await by.get<any>(`/pendaftar-mandiri/keluarga?id=${row.id}`))
    expect(await find(s.sales)).toMatchObject({
      ada: expect.arrayContaining([
        expect.objectContaining({
          id: s.ids.akun,
          sama: ['phone'],
          akun_billing: { id: s.ids.akun, name: 'Fajar Santoso' },
        }),
      ]),
      usulan: null,
    })
    must(await act(row.id, 'serahkan', { sales_id: rivalId }, s.admin))
    const hidden = await find(rival)
    expect(hidden.ada.map((p: { id: number }) => p.id)).not.toContain(s.ids.akun)
    expect(hidden.di_luar.phone).toBeGreaterThan(0)
    expect(JSON.stringify(hidden)).not.toContain('Santoso')
  })
})

describe('a closed registration', () => {
  test('requires a reason, is hidden in lists and counts, blocks activation, reopens', async () => {
    const count = async (): Promise<number> =>
      must(await s.sales.get<any>('/jumlah-menu')).pendaftar ?? 0
    const row = await register()
    const before = await count()
    expect(errorsOf(await act(row.id, 'tutup', {}, s.sales))).toEqual(['alasan_tutup'])
    const reason = { alasan_tutup: 'ganda', catatan_tutup: 'Sudah lewat kakaknya' }
    must(await act(row.id, 'tutup', reason, s.sales))
    expect(await count()).toBe(before - 1)
    expect(await view(row.id, s.sales)).toMatchObject({ ...reason, sales_id: s.ids.sales })
    expect(await listed(s.sales, '&ditutup=0')).not.toContain(row.id)
    expect(await listed(s.sales, '&ditutup=1')).toContain(row.id)
    for (const path of ['activate', 'disable-enable'])
      expect((await s.admin.post(`/user/${path}?id=${row.id}`, {})).data.message).toMatch('ditutup')
    for (const verb of ['tutup', 'ambil', 'lengkapi-profile'])
      expect((await act(row.id, verb, { ...completion(row), ...reason }, s.sales)).status).toBe(409)
    expect((await act(row.id, 'buka', {}, rival)).status).toBe(404)
    must(await act(row.id, 'buka', {}, s.sales))
    expect(await view(row.id)).toMatchObject({ ditutup_at: null, alasan_tutup: null })
    expect((await act(row.id, 'buka', {}, s.sales)).status).toBe(409)
  })
})

test('shows its progress at login only after the correct password', async () => {
  const row = await register()
  expect(await signIn(row, 'salah sekali')).toBe('Username atau password salah')
  expect(await signIn(row)).toMatch('sudah kami terima. Berikutnya')
  must(await act(row.id, 'ambil', {}, s.sales))
  expect(await signIn(row)).toMatch('sedang ditangani')
  must(await act(row.id, 'lengkapi-profile', completion(await view(row.id)), s.sales))
  expect(await signIn(row)).toMatch('sudah lengkap')
  must(await act(row.id, 'tutup', { alasan_tutup: 'batal', catatan_tutup: 'Pindah' }, s.sales))
  expect(await signIn(row)).toMatch('tidak kami lanjutkan')
  expect(await signIn(row)).not.toMatch('Pindah')
  s.outbox.length = 0
  await register({ email: row.email, phone: phone() })
  expect(s.outbox.map((m) => m.text).join()).toMatch('tidak kami lanjutkan')
})

test('activates a taken, open applicant, suggests the proposed payer, notifies once', async () => {
  const row = await register()
  const step = (body: Body = {}, by = s.sales) =>
    by.post<any>(`/user/tambah-peserta?id=${row.id}&sumber=mandiri`, body)
  const student = {
    pembayar: 'ada',
    akun_billing_id: s.ids.akun,
    name: row.name,
    email: row.email,
    phone: row.phone,
    gender: 'Perempuan',
    tanggal_lahir: row.tanggal_lahir,
    gedung_id: row.gedung_id,
  }
  expect((await step(student)).data.message).toMatch('Ambil dahulu')
  must(await act(row.id, 'tutup', { alasan_tutup: 'batal' }, s.sales))
  expect((await step(student)).data.message).toMatch('ditutup')
  must(await act(row.id, 'buka', {}, s.sales))
  const proposal = completion(await view(row.id), { usulan_akun_id: s.ids.akun })
  must(await act(row.id, 'lengkapi-profile', proposal, s.sales))
  const state = must(await s.sales.get<any>(`/lead/aktivasi?id=${row.id}&sumber=mandiri`))
  expect(state.keluarga[0].akun_billing.id).toBe(s.ids.akun)
  s.outbox.length = 0
  expect(must(await step(student))).toMatchObject({ id: row.id, sudah: false })
  expect(must(await step(student))).toMatchObject({ id: row.id, sudah: true })
  expect(s.outbox.map((m) => [m.to, m.subject])).toEqual([
    [row.email, 'Akun Anda sudah aktif – Nada'],
  ])
  expect(await listed(s.sales)).not.toContain(row.id)
  expect((await act(row.id, 'tutup', { alasan_tutup: 'batal' }, s.sales)).status).toBe(409)
})
