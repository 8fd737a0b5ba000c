/** Start page of a payer. It shows the data of the payer and no data of other families. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, currentDay } from '#contract/values/tanggal.ts'
import { confirmationBody } from '#mocks/money/confirmation.ts'
import { makeBill, setSetting } from '#mocks/people/family.ts'
import { storeLesson } from '#mocks/schedule/lesson.ts'
import { makeSchool, must, type School } from '#mocks/school/school.ts'

let s: School
beforeAll(async () => {
  s = await makeSchool()
  await setSetting(s, 'auto_pakai_saldo', false)
})
afterAll(() => s.close())

const today = currentDay()

test('shows bills by state, confirmations, receipts and children with their lessons', async () => {
  const { ids } = s
  const unpaid = await makeBill(s, ids.akun, 100_000)
  const partly = await makeBill(s, ids.akun, 80_000)
  await makeBill(s, ids.akun2, 999_000, { gedung_id: ids.gedung2 })
  const { id: payment } = must<any>(
    await s.admin.post('/billing-payment/create', {
      akun_billing_id: ids.akun,
      tanggal: today,
      metode: 0,
      jumlah: 30_000,
      alokasi: [{ billing_id: partly, jumlah: 25_000 }],
    }),
  )
  const waiting = must<any>(
    await s.akun.post(
      '/konfirmasi-pembayaran/create',
      await confirmationBody(s, { by: s.akun, akun: ids.akun, billing_ids: [unpaid] }),
    ),
  )
  await storeLesson(s, ids.kelas, addDays(today, 3))
  const portal = must<any>(await s.akun.get('/portal/akun-billing'))
  expect(portal).toMatchObject({
    saldo_kredit: 5000,
    belum_terbayar: { jumlah: 1, sisa: 100_000 },
    terbayar_sebagian: { jumlah: 1, sisa: 55_000 },
    lewat_jatuh_tempo: { jumlah: 0, sisa: 0 },
    konfirmasi: [{ id: waiting.id, status: 'menunggu' }],
    kuitansi: [{ id: payment, jumlah: 30_000 }],
    kontak: { email: expect.any(String) },
  })
  expect(
    portal.tagihan.map((b: any) => [b.id, b.menunggu]).toSorted((a: any, b: any) => a[0] - b[0]),
  ).toEqual([
    [unpaid, true],
    [partly, false],
  ])
  expect(portal.anak.map((a: any) => a.id).toSorted()).toEqual([ids.peserta, ids.adik].toSorted())
  const children = portal.anak.map((a: any) => a.name.split(' ')[0])
  const next = portal.pertemuan.find((p: any) => p.tanggal === addDays(today, 3))
  expect(next.peserta.length).toBeGreaterThan(0)
  for (const { peserta } of portal.pertemuan)
    for (const name of peserta) expect(children).toContain(name)
  const otherPortal = must<any>(await s.akun2.get('/portal/akun-billing'))
  expect(otherPortal.belum_terbayar).toEqual({ jumlah: 1, sisa: 999_000 })
  expect([otherPortal.konfirmasi, otherPortal.kuitansi]).toEqual([[], []])
})
test('shows nothing to pay to other users with access', async () => {
  expect(must<any>(await s.superadmin.get('/portal/akun-billing'))).toMatchObject({
    saldo_kredit: 0,
    tagihan: [],
    anak: [],
    pertemuan: [],
  })
  expect((await s.peserta.get('/portal/akun-billing')).status).toBe(403)
})
