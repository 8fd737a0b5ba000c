/**
 * Tests of manual changes to credit (saldo) on the record of a payer: refund, transfer within the
 * family, and correction.
 */
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { currentDay } from '#contract/values/tanggal.ts'
import { makeAkun } from '#mocks/people/family.ts'
import { must, type School } from '#mocks/school/school.ts'
import { serveSchool } from '#mocks/serve.ts'
import { closeApp, renderApp } from '#src/test/renderApp.tsx'

const school = serveSchool()
afterEach(closeApp)

/** Returns the school in the type that the helper functions of mocks/ expect. */
const maker = () =>
  ({ ...school.api, ids: school.ids, superadmin: school.superadmin }) as unknown as School
const phone = '081233334444'
/**
 * Creates a payer who has credit (saldo). The credit comes from a payment that is allocated to no
 * bill.
 */
const makePayer = async (name: string, jumlah: number) => {
  const id = await makeAkun(maker(), { name, phone })
  must(
    await school.superadmin.post('/billing-payment/create', {
      akun_billing_id: id,
      gedung_id: school.ids.gedung,
      tanggal: currentDay(),
      metode: 0,
      jumlah,
    }),
  )
  return id
}
const saldoOf = async (id: number) =>
  must(await school.superadmin.get<{ saldo_kredit: number }>(`/user/info-billing?id=${id}`))
    .saldo_kredit

/**
 * Signs in as the user with the id `by` (default: an admin), opens the credit ledger of the payer
 * `id`, and chooses an action in the menu of the ledger.
 */
const begin = async (id: number, action: string, by = school.ids.admin) => {
  const { token } = await school.api.as(by)
  const user = await renderApp(`/user/view?id=${id}&tab=saldo`, token)
  await user.click(await screen.findByRole('button', { name: 'Aksi lain' }))
  await user.click(await screen.findByRole('menuitem', { name: action }))
  const form = within(await screen.findByRole('dialog', { name: new RegExp(`^${action}`) }))
  return { user, form, amount: await form.findByLabelText(/^Jumlah/) }
}
const waitForClose = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
/**
 * Waits for a text in the credit ledger. Returns the table row of the newest entry of the ledger.
 */
const entry = async (text: RegExp) => {
  const table = await screen.findByRole('table', { name: 'Mutasi saldo' })
  await within(table).findByText(text)
  return within(table).getAllByRole('row')[1]!
}
const reason = 'Keluarga pindah ke luar kota'
const proof = () =>
  new File([`%PDF-1.7\n${'x'.repeat(60)}`], 'tanda-terima.pdf', { type: 'application/pdf' })

test('proposes the whole saldo and refunds a part in cash with a proof', async () => {
  const id = await makePayer('Ibu Lestari', 90_000)
  const { user, form, amount } = await begin(id, 'Kembalikan saldo')
  expect(amount).toHaveValue('Rp 90.000')
  await user.type(form.getByLabelText(/^Alasan/), reason)
  await user.click(form.getByRole('button', { name: 'Kembalikan' }))
  expect(await form.findByText('Wajib diisi')).toBeVisible()
  await user.upload(form.getByLabelText(/^Bukti/), proof())
  expect(await form.findByRole('button', { name: /Lihat berkas/ })).toBeVisible()
  await user.clear(amount)
  await user.type(amount, '60000')
  expect(form.getByText(/^Saldo sekarang/)).toHaveTextContent('Rp90.000, menjadi Rp30.000')
  await user.click(form.getByRole('button', { name: 'Kembalikan' }))
  await waitForClose()
  expect(await screen.findByText('Ibu Lestari menerima saldonya kembali')).toBeVisible()
  expect(await entry(new RegExp(reason))).toHaveTextContent('-Rp60.000')
  expect(await saldoOf(id)).toBe(30_000)
})

