/** Tests of the lists of bills that wait for payment: order, columns, sum of a selection. */
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { addDays, currentDay } from '#contract/values/tanggal.ts'
import { makeBill } from '#mocks/people/family.ts'
import { must, type School } from '#mocks/school/school.ts'
import { serveSchool } from '#mocks/serve.ts'
import { closeApp, place, renderApp } from '#src/test/renderApp.tsx'

const school = serveSchool()
afterEach(closeApp)

/**
 * Publishes a bill for a student and sets its due day by SQL, because the API accepts no due day in
 * the past.
 */
const makeDue = async (peserta_id: number, harga_satuan: number, days: number) => {
  const s = { ...school.api, ids: school.ids, superadmin: school.superadmin } as unknown as School
  const id = await makeBill(s, school.ids.akun, 0, {
    items: [{ jenis_billing_id: school.ids.jenis, peserta_id, deskripsi: 'Buku', harga_satuan }],
  })
  await school.api.db
    .updateTable('billing')
    .set({ jatuh_tempo: addDays(currentDay(), days) })
    .where('id', '=', id)
    .execute()
  return id
}
const nameOf = async (id: number) =>
  must(await school.superadmin.get<{ name: string }>(`/user/view?id=${id}`)).name
const rows = async () =>
  within(await screen.findByRole('table'))
    .getAllByRole('row')
    .filter((row) => row.dataset.id)

test('shows the most overdue bill first, with student, payer, days and last message', async () => {
  const { ids } = school
  await makeDue(ids.adik, 70_000, 20)
  const late = await makeDue(ids.peserta, 50_000, -62)
  await makeDue(ids.peserta, 60_000, -3)
  const [student, sibling, payer] = [
    await nameOf(ids.peserta),
    await nameOf(ids.adik),
    await nameOf(ids.akun),
  ]
  const { phone } = must(
    await school.superadmin.get<{ phone: string }>(`/user/view?id=${ids.akun}`),
  )
  const message = { kanal: 'wa_link', tujuan: phone, templat: 'wa_tagihan', isi: 'Halo {tautan}' }
  must(await school.superadmin.post(`/billing/share-kirim?id=${late}`, message, 'kunci-wa'))
  const user = await renderApp('/billing/unpaid', (await school.api.as(ids.admin)).token)
  const [first, second, third] = await rows()
  expect(first).toHaveTextContent(student)
  expect(first).toHaveTextContent(payer)
  expect(first).toHaveTextContent('62 hari')
  expect(first).toHaveTextContent('baru saja')
  expect(second).toHaveTextContent('3 hari')
  expect(third).toHaveTextContent(sibling)
  expect(within(third!).queryByText(/ hari$/)).toBeNull()
  await user.click(within(first!).getByRole('checkbox'))
  await user.click(within(third!).getByRole('checkbox'))
  const bar = await screen.findByRole('region', { name: 'Baris terpilih' })
  expect(within(bar).getByRole('status')).toHaveTextContent('2 dipilih · Sisa Rp120.000')
  // Expects a sort order in the URL, because the new order differs from the default order. The URL
  // omits the default order.
  await user.click(screen.getByRole('button', { name: /^Sisa/ }))
  await waitFor(() => expect(place()).toMatch(/sort=-?sisa/))
})

test('sends a reminder for the most overdue bill with j, w, w, and opens its payment with b', async () => {
  const { ids } = school
  await makeDue(ids.peserta, 60_000, -3)
  const late = await makeDue(ids.peserta, 50_000, -62)
  const user = await renderApp('/billing/unpaid', (await school.api.as(ids.admin)).token)
  await rows()
  await user.keyboard('jb')
  await waitFor(() => expect(place()).toBe(`/billing-payment/form?billing_id=${late}`))
  window.history.back()
  await rows()
  const tab = { opener: window, location: { href: '' } }
  const opened = vi.spyOn(window, 'open').mockReturnValue(tab as unknown as Window)
  await user.keyboard('jw')
  const text = await screen.findByRole('textbox', { name: 'Isi pesan' })
  expect(place()).toBe(`/billing/share?id=${late}`)
  await user.type(text, 'w')
  expect(opened).not.toHaveBeenCalled()
  text.blur()
  await user.keyboard('w')
  await waitFor(() => expect(tab.location.href).toContain('wa.me'))
  expect(opened).toHaveBeenCalledOnce()
  const sent = await screen.findByRole('table', { name: 'Pesan terkirim' })
  expect(within(sent).getAllByRole('row')).toHaveLength(2)
})

test('shows why the key w does nothing on a void bill', async () => {
  const { ids } = school
  const id = await makeDue(ids.peserta, 60_000, 3)
  must(
    await school.superadmin.post(
      `/billing/batalkan?id=${id}`,
      { alasan: 'Salah keluarga' },
      'batal-w',
    ),
  )
  const user = await renderApp(`/billing/view?id=${id}`, (await school.api.as(ids.admin)).token)
  await screen.findByRole('button', { name: 'Bagikan' })
  await user.keyboard('w')
  expect(await screen.findByText('Tagihan sudah dibatalkan')).toBeVisible()
  expect(place()).toBe(`/billing/view?id=${id}`)
})
