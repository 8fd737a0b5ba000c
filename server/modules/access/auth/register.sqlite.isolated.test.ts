/**
 * Tests self-registration (domain.md 2.3, 3.13): it creates an applicant's account with consent,
 * and reveals nothing about existing accounts to a stranger.
 */
import * as argon2 from '@node-rs/argon2'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { applicantStateText } from '#contract/access/rules/applicant.ts'
import { Activation, RoleId, UserStatus } from '#contract/enums.ts'
import { testKeys } from '#mocks/api/api.ts'
import { setSetting } from '#mocks/people/family.ts'
import { makeSchool, must, type School } from '#mocks/school/school.ts'
import { createApp } from '#server/app.ts'
import type { Mail } from '#server/mail/mails.ts'
import { checkPasswordStrength } from '#server/modules/access/auth/strength.ts'
import { readSettings } from '#server/settings.ts'

vi.mock('@node-rs/argon2', { spy: true })
vi.mock('#server/modules/access/auth/strength.ts', { spy: true })

let s: School
let secondOutletCourse: number
let box: Mail[] = []
const build = () =>
  createApp({
    db: s.db,
    dataKeys: testKeys,
    mail: {
      send: (mail) => {
        box.push(mail)
      },
      idle: async () => {},
    },
    log: pino({ level: 'silent' }),
    peer: (env) => (env as { ip: string }).ip,
  })

let net = 0
interface Data {
  message: string
  errors?: { field: string; message: string }[]
}
const adult = () => ({
  name: 'Rina  Kartika',
  tanggal_lahir: '1995-02-03',
  email: 'rina@contoh.id',
  phone: '0812-3456-7890',
  password: 'sandi rina 1',
  gedung_id: s.ids.gedung,
  kursus_minat: [s.ids.kursus],
  information_source: 'Media Sosial',
  persetujuan: true,
})
const child = () => ({
  ...adult(),
  name: 'Dito',
  email: 'ibu.dito@contoh.id',
  tanggal_lahir: '2018-05-06',
  wali_nama: 'Ibu Dito',
  wali_hubungan: 'ibu',
  wali_phone: '081234567891',
})
const register = async (body: object, ip = `10.2.${net++}.1`) => {
  const response = await build().request(
    '/api/auth/register',
    { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } },
    { ip },
  )
  const text = await response.text()
  return {
    status: response.status,
    text,
    headers: [...response.headers].toSorted(),
    data: (JSON.parse(text) as { data: Data }).data,
  }
}
const applicants = () =>
  s.db
    .selectFrom('user')
    .leftJoin('peserta_profil', 'user_id', 'user.id')
    .selectAll('user')
    .select(['no_induk', 'kursus_minat'])
    .where('sumber', '=', 'mandiri')
    .execute()
const clear = async () => {
  const ids = (await applicants()).map((u) => u.id)
  if (ids.length > 0) await s.db.deleteFrom('peserta_profil').where('user_id', 'in', ids).execute()
  await s.db.deleteFrom('user').where('sumber', '=', 'mandiri').execute()
  await s.db.deleteFrom('batas_laju').execute()
  await s.db.deleteFrom('audit').execute()
}

beforeAll(async () => {
  s = await makeSchool()
  const make = async (path: string, body: Record<string, unknown>) =>
    must(await s.superadmin.post<{ id: number }>(`/${path}/create`, body)).id
  secondOutletCourse = await make('kursus', {
    kode: 'GTR',
    nama: 'Gitar',
    kategori_kursus_id: s.ids.kategori,
    tipe: 'private',
    kapasitas_maks: 1,
    biaya_bulanan: 1,
    gedung: [s.ids.gedung2],
  })
  await make('kursus', {
    kode: 'TUTUP',
    nama: 'Sudah Tutup',
    kategori_kursus_id: s.ids.kategori,
    tipe: 'private',
    kapasitas_maks: 1,
    biaya_bulanan: 1,
    status: 'nonaktif',
  })
})
afterAll(() => s.close())
beforeEach(async () => {
  await clear()
  box = []
})

