/** Tests undoing the run of a workbook. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MetodePembayaran } from '#contract/enums.ts'
import { currentDay } from '#contract/values/tanggal.ts'
import { moverOf, problems, school, type Rows } from '#mocks/import/workbook.ts'
import { makeBill } from '#mocks/people/family.ts'
import { makeSchool, must, type School } from '#mocks/school/school.ts'

let s: School
beforeAll(async () => {
  s = await makeSchool()
})
afterAll(() => s.close())
const { tried, ran, undo } = moverOf(() => s)

const tables = [
  'gedung',
  'ruang',
  'kategori_kursus',
  'course_level',
  'kursus',
  'user',
  'peserta_profil',
  'akun_billing_profil',
  'pelatih_profil',
  'jadwal_kosong_pelatih',
  'jadwal_kosong_versi',
  'kursus_pelatih',
  'kursus_peserta',
  'pertemuan',
] as const
const countRows = async () => {
  const counts: [string, number][] = []
  for (const table of tables) {
    const { rows } = await sql<{
      n: number
    }>`select count(*) as n from ${sql.table(table)}`.execute(s.db)
    counts.push([table, Number(rows[0]?.n)])
  }
  return Object.fromEntries(counts)
}
const userNamed = (name: string) =>
  s.db.selectFrom('user').select(['id', 'gedung_id']).where('name', '=', name).executeTakeFirst()
const moved = async (n: string, sheets: Record<string, Rows> = school(n)) => {
  const result = await ran(await tried(sheets))
  expect(problems(result)).toEqual([])
  expect(result.lembar.every(({ tersimpan }) => tersimpan)).toBe(true)
  return result
}

/** Returns the workbook of a school with an open bill and saldo of its payer. */
const withAmounts = (n: string) => ({
  ...school(n),
  Tunggakan: [
    ['Orang Tua', 'Siswa', 'No Lama', 'Jatuh Tempo', 'Sisa'],
    [`Budi ${n}`, `Sari ${n}`, `INV-${n}`, currentDay(), '100000'],
  ],
  'Saldo Awal': [
    ['Orang Tua', 'Saldo'],
    [`Budi ${n}`, '50000'],
  ],
})
const billsOf = async (payer: number) =>
  s.db
    .selectFrom('billing')
    .select(['id', 'void_at', 'total'])
    .where('akun_billing_id', '=', payer)
    .orderBy('id')
    .execute()

test('deletes every created row, once, and the workbook can be moved in again', async () => {
  const before = await countRows()
  const trial = await tried(school('41'))
  expect(trial.dapat_diurungkan).toBe(false)
  expect((await undo(trial)).status).toBe(409)
  const result = await ran(trial)
  expect(result.dapat_diurungkan).toBe(true)
  expect(await countRows()).not.toEqual(before)

  const { status, dapat_diurungkan, lembar } = must(await undo(result))
  expect([status, dapat_diurungkan]).toEqual(['dibatalkan', false])
  expect(lembar.some(({ tersimpan }) => tersimpan)).toBe(false)
  expect(await countRows()).toEqual(before)
  expect((await undo(result)).status).toBe(409)
  await moved('41')
})

test('is rejected as a whole with the first row that something was built on', async () => {
  const result = await moved('42')
  const before = await countRows()
  const student = await userNamed('Sari 42')
  const user = must(await s.superadmin.get(`/user/view?id=${student?.id}`)) as { versi: number }
  must(
    await s.superadmin.post(`/user/update?id=${student?.id}`, { versi: user.versi, kota: 'Depok' }),
  )
  expect(await undo(result)).toMatchObject({
    status: 409,
    data: {
      message: expect.stringMatching(/^Tidak dapat diurungkan: .*Sari 42 sudah diubah oleh /),
    },
  })
  expect(await countRows()).toEqual(before)
  expect(must(await s.superadmin.get(`/pindahan/import-job?id=${result.id}`))).toMatchObject({
    status: 'selesai',
    dapat_diurungkan: true,
  })
})

test('is rejected while a bill names a payer of the workbook', async () => {
  const result = await moved('43')
  const payer = await userNamed('Budi 43')
  await makeBill(s, payer?.id ?? 0, 100_000)
  const before = await countRows()
  expect(await undo(result)).toMatchObject({
    status: 409,
    data: { message: expect.stringMatching(/^Tidak dapat diurungkan: .*Budi 43/) },
  })
  expect(await countRows()).toEqual(before)
})

test('is rejected while a receipt pays an open bill of the workbook', async () => {
  const result = await moved('45', withAmounts('45'))
  const payer = await userNamed('Budi 45')
  const receipt = { tanggal: currentDay(), metode: MetodePembayaran.tunai, jumlah: 100_000 }
  must(
    await s.superadmin.post('/billing-payment/create', {
      ...receipt,
      akun_billing_id: payer?.id,
      gedung_id: s.ids.gedung,
    }),
  )
  expect(await undo(result)).toMatchObject({
    status: 409,
    data: { message: expect.stringMatching(/^Tidak dapat diurungkan: /) },
  })
})

test('voids money of the workbook, keeps the rows that it names, and lets it be moved in again', async () => {
  const result = await moved('44', withAmounts('44'))
  const payer = await userNamed('Budi 44')
  const akun = payer?.id ?? 0
  const saldo = async () =>
    must(await s.superadmin.get(`/user/info-billing?id=${akun}`)).saldo_kredit
  expect([await saldo(), await billsOf(akun)]).toMatchObject([50_000, [{ void_at: null }]])

  expect(must(await undo(result)).status).toBe('dibatalkan')
  expect([await saldo(), await billsOf(akun)]).toMatchObject([0, [{ void_at: expect.any(String) }]])
  expect(await userNamed('Budi 44')).toEqual(payer)
  expect(await userNamed('Sari 44')).toBeDefined()
  expect(await userNamed('Adi 44')).toBeUndefined()
  expect(await userNamed('Ibu 44')).toBeUndefined()

  await moved('44', withAmounts('44'))
  expect([await saldo(), await billsOf(akun)]).toMatchObject([
    50_000,
    [{ void_at: expect.any(String) }, { void_at: null, total: 100_000 }],
  ])
  expect(await userNamed('Budi 44')).toEqual(payer)
})
