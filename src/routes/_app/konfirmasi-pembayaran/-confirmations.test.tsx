/**
 * Tests of payment confirmations: a family withdraws a confirmation and sends it again, and an
 * admin approves or rejects a confirmation.
 */
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { konfirmasiPembayaran } from '#contract/billing/konfirmasi/konfirmasiPembayaran.ts'
import type { Row } from '#contract/resource.ts'
import type { Client } from '#mocks/api/api.ts'
import { confirmationBody, makeConfirmation } from '#mocks/money/confirmation.ts'
import { must, type School } from '#mocks/school/school.ts'
import { serveSchool } from '#mocks/serve.ts'
import { closeApp, place, renderApp } from '#src/test/renderApp.tsx'

const school = serveSchool()
afterEach(closeApp)

type Confirmation = Row<typeof konfirmasiPembayaran>
/** Returns the school in the type that the helper functions of mocks/ expect. */
const maker = () =>
  ({ ...school.api, ids: school.ids, superadmin: school.superadmin }) as unknown as School
const confirmationOf = async (id: number) =>
  must(
    await school.superadmin.get<Confirmation>(
      `/konfirmasi-pembayaran/view?id=${id}&expand=tagihan`,
    ),
  )
/** Creates a bill of `jumlah` rupiah and sends a confirmation of this amount as the payer. */
const send = async (payer: Client, jumlah = 100_000) => {
  const body = await confirmationBody(maker(), { by: payer, akun: school.ids.akun, jumlah })
  const sent = await payer.post<{ id: number }>('/konfirmasi-pembayaran/create', body)
  return confirmationOf(must(sent).id)
}
const refuse = async ({ id, versi }: Confirmation) =>
  must(
    await school.superadmin.post(`/konfirmasi-pembayaran/tolak?id=${id}`, {
      alasan: 'Bukti tidak terbaca',
      versi,
    }),
  )
const waitForClose = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

