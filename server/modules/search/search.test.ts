/** Search for students: terms that find them, order of results, and scope. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { KursusPesertaStatus, RoleId, UserStatus } from '#contract/enums.ts'
import type { FoundStudent } from '#contract/search/searchCalls.ts'
import type { Client } from '#mocks/api/api.ts'
import { makePeserta } from '#mocks/people/family.ts'
import { makeSchool, must, type School } from '#mocks/school/school.ts'

let s: School
/** Ids of the created students, by a short name. */
const of: Record<string, number> = {}
const find = async (q: string, by: Client = s.superadmin): Promise<FoundStudent[]> =>
  must(await by.get<FoundStudent[]>(`/search?q=${encodeURIComponent(q)}`))
const names = async (q: string, by?: Client) => (await find(q, by)).map((r) => r.name)
const exact = async (q: string, by?: Client) =>
  (await find(q, by)).filter((r) => !r.mirip).map((r) => r.name)

beforeAll(async () => {
  s = await makeSchool()
  const { ids } = s
  const make = async (
    key: string,
    name: string,
    more = {},
    akun = ids.akun,
    gedung = ids.gedung,
  ) => {
    of[key] = await makePeserta(s, akun, gedung, { name, ...more })
  }
  await make('simanjuntak', 'Rotua Simanjuntak', {
    nama_panggilan: 'Butet',
    phone: '0813-7788-9900',
    email: 'rotua@contoh.id',
    sales_id: ids.sales,
  })
  await make('made', 'I Made Arya', { sales_id: ids.sales2 }, ids.akun2, ids.gedung2)
  await make('nur', "Nur'aini Żofia", { sales_id: ids.sales2 }, ids.akun2, ids.gedung2)
  await make('arya', 'Arya', {})
  await make('aryani', 'Aryani Lestari', {})
  await make('lain', 'Wahyu Lain', { nama_panggilan: 'Arya' })
  await make('keluar', 'Zainal Keluar', {})
  await make('nonaktif', 'Zulkifli Nonaktif', { status: UserStatus.nonaktif })
})
afterAll(() => s.close())