test('requires a bank for a refund by transfer and a till for a refund in cash', async () => {
  const id = await makePayer('Ibu Lestari', 90_000)
  const { user, form } = await begin(id, 'Kembalikan saldo')
  expect(form.queryByLabelText(/^Dari Bank/)).toBeNull()
  expect(form.getByLabelText(/^Dari Kas Outlet/, { selector: 'input' })).toBeVisible()
  await user.selectOptions(form.getByLabelText(/^Metode/), 'Transfer')
  expect(form.queryByLabelText(/^Dari Kas Outlet/)).toBeNull()
  await user.upload(form.getByLabelText(/^Bukti/), proof())
  await form.findByRole('button', { name: /Lihat berkas/ })
  await user.type(form.getByLabelText(/^Alasan/), reason)
  await user.click(form.getByRole('button', { name: 'Kembalikan' }))
  const bank = form.getByLabelText(/^Dari Bank/)
  await waitFor(() => expect(bank).toBeInvalid())
  await user.selectOptions(bank, 'BCA 1234567890')
  await user.click(form.getByRole('button', { name: 'Kembalikan' }))
  await waitForClose()
  expect(await entry(new RegExp(reason))).toHaveTextContent('Transfer')
  expect(await saldoOf(id)).toBe(0)
  await user.click(screen.getByRole('button', { name: 'Aksi lain' }))
  const item = await screen.findByRole('menuitem', { name: /^Kembalikan saldo/ })
  expect(item).toHaveTextContent('Akun ini tidak punya saldo')
})

test('transfers saldo to an account of the family and rejects another family', async () => {
  const id = await makePayer('Ibu Lestari', 90_000)
  const to = await makeAkun(maker(), { name: 'Bapak Lestari', phone })
  const { user, form, amount } = await begin(id, 'Alihkan saldo')
  const receiver = form.getByLabelText(/^Ke Akun Billing/, { selector: 'input' })
  await user.type(receiver, 'Gita')
  await user.click(await screen.findByRole('option', { name: /^Gita Wijaya/ }))
  await user.clear(amount)
  await user.type(amount, '25000')
  await user.type(form.getByLabelText(/^Alasan/), reason)
  await user.click(form.getByRole('button', { name: 'Alihkan' }))
  expect(await form.findByText(/^Bukan akun dari keluarga yang sama/)).toBeVisible()
  await user.clear(receiver)
  await user.type(receiver, 'Bapak')
  await user.click(await screen.findByRole('option', { name: /^Bapak Lestari/ }))
  await user.click(form.getByRole('button', { name: 'Alihkan' }))
  await waitForClose()
  expect(await screen.findByText('Ibu Lestari mengalihkan saldonya')).toBeVisible()
  const line = await entry(new RegExp(reason))
  expect(line).toHaveTextContent('-Rp25.000')
  expect(within(line).getByRole('link', { name: 'Bapak Lestari' })).toBeVisible()
  expect([await saldoOf(id), await saldoOf(to)]).toEqual([65_000, 25_000])
})

test('corrects saldo as superadmin and rejects a result below zero', async () => {
  const id = await makePayer('Ibu Lestari', 90_000)
  const { user, form, amount } = await begin(id, 'Koreksi saldo', school.ids.superadmin)
  await user.type(amount, '100000')
  await user.type(form.getByLabelText(/^Alasan/), 'Tercatat dua kali bulan lalu')
  await user.click(form.getByRole('button', { name: 'Catat koreksi' }))
  await waitFor(() => expect(amount).toBeInvalid())
  await user.selectOptions(form.getByLabelText(/^Arah/), 'Tambah saldo')
  expect(form.getByText(/^Saldo sekarang/)).toHaveTextContent('menjadi Rp190.000')
  await user.click(form.getByRole('button', { name: 'Catat koreksi' }))
  await waitForClose()
  expect(await screen.findByText('Ibu Lestari saldonya dikoreksi')).toBeVisible()
  expect(await entry(/Tercatat dua kali/)).toHaveTextContent('Rp100.000')
  const [saldo] = await screen.findAllByText('Rp190.000')
  expect(saldo).toBeVisible()
  expect(await saldoOf(id)).toBe(190_000)
})
