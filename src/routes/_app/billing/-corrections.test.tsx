/**
 * Tests of corrections of a published bill and of a payment: each dialog closes, and the change is
 * stored.
 */
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { billing } from '#contract/billing/billing.ts'
import type { billingPayment } from '#contract/billing/billingPayment.ts'
import type { Row } from '#contract/resource.ts'
import { currentDay } from '#contract/values/tanggal.ts'
import { makeFee } from '#mocks/money/lateFee.ts'
import { makeBill, makeDraft } from '#mocks/people/family.ts'
import { must, type School } from '#mocks/school/school.ts'
import { serveSchool } from '#mocks/serve.ts'
import { closeApp, place, renderApp } from '#src/test/renderApp.tsx'

const school = serveSchool()
afterEach(closeApp)

type Bill = Row<typeof billing>
type Payment = Row<typeof billingPayment>
/** Returns the school in the type that the helper functions of mocks/ expect. */
const maker = () =>
  ({ ...school.api, ids: school.ids, superadmin: school.superadmin }) as unknown as School
const billOf = async (id: number) =>
  must(await school.superadmin.get<Bill>(`/billing/view?id=${id}`))
const paymentOf = async (id: number) =>
  must(await school.superadmin.get<Payment>(`/billing-payment/view?id=${id}&expand=alokasi`))
const saldo = async () =>
  must(
    await school.superadmin.get<{ saldo_kredit: number }>(
      `/user/info-billing?id=${school.ids.akun}`,
    ),
  ).saldo_kredit
const bill = async (harga: number) => billOf(await makeBill(maker(), school.ids.akun, harga))
/**
 * Stores a payment of the family. With `of`, the payment is allocated to this bill, and an excess
 * becomes credit (saldo).
 */
const pay = async (jumlah: number, of?: Bill) => {
  const { id } = must<{ id: number }>(
    await school.superadmin.post('/billing-payment/create', {
      akun_billing_id: school.ids.akun,
      gedung_id: school.ids.gedung,
      tanggal: currentDay(),
      metode: 0,
      jumlah,
      alokasi: of ? [{ billing_id: of.id, jumlah: Math.min(jumlah, of.sisa) }] : [],
    }),
  )
  return paymentOf(id)
}

const openAsAdmin = async (path: string) =>
  renderApp(path, (await school.api.as(school.ids.admin)).token)
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }))
const waitForClose = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
type User = Awaited<ReturnType<typeof renderApp>>
/** Chooses an action in the menu of a bill. */
const begin = async (user: User, action: string) => {
  await user.click(await screen.findByRole('button', { name: 'Aksi lain' }))
  await user.click(await screen.findByRole('menuitem', { name: action }))
}
const reason = 'Salah hitung di kasir'

test('reissues a wrong bill: voids it and opens its replacement draft', async () => {
  const old = await bill(400_000)
  const user = await openAsAdmin(`/billing/view?id=${old.id}`)
  await begin(user, 'Terbitkan ulang')
  const form = await dialog(`Terbitkan ulang ${old.nomor}?`)
  await user.type(form.getByLabelText(/^Alasan/), 'salah')
  await user.click(form.getByRole('button', { name: 'Batalkan dan buat draft' }))
  expect(form.getByLabelText(/^Alasan/)).toBeInvalid()
  await user.clear(form.getByLabelText(/^Alasan/))
  await user.type(form.getByLabelText(/^Alasan/), reason)
  await user.click(form.getByRole('button', { name: 'Batalkan dan buat draft' }))
  await waitForClose()
  const said = `${old.nomor} dibatalkan; draft penggantinya siap diubah`
  expect(await screen.findByText(said)).toBeVisible()
  expect(await screen.findByRole('button', { name: 'Terbitkan' })).toBeVisible()
  expect(screen.getByRole('link', { name: old.nomor! })).toBeVisible()
  const draft = await billOf(Number(/id=(\d+)/.exec(place())?.[1]))
  expect(draft).toMatchObject({ nomor: null, total: 400_000, menggantikan_id: old.id })
  const now = await billOf(old.id)
  expect(now.void_alasan).toBe(reason)
  expect(now.void_at).not.toBeNull()
})

