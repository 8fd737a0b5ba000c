/**
 * Tests the rejection of weak passwords, the time that the check takes, and the mail about a
 * changed password.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ownerWords } from '#contract/access/rules/password.ts'
import { RoleId } from '#contract/enums.ts'
import type { Issue } from '#contract/resource.ts'
import type { Answer } from '#mocks/api/api.ts'
import { makeSchool, must, type School } from '#mocks/school/school.ts'
import { judge } from '#server/modules/access/auth/strength.ts'

/**
 * Passwords that must be rejected: common leaked passwords, passwords common in Indonesia, and
 * passwords made of the school's name. All have at least eight characters.
 */
const commonest = [
  '12345678',
  '123456789',
  '1234567890',
  '11111111',
  '87654321',
  '12341234',
  'password',
  'Password1!',
  'P@ssw0rd123',
  'qwerty123',
  'qwertyuiop',
  '1q2w3e4r',
  '1qaz2wsx',
  'asdfghjkl',
  'abcd1234',
  'iloveyou',
  'admin1234',
  'Admin@123',
  'superadmin1',
  'sayang123',
  'Sayang1234',
  'sayangku1',
  's4y4ng123',
  'rahasia123',
  'Rahasia!2',
  'bismillah',
  'bismillah123',
  'alhamdulillah1',
  'indonesia',
  'Indonesia45',
  'merdeka1945',
  '17agustus1945',
  'jakarta123',
  'Bandung2024!',
  'persib1933',
  'cintaku123',
  'anakku123',
  'doraemon1',
  'agus1990',
  'katasandi1',
  'gantipassword',
  'sekolahmusik',
  'nadamusik1',
  'nada-demo',
  'Nada2026!',
  'piano123',
  'gitar2025',
  'doremifasol',
]

let s: School
beforeAll(async () => {
  s = await makeSchool()
})
afterAll(() => s.close())
beforeEach(async () => {
  await s.db.deleteFrom('batas_laju').execute()
  s.outbox.length = 0
})

describe('the password check', () => {
  test.each(commonest)('rejects %s', async (password) => {
    expect(await judge(password, [])).toMatchObject({ weak: true, reason: expect.any(String) })
  })
  test.each([
    'hujan turun pagi',
    'k5Tz!p2q',
    'Kucing-Lari-77',
    'sepeda biru miring',
    'correct horse battery staple',
    'sandi rina 1',
  ])('accepts %s', async (password) => {
    expect(await judge(password, [])).toMatchObject({ weak: false, reason: null })
  })
  test('rejects passwords made of the person’s own data in any spelling', async () => {
    const owner = {
      name: 'Rina Kartika Putri',
      username: 'rkp.guru',
      email: 'zulkarnaenrkp@contoh.id',
      phone: '6281234567890',
      tanggal_lahir: '1990-08-17',
    }
    const words = ownerWords(owner, ['Alunan Senja'])
    for (const password of [
      'rinakartikaputri',
      'RinaKartika1',
      'rkp.guru12',
      'zulkarnaenrkp',
      'zulkarnaenrkp@contoh.id',
      '081234567890',
      '6281234567890',
      'rina17081990',
      '17-08-1990',
      'alunansenja',
      'AlunanSenja1',
    ])
      expect([password, (await judge(password, words)).weak]).toEqual([password, true])
  })
  test('accepts a long password with a weak beginning', async () => {
    expect(await judge('a'.repeat(60), [])).toMatchObject({ weak: true })
    expect(await judge(`${'a'.repeat(60)} hujan turun pagi di teras`, [])).toMatchObject({
      weak: false,
    })
  })
})

describe('every place that sets a password', () => {
  const twice = (password: string) => ({ password, re_password: password })
  const refusal = ({ status, data }: Answer<{ errors?: Issue[] }>) => {
    const [first] = data.errors ?? []
    return [status, first?.field, first?.message.split('. ')[0]]
  }
  const tooWeak = [422, 'password', 'Password ini terlalu mudah ditebak']
  test('rejects what contains the user’s own data when staff create, change or reset', async () => {
    const person = { name: 'Yohanes Teguh', email: 'yohanes.t@contoh.id', phone: '081200004321' }
    const create = (password: string) =>
      s.superadmin.post('/user/create', {
        role_id: RoleId.sales,
        gedung_id: s.ids.gedung,
        ...person,
        password,
      })
    for (const password of ['sayang1234', 'yohanesteguh1', '081200004321'])
      expect(refusal(await create(password))).toEqual(tooWeak)
    const { id, versi } = must(await create('hujan turun pagi'))
    const update = `/user/update?id=${id}`
    const change = { versi, password: 'yohanesteguh1' }
    expect(refusal(await s.superadmin.post(update, change))).toEqual(tooWeak)
    const reset = `/user/reset-password?id=${id}`
    for (const password of ['sayang1234', 'sekolahmusik', 'yohanesteguh1'])
      expect(refusal(await s.superadmin.post(reset, twice(password)))).toEqual(tooWeak)
  })
  test('rejects a weak password by invitation and keeps the link valid', async () => {
    const { tautan } = must(await s.admin.post(`/user/undangan?id=${s.ids.peserta}`))
    const path = `/auth/reset-password?otp=${tautan.split('=').at(-1)}`
    for (const password of ['sayang1234', 'hanasantoso1'])
      expect(refusal(await s.anonymous.post(path, twice(password)))).toEqual(tooWeak)
    must(await s.anonymous.post(path, twice('hujan turun pagi')))
  })
  test('rejects the name of the school as a password', async () => {
    const all = must(await s.superadmin.get<{ key: string; versi: number }[]>('/setting'))
    const versi = all.find(({ key }) => key === 'nama_sekolah')?.versi
    const change = { key: 'nama_sekolah', value: 'Zymphora Etude', versi }
    must(await s.superadmin.post('/setting/update', change))
    const reset = `/user/reset-password?id=${s.ids.pelatih}`
    expect(refusal(await s.superadmin.post(reset, twice('zymphoraetude')))).toEqual(tooWeak)
  })
})

test('checks concurrent worst-case inputs quickly without blocking others', async () => {
  const nasty = [
    'aB1!'.repeat(50),
    '@4'.repeat(100),
    '4@8({[<369&#!1|/0$5+7%2'.repeat(8),
    'ﷺ'.repeat(200),
    '1!i|l'.repeat(40),
  ]
  await judge('pertama', [])
  const words = Array.from({ length: 60 }, (_, i) => 'a'.repeat(3 + i))
  let ticks = 0
  const timer = setInterval(() => {
    ticks++
  }, 5)
  let best = Infinity
  // The check takes about 44 ms per password on two cores. Without the limits on the length of a
  // password it would take more than 500 ms. The shortest of several runs counts, because the
  // machine may be busy.
  for (let tries = 0; tries < 10 && best >= 250; tries++) {
    const started = performance.now()
    await Promise.all(nasty.map((password) => judge(password, words)))
    best = Math.min(best, (performance.now() - started) / nasty.length)
  }
  clearInterval(timer)
  expect(best).toBeLessThan(250)
  expect(ticks).toBeGreaterThan(0)
})
test('rejects excess checks instead of queueing them, then checks again', async () => {
  const all = await Promise.allSettled(
    Array.from({ length: 80 }, (_, i) => judge(`banjir ${i}`, [])),
  )
  expect(all.filter((a) => a.status === 'rejected')).toHaveLength(30)
  expect(await judge('sayang123', [])).toMatchObject({ weak: true })
})
