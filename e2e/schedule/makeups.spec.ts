/**
 * Make-up lesson: an admin grants a make-up credit, the student books a lesson on a phone, and the
 * admin sees the student in the lesson and marks the attendance.
 */
import type { Page } from '@playwright/test'
import { StatusKredit } from '#contract/enums.ts'
import { checkBoth } from '../accessible.ts'
import { expect, take, test, type Api } from '../fixtures.ts'

test.describe.configure({ mode: 'serial' })

interface Enrolment {
  peserta_id: number
  peserta_nama: string
  kursus_id: number
}
interface Credit {
  id: number
  status: string
  pertemuan_id: number | null
}
let student: Enrolment & { kursus: { nama: string } }
/**
 * Changes settings so that the student can book: five extra seats for make-ups in each lesson, up
 * to 31 make-up credits a month, and make-ups also for students with unpaid bills.
 */
const makeRoom = async (office: Api) => {
  const { data } = await office.get<{ key: string; versi: number }[]>('/setting')
  const versiOf = new Map(data.map((row) => [row.key, row.versi]))
  const perubahan = Object.entries({
    kursi_pengganti: 5,
    maks_kredit_bulan: 31,
    tahan_pengganti_tunggakan: false,
  }).map(([key, value]) => ({ key, value, versi: versiOf.get(key) }))
  const { status } = await office.post('/setting/simpan', { perubahan, alasan: null })
  expect(status).toBe(200)
}
const title = (page: Page, text: string) =>
  expect(page.getByRole('heading', { level: 1 })).toHaveText(text)
const newest = async (office: Api): Promise<Credit | undefined> =>
  (await office.get<Credit[]>(`/kredit-pengganti?peserta_id=${student.peserta_id}`)).data[0]

test.describe('the office', () => {
  test.use({ role: 'admin' })
  test('adds a make-up by hand', async ({ page, open, api }) => {
    await makeRoom(api('superadmin'))
    const { data } = await api('peserta').get<(typeof student)[]>(
      '/kursus-peserta?status=1&expand=kursus',
    )
    student = data[0]!
    await open('/kredit-pengganti')
    await title(page, 'Kelas Pengganti')
    await page.getByRole('button', { name: /^Tambah/ }).click()
    const form = page.getByRole('dialog')
    await form.getByLabel('Peserta').fill(student.peserta_nama)
    await take(page, new RegExp(student.peserta_nama))
    await form.getByLabel('Kursus').fill(student.kursus.nama)
    await take(page, new RegExp(student.kursus.nama))
    await form.getByLabel('Alasan').fill('Listrik padam')
    await form.getByRole('button', { name: 'Simpan' }).click()
    await expect(form).toHaveCount(0)
    expect(await newest(api('admin'))).toMatchObject({ status: 'tersedia' })
  })
})

test.describe('the student', () => {
  test.use({ role: 'peserta', viewport: { width: 375, height: 740 }, hasTouch: true })
  test('books the make-up on a phone', async ({ page, open, api }) => {
    await open('/portal/peserta')
    await title(page, 'Portal Peserta')
    const button = page
      .getByRole('button', { name: `Pesan kelas pengganti ${student.kursus.nama}` })
      .last()
    await button.tap()
    const dialog = page.getByRole('dialog', { name: 'Pesan Kelas Pengganti' })
    const first = dialog.getByRole('button', { name: /^Pesan / }).first()
    await expect(first).toBeVisible()
    await checkBoth(page, 'Pesan Kelas Pengganti')
    await first.tap()
    await expect(page.getByText(/^Kelas pengganti dipesan:/)).toBeVisible()
    await expect(dialog).toHaveCount(0)
    expect(await newest(api('admin'))).toMatchObject({ status: 'dipesan' })
  })
})

test.describe('the office after booking', () => {
  test.use({ role: 'admin' })
  test('shows the make-up and marks the guest present', async ({ page, open, api }) => {
    const credit = await newest(api('admin'))
    await open(`/kredit-pengganti?peserta_id=${student.peserta_id}&status=dipesan`)
    await title(page, 'Kelas Pengganti')
    await expect(page.locator('tbody tr[data-id]').first()).toContainText(
      StatusKredit.label('dipesan'),
    )
    await open(`/kursus-pelatih/absensi?id=${credit?.pertemuan_id}`)
    await title(page, 'Absensi')
    const guest = page.getByRole('listitem').filter({ hasText: 'Kelas pengganti' })
    await expect(guest).toContainText(student.peserta_nama)
    await guest.getByRole('button', { name: 'Hadir', exact: true }).click()
    // The lesson has not begun, so the page asks for a confirmation before it stores the mark.
    const question = page.getByRole('dialog', { name: 'Tandai sekarang?' })
    await question.getByRole('button', { name: 'Tandai' }).click()
    await expect(page.getByRole('status', { name: 'Pengiriman' })).toHaveText(
      'Semua absensi tersimpan',
    )
    expect(await newest(api('admin'))).toMatchObject({ id: credit?.id, status: 'terpakai' })
  })
})
