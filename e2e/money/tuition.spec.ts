/**
 * Bill with tuition, written by hand: the form fills in the bill line from the student's course,
 * and offers each course once per month. Also publishing several drafts together.
 */
import type { Page } from '@playwright/test'
import { expect, take, test } from '../fixtures.ts'

const line = (page: Page, n: number) => page.getByRole('group', { name: `Baris ${n}` })
const pick = async (page: Page, label: string, text: string | RegExp) => {
  await line(page, 1).getByRole('combobox', { name: label }).click()
  await take(page, text)
}
interface Enrolment {
  id: number
  mulai: string
  selesai: string | null
  peserta_id: number
  peserta: { name: string } | null
  kursus: { nama: string } | null
}
interface Student {
  akun_billing_id: number | null
}
/** August of next year, for which the demo school has no bills yet. */
const month = `${new Date().getUTCFullYear() + 1}-08`

test.describe.configure({ mode: 'serial' })
test.use({ role: 'admin', allowErrors: [/4(09|22)/] })
let akun = ''
let peserta = ''

const openLine = async (page: Page, open: (path: string) => Promise<unknown>) => {
  await open('/billing/form')
  await page.getByRole('combobox', { name: 'Akun Billing' }).fill(akun)
  await take(page, akun)
  // Choosing the payer also fills in the due date and the outlet. The outlet stays empty only for a
  // payer with several possible outlets or with none.
  await expect(page.getByLabel('Jatuh Tempo')).not.toHaveValue('')
  await expect(page.getByRole('combobox', { name: 'Outlet' })).not.toHaveValue('')
  await page.getByLabel('Periode').fill(month)
  await pick(page, 'Jenis Billing', /Kursus/)
  await pick(page, 'Peserta', peserta)
}

test('fills the line from a course and offers the course once a month', async ({
  page,
  open,
  api,
}) => {
  const admin = api('admin')
  const rows = (
    await admin.get<Enrolment[]>('/kursus-peserta?status=1&per-page=100&expand=peserta,kursus')
  ).data.filter((e) => e.selesai === null)
  // Finds a student who takes one course and whose payer has no other student.
  for (const row of rows) {
    if (rows.filter((e) => e.peserta_id === row.peserta_id).length > 1) continue
    const { data } = await admin.get<Student>(`/user/view?id=${row.peserta_id}`)
    const payer = data.akun_billing_id
    if (!payer) continue
    const prefill = (await admin.get<{ gedung_id: number | null }>(`/billing/isian?id=${payer}`))
      .data
    const answer = await admin.get<{ baris: { halangan: string | null }[] }>(
      `/billing/kursus?id=${row.peserta_id}&periode=${month}`,
    )
    const { baris } = answer.data
    if (prefill.gedung_id === null || baris.length !== 1 || baris[0]?.halangan) continue
    akun = (await admin.get<{ name: string }>(`/user/view?id=${payer}`)).data.name
    peserta = row.peserta?.name ?? ''
    break
  }
  expect(peserta).not.toBe('')
  await openLine(page, open)
  await expect(line(page, 1).getByLabel('Kursus yang Diikuti')).not.toHaveValue('')
  await expect(line(page, 1).getByLabel('Deskripsi')).toHaveValue(/Agustus/)
  await expect(line(page, 1).getByLabel('Harga Satuan')).not.toHaveValue('')
  // A price that differs from the price of the course requires a reason. A button restores the
  // price of the course.
  const price = await line(page, 1).getByLabel('Harga Satuan').inputValue()
  await line(page, 1).getByLabel('Harga Satuan').fill('1000')
  await page.getByRole('button', { name: 'Simpan' }).click()
  await expect(page.getByText(/Harga jadwalnya/)).toBeVisible()
  await line(page, 1)
    .getByRole('button', { name: /Samakan dengan jadwal/ })
    .click()
  await expect(line(page, 1).getByLabel('Harga Satuan')).toHaveValue(price)
  await page.getByRole('button', { name: 'Simpan' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Detail Tagihan')

  await openLine(page, open)
  const notes = line(page, 1).getByRole('status')
  await expect(notes).toContainText('Baris kursus lain peserta ini di Agustus')
  await expect(notes.getByRole('link')).toHaveText(/^draft /)
  await expect(line(page, 1).getByLabel('Kursus yang Diikuti')).toHaveValue('')
  await expect(line(page, 1).locator('option', { hasText: 'sudah ditagih di' })).toBeDisabled()
  await line(page, 1).getByLabel('Deskripsi').fill('Les tambahan')
  await line(page, 1).getByLabel('Harga Satuan').fill('150000')
  await page.getByRole('button', { name: 'Simpan' }).click()
  await expect(page.getByText(/tulis alasan tanpa jadwal/)).toBeVisible()
  await line(page, 1).getByLabel('Alasan Tanpa Jadwal').fill('Persiapan lomba')
  await page.getByRole('button', { name: 'Simpan' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Detail Tagihan')
})

test('publishes the drafts of a filtered list together', async ({ page, open }) => {
  await open(`/billing?periode=${month}&status=0`)
  await expect(page.locator('tbody tr[data-id]')).toHaveCount(2)
  await page.getByLabel('Pilih semua').click()
  await page.getByRole('button', { name: 'Terbitkan', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Terbitkan 2 tagihan?')
  // The dialog shows the total of the bills before the user confirms.
  await expect(dialog).toContainText(/2 tagihan, total Rp[\d.]+, mendapat nomor/)
  await dialog.getByRole('button', { name: 'Terbitkan' }).click()
  await expect(dialog.getByRole('status')).toHaveText('2 berhasil, 0 gagal')
  await dialog.getByRole('button', { name: 'Tutup' }).click()
  await expect(page.getByText('Tidak ada yang cocok')).toBeVisible()
  // The button that opened the dialog does not exist any more, because no row is selected. Another
  // button must get the focus.
  await expect(page.locator(':focus')).toHaveText('Atur ulang')
})