test('withdraws a pending confirmation as its payer', async () => {
  const payer = await school.api.as(school.ids.akun)
  const { id, nomor } = await send(payer)
  const user = await renderApp(`/konfirmasi-pembayaran/view?id=${id}`, payer.token)
  expect(await screen.findByText('Menunggu verifikasi')).toBeVisible()
  for (const name of ['Setujui', 'Tolak', 'Kirim lagi'])
    expect(screen.queryByRole('button', { name })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Batalkan' }))
  const ask = await screen.findByRole('dialog', { name: `Batalkan ${nomor}?` })
  expect(ask).toHaveTextContent('Rp100.000 dari Fajar Santoso tidak lagi diperiksa')
  await user.click(within(ask).getByRole('button', { name: 'Batalkan konfirmasi' }))
  await waitForClose()
  expect(await screen.findByText(`${nomor} dibatalkan`)).toBeVisible()
  await waitFor(() => expect(screen.queryByText('Menunggu verifikasi')).toBeNull())
  expect(screen.queryByRole('button', { name: 'Batalkan' })).toBeNull()
  expect(await confirmationOf(id)).toMatchObject({ status: 'dibatalkan' })
})

test('shows that an expired proof was removed, beside the rest of the confirmation', async () => {
  const { id, nomor, bukti } = await send(await school.api.as(school.ids.akun))
  const { db } = school.api
  await db.deleteFrom('berkas_isi').where('berkas_id', '=', bukti).execute()
  const removed = { dikosongkan_at: new Date().toISOString() }
  await db.updateTable('berkas').set(removed).where('id', '=', bukti).execute()
  await renderApp(`/konfirmasi-pembayaran/view?id=${id}`, school.superadmin.token)
  expect(
    await screen.findByText(/^Bukti ini sudah dihapus: konfirmasinya dibatalkan/),
  ).toBeVisible()
  expect(screen.getAllByText(nomor)).not.toHaveLength(0)
  expect(school.asked(new RegExp(`GET /berkas\\?id=${bukti}`))).toHaveLength(1)
})

test('prevents a family from withdrawing a confirmation made by the office', async () => {
  const id = await makeConfirmation(maker(), school.ids.gedung, school.ids.akun)
  const { token } = await school.api.as(school.ids.akun)
  const user = await renderApp(`/konfirmasi-pembayaran/view?id=${id}`, token)
  const button = await screen.findByRole('button', { name: 'Batalkan' })
  expect(button).toHaveAttribute('title', 'Hanya yang mengirimnya, atau admin, yang membatalkannya')
  await user.click(button)
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('rejects withdrawing a confirmation approved meanwhile and shows its receipt', async () => {
  const payer = await school.api.as(school.ids.akun)
  const { id, nomor, versi } = await send(payer)
  const user = await renderApp(`/konfirmasi-pembayaran/view?id=${id}`, payer.token)
  await user.click(await screen.findByRole('button', { name: 'Batalkan' }))
  const ask = within(await screen.findByRole('dialog', { name: `Batalkan ${nomor}?` }))
  must(await school.superadmin.post(`/konfirmasi-pembayaran/setujui?id=${id}`, { versi }))
  await user.click(ask.getByRole('button', { name: 'Batalkan konfirmasi' }))
  const refusal = await screen.findByRole('dialog', { name: 'Error 409' })
  await user.click(within(refusal).getByRole('button', { name: 'Batal' }))
  expect(await screen.findByRole('link', { name: /^KW\// })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Batalkan' })).toBeNull()
})

test('shows a payer the reason of a rejection and resends for the same bill', async () => {
  const payer = await school.api.as(school.ids.akun)
  await send(payer, 90_000)
  const refused = await send(payer)
  await refuse(refused)
  const user = await renderApp(`/konfirmasi-pembayaran/view?id=${refused.id}`, payer.token)
  expect(await screen.findByText(/Bukti tidak terbaca/)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Kirim lagi' }))
  const bills = within(await screen.findByRole('group', { name: /^Tagihan yang dibayar/ }))
  const ticked = bills.getAllByRole<HTMLInputElement>('checkbox').filter((box) => box.checked)
  expect(ticked.map((box) => Number(box.value))).toEqual(refused.tagihan?.map((b) => b.id))
  expect(screen.getByLabelText(/^Jumlah/)).toHaveValue('Rp 100.000')
  await waitFor(() =>
    expect(screen.getByLabelText(/^Rekening Tujuan/)).toHaveDisplayValue('BCA 1234567890'),
  )
  await user.click(screen.getByRole('button', { name: 'Kirim konfirmasi' }))
  expect(await screen.findByText('Wajib diisi')).toBeVisible()
  const proof = new File([`%PDF-1.7\n${'x'.repeat(60)}`], 'bukti.pdf', { type: 'application/pdf' })
  await user.upload(screen.getByLabelText(/^Bukti/), proof)
  await screen.findByRole('button', { name: /Lihat berkas/ })
  await user.click(screen.getByRole('button', { name: 'Kirim konfirmasi' }))
  expect(await screen.findByText('Menunggu verifikasi')).toBeVisible()
  const again = await confirmationOf(Number(/id=(\d+)/.exec(place())?.[1]))
  expect(again.id).not.toBe(refused.id)
  expect(again).toMatchObject({ status: 'menunggu', jumlah: 100_000 })
  expect(again.tagihan?.map((b) => b.id)).toEqual(refused.tagihan?.map((b) => b.id))
})

test('rejects a confirmation with a reason and opens the next pending one', async () => {
  const payer = await school.api.as(school.ids.akun)
  const [first, next] = [await send(payer), await send(payer, 90_000)]
  const { token } = await school.api.as(school.ids.admin)
  const user = await renderApp(`/konfirmasi-pembayaran/view?id=${first.id}`, token)
  await user.click(await screen.findByRole('button', { name: 'Tolak' }))
  const form = within(await screen.findByRole('dialog', { name: `Tolak ${first.nomor}?` }))
  await user.type(form.getByLabelText(/^Alasan/), 'kabur')
  await user.click(form.getByRole('button', { name: 'Tolak' }))
  expect(form.getByLabelText(/^Alasan/)).toBeInvalid()
  await user.type(form.getByLabelText(/^Alasan/), ' dan tidak terbaca')
  await user.click(form.getByRole('button', { name: 'Tolak' }))
  await waitForClose()
  expect(await screen.findByText(`${first.nomor} ditolak`)).toBeVisible()
  expect(await screen.findByText(next.nomor)).toBeVisible()
  expect(place()).toBe(`/konfirmasi-pembayaran/view?id=${next.id}`)
  expect(await confirmationOf(first.id)).toMatchObject({
    status: 'ditolak',
    alasan_tolak: 'kabur dan tidak terbaca',
  })
})

test('approves less than the stated amount and rejects more than the open amount', async () => {
  const { id, nomor, tagihan } = await send(await school.api.as(school.ids.akun))
  const bill = tagihan![0]!
  const { token } = await school.api.as(school.ids.admin)
  const user = await renderApp(`/konfirmasi-pembayaran/view?id=${id}`, token)
  await user.click(await screen.findByRole('button', { name: 'Setujui' }))
  const form = within(await screen.findByRole('dialog', { name: `Setujui ${nomor}` }))
  const part = await form.findByLabelText(`Dibayar ${bill.nomor}`)
  await user.clear(part)
  await user.type(part, '100001')
  await user.click(form.getByRole('button', { name: 'Setujui' }))
  await waitFor(() => expect(school.asked(/^POST .*setujui/)).toHaveLength(1))
  await waitFor(() => expect(part).toHaveFocus())
  expect(form.getAllByText(/Melebihi sisa tagihan/)).toHaveLength(1)
  await user.click(form.getByRole('button', { name: 'Bagi otomatis' }))
  const amount = form.getByLabelText(/^Jumlah Diterima/)
  await user.clear(amount)
  await user.type(amount, '75000')
  await user.click(form.getByRole('button', { name: 'Setujui' }))
  await waitForClose()
  expect(await screen.findByText(`${nomor} disetujui`)).toBeVisible()
  expect(await screen.findByText('Disetujui', { selector: 'span' })).toBeVisible()
  const now = await confirmationOf(id)
  expect(now).toMatchObject({ status: 'disetujui', tagihan: [{ sisa: 25_000 }] })
})
