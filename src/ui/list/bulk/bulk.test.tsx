/**
 * Tests that the result of a batch identifies each row, even if several rows have the same name.
 */
import { screen, within } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { serveSchool } from '#mocks/serve.ts'
import { closeApp, renderApp } from '#src/test/renderApp.tsx'
import { namesApart } from '#src/ui/list/bulk/bulk.ts'

const school = serveSchool()

/** Makes two rooms with the same name, one in each of two outlets. */
const makeRooms = async () => {
  for (const gedung_id of [school.ids.gedung, school.ids.gedung2])
    await school.superadmin.post('/ruang/create', {
      nama: 'Studio 1',
      gedung_id,
      kapasitas: 2,
      fasilitas: [],
      status: 'nonaktif',
    })
}
/** Selects all rows of a list and presses the button of an action on them. */
const pressForAll = async (route: string, token: string, action: string) => {
  const user = await renderApp(route, token)
  await screen.findAllByRole('checkbox', { name: /^Pilih (?!semua)/ })
  await user.click(screen.getByRole('checkbox', { name: 'Pilih semua' }))
  await user.click(await screen.findByRole('button', { name: action }))
  return user
}

describe('bulk actions in a list', () => {
  afterEach(closeApp)
  test('distinguishes rooms of the same name by their outlet', async () => {
    await makeRooms()
    await pressForAll('/ruang?q=studio', school.superadmin.token, 'Nonaktifkan')
    const failed = within(await screen.findByRole('list', { name: 'Yang gagal' }))
    expect(
      failed
        .getAllByRole('listitem')
        .map((i) => i.textContent)
        .toSorted(),
    ).toEqual(['Studio 1, Nada Jakarta: Sudah nonaktif', 'Studio 1, Nada Makassar: Sudah nonaktif'])
  })
  test('names the rows with their outlets before deleting', async () => {
    await makeRooms()
    const user = await pressForAll('/ruang?q=studio', school.superadmin.token, 'Hapus')
    const question = await screen.findByRole('dialog', { name: 'Hapus 2 ruang?' })
    expect(question).toHaveTextContent('Studio 1, Nada Jakarta')
    expect(question).toHaveTextContent('Studio 1, Nada Makassar')
    await user.click(within(question).getByRole('button', { name: 'Batal' }))
  })
  test('asks a user limited to outlets about their rows and lists the skipped ones', async () => {
    const makeProduct = (nama: string, gedung: number[]) =>
      school.superadmin.post('/produk-jasa/create', {
        nama,
        kode: nama.slice(6).toUpperCase(),
        gedung,
        tipe: 'produk',
        harga: 1000,
        jenis_billing_id: school.ids.jenis,
      })
    await makeProduct('Kelas Kita', [school.ids.gedung2])
    await makeProduct('Kelas Semua', [])
    const { token } = await school.api.as(school.ids.admin2)
    const user = await pressForAll('/produk-jasa-lainnya?q=kelas', token, 'Hapus')
    const question = await screen.findByRole('dialog', { name: 'Hapus 1 produk & jasa?' })
    expect(question).toHaveTextContent(/Kelas Kita\. Tidak ikut: Kelas Semua\. /)
    await user.click(within(question).getByRole('button', { name: 'Batal' }))
    // Deselects the only row that this user may delete. The action then skips every selected row
    // and asks no question.
    await user.click(screen.getByRole('checkbox', { name: 'Pilih Kelas Kita' }))
    await user.click(screen.getByRole('button', { name: 'Hapus' }))
    const failed = within(await screen.findByRole('list', { name: 'Yang gagal' }))
    expect(failed.getByRole('listitem')).toHaveTextContent(/^Kelas Semua: .*semua outlet/)
  })
})

test('distinguishes names by outlet, then by the note of pickers, then by number', () => {
  const rows = [
    { id: 1, name: 'Ayu', phone: '6281', gedung: { nama: 'Nada' } },
    { id: 2, name: 'Ayu', phone: null, gedung: { nama: 'Nada' } },
    { id: 3, name: 'Ayu', phone: null, gedung: null },
    { id: 4, name: 'Budi', phone: '6283' },
  ]
  const names = namesApart({ choice: { label: 'name', note: 'phone' } }, rows, ({ name }) => name)
  expect([...names.values()]).toEqual(['Ayu, Nada, 6281', 'Ayu, Nada, 2', 'Ayu', 'Budi'])
})