test('offers open outlets and courses by name to anybody', async () => {
  const { data } = await s.anonymous.get('/auth/pilihan-daftar')
  expect(data).toEqual({
    sekolah: 'Sekolah Musik',
    gedung: [
      { id: s.ids.gedung, nama: 'Nada Jakarta', kota: 'Jakarta' },
      { id: s.ids.gedung2, nama: 'Nada Makassar', kota: 'Makassar' },
    ],
    kursus: [
      { id: secondOutletCourse, nama: 'Gitar', gedung: [s.ids.gedung2] },
      { id: s.ids.kursus, nama: 'Piano Grade 1', gedung: [] },
    ],
  })
})

describe('an applicant', () => {
  test('is stored as an inactive student with the submitted data and cannot log in', async () => {
    expect((await register(adult())).status).toBe(200)
    const [row] = await applicants()
    expect(row).toMatchObject({
      name: 'Rina Kartika',
      role_id: RoleId.peserta,
      status: UserStatus.nonaktif,
      activation: Activation.belum,
      sumber: 'mandiri',
      email: 'rina@contoh.id',
      phone: '+6281234567890',
      gedung_id: s.ids.gedung,
      username: null,
      information_source: 'Media Sosial',
      tanggal_lahir: '1995-02-03',
      persetujuan_oleh: 'Rina Kartika',
      persetujuan_at: expect.any(String),
      wali_nama: null,
      kursus_minat: JSON.stringify([s.ids.kursus]),
      no_induk: expect.stringMatching(/^P-\d{4}-\d{5}$/),
      password_hash: expect.stringMatching(/^\$argon2id/),
    })
    const list = must(
      await s.admin.get('/user?jenis=pendaftar-mandiri&q=rina&expand=peserta_profil'),
    )
    expect(list).toMatchObject([
      { name: 'Rina Kartika', peserta_profil: { kursus_minat: [s.ids.kursus] } },
    ])
    const login = await s.anonymous.post('/auth/login', {
      username: 'rina@contoh.id',
      password: 'sandi rina 1',
    })
    expect([login.status, (login.data as Data).message]).toEqual([401, applicantStateText.diproses])
    expect(box).toMatchObject([
      { to: 'rina@contoh.id', subject: 'Pendaftaran Anda kami terima – Nada' },
    ])
    expect(box[0]?.text).not.toContain('Rina')
  })
  test('receives the email text set by the school', async () => {
    const text = 'Terima kasih dari {sekolah} & {aplikasi}.\n\nSampai jumpa.'
    const before = (await s.db.selectFrom('setting').selectAll().execute()).find(
      (row) => row.key === 'mail_pendaftar_diterima',
    )!
    await setSetting(s, 'mail_pendaftar_diterima', text)
    expect((await register({ ...adult(), email: 'kata@contoh.id' })).status).toBe(200)
    const mail = box.find((m) => m.to === 'kata@contoh.id')
    const { nama_sekolah } = await readSettings(s.db)
    expect(mail?.text).toBe(
      `Halo,\n\nTerima kasih dari ${nama_sekolah} & Nada.\n\nSampai jumpa.\n\nNada\n`,
    )
    expect(mail?.html).toContain('&amp; Nada')
    await setSetting(s, 'mail_pendaftar_diterima', JSON.parse(before.value))
  })
  test('under 18 has a guardian who consents', async () => {
    expect((await register(child())).status).toBe(200)
    expect((await applicants())[0]).toMatchObject({
      wali_nama: 'Ibu Dito',
      wali_hubungan: 'ibu',
      wali_phone: '+6281234567891',
      persetujuan_oleh: 'Ibu Dito',
    })
  })
  test('is audited with the consent and its version, without the password', async () => {
    await register(child())
    const audit = await s.db.selectFrom('audit').selectAll().execute()
    expect(audit).toMatchObject([
      {
        aksi: 'daftar',
        entitas: 'user',
        gedung_id: s.ids.gedung,
        sesudah: expect.stringContaining('"persetujuan_versi":"2026-11"'),
      },
    ])
    expect(JSON.stringify(audit)).not.toMatch(/sandi rina|argon2/)
  })
  test('sets no role, status, sales person or other column', async () => {
    expect(
      (
        await register({
          ...adult(),
          role_id: RoleId.superadmin,
          status: UserStatus.aktif,
          activation: Activation.pilihKursus,
          sales_id: s.ids.sales2,
          akun_billing_id: s.ids.akun,
          username: 'superadmin2',
          sumber: 'admin',
          persetujuan_at: '2000-01-01',
        })
      ).status,
    ).toBe(200)
    expect((await applicants())[0]).toMatchObject({
      role_id: RoleId.peserta,
      status: UserStatus.nonaktif,
      activation: Activation.belum,
      // An outlet assigns its applicants to its sales people in turn.
      sales_id: s.ids.sales,
      akun_billing_id: null,
      username: null,
      sumber: 'mandiri',
    })
  })
})

