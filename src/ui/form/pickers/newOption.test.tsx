/** Tests of the last option of a picker, which creates a row in a dialog over the form. */
import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { RoleId } from '#contract/enums.ts'
import { serveSchool } from '#mocks/serve.ts'
import { closeApp, renderApp } from '#src/test/renderApp.tsx'

const school = serveSchool()
afterEach(closeApp)

const label = (text: string) => new RegExp(`^${text}( \\*)?$`)
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }))
type Form = Awaited<ReturnType<typeof dialog>>
const box = (form: Form, name: string) =>
  form.getByLabelText(label(name), { selector: 'input:not([type=hidden]), select, textarea' })
const openNew = async (path: string, name: string, token: string) => {
  const user = await renderApp(path, token)
  await user.click(await screen.findByRole('button', { name: 'Tambah' }))
  const form = await dialog(name)
  await form.findByRole('button', { name: 'Simpan' })
  return { user, form }
}
const creation = () => screen.findByRole('option', { name: /^\+ Buat / })
const ruangs = async () => (await school.superadmin.get('/ruang?per-page=100')).data as unknown[]

/** Pastes a text into a field, which is faster than typing each letter. */
const fill = async (user: UserEvent, field: HTMLElement, text: string) => {
  await user.click(field)
  await user.paste(text)
}
const fillOutlet = async (user: UserEvent, outlet: Form) => {
  await fill(user, box(outlet, 'Kode'), 'CBG9')
  await fill(user, box(outlet, 'Alamat'), 'Jl. Melati 9')
  await fill(user, box(outlet, 'Kota'), 'Bandung')
}

test('creates the row from the typed name and selects it; the outer form keeps its values', async () => {
  const { user, form } = await openNew('/ruang', 'Tambah Ruang', school.superadmin.token)
  const before = (await ruangs()).length
  await fill(user, box(form, 'Nama Ruang'), 'Studio Baru')
  const picker = box(form, 'Outlet')
  await user.click(picker)
  expect(await creation()).toHaveTextContent(/^\+ Buat outlet$/)
  await user.paste('Cabang Baru')
  expect(await screen.findByRole('option', { name: '+ Buat outlet "Cabang Baru"' })).toBeVisible()
  await waitFor(() => expect(document.querySelector('[data-combobox-selected]')).not.toBeNull())
  await user.keyboard('{Enter}')
  const outlet = await dialog('Tambah Outlet')
  expect(await outlet.findByLabelText(label('Nama Outlet'))).toHaveValue('Cabang Baru')
  // The dialog is no part of the form below it.
  expect(box(outlet, 'Nama Outlet').closest('form')!.parentElement!.closest('form')).toBeNull()
  await fillOutlet(user, outlet)
  await user.keyboard('{Control>}{Enter}{/Control}')
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Tambah Outlet' })).toBeNull())
  await waitFor(() => expect(box(form, 'Outlet')).toHaveValue('Cabang Baru'))
  expect(box(form, 'Outlet')).toHaveFocus()
  expect(box(form, 'Nama Ruang')).toHaveValue('Studio Baru')
  expect(await ruangs()).toHaveLength(before)
})

test('closes only the inner dialog with Esc, and asks only about its input', async () => {
  const { user, form } = await openNew('/ruang', 'Tambah Ruang', school.superadmin.token)
  await fill(user, box(form, 'Nama Ruang'), 'Studio Baru')
  await fill(user, box(form, 'Outlet'), 'Cabang Lain')
  await user.click(await screen.findByRole('option', { name: '+ Buat outlet "Cabang Lain"' }))
  const outlet = await dialog('Tambah Outlet')
  await outlet.findByLabelText(label('Nama Outlet'))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Tambah Outlet' })).toBeNull())
  expect(screen.queryByText('Tinggalkan isian?')).toBeNull()
  expect(box(form, 'Nama Ruang')).toHaveValue('Studio Baru')
  expect(box(form, 'Outlet')).toHaveFocus()
  expect(box(form, 'Outlet')).toHaveValue('Cabang Lain')
  await user.click(box(form, 'Outlet'))
  await user.click(await creation())
  const again = await dialog('Tambah Outlet')
  await user.type(await again.findByLabelText(label('Kode')), 'CBG8')
  await user.keyboard('{Escape}')
  const question = await dialog('Tinggalkan isian?')
  await user.click(question.getByRole('button', { name: 'Tinggalkan' }))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Tambah Outlet' })).toBeNull())
  expect(box(form, 'Nama Ruang')).toHaveValue('Studio Baru')
})

test('passes no key of the inner dialog to the form below it', async () => {
  const { user, form } = await openNew('/ruang', 'Tambah Ruang', school.superadmin.token)
  await fill(user, box(form, 'Outlet'), 'Cabang')
  await user.click(await creation())
  const outlet = await dialog('Tambah Outlet')
  await outlet.findByLabelText(label('Nama Outlet'))
  outlet.getByRole('button', { name: 'Tutup' }).focus()
  await user.keyboard('{Control>}{Enter}{/Control}')
  expect(box(form, 'Nama Ruang')).not.toHaveAttribute('aria-invalid')
})

test('creates a payer by the typed phone number in the short form of the role', async () => {
  const user = await renderApp(`/user/create?role_id=${RoleId.peserta}`, school.superadmin.token)
  const page = within(await screen.findByRole('main'))
  await user.type(
    await page.findByLabelText(label('Akun Billing'), { selector: 'input:not([type=hidden])' }),
    '0813 5555 1234',
  )
  await user.click(await creation())
  const payer = await dialog('Tambah Akun Billing')
  expect(await payer.findByLabelText(/^No. HP \/ WhatsApp/)).toHaveValue('0813 5555 1234')
  expect(payer.queryByLabelText('Username')).toBeNull()
  await user.type(box(payer, 'Nama'), 'Ibu Melati')
  await user.click(payer.getByRole('button', { name: 'Simpan' }))
  await waitFor(() =>
    expect(
      page.getByLabelText(label('Akun Billing'), { selector: 'input:not([type=hidden])' }),
    ).toHaveValue('Ibu Melati'),
  )
})

test('adds the created row to the chosen rows of a picker of several', async () => {
  const { user, form } = await openNew('/bank', 'Tambah Bank', school.superadmin.token)
  await fill(user, box(form, 'Nama Bank'), 'Bank Jago')
  await fill(user, box(form, 'Outlet'), 'Cabang Tiga')
  await user.click(await screen.findByRole('option', { name: '+ Buat outlet "Cabang Tiga"' }))
  const outlet = await dialog('Tambah Outlet')
  await outlet.findByLabelText(label('Nama Outlet'))
  await fillOutlet(user, outlet)
  await user.click(outlet.getByRole('button', { name: 'Simpan' }))
  const chosen = () => document.querySelector('[data-field=gedung] .mantine-Pill-root')
  await waitFor(() => expect(chosen()).toHaveTextContent('Cabang Tiga'))
  expect(box(form, 'Nama Bank')).toHaveValue('Bank Jago')
})

test.each([
  ['without the code', () => school.ids.sales, '/sales/lead', 'Tambah Lead'],
  ['limited to outlets', () => school.ids.admin2, '/ruang', 'Tambah Ruang'],
])('offers no new outlet to a user %s', async (_, idOf, path, name) => {
  const { token } = await school.api.as(idOf())
  const { user, form } = await openNew(path, name, token)
  await user.click(box(form, 'Outlet'))
  await screen.findAllByRole('option')
  await new Promise((done) => setTimeout(done, 300))
  expect(screen.queryByRole('option', { name: /^\+ Buat / })).toBeNull()
})
