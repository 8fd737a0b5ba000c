/** Tests the focus after a form in a dialog has been saved or closed. */
import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, test } from 'vitest'
import { serveSchool } from '#mocks/serve.ts'
import { closeApp, renderApp } from '#src/test/renderApp.tsx'

const school = serveSchool()
afterEach(closeApp)

const addBank = (nama_bank: string, urutan: number) =>
  school.superadmin.post('/bank/create', { nama_bank, no_rekening: '1', atas_nama: 'Nada', urutan })
const row = (name: string) => screen.getByRole('row', { name: new RegExp(name) })
const saveAs = async (user: UserEvent, name: string) => {
  const dialog = await screen.findByRole('dialog')
  const field = await within(dialog).findByLabelText(/Nama Bank/)
  await user.clear(field)
  await user.type(field, name)
  await user.click(within(dialog).getByRole('button', { name: 'Simpan' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
}

describe('the focus after saving', () => {
  const ways: Record<string, (user: UserEvent) => Promise<void>> = {
    'a click on the row': (user) => user.click(within(row('Dua')).getByText('Dua')),
    Enter: async (user) => {
      row('Dua').focus()
      await user.keyboard('{Enter}')
    },
    'the menu of the row': async (user) => {
      await user.click(screen.getByRole('button', { name: 'Aksi Dua' }))
      await user.click(await screen.findByRole('menuitem', { name: 'Ubah' }))
    },
  }
  for (const [way, open] of Object.entries(ways)) {
    test(`is on the row opened by ${way}, wherever it moved`, async () => {
      await addBank('Satu', 1)
      await addBank('Dua', 2)
      const user = await renderApp('/bank?sort=-nama_bank', school.superadmin.token)
      await screen.findByText('Dua')
      await open(user)
      await saveAs(user, 'Zaitun Dua')
      await waitFor(() => expect(row('Zaitun Dua')).toHaveFocus())
      expect(screen.getAllByRole('row')[1]).toHaveFocus()
    })
  }
  test('is on the new row', async () => {
    await addBank('Satu', 1)
    const user = await renderApp('/bank', school.superadmin.token)
    await screen.findByText('Satu')
    await user.click(screen.getByRole('button', { name: 'Tambah' }))
    const dialog = await screen.findByRole('dialog')
    await user.type(await within(dialog).findByLabelText(/No. Rekening/), '55')
    await user.type(within(dialog).getByLabelText(/Atas Nama/), 'Nada')
    await saveAs(user, 'Baru')
    await waitFor(() => expect(row('Baru')).toHaveFocus())
  })
  test('stays in the list if the row is no longer shown', async () => {
    await addBank('Satu', 1)
    await addBank('Dua', 2)
    const user = await renderApp('/bank?q=Dua', school.superadmin.token)
    await screen.findByRole('row', { name: /Dua/ })
    await user.click(within(row('Dua')).getByText('Dua'))
    await saveAs(user, 'Tiga')
    await waitFor(() => expect(screen.queryByText('Tiga')).toBeNull())
    await waitFor(() => expect(document.querySelector('[data-list]')).toContainElement(focused()))
  })
  test('returns to the row after the form is left', async () => {
    const user = await renderApp('/bank', school.superadmin.token)
    await screen.findByText('BCA')
    await user.click(screen.getByRole('button', { name: 'Aksi BCA' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Ubah' }))
    const dialog = await screen.findByRole('dialog')
    await user.click(await within(dialog).findByRole('button', { name: 'Batal' }))
    await waitFor(() => expect(row('BCA')).toHaveFocus())
  })
})
describe('the focus after going back', () => {
  test('is on the heading of a record, and then on the row of the list', async () => {
    const user = await renderApp('/user/peserta', school.superadmin.token)
    await user.click(await screen.findByText('Hana Santoso'))
    await screen.findByRole('heading', { level: 1, name: 'Detail User' })
    await user.click(screen.getByRole('button', { name: 'Ubah' }))
    await screen.findByRole('heading', { level: 1, name: 'Ubah User' })
    window.history.back()
    await waitFor(() =>
      expect(screen.getByRole('heading', { level: 1, name: 'Detail User' })).toHaveFocus(),
    )
    window.history.back()
    await waitFor(() => expect(row('Hana Santoso')).toHaveFocus())
  })
})
const focused = () => {
  const { activeElement } = document
  return activeElement instanceof HTMLElement ? activeElement : null
}
