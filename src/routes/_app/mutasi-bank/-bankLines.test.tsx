/**
 * Tests of statement lines for which the server proposes no match. A user matches them by search,
 * ignores them, and restores them.
 */
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { mutasiBank } from '#contract/billing/mutasiBank/mutasiBank.ts'
import type { Row } from '#contract/resource.ts'
import { currentDay } from '#contract/values/tanggal.ts'
import { storeLine } from '#mocks/money/statement.ts'
import { makeBill } from '#mocks/people/family.ts'
import { must, type School } from '#mocks/school/school.ts'
import { serveSchool } from '#mocks/serve.ts'
import { closeApp, renderApp } from '#src/test/renderApp.tsx'

const school = serveSchool()
afterEach(closeApp)

type Line = Row<typeof mutasiBank>
/** Returns the school in the type that the helper functions of mocks/ expect. */
const maker = () =>
  ({ ...school.api, ids: school.ids, superadmin: school.superadmin }) as unknown as School
const lineOf = async (id: number) =>
  must(await school.superadmin.get<Line>(`/mutasi-bank/view?id=${id}`))
/** Stores an unmatched statement line with the date of today and returns it. */
const makeLine = async (keterangan: string, jumlah: number) => {
  const tanggal = currentDay()
  await storeLine(school.api, school.ids.bank, { tanggal, keterangan, jumlah })
  const rows = must(await school.superadmin.get<Line[]>('/mutasi-bank?per-page=100'))
  return rows.find((line) => line.keterangan === keterangan)!
}
const openAsAdmin = async (path: string) =>
  renderApp(path, (await school.api.as(school.ids.admin)).token)
const waitForClose = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

test('books a line for a found payer and bill, and releases it only by its payment', async () => {
  const bill = await makeBill(maker(), school.ids.akun2, 60_000)
  const { id } = await makeLine('SETORAN TUNAI', 75_000)
  const user = await openAsAdmin(`/mutasi-bank/view?id=${id}`)
  await user.click(await screen.findByRole('button', { name: 'Cari yang lain' }))
  const form = within(await screen.findByRole('dialog', { name: /^Cocokkan .*Rp75\.000/ }))
  await user.click(await form.findByRole('button', { name: 'Catat pembayaran' }))
  const payer = form.getByLabelText(/^Akun Billing/, { selector: 'input' })
  await waitFor(() => expect(payer).toBeInvalid())
  await user.type(payer, 'Gita')
  await user.click(await screen.findByRole('option', { name: /^Gita Wijaya/ }))
  expect(await form.findByText(/^Tanpa tagihan: Rp75\.000 masuk saldo/)).toBeVisible()
  await user.click(form.getByRole('checkbox', { name: /Rp60\.000/ }))
  expect(form.getByText('Lebih Rp15.000: kelebihannya masuk saldo.')).toBeVisible()
  await user.click(form.getByRole('button', { name: 'Catat pembayaran' }))
  await waitForClose()
  expect(await screen.findByText(/Rp75\.000 dicatat$/)).toBeVisible()
  const release = await screen.findByRole('button', { name: 'Lepaskan' })
  expect(release).toHaveAttribute('title', expect.stringContaining('Batalkan pembayarannya'))
  expect(await lineOf(id)).toMatchObject({ status: 'cocok' })
  expect(must(await school.superadmin.get(`/billing/view?id=${bill}`)).sisa).toBe(0)
})

test('does not pay the bills of a payer who is no longer chosen', async () => {
  const bill = await makeBill(maker(), school.ids.akun2, 60_000)
  const { id } = await makeLine('SETORAN TUNAI', 60_000)
  const user = await openAsAdmin(`/mutasi-bank/view?id=${id}`)
  await user.click(await screen.findByRole('button', { name: 'Cari yang lain' }))
  const form = within(await screen.findByRole('dialog', { name: /^Cocokkan / }))
  const choose = async (name: string) => {
    const payer = await form.findByLabelText(/^Akun Billing/, { selector: 'input' })
    await user.clear(payer)
    await user.type(payer, name)
    await user.click(await screen.findByRole('option', { name: new RegExp(`^${name}`) }))
  }
  await choose('Gita Wijaya')
  await user.click(await form.findByRole('checkbox', { name: /Rp60\.000/ }))
  await choose('Fajar Santoso')
  expect(await form.findByText(/^Tanpa tagihan: Rp60\.000 masuk saldo/)).toBeVisible()
  await user.click(form.getByRole('button', { name: 'Catat pembayaran' }))
  await waitForClose()
  expect(must(await school.superadmin.get(`/billing/view?id=${bill}`)).sisa).toBe(60_000)
  const info = await school.superadmin.get(`/user/info-billing?id=${school.ids.akun}`)
  expect(must(info).saldo_kredit).toBe(60_000)
})

