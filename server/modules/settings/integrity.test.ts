/** Integrity check: reports findings with their rows, and repairs nothing. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { currentDay } from '#contract/values/tanggal.ts'
import { checkMoney, makeAkun, makeBill } from '#mocks/people/family.ts'
import { makeSchool, must, type School } from '#mocks/school/school.ts'
import { integrityRules } from '#server/jobs/integrity.ts'

let s: School
beforeAll(async () => {
  s = await makeSchool()
})
afterAll(() => s.close())

const run = async () =>
  must<any>(await s.superadmin.post('/pekerjaan/jalankan', { nama: 'integritas' }))
const readFindings = async (by = s.superadmin): Promise<any> => must(await by.get('/integritas'))

test('returns no findings before the first run, then all rules that hold', async () => {
  expect(await readFindings()).toEqual({ aturan: integrityRules, terakhir: null })
  expect((await run()).terakhir.hasil).toBe('berhasil')
  expect((await readFindings()).terakhir).toMatchObject({ oleh: 'Superadmin', temuan: [] })
  expect(new Set(integrityRules).size).toBe(integrityRules.length)
})
test('counts rows of other outlets without naming them and repairs nothing', async () => {
  const here = await makeBill(s, s.ids.akun, 100_000, { gedung_id: s.ids.gedung })
  const there = await makeBill(s, s.ids.akun2, 100_000, { gedung_id: s.ids.gedung2 })
  const setStatus = (payment_status: 0 | 2) =>
    s.db.updateTable('billing').set({ payment_status }).where('id', 'in', [here, there]).execute()
  await setStatus(2)
  expect((await run()).terakhir).toMatchObject({ hasil: 'temuan' })
  const [finding, ...otherFindings] = (await readFindings()).terakhir.temuan
  expect(otherFindings).toEqual([])
  expect(finding).toMatchObject({
    aturan: 'status bayar',
    entitas: 'billing',
    baris: [{ id: here, nama: expect.stringMatching(/^INV\//) }, { id: there }],
    di_luar_wilayah: 0,
    lebih: false,
  })
  expect((await readFindings(s.admin2)).terakhir.temuan[0]).toMatchObject({
    baris: [{ id: there }],
    di_luar_wilayah: 1,
  })
  for (const by of [s.sales, s.akun, s.pelatih, s.peserta])
    expect((await by.get('/integritas')).status).toBe(403)
  await setStatus(0)
  expect((await readFindings()).terakhir.temuan).toHaveLength(1)
  await run()
  expect((await readFindings()).terakhir.temuan).toEqual([])
})
test('finds a missing number in its series', async () => {
  const bill = await makeBill(s, await makeAkun(s), 5000)
  const { nomor } = must<any>(await s.superadmin.get(`/billing/view?id=${bill}`))
  const set = (to: string) =>
    s.db.updateTable('billing').set({ nomor: to }).where('id', '=', bill).execute()
  await set('X/1')
  expect(await checkMoney(s.db)).toContainEqual(
    expect.stringMatching(/^nomor tagihan tanpa celah: \d+$/),
  )
  await set(nomor)
  expect(await checkMoney(s.db)).toEqual([])
})
test('returns the first rows of many and that there are more', async () => {
  const akun = await makeAkun(s)
  const ids: number[] = []
  for (let i = 0; i < 22; i++) ids.push(await makeBill(s, akun, 1000 + i))
  await s.db.updateTable('billing').set({ payment_status: 2 }).where('id', 'in', ids).execute()
  await run()
  const finding = (await readFindings()).terakhir.temuan.find(
    (f: any) => f.aturan === 'status bayar',
  )
  expect([finding.baris.length, finding.lebih]).toEqual([20, true])
  await s.db.updateTable('billing').set({ payment_status: 0 }).where('id', 'in', ids).execute()
})
test('finds a closing whose cash has changed since', async () => {
  const akun_billing_id = await makeAkun(s)
  const today = currentDay()
  const payment = { akun_billing_id, gedung_id: s.ids.gedung2, tanggal: today, metode: 0 }
  const { id } = must<any>(
    await s.superadmin.post('/billing-payment/create', { ...payment, jumlah: 7000 }),
  )
  const { id: closing } = must<any>(
    await s.superadmin.post('/tutup-kas/create', {
      gedung_id: s.ids.gedung2,
      tanggal: today,
      awal: 0,
      dihitung: 7000,
    }),
  )
  expect(await checkMoney(s.db)).toEqual([])
  await s.db
    .updateTable('billing_payment')
    .set({ gedung_id: s.ids.gedung })
    .where('id', '=', id)
    .execute()
  expect(await checkMoney(s.db)).toEqual([
    `tutup kas: tunai = pembayaran tunai harinya: ${closing}`,
  ])
})