describe('registration validation', () => {
  test.each<[string, object]>([
    ['persetujuan', { persetujuan: false }],
    ['email', { email: null }],
    ['email', { email: 'bukan' }],
    ['phone', { phone: '' }],
    ['name', { name: '  ' }],
    ['password', { password: 'pendek' }],
    ['password', { password: 'password123' }],
    ['password', { password: 'rina@contoh.id' }],
    ['tanggal_lahir', { tanggal_lahir: '2999-01-01' }],
    ['tanggal_lahir', { tanggal_lahir: '1900-01-01' }],
    ['tanggal_lahir', { tanggal_lahir: '2010-02-30' }],
    ['wali_nama', { tanggal_lahir: '2018-05-06' }],
    ['wali_phone', { tanggal_lahir: '2018-05-06', wali_nama: 'Ibu', wali_hubungan: 'ibu' }],
    ['gedung_id', { gedung_id: 99_999 }],
    ['gedung_id', { gedung_id: null }],
    ['kursus_minat', { kursus_minat: [99_999] }],
    ['information_source', { information_source: 'x' }],
  ])('returns an error for %s: %j', async (field, change) => {
    const { status, data } = await register({ ...adult(), ...change })
    expect([status, data.errors?.[0]?.field]).toEqual([422, field])
    expect(await applicants()).toEqual([])
    expect(box).toEqual([])
  })
  test('rejects a course that the outlet does not offer and an inactive course', async () => {
    const closed = (
      await s.db
        .selectFrom('kursus')
        .select('id')
        .where('kode', '=', 'TUTUP')
        .executeTakeFirstOrThrow()
    ).id
    for (const id of [secondOutletCourse, closed])
      expect((await register({ ...adult(), kursus_minat: [id] })).data.errors?.[0]?.field).toBe(
        'kursus_minat',
      )
    expect(
      (await register({ ...adult(), gedung_id: s.ids.gedung2, kursus_minat: [secondOutletCourse] }))
        .status,
    ).toBe(200)
  })
  test('rejects an inactive outlet', async () => {
    await s.db
      .updateTable('gedung')
      .set({ status: 'nonaktif' })
      .where('id', '=', s.ids.gedung2)
      .execute()
    expect(
      (await register({ ...adult(), gedung_id: s.ids.gedung2, kursus_minat: [] })).data.errors?.[0]
        ?.field,
    ).toBe('gedung_id')
    await s.db
      .updateTable('gedung')
      .set({ status: 'aktif' })
      .where('id', '=', s.ids.gedung2)
      .execute()
  })
})

