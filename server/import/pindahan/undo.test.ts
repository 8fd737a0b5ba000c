/** Tests undoing the run of a workbook. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MetodePembayaran } from '#contract/enums.ts'
import { currentDay } from '#contract/values/tanggal.ts'
import { moverOf, problems, school } from '#mocks/import/workbook.ts'
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
const moved = async (n: string) => {
  const result = await ran(await tried(school(n)))
  expect(problems(result)).toEqual([])
  expect(result.lembar.every(({ tersimpan }) => tersimpan)).toBe(true)
  return result
}

/** Makes a published bill, and lets it be part of a run, as the sheet of open bills does. */
const openBill = async (import_job_id: number, payer: number): Promise<number> => {
  const bill = await makeBill(s, payer, 100_000)
  await s.db
    .updateTable('audit')
    .set({ import_job_id })
    .where('entitas', '=', 'billing')
    .where('entitas_id', '=', bill)
    .execute()
  return bill
}

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
  const result = await moved('45')
  const payer = await userNamed('Budi 45')
  await openBill(result.id, payer?.id ?? 0)
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

test('voids an open bill of the workbook, and keeps the payer and outlet that it names', async () => {
  const result = await moved('44')
  const payer = await userNamed('Budi 44')
  const bill = await openBill(result.id, payer?.id ?? 0)
  expect(must(await undo(result)).status).toBe('dibatalkan')
  expect(must(await s.superadmin.get(`/billing/view?id=${bill}`))).toMatchObject({
    void_at: expect.any(String),
  })
  expect(await userNamed('Budi 44')).toBeDefined()
  expect(await userNamed('Sari 44')).toBeUndefined()
  expect(await userNamed('Ibu 44')).toBeUndefined()
})
