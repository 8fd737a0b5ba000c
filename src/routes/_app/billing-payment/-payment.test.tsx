/**
 * Tests of the payment form: bills and amount update each other, cash with change, and the receipt.
 */
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { billingPayment } from '#contract/billing/billingPayment.ts'
import type { Row } from '#contract/resource.ts'
import { makeBill } from '#mocks/people/family.ts'
import { must, type School } from '#mocks/school/school.ts'
import { serveSchool } from '#mocks/serve.ts'
import { closeApp, place, renderApp } from '#src/test/renderApp.tsx'

const school = serveSchool()
afterEach(closeApp)

/** Returns the school in the type that the helper functions of mocks/ expect. */
const maker = () =>
  ({ ...school.api, ids: school.ids, superadmin: school.superadmin }) as unknown as School
/**
 * Publishes two bills of the family for one student: 100.000 rupiah, overdue, and 250.000 rupiah.
 * Returns the name of the student.
 */
const makeBills = async () => {
  const { ids } = school
  const lineOf = (deskripsi: string, harga_satuan: number) => ({
    items: [{ jenis_billing_id: ids.jenis, peserta_id: ids.peserta, deskripsi, harga_satuan }],
  })
  const id = await makeBill(maker(), ids.akun, 0, lineOf('Buku', 100_000))
  await makeBill(maker(), ids.akun, 0, lineOf('Senar', 250_000))
  // Sets the past due day in the database, because the server publishes no bill with such a due
  // day.
  await school.api.db
    .updateTable('billing')
    .set({ jatuh_tempo: '2026-01-10' })
    .where('id', '=', id)
    .execute()
  return must(await school.superadmin.get<{ name: string }>(`/user/view?id=${ids.peserta}`)).name
}
const openForm = async (path = '/billing-payment/form') =>
  renderApp(path, (await school.api.as(school.ids.admin)).token)
const openForFamily = () => openForm(`/billing-payment/form?akun_billing_id=${school.ids.akun}`)
const input = (name: string) => screen.getByRole('textbox', { name })
const table = () => screen.findByRole('table', { name: /^Tagihan terbuka/ })
const rowOf = async (text: string) =>
  within(
    within(await table())
      .getByText(text, { exact: false })
      .closest('tr')!,
  )
const payments = async () =>
  must(await school.superadmin.get<Row<typeof billingPayment>[]>('/billing-payment'))

test('ticks all open bills, with student, content and days overdue', async () => {
  const name = await makeBills()
  await openForFamily()
  const first = await rowOf('Buku')
  expect(first.getByText(`${name} · Buku`)).toBeVisible()
  expect(first.getByText(/^[\d.]+ hari$/)).toBeVisible()
  expect((await rowOf('Senar')).queryByText(/hari$/)).toBeNull()
  for (const box of within(await table()).getAllByRole('checkbox')) expect(box).toBeChecked()
  expect(input('Jumlah')).toHaveValue('Rp 350.000')
})

test('changes the amount with ticks, rows and the saldo, and spreads a typed amount', async () => {
  await makeBills()
  const user = await openForFamily()
  const [book, string] = [await rowOf('Buku'), await rowOf('Senar')]
  await user.click(book.getByRole('checkbox'))
  expect(input('Jumlah')).toHaveValue('Rp 250.000')
  await user.clear(string.getByRole('textbox'))
  await user.type(string.getByRole('textbox'), '200000')
  expect(input('Jumlah')).toHaveValue('Rp 200.000')
  await user.click(screen.getByRole('button', { name: 'Bayar semua' }))
  expect(input('Jumlah')).toHaveValue('Rp 350.000')
  expect(screen.queryByRole('button', { name: 'Bayar semua' })).toBeNull()
  // Typing the amount of the payment spreads it over the bills, oldest first.
  await user.clear(input('Jumlah'))
  await user.type(input('Jumlah'), '120000')
  expect(book.getByRole('textbox')).toHaveValue('Rp 100.000')
  expect(string.getByRole('textbox')).toHaveValue('Rp 20.000')
  // The typed saldo is added to the amount, although a bill is still open.
  await user.click(screen.getByRole('button', { name: 'Ubah' }))
  await user.type(input('Ke saldo'), '30000')
  expect(input('Jumlah')).toHaveValue('Rp 150.000')
  expect(screen.getByText('Masih ada tagihan terbuka, tetapi Rp30.000 masuk saldo.')).toBeVisible()
})

test('finds the payer by the name of a child and by a bill number', async () => {
  const name = await makeBills()
  const user = await openForm()
  const payer = await screen.findByRole('combobox', { name: 'Akun Billing' })
  const akun = must(
    await school.superadmin.get<{ name: string }>(`/user/view?id=${school.ids.akun}`),
  )
  await user.type(payer, name)
  expect(await screen.findByRole('option', { name: new RegExp(`^${akun.name}`) })).toBeVisible()
  await user.clear(payer)
  const [bill] = must(await school.superadmin.get<{ nomor: string }[]>('/billing?status=1'))
  await user.type(payer, bill!.nomor.toLowerCase())
  await user.click(await screen.findByRole('option', { name: new RegExp(`^${akun.name}`) }))
  expect(await table()).toBeVisible()
})

test('rejects too little cash, takes enough without a question, ends on the receipt', async () => {
  await makeBills()
  const user = await openForFamily()
  await table()
  await user.type(input('Uang diterima'), '300000{Enter}')
  expect(await screen.findByText('Kurang Rp50.000')).toBeVisible()
  expect(input('Uang diterima')).toHaveFocus()
  expect(await payments()).toEqual([])
  await user.clear(input('Uang diterima'))
  await user.type(input('Uang diterima'), '400000')
  expect(screen.getByText('Rp50.000').parentElement).toHaveTextContent('Kembalian Rp50.000')
  await user.keyboard('{Enter}')
  await waitFor(() => expect(place()).toMatch(/^\/billing-payment\/print\?id=\d+$/))
  expect(await screen.findByText('Kembalian Rp50.000')).toBeVisible()
  await waitFor(() => expect(screen.getByRole('button', { name: 'Cetak' })).toHaveFocus())
  expect(await payments()).toMatchObject([{ jumlah: 350_000, dialokasikan: 350_000 }])
})

test('asks before money becomes saldo, and opens folded fields that have an error', async () => {
  await makeBills()
  const user = await openForFamily()
  await table()
  await user.clear(input('Jumlah'))
  await user.type(input('Jumlah'), '500000')
  await user.type(input('Uang diterima'), '500000')
  const more = screen.getByRole('button', { name: 'Data lain' })
  await user.click(more)
  await user.type(
    await screen.findByRole('textbox', { name: 'Sudah Terima Dari' }),
    'x'.repeat(121),
  )
  await user.click(more)
  expect(screen.queryByRole('textbox', { name: 'Sudah Terima Dari' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Terima & cetak' }))
  const payer = await screen.findByRole('textbox', { name: 'Sudah Terima Dari' })
  await waitFor(() => expect(payer).toHaveFocus())
  await user.clear(payer)
  await user.type(payer, 'Ibu Ani')
  await user.click(screen.getByRole('button', { name: 'Terima & cetak' }))
  const question = await screen.findByRole('dialog', { name: 'Terima Rp500.000?' })
  expect(question).toHaveTextContent('saldo Rp150.000')
  await user.click(within(question).getByRole('button', { name: 'Terima' }))
  await waitFor(() => expect(place()).toMatch(/^\/billing-payment\/print/))
  expect(await payments()).toMatchObject([{ ke_saldo: 150_000, pembayar_nama: 'Ibu Ani' }])
})