describe('account enumeration', () => {
  test('returns identical responses for any address and emails only its owner', async () => {
    await register({ ...adult(), email: 'pendaftar@contoh.id' })
    const staff = (
      await s.db
        .selectFrom('user')
        .select('email')
        .where('id', '=', s.ids.sales)
        .executeTakeFirstOrThrow()
    ).email
    box = []
    const before = (await applicants()).length
    const answers = []
    for (const change of [
      { email: 'baru@contoh.id' },
      { email: staff },
      { email: 'PENDAFTAR@contoh.id' },
      { email: 'mesin@contoh.id', situs: 'https://contoh.id' },
    ]) {
      const { hash } = vi.mocked(argon2)
      hash.mockClear()
      const { status, text, headers } = await register({ ...adult(), ...change })
      answers.push({ status, text, headers, hashes: hash.mock.calls.length })
    }
    expect(new Set(answers.map((a) => JSON.stringify(a))).size).toBe(1)
    expect(answers[0]).toMatchObject({ status: 200, hashes: 1 })
    expect((await applicants()).length).toBe(before + 1)
    expect(box.map((m) => [m.to, m.subject])).toEqual([
      ['baru@contoh.id', 'Pendaftaran Anda kami terima – Nada'],
      [staff, 'Alamat email ini sudah terdaftar – Nada'],
      ['pendaftar@contoh.id', 'Alamat email ini sudah terdaftar – Nada'],
    ])
    expect(box[1]?.text).toContain('Lupa password')
    expect(box[2]?.text).toContain('masih kami proses')
  })
  test('changes nothing of the existing user with the same email', async () => {
    const read = () =>
      s.db.selectFrom('user').selectAll().where('id', '=', s.ids.sales).executeTakeFirstOrThrow()
    const before = await read()
    await register({ ...adult(), email: before.email ?? '' })
    expect(await read()).toEqual(before)
  })
  test('stores one applicant for concurrent requests with the same email', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => register(adult())))
    expect(answers.map((a) => a.status)).toEqual([200, 200, 200, 200, 200, 200])
    expect(await applicants()).toHaveLength(1)
  })
})

describe('limits', () => {
  const counted = (kunci: string, jumlah: number) =>
    s.db
      .insertInto('batas_laju')
      .values({ kunci, mulai: new Date().toISOString(), jumlah })
      .execute()
  test('allows 60 registrations an hour per network; rejected forms do not count', async () => {
    await counted('daftar:10.3.0.1', 55)
    for (let i = 0; i < 3; i++) await register({ ...adult(), persetujuan: false }, '10.3.0.1')
    for (let i = 0; i < 5; i++)
      expect((await register({ ...adult(), email: `r${i}@contoh.id` }, '10.3.0.1')).status).toBe(
        200,
      )
    const full = await register({ ...adult(), email: 'r6@contoh.id' }, '10.3.0.1')
    expect([full.status, full.headers.some(([name]) => name === 'retry-after')]).toEqual([
      429,
      true,
    ])
    expect((await register({ ...adult(), email: 'r6@contoh.id' }, '10.3.0.2')).status).toBe(200)
    await s.db
      .updateTable('batas_laju')
      .set({ mulai: new Date(Date.now() - 61 * 60_000).toISOString() })
      .execute()
    expect((await register({ ...adult(), email: 'r7@contoh.id' }, '10.3.0.1')).status).toBe(200)
  })
  test('allows 6 an hour per email and network, and 600 an hour in total', async () => {
    for (let i = 0; i < 6; i++) expect((await register(adult(), '10.3.0.1')).status).toBe(200)
    expect((await register(adult(), '10.3.0.1')).status).toBe(429)
    expect((await register(adult(), '10.3.0.2')).status).toBe(200)
    await s.db
      .updateTable('batas_laju')
      .set({ jumlah: 600 })
      .where('kunci', '=', 'daftar-semua')
      .execute()
    expect((await register({ ...adult(), email: 'lain@contoh.id' }, '10.3.0.3')).status).toBe(429)
  })
  test('skips the password check for a network over its limit', async () => {
    await counted('daftar:10.3.0.1', 60)
    const before = vi.mocked(checkPasswordStrength).mock.calls.length
    expect((await register({ ...adult(), password: '12345678' }, '10.3.0.1')).status).toBe(429)
    expect(vi.mocked(checkPasswordStrength).mock.calls.length).toBe(before)
    expect((await register({ ...adult(), password: '12345678' }, '10.3.0.2')).status).toBe(422)
  })
  test('sends at most three emails a day to one address, from any network', async () => {
    for (let i = 0; i < 5; i++) expect((await register(adult())).status).toBe(200)
    expect(box).toHaveLength(3)
  })
})