describe('search keys', () => {
  test('finds by any part of a name regardless of case and diacritics', async () => {
    expect(await names('simanjuntak')).toEqual(['Rotua Simanjuntak'])
    expect(await names('ROTUA  sima')).toEqual(['Rotua Simanjuntak'])
    expect(await names('manjun')).toEqual(['Rotua Simanjuntak'])
    expect(await exact('zofia')).toEqual(["Nur'aini Żofia"])
    expect(await exact('ŻOFIA')).toEqual(["Nur'aini Żofia"])
  })
  test('finds by nickname, email and number', async () => {
    expect(await names('butet')).toEqual(['Rotua Simanjuntak'])
    expect(await names('rotua@contoh')).toEqual(['Rotua Simanjuntak'])
    const [row] = await find('butet')
    expect(row?.no_induk).toMatch(/^P-\d{4}-\d{5}$/)
    for (const q of [row!.no_induk!, row!.no_induk!.toLowerCase(), row!.no_induk!.slice(2)])
      expect(await names(q), q).toEqual(['Rotua Simanjuntak'])
  })
  test.each([
    '0813-7788-9900',
    '081377889900',
    '+62 813 7788 9900',
    '62813 7788',
    '813-7788-99',
    '(0813) 7788',
    '7788',
    '9900',
    '+6281377889900',
    '0813.7788.9900',
    'butet 0813',
  ])('finds by phone typed as %s', async (q) => {
    expect(await names(q)).toEqual(['Rotua Simanjuntak'])
  })
  test('finds by the payer’s name and phone after matches by own name', async () => {
    expect(await names('gita')).toEqual(['I Made Arya', 'Joko Wijaya', "Nur'aini Żofia"])
    expect(await names('wijaya')).toEqual(['Joko Wijaya', 'I Made Arya', "Nur'aini Żofia"])
    expect(await names('arya wijaya')).toEqual(['I Made Arya'])
    const { phone } = must(
      await s.superadmin.get<{ phone: string }>(`/user/view?id=${s.ids.akun2}`),
    )
    expect(await names(`0${phone.slice(3)}`)).toEqual(expect.arrayContaining(['Joko Wijaya']))
  })
  test('finds a payer only if they are a student too', async () => {
    await s.db
      .insertInto('peserta_profil')
      .values({
        user_id: s.ids.akun2,
        no_induk: 'P-2020-99999',
        sekolah: null,
        instrumen_dimiliki: null,
        catatan: null,
      })
      .execute()
    await s.db
      .updateTable('user')
      .set({ akun_billing_id: s.ids.akun2 })
      .where('id', '=', s.ids.akun2)
      .execute()
    expect(await names('gita wijaya')).toContain('Gita Wijaya')
    await s.db
      .updateTable('user')
      .set({ akun_billing_id: null })
      .where('id', '=', s.ids.akun2)
      .execute()
    await s.db.deleteFrom('peserta_profil').where('user_id', '=', s.ids.akun2).execute()
    expect(await names('gita wijaya')).not.toContain('Gita Wijaya')
    for (const q of ['citra', 'dewi sales', 'ayu admin']) expect(await exact(q), q).toEqual([])
  })
  test('finds a student of a custom role based on student', async () => {
    const { id } = must(
      await s.superadmin.post<{ id: number }>('/role/create', {
        name: 'Peserta Beasiswa',
        dasar_role_id: RoleId.peserta,
        accesses: ['search'],
      }),
    )
    await s.db.updateTable('user').set({ role_id: id }).where('id', '=', of.lain!).execute()
    expect(await exact('wahyu')).toEqual(['Wahyu Lain'])
    expect(await names('wahyuu')).toContain('Wahyu Lain')
    await s.db
      .updateTable('user')
      .set({ role_id: RoleId.peserta })
      .where('id', '=', of.lain!)
      .execute()
  })
  test('skips deleted students and shows inactive ones with their status', async () => {
    expect(await names('zainal')).toEqual(['Zainal Keluar'])
    await s.db
      .updateTable('user')
      .set({ status: UserStatus.dihapus })
      .where('id', '=', of.keluar!)
      .execute()
    expect(await names('zainal')).toEqual([])
    expect(await names('zainla')).toEqual([])
    expect(await find('zulkifli')).toMatchObject([
      { name: 'Zulkifli Nonaktif', status: UserStatus.nonaktif },
    ])
  })
})

describe('sort order', () => {
  test('ranks full name, beginning, word, another key and then similar names', async () => {
    expect(await exact('arya')).toEqual(['Arya', 'Aryani Lestari', 'I Made Arya', 'Wahyu Lain'])
    expect(await names('aryani')).toEqual(['Aryani Lestari'])
  })
  test('ranks active before inactive', async () => {
    await s.db
      .updateTable('user')
      .set({ status: UserStatus.nonaktif })
      .where('id', '=', of.aryani!)
      .execute()
    expect((await exact('ary')).slice(0, 2)).toEqual(['Arya', 'Aryani Lestari'])
    expect((await exact('santoso')).slice(0, 2)).toEqual(['Hana Santoso', 'Indra Santoso'])
    await s.db
      .updateTable('user')
      .set({ status: UserStatus.nonaktif })
      .where('id', '=', s.ids.peserta)
      .execute()
    expect((await exact('santoso')).slice(0, 2)).toEqual(['Indra Santoso', 'Hana Santoso'])
    await s.db
      .updateTable('user')
      .set({ status: UserStatus.aktif })
      .where('id', 'in', [s.ids.peserta, of.aryani!])
      .execute()
  })
})

