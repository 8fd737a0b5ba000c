/**
 * Tests of rejected requests for a cash closing: closing after a payment was recorded during the
 * count, and reopening a closing that another user has already reopened.
 */
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { tutupKas } from '#contract/billing/tutupKas.ts'
import type { Row } from '#contract/resource.ts'
import { currentDay } from '#contract/values/tanggal.ts'
import { must } from '#mocks/school/school.ts'
import { serveSchool } from '#mocks/serve.ts'
import { closeApp, renderApp } from '#src/test/renderApp.tsx'

const school = serveSchool()
afterEach(closeApp)

type Closing = Row<typeof tutupKas>
const pay = async (jumlah: number) =>
  must(
    await school.superadmin.post('/billing-payment/create', {
      akun_billing_id: school.ids.akun,
      gedung_id: school.ids.gedung,
      tanggal: currentDay(),
      metode: 0,
      jumlah,
    }),
  )
const closings = async () => must(await school.superadmin.get<Closing[]>('/tutup-kas'))

test('rejects closing a till with a payment added meanwhile and shows the difference', async () => {
  await pay(150_000)
  const { token } = await school.api.as(school.ids.admin)
  const user = await renderApp(`/tutup-kas/form?gedung_id=${school.ids.gedung}`, token)
  await user.type(await screen.findByLabelText(/^Kas Awal/), '0')
  await user.type(screen.getByLabelText(/^Kas Dihitung/), '150000')
  await user.type(screen.getByLabelText(/^Disetor/), '150000')
  expect(screen.getByText('Cocok')).toBeVisible()
  await pay(20_000)
  await user.click(screen.getByRole('button', { name: 'Tutup kas' }))
  const refusal = await screen.findByRole('dialog', { name: 'Error 409' })
  await user.click(within(refusal).getByRole('button', { name: 'Batal' }))
  expect(await screen.findByText('Kurang Rp20.000')).toBeVisible()
  expect(await closings()).toEqual([])
  const counted = screen.getByLabelText(/^Kas Dihitung/)
  await user.clear(counted)
  await user.type(counted, '170000')
  await user.click(screen.getByRole('button', { name: 'Tutup kas' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Detail Tutup Kas' })).toBeVisible()
  expect(await closings()).toMatchObject([{ tunai: 170_000, selisih: 0, disetor: 150_000 }])
})

test('rejects reopening a till reopened by another user and shows the new state', async () => {
  await pay(150_000)
  const { id, versi } = must(
    await school.superadmin.post<Closing>('/tutup-kas/create', {
      gedung_id: school.ids.gedung,
      tanggal: currentDay(),
      awal: 0,
      dihitung: 150_000,
      disetor: 0,
    }),
  )
  const user = await renderApp(`/tutup-kas/view?id=${id}`, school.superadmin.token)
  await user.click(await screen.findByRole('button', { name: 'Buka kembali' }))
  const form = within(await screen.findByRole('dialog'))
  const alasan = 'Uang ditemukan di laci'
  must(await school.superadmin.post(`/tutup-kas/buka?id=${id}`, { alasan, versi }))
  await user.type(form.getByLabelText(/^Alasan/), 'Salah hitung')
  await user.click(form.getByRole('button', { name: 'Buka kembali' }))
  const refusal = await screen.findByRole('dialog', { name: 'Error 409' })
  await user.click(within(refusal).getByRole('button', { name: 'Batal' }))
  expect((await screen.findAllByText(new RegExp(alasan)))[0]).toBeVisible()
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Buka kembali' })).toHaveAttribute(
      'aria-disabled',
      'true',
    ),
  )
})
