/**
 * Tests of the screens for expenses: possible duplicates are shown and confirmed, and a bulk
 * decision shows one result for each expense.
 */
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { currentDay } from '#contract/values/tanggal.ts'
import { must } from '#mocks/school/school.ts'
import { serveSchool } from '#mocks/serve.ts'
import { closeApp, renderApp } from '#src/test/renderApp.tsx'

const school = serveSchool()
afterEach(closeApp)

const tokenOf = async (id: number) => (await school.api.as(id)).token
const file = async (jumlah: number) => {
  const { ids, api } = school
  const sales = await api.as(ids.sales)
  return must<{ id: number; nomor: string }>(
    await sales.post('/pengeluaran-sales/create', {
      sales_id: ids.sales,
      gedung_id: ids.gedung,
      tanggal: currentDay(),
      kategori: 'transport',
      jumlah,
      metode: 0,
      keterangan: 'Ke pameran',
    }),
  )
}

test('warns a sales person of a duplicate expense and files it once confirmed', async () => {
  const first = await file(41_000)
  const user = await renderApp('/pengeluaran-sales/form', await tokenOf(school.ids.sales))
  await user.type(await screen.findByLabelText(/^Jumlah/), '41000')
  await user.selectOptions(screen.getByLabelText(/^Kategori/), 'Transport')
  await user.type(screen.getByLabelText(/^Keterangan/), 'Ke pameran lagi')
  expect(screen.queryByRole('combobox', { name: /^Sales/ })).toBeNull()
  expect(screen.queryByRole('switch')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Ajukan' }))
  const tick = await screen.findByRole('switch', { name: /^Ini memang pengeluaran lain/ })
  expect(tick).toHaveAccessibleDescription(expect.stringContaining(first.nomor))
  // Expects the warning only once on the page: at the switch that confirms that the expense is no
  // duplicate.
  expect(screen.getAllByText(/Mungkin sudah diajukan/)).toHaveLength(1)
  await user.click(tick)
  await user.click(screen.getByRole('button', { name: 'Ajukan' }))
  expect(
    await screen.findByRole('heading', { level: 1, name: 'Detail Pengeluaran Sales' }),
  ).toBeVisible()
  expect(screen.getByRole('note')).toHaveTextContent(`Mirip dengan: ${first.nomor}`)
  expect(screen.queryByRole('button', { name: 'Setujui' })).toBeNull()
})

test('approves several expenses at once and reports decided ones', async () => {
  const { api, ids } = school
  const [open, done] = [await file(52_000), await file(53_000)]
  must(await (await api.as(ids.admin)).post(`/pengeluaran-sales/setujui?id=${done.id}`, {}))
  const user = await renderApp('/pengeluaran-sales', await tokenOf(ids.admin))
  for (const { nomor } of [open, done])
    await user.click(await screen.findByRole('checkbox', { name: `Pilih ${nomor}` }))
  await user.click(await screen.findByRole('button', { name: 'Setujui' }))
  const question = await screen.findByRole('dialog')
  expect(question).toHaveTextContent(/Setujui 1 pengeluaran sales/)
  await user.click(within(question).getByRole('button', { name: 'Setujui' }))
  expect(await screen.findByText('1 berhasil, 1 gagal')).toBeVisible()
  const failures = screen.getByRole('list', { name: 'Yang gagal' })
  expect(failures).toHaveTextContent(/Sudah disetujui/)
  expect(must(await school.superadmin.get(`/pengeluaran-sales/view?id=${open.id}`)).status).toBe(
    'disetujui',
  )
})

test('rejects approving an amount that has changed and shows the new amount', async () => {
  const { api, ids } = school
  const { id, nomor } = await file(61_000)
  const user = await renderApp(`/pengeluaran-sales/view?id=${id}`, await tokenOf(ids.admin))
  const sales = await api.as(ids.sales)
  must(await sales.post(`/pengeluaran-sales/update?id=${id}`, { versi: 1, jumlah: 6_100_000 }))
  await user.click(await screen.findByRole('button', { name: 'Setujui' }))
  const question = await screen.findByRole('dialog', { name: `Setujui ${nomor}?` })
  await user.click(within(question).getByRole('button', { name: 'Setujui' }))
  const refusal = await screen.findByRole('dialog', { name: 'Error 409' })
  expect(refusal).toHaveTextContent(/Data diubah oleh Dewi Sales/)
  await user.click(within(refusal).getByRole('button', { name: 'Batal' }))
  expect(await screen.findByText('Rp6.100.000')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Setujui' }))
  const again = await screen.findByRole('dialog', { name: `Setujui ${nomor}?` })
  expect(again).toHaveTextContent('Rp6.100.000')
  await user.click(within(again).getByRole('button', { name: 'Setujui' }))
  expect(await screen.findByText('Disetujui', { selector: 'span' })).toBeVisible()
})

test('voids an approved expense with a reason and removes it from the total', async () => {
  const { ids, superadmin } = school
  const { id, nomor } = await file(71_000)
  must(await superadmin.post(`/pengeluaran-sales/setujui?id=${id}`, {}))
  const user = await renderApp(`/pengeluaran-sales/view?id=${id}`, await tokenOf(ids.admin))
  await user.click(await screen.findByRole('button', { name: 'Batalkan' }))
  const form = within(await screen.findByRole('dialog', { name: `Batalkan ${nomor}?` }))
  await user.type(form.getByLabelText(/^Alasan/), 'dobel')
  await user.click(form.getByRole('button', { name: 'Batalkan' }))
  expect(form.getByLabelText(/^Alasan/)).toBeInvalid()
  await user.type(form.getByLabelText(/^Alasan/), ' dengan nota yang lain')
  await user.click(form.getByRole('button', { name: 'Batalkan' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(await screen.findByText(`${nomor} dibatalkan`)).toBeVisible()
  expect(await screen.findByText('dobel dengan nota yang lain')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Batalkan' })).toHaveAttribute('aria-disabled', 'true')
  const total = must(await superadmin.get<{ jumlah: number }>('/pengeluaran-sales/total'))
  expect(total).toMatchObject({ jumlah_disetujui: 0 })
})

test('rejects several expenses at once with one reason', async () => {
  const { ids, superadmin } = school
  const many = [await file(81_000), await file(82_000)]
  const user = await renderApp('/pengeluaran-sales', await tokenOf(ids.admin))
  for (const { nomor } of many)
    await user.click(await screen.findByRole('checkbox', { name: `Pilih ${nomor}` }))
  await user.click(await screen.findByRole('button', { name: 'Tolak' }))
  const form = within(await screen.findByRole('dialog'))
  await user.type(form.getByLabelText(/^Alasan/), 'Nota tidak terbaca')
  await user.click(form.getByRole('button', { name: 'Tolak' }))
  expect(await screen.findByText('2 berhasil')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Tutup' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  for (const { nomor } of many)
    expect(screen.getByRole('row', { name: new RegExp(nomor) })).toHaveTextContent('Ditolak')
  for (const { id } of many)
    expect(must(await superadmin.get(`/pengeluaran-sales/view?id=${id}`))).toMatchObject({
      status: 'ditolak',
      alasan_tolak: 'Nota tidak terbaca',
    })
})