describe('typing errors', () => {
  test.each([
    'wijya',
    'wijaja',
    'wjiaya',
    'wijayaa',
    'wiajya',
    'iwjaya',
    'wijays',
    'widjaja',
    'joko wijya',
    'jokko wijya',
  ])('%s finds Joko Wijaya', async (q) => {
    const results = await find(q)
    expect(results.find((r) => r.name === 'Joko Wijaya')).toMatchObject({ mirip: true })
    expect(results[0]!.name).toBe('Joko Wijaya')
  })
  test.each(['simanjutnak', 'simanjntak', 'simnajuntak', 'simanjunt', 'rotau', 'simanjutn'])(
    '%s finds Rotua Simanjuntak',
    async (q) => expect((await names(q))[0]).toBe('Rotua Simanjuntak'),
  )
  test('matches a number only exactly', async () => {
    expect(await names('081377889901')).toEqual([])
    expect(await names('P-2026-9999')).toEqual([])
  })
  test('ranks exact matches first and does not mark them as similar', async () => {
    const results = await find('arya')
    expect(results.slice(0, 4).every((r) => !r.mirip)).toBe(true)
    expect(new Set(results.map((r) => r.id)).size).toBe(results.length)
  })
  test('finds new and renamed students at once', async () => {
    expect(await names('xaverisu')).toEqual([])
    const id = await makePeserta(s, s.ids.akun, s.ids.gedung, { name: 'Fransiskus Xaverius' })
    expect(await names('xaverisu')).toEqual(['Fransiskus Xaverius'])
    const { versi } = must(await s.superadmin.get<{ versi: number }>(`/user/view?id=${id}`))
    must(await s.superadmin.post(`/user/update?id=${id}`, { versi, name: 'Fransiskus Gonzaga' }))
    expect(await names('gonzgaa')).toEqual(['Fransiskus Gonzaga'])
    expect(await names('xaverisu')).toEqual([])
  })
})

describe('a search result', () => {
  test('contains what distinguishes people', async () => {
    expect(await find('hana')).toMatchObject([
      {
        id: s.ids.peserta,
        name: 'Hana Santoso',
        nama_panggilan: null,
        status: UserStatus.aktif,
        gedung: { id: s.ids.gedung, nama: 'Nada Jakarta' },
        akun_billing: { id: s.ids.akun, name: 'Fajar Santoso' },
        kelas: [{ id: s.ids.kelas, kode: 'PNO-1-001', kursus: 'Piano Grade 1' }],
        mirip: false,
      },
    ])
  })
  test('returns the best 50 and the total count', async () => {
    for (let i = 0; i < 52; i++)
      await makePeserta(s, s.ids.akun, s.ids.gedung, {
        name: `Banyak ${String(i).padStart(2, '0')}`,
      })
    const answer = await s.superadmin.get<FoundStudent[]>('/search?q=banyak')
    expect(must(answer).map((r) => r.name)).toEqual(
      Array.from({ length: 50 }, (_, i) => `Banyak ${String(i).padStart(2, '0')}`),
    )
    expect(answer.headers.get('x-pagination-total-count')).toBe('52')
    expect(
      (await s.superadmin.get('/search?q=rotau')).headers.get('x-pagination-total-count'),
    ).toBe('1')
    expect(
      (await s.superadmin.get('/search?q=zzzzzz')).headers.get('x-pagination-total-count'),
    ).toBe('0')
  })
})

