/**
 * Tests of coach pay in the list and on the record: pay is computed from the lessons of a month,
 * finalized and paid. Then payment and finalizing are undone.
 */
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { Row } from '#contract/resource.ts'
import type { honorPeriode } from '#contract/schedule/honorPeriode.ts'
import { addDays, currentDay } from '#contract/values/tanggal.ts'
import { makeDraftHonor, makeFinalHonor, makeGiven, makePaidHonor } from '#mocks/schedule/honor.ts'
import { must, type School } from '#mocks/school/school.ts'
import { serveSchool } from '#mocks/serve.ts'
import { closeApp, renderApp } from '#src/test/renderApp.tsx'
import { bulan } from '#src/ui/format/format.ts'

const school = serveSchool()
afterEach(closeApp)

type Honor = Row<typeof honorPeriode>
/** Returns the school in the type that the helper functions of mocks/ expect. */
const maker = () =>
  ({ ...school.api, ids: school.ids, superadmin: school.superadmin }) as unknown as School
const honorOf = async (id: number) =>
  must(
    await school.superadmin.get<Honor & { pelatih: { name: string } }>(
      `/honor-periode/view?id=${id}&expand=pelatih`,
    ),
  )
const nameOf = async (id: number) => {
  const { pelatih, periode } = await honorOf(id)
  return `Honor ${pelatih.name}, ${bulan(periode)}`
}
const openAsAdmin = async (path: string) =>
  renderApp(path, (await school.api.as(school.ids.admin)).token)
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }))
const waitForClose = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
const reason = 'Salah memasukkan tarif'

test('computes the drafts of a month and changes nothing the second time', async () => {
  const { pelatih_id } = await makeGiven(maker(), school.ids.gedung)
  const month = bulan(currentDay().slice(0, 7))
  const user = await openAsAdmin('/honor-periode')
  const compute = async () => {
    await user.click(await screen.findByRole('button', { name: 'Hitung honor' }))
    const form = await dialog('Hitung honor')
    await user.click(await form.findByRole('button', { name: 'Hitung' }))
    await waitForClose()
  }
  await compute()
  expect(await screen.findByText(`${month}: 1 draft dibuat, 0 diperbarui`)).toBeVisible()
  const row = await screen.findByRole('row', { name: new RegExp(month) })
  expect(row).toHaveTextContent(/Rp50\.000.*Draft/)
  await compute()
  expect(await screen.findByText(`Tidak ada yang berubah untuk ${month}`)).toBeVisible()
  const rows = must(await school.superadmin.get<Honor[]>(`/honor-periode?pelatih_id=${pelatih_id}`))
  expect(rows).toMatchObject([{ status: 'draft', total: 50_000 }])
})

test('finalises coach pay and requires a bank to pay it by transfer', async () => {
  const id = await makeDraftHonor(maker(), school.ids.gedung)
  const name = await nameOf(id)
  const user = await openAsAdmin(`/honor-periode/view?id=${id}`)
  await user.click(await screen.findByRole('button', { name: 'Finalkan' }))
  const ask = await screen.findByRole('dialog', { name: `Finalkan ${name}?` })
  expect(ask).toHaveTextContent('Rp50.000 dihitung sebagai biaya')
  await user.click(within(ask).getByRole('button', { name: 'Finalkan' }))
  await waitForClose()
  expect(await screen.findByText(`${name} difinalkan`)).toBeVisible()
  await user.click(await screen.findByRole('button', { name: 'Catat pembayaran' }))
  const form = await dialog(`Catat pembayaran ${name}`)
  await user.click(await form.findByRole('button', { name: 'Catat Rp50.000' }))
  const bank = form.getByLabelText(/^Dari Bank/, { selector: 'input' })
  await waitFor(() => expect(bank).toBeInvalid())
  await user.type(bank, 'BCA')
  await user.click(await screen.findByRole('option', { name: /^BCA/ }))
  await user.type(form.getByLabelText(/^Referensi/), 'TRF-77')
  await user.click(form.getByRole('button', { name: 'Catat Rp50.000' }))
  await waitForClose()
  expect(await screen.findByText(`${name} dicatat dibayar`)).toBeVisible()
  expect(await screen.findByText(/BCA.*ref\. TRF-77/)).toBeVisible()
  expect(await honorOf(id)).toMatchObject({ status: 'dibayar', bank_id: school.ids.bank })
})

test('pays coach pay in cash without a bank and rejects a future day', async () => {
  const id = await makeFinalHonor(maker(), school.ids.gedung)
  const name = await nameOf(id)
  const user = await openAsAdmin(`/honor-periode/view?id=${id}`)
  await user.click(await screen.findByRole('button', { name: 'Catat pembayaran' }))
  const form = await dialog(`Catat pembayaran ${name}`)
  const day = await form.findByLabelText(/^Tanggal Bayar/)
  const type = async (tanggal: string) => {
    await user.clear(day)
    await user.type(day, tanggal.split('-').toReversed().join('/'))
  }
  await type(addDays(currentDay(), 3))
  await user.selectOptions(form.getByLabelText(/^Metode/), 'Tunai')
  expect(form.queryByLabelText(/^Dari Bank/)).toBeNull()
  await user.click(form.getByRole('button', { name: 'Catat Rp50.000' }))
  await waitFor(() => expect(day).toBeInvalid())
  await type(currentDay())
  await user.click(form.getByRole('button', { name: 'Catat Rp50.000' }))
  await waitForClose()
  expect(await screen.findByText('Dibayar', { selector: 'span' })).toBeVisible()
  const paid = { status: 'dibayar', bank_id: null, metode: 0, tanggal_bayar: currentDay() }
  expect(await honorOf(id)).toMatchObject(paid)
})

