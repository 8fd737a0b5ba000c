/**
 * Tests lists for an admin of one outlet. Rows of this outlet have actions. Rows of the whole
 * school show the reason why this admin may not change them.
 */
import { screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { must } from '#mocks/school/school.ts'
import { serveSchool } from '#mocks/serve.ts'
import { closeApp, renderApp } from '#src/test/renderApp.tsx'

const school = serveSchool()
afterEach(closeApp)

/** Returns the token of the admin of the second outlet. */
const limited = async () => (await school.api.as(school.ids.admin2)).token
const fee = (kode: string, nama: string, gedung: number[]) =>
  school.superadmin
    .post('/biaya/create', {
      kode,
      nama,
      jenis_billing_id: school.ids.jenis,
      nominal: 5000,
      berlaku_mulai: '2024-01-01',
      gedung,
    })
    .then(must)

test('explains why rows of the whole school are locked and opens the user’s rows', async () => {
  await fee('SEMUA', 'Biaya Semua', [])
  await fee('MKS', 'Biaya Makassar', [school.ids.gedung2])
  const user = await renderApp('/biaya', await limited())
  await user.click(await screen.findByRole('button', { name: 'Aksi Biaya Semua' }))
  const change = await screen.findByRole('menuitem', { name: /^Ubah/ })
  expect(change).toHaveTextContent('Biaya semua outlet diatur admin semua outlet.')
  await user.click(change)
  expect(screen.queryByRole('dialog')).toBeNull()
  await user.keyboard('{Escape}')
  await user.click(await screen.findByText('Biaya Makassar'))
  expect(await screen.findByRole('dialog', { name: 'Ubah Biaya' })).toBeVisible()
})

test('presets the user’s outlet in a new row', async () => {
  await fee('MKS', 'Biaya Makassar', [school.ids.gedung2])
  const user = await renderApp('/biaya', await limited())
  await user.click(await screen.findByRole('button', { name: 'Tambah' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Tambah Biaya' }))
  expect((await dialog.findAllByText('Nada Makassar'))[0]).toBeVisible()
})

test('hides Tambah where every row belongs to the whole school', async () => {
  await renderApp('/jenis-billing', await limited())
  expect((await screen.findAllByText('Kursus'))[0]).toBeVisible()
  expect((await screen.findAllByText('Pendaftaran'))[0]).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Tambah' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Impor' })).toBeNull()
})