describe('search scope', () => {
  test('limits each role to its own students, through every call', async () => {
    const pelatih2 = must(
      await s.superadmin.post<{ id: number }>('/user/create', {
        role_id: RoleId.pelatih,
        name: 'Kirana Guru',
        email: 'kirana@contoh.id',
        phone: '081200000099',
      }),
    ).id
    const everybody = [
      'Hana Santoso',
      'Indra Santoso',
      'Joko Wijaya',
      'Rotua Simanjuntak',
      'I Made Arya',
      "Nur'aini Żofia",
    ]
    const cases: [who: string, by: Client, sees: string[]][] = [
      ['superadmin', s.superadmin, everybody],
      ['admin', s.admin, everybody],
      ['admin of one outlet', s.admin2, ['Joko Wijaya', 'I Made Arya', "Nur'aini Żofia"]],
      ['coach', s.pelatih, ['Hana Santoso', 'Indra Santoso', 'Joko Wijaya']],
      ['coach without classes', await s.as(pelatih2), []],
      ['sales', s.sales, ['Hana Santoso', 'Indra Santoso', 'Rotua Simanjuntak']],
      ['sales2', s.sales2, ['Joko Wijaya', 'I Made Arya', "Nur'aini Żofia"]],
      ['payer', s.akun, ['Hana Santoso', 'Indra Santoso', 'Rotua Simanjuntak']],
      ['payer2', s.akun2, ['Joko Wijaya', 'I Made Arya', "Nur'aini Żofia"]],
      ['student', s.peserta, ['Hana Santoso']],
    ]
    for (const [roleName, by, sees] of cases)
      for (const name of everybody) {
        const [first = '', last = ''] = name.split(' ')
        const foreign = (list: string[]) =>
          list.filter((n) => everybody.includes(n) && !sees.includes(n))
        const foundNames = await names(name, by)
        expect([foundNames.includes(name), foreign(foundNames)], `${roleName} ${name}`).toEqual([
          sees.includes(name),
          [],
        ])
        for (const q of [
          `${first.slice(0, 3)} ${last.slice(0, 2)}`,
          `${last.slice(0, 2)}${last.slice(3)}`,
        ])
          expect(foreign(await names(q, by)), `${roleName} ${q}`).toEqual([])
      }
  })
  test('hides phone and payer from a coach, also as keys, and limits to own classes', async () => {
    const { phone } = must(
      await s.superadmin.get<{ phone: string }>(`/user/view?id=${s.ids.peserta}`),
    )
    expect(await names(phone)).toContain('Hana Santoso')
    expect(await names(phone, s.pelatih)).toEqual([])
    expect(await names('fajar', s.pelatih)).toEqual([])
    expect(await find('hana', s.pelatih)).toMatchObject([
      { name: 'Hana Santoso', phone: null, akun_billing: null, kelas: [{ id: s.ids.kelas }] },
    ])
    const studentNumber = (await find('hana', s.pelatih))[0]!.no_induk!
    expect(await names(studentNumber, s.pelatih)).toEqual(['Hana Santoso'])
    expect((await names('hanna', s.pelatih))[0]).toBe('Hana Santoso')
  })
  test('hides a student who has left the class from the coach', async () => {
    await s.db
      .updateTable('kursus_peserta')
      .set({ status: KursusPesertaStatus.lulus })
      .where('id', '=', s.ids.kpAdik)
      .execute()
    expect(await names('indra', s.pelatih)).toEqual([])
    await s.db
      .updateTable('kursus_peserta')
      .set({ status: KursusPesertaStatus.cuti })
      .where('id', '=', s.ids.kpAdik)
      .execute()
    expect(await names('indra', s.pelatih)).toEqual(['Indra Santoso'])
    await s.db
      .updateTable('kursus_peserta')
      .set({ status: UserStatus.nonaktif })
      .where('id', '=', s.ids.kpAdik)
      .execute()
  })
  test('rejects a role without the code', async () => {
    const { accesses } = await s.db
      .selectFrom('role')
      .select('accesses')
      .where('id', '=', 6)
      .executeTakeFirstOrThrow()
    await s.db.updateTable('role').set({ accesses: '[]' }).where('id', '=', 6).execute()
    expect((await s.peserta.get('/search?q=hana')).status).toBe(403)
    await s.db.updateTable('role').set({ accesses }).where('id', '=', 6).execute()
  })
})

describe('search input', () => {
  test.each(['', '?q=', '?q=a', '?q=%20%20a%20', '?q=%CC%81%CC%81', `?q=${'x'.repeat(101)}`])(
    'rejects %s with an error for q',
    async (query) => {
      const { status, data } = await s.superadmin.get(`/search${query}`)
      expect([status, data.errors?.[0]?.field]).toEqual([422, 'q'])
    },
  )
  test.each([
    '%%',
    '% %',
    '__',
    "' or 1=1 --",
    '\\\\',
    '\\\\%',
    '"; drop table user',
    '((((',
    '+++',
    '😀😀',
    '....',
    '0 0',
    Array.from({ length: 40 }, () => 'ab')
      .join(' ')
      .slice(0, 100),
  ])('%s finds nobody and causes no error', async (q) => {
    const { status, data } = await s.superadmin.get<FoundStudent[]>(
      `/search?q=${encodeURIComponent(q)}`,
    )
    expect([status, data]).toEqual([200, []])
  })
})
