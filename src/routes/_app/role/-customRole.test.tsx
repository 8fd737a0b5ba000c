/**
 * Tests of custom roles that hold only some of the access codes of a screen. The tests expect that
 * the parts of the screen for the held codes still work.
 */
import { screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { MetodePembayaran, RoleId } from '#contract/enums.ts'
import { currentDay } from '#contract/values/tanggal.ts'
import { makeBill } from '#mocks/people/family.ts'
import { must } from '#mocks/school/school.ts'
import { serveSchool } from '#mocks/serve.ts'
import { closeApp, renderApp } from '#src/test/renderApp.tsx'

const school = serveSchool()
afterEach(closeApp)

/** Returns the token of a cashier who may record payments but not read bills. */
const cashier = async () => {
  const { id } = must(
    await school.superadmin.post('/role/create', {
      name: 'Kasir',
      dasar_role_id: RoleId.admin,
      accesses: [
        'billing-payment/index',
        'billing-payment/view',
        'billing-payment/create',
        'billing-payment/print',
      ],
    }),
  )
  const person = must(
    await school.superadmin.post('/user/create', {
      role_id: id,
      name: 'Kasir Uji',
      email: 'kasir@contoh.id',
    }),
  )
  return (await school.api.as(person.id)).token
}

/** Stores a bill and a payment that pays a part of the bill. */
const pay = async () => {
  const { superadmin, ids, api } = school
  const s = { ...api, superadmin, admin: superadmin } as never
  const bill = await makeBill(s, ids.akun, 100_000)
  const payment = must(
    await superadmin.post('/billing-payment/create', {
      akun_billing_id: ids.akun,
      gedung_id: ids.gedung,
      tanggal: currentDay(),
      metode: MetodePembayaran.tunai,
      jumlah: 60_000,
    }),
  )
  return { bill, payment: payment.id }
}

test('shows the allocation of a receipt to a user without access to bills', async () => {
  const { bill, payment } = await pay()
  await renderApp(`/billing-payment/view?id=${payment}`, await cashier())
  const table = within(await screen.findByRole('table', { name: 'Alokasi pembayaran' }))
  expect(table.getByText(`Tagihan #${bill}`)).toBeVisible()
  expect(table.getByText('Rp60.000')).toBeVisible()
  expect(screen.queryByText('Anda tidak berhak melakukan ini')).toBeNull()
})

test('prints the receipt for a user without access to bills', async () => {
  const { bill, payment } = await pay()
  await renderApp(`/billing-payment/print?id=${payment}`, await cashier())
  expect(await screen.findByText('Enam puluh ribu rupiah')).toBeVisible()
  expect(screen.getByText(`Tagihan #${bill} – tagihan`)).toBeVisible()
})

test('shows that a picker is not available to the user', async () => {
  const user = await renderApp('/billing-payment/form', await cashier())
  await user.click(await screen.findByRole('combobox', { name: 'Akun Billing' }))
  expect(await screen.findByText('Anda tidak berhak memilih dari data ini')).toBeVisible()
})