test('voids a payment of coach pay and reopens it, as superadmin in the record', async () => {
  const id = await makePaidHonor(maker(), school.ids.gedung)
  const name = await nameOf(id)
  const user = await renderApp(`/honor-periode/view?id=${id}`, school.superadmin.token)
  expect(screen.queryByRole('button', { name: 'Buka kembali' })).toBeNull()
  await user.click(await screen.findByRole('button', { name: 'Batalkan pembayaran' }))
  const back = await dialog(`Batalkan pembayaran ${name}?`)
  await user.type(back.getByLabelText(/^Alasan/), 'salah')
  await user.click(back.getByRole('button', { name: 'Batalkan pembayaran' }))
  expect(back.getByLabelText(/^Alasan/)).toBeInvalid()
  await user.clear(back.getByLabelText(/^Alasan/))
  await user.type(back.getByLabelText(/^Alasan/), reason)
  await user.click(back.getByRole('button', { name: 'Batalkan pembayaran' }))
  await waitForClose()
  expect(await screen.findByText(`Pembayaran ${name} dibatalkan`)).toBeVisible()
  expect(await honorOf(id)).toMatchObject({ status: 'final', tanggal_bayar: null, alasan: reason })
  await user.click(await screen.findByRole('button', { name: 'Buka kembali' }))
  const form = await dialog(`Buka kembali ${name}?`)
  await user.type(form.getByLabelText(/^Alasan/), 'Satu pertemuan terlewat')
  await user.click(form.getByRole('button', { name: 'Buka kembali' }))
  await waitForClose()
  expect(await screen.findByText(`${name} dibuka kembali`)).toBeVisible()
  expect(await screen.findByRole('button', { name: 'Finalkan' })).toBeVisible()
  expect(await honorOf(id)).toMatchObject({ status: 'draft', alasan: 'Satu pertemuan terlewat' })
})

test('pays coach pay and voids the payment in the list, with reasons if disabled', async () => {
  const id = await makeFinalHonor(maker(), school.ids.gedung)
  const name = await nameOf(id)
  const user = await renderApp('/honor-periode', school.superadmin.token)
  const menu = async () => user.click(await screen.findByRole('button', { name: `Aksi ${name}` }))
  await menu()
  expect(await screen.findByRole('menuitem', { name: /^Batalkan pembayaran/ })).toHaveTextContent(
    'Belum dibayar',
  )
  await user.click(screen.getByRole('menuitem', { name: 'Catat pembayaran' }))
  const form = await dialog(`Catat pembayaran ${name}`)
  await user.selectOptions(await form.findByLabelText(/^Metode/), 'Tunai')
  await user.click(form.getByRole('button', { name: 'Catat Rp50.000' }))
  await waitForClose()
  expect(await screen.findByText(`${name} dicatat dibayar`)).toBeVisible()
  expect(await honorOf(id)).toMatchObject({ status: 'dibayar' })
  await menu()
  expect(await screen.findByRole('menuitem', { name: /^Buka kembali/ })).toHaveTextContent(
    'Batalkan pembayarannya dahulu',
  )
  await user.click(screen.getByRole('menuitem', { name: 'Batalkan pembayaran' }))
  const back = await dialog(`Batalkan pembayaran ${name}?`)
  await user.type(back.getByLabelText(/^Alasan/), reason)
  await user.click(back.getByRole('button', { name: 'Batalkan pembayaran' }))
  await waitForClose()
  expect(await honorOf(id)).toMatchObject({ status: 'final' })
})

test('rejects finalising coach pay whose sum has changed and shows the new sum', async () => {
  const id = await makeDraftHonor(maker(), school.ids.gedung)
  const { pelatih_id } = await honorOf(id)
  const name = await nameOf(id)
  const user = await openAsAdmin(`/honor-periode/view?id=${id}`)
  await screen.findByRole('button', { name: 'Finalkan' })
  await makeGiven(maker(), school.ids.gedung, { pelatih_id })
  await user.click(screen.getByRole('button', { name: 'Finalkan' }))
  const ask = await dialog(`Finalkan ${name}?`)
  await user.click(ask.getByRole('button', { name: 'Finalkan' }))
  const refusal = await dialog('Error 409')
  await user.click(refusal.getByRole('button', { name: 'Batal' }))
  expect((await screen.findAllByText('Rp100.000'))[0]).toBeVisible()
  expect(await honorOf(id)).toMatchObject({ status: 'draft' })
})

test('finalises several drafts of coach pay at once and reports the others', async () => {
  const [draft, final] = [
    await makeDraftHonor(maker(), school.ids.gedung),
    await makeFinalHonor(maker(), school.ids.gedung),
  ]
  const user = await openAsAdmin('/honor-periode')
  for (const id of [draft, final])
    await user.click(await screen.findByRole('checkbox', { name: `Pilih ${await nameOf(id)}` }))
  await user.click(await screen.findByRole('button', { name: 'Finalkan' }))
  const ask = await screen.findByRole('dialog', { name: /^Finalkan 1 / })
  await user.click(within(ask).getByRole('button', { name: 'Finalkan' }))
  expect(await screen.findByText('1 berhasil, 1 gagal')).toBeVisible()
  const failures = screen.getByRole('list', { name: 'Yang gagal' })
  expect(failures).toHaveTextContent('Bukan draft')
  await user.click(screen.getByRole('button', { name: 'Tutup' }))
  await waitForClose()
  expect(await honorOf(draft)).toMatchObject({ status: 'final' })
})
