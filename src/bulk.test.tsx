/** Results of runs over many rows name each row so that it cannot be taken for another. */
import { screen, within } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { serveSchool } from '#mocks/serve.ts'
import { closeApp, renderApp } from '#src/renderApp.tsx'
import { namesApart } from '#src/ui/list/bulk.ts'

const school = serveSchool()

describe('in a list', () => {
  afterEach(closeApp)
  test('rooms of one name are told apart by their outlet', async () => {
    for (const gedung_id of [school.ids.gedung, school.ids.gedung2])
      await school.superadmin.post('/ruang/create', {
        nama: 'Studio 1',
        gedung_id,
        kapasitas: 2,
        fasilitas: [],
        status: 'nonaktif',
      })
    const user = await renderApp('/ruang?q=studio', school.superadmin.token)
    await screen.findAllByText('Studio 1')
    await user.click(screen.getByRole('checkbox', { name: 'Pilih semua' }))
    await user.click(await screen.findByRole('button', { name: 'Nonaktifkan' }))
    const failed = within(await screen.findByRole('list', { name: 'Yang gagal' }))
    expect(
      failed
        .getAllByRole('listitem')
        .map((i) => i.textContent)
        .toSorted(),
    ).toEqual(['Studio 1, Nada Jakarta: Sudah nonaktif', 'Studio 1, Nada Makassar: Sudah nonaktif'])
  })
})

test('where the outlet is not enough, what pickers note is said, and else the number', () => {
  const rows = [
    { id: 1, name: 'Ayu', phone: '6281', gedung: { nama: 'Nada' } },
    { id: 2, name: 'Ayu', phone: null, gedung: { nama: 'Nada' } },
    { id: 3, name: 'Ayu', phone: null, gedung: null },
    { id: 4, name: 'Budi', phone: '6283' },
  ]
  const names = namesApart({ choice: { label: 'name', note: 'phone' } }, rows, ({ name }) => name)
  expect([...names.values()]).toEqual(['Ayu, Nada, 6281', 'Ayu, Nada, 2', 'Ayu', 'Budi'])
})
