/** Make-ups, as a family and an admin find, book and give them back. */
import { screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { makeHost, makeMakeUp } from '#mocks/makeUp.ts'
import { must, type School } from '#mocks/school.ts'
import { serveSchool } from '#mocks/serve.ts'
import { closeApp, renderApp } from '#src/renderApp.tsx'

const school = serveSchool()
afterEach(closeApp)

const makeOwed = async () => {
  const { api, ids } = school
  const s = { ...api, ids, superadmin: school.superadmin } as unknown as School
  await makeHost(s, ids.gedung)
  return makeMakeUp(s, ids.gedung)
}
const statusOf = async (id: number) =>
  must(await school.superadmin.get<{ status: string }>(`/kredit-pengganti/view?id=${id}`)).status

test('a student books a lesson with a seat, and gives it back', async () => {
  const { credit, peserta } = await makeOwed()
  const { token } = await school.api.as(peserta)
  const user = await renderApp('/portal/peserta', token)
  const heading = await screen.findByRole('heading', { level: 2, name: 'Kelas pengganti' })
  const panel = within(heading.closest('section')!)
  await user.click(await panel.findByRole('button', { name: /^Pesan kelas pengganti/ }))
  const dialog = await screen.findByRole('dialog', { name: 'Pesan Kelas Pengganti' })
  // Other levels are an admin's to open.
  expect(within(dialog).queryByRole('switch')).toBeNull()
  const [first] = await within(dialog).findAllByRole('button', { name: /^Pesan .*Piano Grade 1/ })
  await user.click(first!)
  const release = await panel.findByRole('button', { name: /^Batalkan pesanan/ })
  expect(await statusOf(credit)).toBe('dipesan')
  await user.click(release)
  await user.click(await screen.findByRole('button', { name: 'Batalkan pesanan' }))
  expect(await panel.findByRole('button', { name: /^Pesan kelas pengganti/ })).toBeVisible()
  expect(await statusOf(credit)).toBe('tersedia')
})

test('an admin books and takes away in the list', async () => {
  const { credit, peserta } = await makeOwed()
  const user = await renderApp(`/kredit-pengganti?peserta_id=${peserta}`, school.superadmin.token)
  const open = async (action: string) => {
    await user.click(await screen.findByRole('button', { name: /^Aksi / }))
    await user.click(await screen.findByRole('menuitem', { name: action }))
  }
  await open('Pesan pertemuan')
  const dialog = await screen.findByRole('dialog', { name: 'Pesan Kelas Pengganti' })
  expect(within(dialog).getByRole('switch', { name: 'Tampilkan level lain' })).toBeVisible()
  const [first] = await within(dialog).findAllByRole('button', { name: /^Pesan .*Piano Grade 1/ })
  await user.click(first!)
  expect(await screen.findByText(/^Kelas pengganti dipesan/)).toBeVisible()
  expect(await statusOf(credit)).toBe('dipesan')
  await open('Cabut')
  const ask = await screen.findByRole('dialog', { name: /^Cabut kelas pengganti/ })
  await user.type(within(ask).getByLabelText(/^Alasan/), 'Pindah kota')
  await user.click(within(ask).getByRole('button', { name: 'Cabut' }))
  expect(await screen.findByText(/dicabut$/)).toBeVisible()
  expect(await statusOf(credit)).toBe('dicabut')
})