test('states why a bill with a payment cannot be reissued', async () => {
  const paid = await bill(400_000)
  await pay(100_000, paid)
  const user = await openAsAdmin(`/billing/view?id=${paid.id}`)
  await user.click(await screen.findByRole('button', { name: 'Aksi lain' }))
  const item = await screen.findByRole('menuitem', { name: /^Terbitkan ulang/ })
  expect(item).toHaveTextContent(/Masih ada pembayaran/)
  await user.click(item)
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('waives a late fee and voids its bill', async () => {
  const { id, nomor } = await billOf(await makeFee(maker(), school.ids.akun, school.ids.gedung))
  const user = await openAsAdmin(`/billing/view?id=${id}`)
  await begin(user, 'Hapus denda')
  const form = await dialog(`Hapus denda ${nomor}?`)
  await user.type(form.getByLabelText(/^Alasan/), reason)
  await user.click(form.getByRole('button', { name: 'Hapus denda' }))
  await waitForClose()
  expect(await screen.findByText(`Denda ${nomor} dihapus`)).toBeVisible()
  expect(await screen.findByText('Dihapus')).toBeVisible()
  // Waiving a late fee voids the bill of the fee, so that the record offers no further correction.
  expect(screen.getByText('Alasan Pembatalan')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Aksi lain' })).toBeNull()
  expect(await billOf(id)).toMatchObject({ void_alasan: reason })
})

test('pays the rest of a bill with a credit note and adds the excess to the saldo', async () => {
  const high = await bill(400_000)
  await pay(300_000, high)
  const user = await openAsAdmin(`/billing/view?id=${high.id}&tab=nota-kredit`)
  await begin(user, 'Nota kredit')
  const form = await dialog(`Nota kredit untuk ${high.nomor}`)
  const amount = await form.findByLabelText(/^Jumlah/)
  await user.type(amount, '500000')
  await user.type(form.getByLabelText(/^Alasan/), reason)
  await user.click(form.getByRole('button', { name: 'Buat nota kredit' }))
  await waitFor(() => expect(amount).toBeInvalid())
  await user.clear(amount)
  await user.type(amount, '150000')
  expect(await form.findByText(/mengurangi sisa tagihan/)).toHaveTextContent(/Rp100\.000.*Rp0/)
  expect(form.getByText(/menjadi saldo/)).toHaveTextContent('Rp50.000')
  await user.click(form.getByRole('button', { name: 'Buat nota kredit' }))
  await waitForClose()
  expect(await screen.findByText(`Nota kredit untuk ${high.nomor} dibuat`)).toBeVisible()
  const table = await screen.findByRole('table', { name: 'Nota kredit' })
  expect(within(table).getByRole('row', { name: new RegExp(reason) })).toHaveTextContent(
    'Rp150.000',
  )
  expect(await billOf(high.id)).toMatchObject({ total: 400_000, sisa: 0 })
  expect(await saldo()).toBe(50_000)
})

test('pays an open bill with saldo', async () => {
  const open = await bill(400_000)
  await pay(150_000)
  const user = await openAsAdmin(`/billing/view?id=${open.id}`)
  await user.click(await screen.findByRole('button', { name: 'Pakai saldo' }))
  const ask = await screen.findByRole('dialog', { name: `Pakai saldo untuk ${open.nomor}?` })
  expect(ask).toHaveTextContent('Dipakai Rp150.000; sisa tagihan menjadi Rp250.000')
  await user.click(within(ask).getByRole('button', { name: 'Pakai saldo' }))
  await waitForClose()
  expect(await screen.findByText(`Saldo Rp150.000 dipakai untuk ${open.nomor}`)).toBeVisible()
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Pakai saldo' })).toBeNull())
  expect((await billOf(open.id)).sisa).toBe(250_000)
  expect(await saldo()).toBe(0)
})

test('moves a payment to another bill and rejects more than its open amount', async () => {
  const [wrong, right] = [await bill(200_000), await bill(120_000)]
  const { id, nomor } = await pay(200_000, wrong)
  const user = await openAsAdmin(`/billing-payment/view?id=${id}`)
  await user.click(await screen.findByRole('button', { name: 'Pindahkan' }))
  const form = await dialog(`Pindahkan ${nomor}`)
  await user.clear(await form.findByLabelText(`Dibayar ${wrong.nomor}`))
  const part = form.getByLabelText(`Dibayar ${right.nomor}`)
  await user.type(part, '150000')
  await user.type(form.getByLabelText(/^Alasan/), reason)
  await user.click(form.getByRole('button', { name: 'Pindahkan' }))
  await waitFor(() => expect(part).toBeInvalid())
  expect(part).toHaveAccessibleDescription('Melebihi sisa tagihan')
  await waitFor(() => expect(school.asked(/^POST .*\/alih/)).toHaveLength(1))
  await waitFor(() => expect(part).toHaveFocus())
  // The error is shown only once, at the field of the amount.
  expect(form.getAllByText(/Melebihi sisa tagihan/)).toHaveLength(1)
  await user.clear(part)
  await user.type(part, '120000')
  expect(form.getByText('(tadinya Rp0)', { exact: false })).toHaveTextContent('Rp80.000')
  await user.click(form.getByRole('button', { name: 'Pindahkan' }))
  await waitForClose()
  expect(await screen.findByText(`Pembayaran ${nomor} dipindahkan`)).toBeVisible()
  expect(await screen.findByRole('link', { name: right.nomor! })).toBeVisible()
  expect((await paymentOf(id)).alokasi?.filter((a) => a.void_at === null)).toMatchObject([
    { billing_id: right.id, jumlah: 120_000 },
  ])
  expect((await billOf(wrong.id)).sisa).toBe(200_000)
  expect(await saldo()).toBe(80_000)
})

test('changes the payer name and note of a payment, but not its amount', async () => {
  const { id, nomor } = await pay(100_000)
  const user = await openAsAdmin(`/billing-payment/view?id=${id}`)
  await user.click(await screen.findByRole('button', { name: 'Ubah' }))
  const form = within(await screen.findByRole('dialog'))
  const payer = await form.findByLabelText(/^Sudah Terima Dari/)
  expect(form.queryByLabelText(/^Jumlah/)).toBeNull()
  await user.clear(payer)
  await user.type(payer, 'Nenek Santoso')
  await user.type(form.getByLabelText(/^Catatan/), 'Dititipkan')
  await user.click(form.getByRole('button', { name: 'Simpan' }))
  await waitForClose()
  expect(await screen.findByText(`Pembayaran ${nomor} disimpan`)).toBeVisible()
  expect(await screen.findByText('Nenek Santoso')).toBeVisible()
  expect(await screen.findByText('Dititipkan')).toBeVisible()
  // An empty name is replaced by the name of the account, as the hint of the field says.
  await user.click(screen.getByRole('button', { name: 'Ubah' }))
  const again = within(await screen.findByRole('dialog'))
  await user.clear(await again.findByLabelText(/^Sudah Terima Dari/))
  await user.click(again.getByRole('button', { name: 'Simpan' }))
  await waitForClose()
  await waitFor(() => expect(screen.queryByText('Nenek Santoso')).toBeNull())
  expect(await paymentOf(id)).toMatchObject({
    pembayar_nama: 'Fajar Santoso',
    catatan: 'Dititipkan',
  })
})

test('voids a payment: reopens its bill and disables further actions', async () => {
  const paid = await bill(200_000)
  const { id, nomor } = await pay(230_000, paid)
  const user = await openAsAdmin(`/billing-payment/view?id=${id}`)
  await user.click(await screen.findByRole('button', { name: 'Batalkan' }))
  const ask = await screen.findByRole('dialog', { name: `Batalkan ${nomor}?` })
  expect(ask).toHaveTextContent('Saldo Rp30.000 ditarik kembali')
  await user.type(within(ask).getByLabelText(/^Alasan/), reason)
  await user.click(within(ask).getByRole('button', { name: 'Batalkan' }))
  await waitForClose()
  expect(await screen.findByText(`Pembayaran ${nomor} dibatalkan`)).toBeVisible()
  expect(await screen.findByText('Alasan Batal')).toBeVisible()
  for (const name of ['Ubah', 'Pindahkan', 'Batalkan'])
    expect(screen.getByRole('button', { name })).toHaveAttribute('aria-disabled', 'true')
  expect(await paymentOf(id)).toMatchObject({ void_alasan: reason })
  expect((await billOf(paid.id)).sisa).toBe(200_000)
  expect(await saldo()).toBe(0)
})

test('rejects voiding a payment whose saldo is spent and shows why', async () => {
  const { id, nomor } = await pay(100_000)
  await bill(100_000)
  const user = await openAsAdmin(`/billing-payment/view?id=${id}`)
  await user.click(await screen.findByRole('button', { name: 'Batalkan' }))
  const form = await dialog(`Batalkan ${nomor}?`)
  await user.type(form.getByLabelText(/^Alasan/), reason)
  await user.click(form.getByRole('button', { name: 'Batalkan' }))
  expect(await screen.findByRole('dialog', { name: 'Error 409' })).toHaveTextContent(/[Ss]aldo/)
  expect((await paymentOf(id)).void_at).toBeNull()
})

test('publishes a draft, or deletes it and leaves its page', async () => {
  const [keptDraft, dropped] = [
    await makeDraft(maker(), school.ids.akun, 100_000),
    await makeDraft(maker(), school.ids.akun, 200_000),
  ]
  const user = await openAsAdmin(`/billing/view?id=${dropped}`)
  await user.click(await screen.findByRole('button', { name: 'Hapus' }))
  const sure = await dialog('Hapus Draft Fajar Santoso?')
  await user.click(sure.getByRole('button', { name: 'Hapus' }))
  await waitForClose()
  expect(await screen.findByText('Draft Fajar Santoso dihapus')).toBeVisible()
  await waitFor(() => expect(place()).toMatch(/^\/billing(\?|$)/))
  expect((await school.superadmin.get(`/billing/view?id=${dropped}`)).status).toBe(404)
  const menu = await screen.findByRole('button', { name: 'Aksi Draft Fajar Santoso' })
  await user.click(menu)
  await user.click(await screen.findByRole('menuitem', { name: 'Terbitkan' }))
  const ask = await dialog('Terbitkan Draft Fajar Santoso?')
  await user.click(ask.getByRole('button', { name: 'Terbitkan' }))
  await waitForClose()
  const { nomor } = await billOf(keptDraft)
  expect(await screen.findByText(`Tagihan ${nomor} diterbitkan`)).toBeVisible()
})

test('rejects voiding a payment voided by another user and shows the new state', async () => {
  const { id, nomor } = await pay(100_000)
  const user = await openAsAdmin(`/billing-payment/view?id=${id}`)
  await user.click(await screen.findByRole('button', { name: 'Batalkan' }))
  const form = await dialog(`Batalkan ${nomor}?`)
  must(await school.superadmin.post(`/billing-payment/batalkan?id=${id}`, { alasan: reason }))
  await user.type(form.getByLabelText(/^Alasan/), 'Kasir lain juga melihatnya')
  await user.click(form.getByRole('button', { name: 'Batalkan' }))
  const refusal = await dialog('Error 409')
  await user.click(refusal.getByRole('button', { name: 'Batal' }))
  expect(await screen.findByText(reason)).toBeVisible()
  expect(screen.getByRole('button', { name: 'Batalkan' })).toHaveAttribute('aria-disabled', 'true')
})

test('rejects reissuing a bill voided by another user and shows the new state', async () => {
  const { id, nomor } = await bill(100_000)
  const user = await openAsAdmin(`/billing/view?id=${id}`)
  await begin(user, 'Terbitkan ulang')
  const form = await dialog(`Terbitkan ulang ${nomor}?`)
  must(await school.superadmin.post(`/billing/batalkan?id=${id}`, { alasan: reason }))
  await user.type(form.getByLabelText(/^Alasan/), 'Kasir lain juga melihatnya')
  await user.click(form.getByRole('button', { name: 'Batalkan dan buat draft' }))
  const refusal = await dialog('Error 409')
  await user.click(refusal.getByRole('button', { name: 'Batal' }))
  expect(await screen.findByText(reason)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Aksi lain' })).toBeNull()
})