test('ignores a line with a reason and undoes that', async () => {
  const { id } = await makeLine('SETORAN KANTIN', 77_000)
  const user = await openAsAdmin(`/mutasi-bank/view?id=${id}`)
  await user.click(await screen.findByRole('button', { name: 'Abaikan' }))
  const form = within(await screen.findByRole('dialog', { name: /^Abaikan / }))
  await user.type(form.getByLabelText(/^Alasan/), 'kantin')
  await user.click(form.getByRole('button', { name: 'Abaikan' }))
  expect(form.getByLabelText(/^Alasan/)).toBeInvalid()
  await user.type(form.getByLabelText(/^Alasan/), ', bukan keluarga')
  await user.click(form.getByRole('button', { name: 'Abaikan' }))
  await waitForClose()
  expect(await screen.findByText(/Rp77\.000 diabaikan$/)).toBeVisible()
  expect(await lineOf(id)).toMatchObject({ status: 'diabaikan', alasan: 'kantin, bukan keluarga' })
  await user.click(await screen.findByRole('button', { name: 'Batalkan abaikan' }))
  expect(await screen.findByText(/Rp77\.000 kembali belum dicocokkan$/)).toBeVisible()
  expect(await screen.findByRole('button', { name: 'Abaikan' })).toBeVisible()
  expect(await lineOf(id)).toMatchObject({ status: 'belum', alasan: null })
})

test('rejects ignoring a line ignored by another user and shows the new state', async () => {
  const { id, versi } = await makeLine('SETORAN KANTIN', 77_000)
  const user = await openAsAdmin(`/mutasi-bank/view?id=${id}`)
  await user.click(await screen.findByRole('button', { name: 'Abaikan' }))
  const form = within(await screen.findByRole('dialog', { name: /^Abaikan / }))
  const alasan = 'Setoran dari kantin'
  must(await school.superadmin.post(`/mutasi-bank/abaikan?id=${id}`, { alasan, versi }))
  await user.type(form.getByLabelText(/^Alasan/), 'Bukan dari keluarga')
  await user.click(form.getByRole('button', { name: 'Abaikan' }))
  const refusal = await screen.findByRole('dialog', { name: 'Error 409' })
  await user.click(within(refusal).getByRole('button', { name: 'Batal' }))
  expect(await screen.findByRole('button', { name: 'Batalkan abaikan' })).toBeVisible()
  expect(screen.getAllByText(new RegExp(alasan))[0]).toBeVisible()
})

test('books the certain lines of a selection and reports the others', async () => {
  const bill = must<{ nomor: string }>(
    await school.superadmin.get(
      `/billing/view?id=${await makeBill(maker(), school.ids.akun, 50_000)}`,
    ),
  )
  const [sure, unsure] = [
    await makeLine(`TRSF FAJAR SANTOSO ${bill.nomor}`, 50_000),
    await makeLine('SETORAN TUNAI', 12_345),
  ]
  const user = await openAsAdmin('/mutasi-bank?status=belum')
  for (const { keterangan } of [sure, unsure]) {
    const row = (await screen.findByText(new RegExp(keterangan))).closest('tr')!
    await user.click(within(row).getByRole('checkbox'))
  }
  await user.click(await screen.findByRole('button', { name: 'Terima yang pasti' }))
  const ask = within(await screen.findByRole('dialog', { name: /^Terima yang pasti/ }))
  await user.click(ask.getByRole('button', { name: 'Terima yang pasti' }))
  expect(await screen.findByText('1 berhasil, 1 gagal')).toBeVisible()
  const failures = screen.getByRole('list', { name: 'Yang gagal' })
  expect(failures).toHaveTextContent('Usulannya tidak pasti')
  await user.click(screen.getByRole('button', { name: 'Tutup' }))
  await waitForClose()
  await waitFor(() => expect(screen.queryByText(new RegExp(sure.keterangan))).toBeNull())
  expect(await lineOf(sure.id)).toMatchObject({ status: 'cocok' })
  expect(await lineOf(unsure.id)).toMatchObject({ status: 'belum' })
})
