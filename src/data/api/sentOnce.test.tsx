/**
 * Tests that dialogs close once their call has succeeded, so that the user does not press the
 * button again.
 */
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { serveSchool } from '#mocks/serve.ts'
import { closeApp, renderApp } from '#src/test/renderApp.tsx'

const school = serveSchool()
afterEach(closeApp)

const dialog = async (name: RegExp) => within(await screen.findByRole('dialog', { name }))
const waitForClose = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

test('closes the dialog after mailing a statement and sends it once', async () => {
  const path = `/user/view?id=${school.ids.akun}&tab=rekening-koran`
  const user = await renderApp(path, school.superadmin.token)
  const begin = await screen.findByRole('button', { name: 'Kirim email' })
  await waitFor(() => expect(begin).toBeEnabled())
  await user.click(begin)
  const form = await dialog(/^Kirim rekening koran /)
  await user.click(await form.findByRole('button', { name: 'Kirim email' }))
  await waitForClose()
  expect(school.asked(/^POST .*kirim-rekening-koran/)).toHaveLength(1)
})

test('closes the dialog after handing over all leads and sends it once', async () => {
  const user = await renderApp('/sales/lead', school.superadmin.token)
  await user.click(await screen.findByRole('button', { name: 'Serahkan semua' }))
  const form = await dialog(/^Serahkan semua lead /)
  for (const [label, name] of [
    [/^Dari/, 'Dewi Sales'],
    [/^Kepada/, 'Eko Sales'],
  ] as const) {
    await user.type(await form.findByLabelText(label, { selector: 'input' }), name)
    await user.click(await screen.findByRole('option', { name: new RegExp(`^${name}`) }))
  }
  await user.type(form.getByLabelText(/^Alasan/), 'Pindah outlet')
  await user.click(form.getByRole('button', { name: 'Serahkan semua' }))
  await waitForClose()
  expect(await screen.findByText(/diserahkan$|^Tidak ada lead berjalan/)).toBeVisible()
  expect(school.asked(/^POST .*serahkan-semua/)).toHaveLength(1)
})
