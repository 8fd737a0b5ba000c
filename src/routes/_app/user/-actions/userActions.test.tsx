/** Tests of anonymising, deleting and restoring a user on the screen. */
import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { RoleId, UserStatus } from '#contract/enums.ts'
import { makeAkun, makePeserta } from '#mocks/people/family.ts'
import { must, type School } from '#mocks/school/school.ts'
import { serveSchool } from '#mocks/serve.ts'
import { closeApp, renderApp } from '#src/test/renderApp.tsx'

const school = serveSchool()
afterEach(closeApp)

interface User {
  name: string
  email: string | null
  phone: string | null
  username: string | null
  status: number
  dianonimkan_at: string | null
}
const userOf = async (id: number) => must(await school.superadmin.get<User>(`/user/view?id=${id}`))
/** Creates a payer to whom no other row refers, so that the payer can be anonymised and deleted. */
const payer = (more: object = {}) => {
  const { api, ids, superadmin } = school
  const s = { ...api, ids, superadmin } as unknown as School
  return makeAkun(s, { name: 'Rina Hartono', email: 'rina@contoh.id', ...more })
}
const open = (id: number) => renderApp(`/user/view?id=${id}`, school.superadmin.token)
const header = () => screen.getByRole('heading', { level: 1 }).parentElement!
const dialog = async (name: RegExp) => within(await screen.findByRole('dialog', { name }))
type Form = Awaited<ReturnType<typeof dialog>>
const choose = async (user: UserEvent, item: string) => {
  await user.click(await screen.findByRole('button', { name: 'Aksi lain' }))
  await user.click(await screen.findByRole('menuitem', { name: item }))
}
/** Submits the dialog, waits until it closes, and expects the success message. */
const send = async (user: UserEvent, form: Form, button: string, message: string) => {
  await user.click(await form.findByRole('button', { name: button }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(await screen.findByText(message)).toBeVisible()
}

test('anonymises an inactive user permanently', async () => {
  const id = await payer()
  const user = await open(id)
  await choose(user, 'Nonaktifkan')
  await send(user, await dialog(/^Nonaktifkan /), 'Nonaktifkan', 'Rina Hartono dinonaktifkan')
  await waitFor(() => expect(header()).toHaveTextContent(UserStatus.label(UserStatus.nonaktif)))
  await choose(user, 'Anonimkan')
  const ask = await dialog(/^Anonimkan Rina Hartono\?$/)
  await user.click(ask.getByRole('button', { name: 'Anonimkan' }))
  expect(ask.getByLabelText(/^Alasan/)).toBeInvalid()
  await user.type(ask.getByLabelText(/^Alasan/), 'Diminta oleh keluarganya')
  await send(user, ask, 'Anonimkan', 'Data pribadi Rina Hartono dihapus')
  await waitFor(() => expect(header()).toHaveTextContent(`Anonim ${id}`))
  expect(screen.queryByText('rina@contoh.id')).toBeNull()
  // An anonymised user cannot be restored.
  expect(screen.queryByRole('button', { name: 'Pulihkan' })).toBeNull()
  const row = await userOf(id)
  expect(row).toMatchObject({ name: `Anonim ${id}`, email: null, phone: null })
  expect(row.dianonimkan_at).not.toBeNull()
})

test('rejects anonymising a payer with students and shows why', async () => {
  const { akun } = school.ids
  must(await school.superadmin.post(`/user/disable-enable?id=${akun}`))
  const user = await open(akun)
  await choose(user, 'Anonimkan')
  const ask = await dialog(/^Anonimkan Fajar Santoso\?$/)
  await user.type(ask.getByLabelText(/^Alasan/), 'Diminta oleh keluarganya')
  await user.click(ask.getByRole('button', { name: 'Anonimkan' }))
  const refusal = await screen.findByRole('dialog', { name: 'Error 409' })
  expect(refusal).toHaveTextContent('Masih membayar untuk peserta lain')
  expect((await userOf(akun)).name).toBe('Fajar Santoso')
})

test('restores a deleted user, under another address if the old one is taken', async () => {
  const id = await payer()
  const user = await open(id)
  await choose(user, 'Hapus')
  await send(user, await dialog(/^Hapus Rina Hartono\?$/), 'Hapus', 'Rina Hartono dihapus')
  await waitFor(() => expect(header()).toHaveTextContent(UserStatus.label(UserStatus.dihapus)))
  expect((await userOf(id)).status).toBe(UserStatus.dihapus)
  await payer({ name: 'Rina Lain' })
  await user.click(screen.getByRole('button', { name: 'Pulihkan' }))
  const form = await dialog(/^Pulihkan Rina Hartono$/)
  await user.click(await form.findByRole('button', { name: 'Pulihkan' }))
  const field = form.getByLabelText(/^Email/)
  await waitFor(() => expect(field).toBeInvalid())
  await user.type(field, 'rina.hartono@contoh.id')
  await send(user, form, 'Pulihkan', 'Rina Hartono dipulihkan')
  await waitFor(() => expect(header()).toHaveTextContent(UserStatus.label(UserStatus.nonaktif)))
  await user.click(screen.getByRole('tab', { name: 'Data' }))
  expect(await screen.findByText('rina.hartono@contoh.id')).toBeVisible()
  expect(await userOf(id)).toMatchObject({
    status: UserStatus.nonaktif,
    email: 'rina.hartono@contoh.id',
  })
})

test('shows an active link of a family and revokes it', async () => {
  const id = await payer()
  must(await school.superadmin.post(`/user/undangan?id=${id}`))
  const user = await renderApp(`/user/view?id=${id}&tab=tautan`, school.superadmin.token)
  await user.click(await screen.findByRole('tab', { name: 'Tautan' }))
  const end = 'Cabut Undangan mengatur password'
  await user.click(await screen.findByRole('button', { name: end }))
  await send(user, await dialog(/^Cabut Undangan/), 'Cabut', 'Tautan dicabut')
  expect(await screen.findByText('Tidak ada tautan yang berlaku')).toBeVisible()
})

/**
 * Returns the hash of the token that confirms a new mail address; undefined if no address is
 * pending.
 */
const tokenHash = async (id: number): Promise<string | undefined> => {
  const wishes = school.api.db.selectFrom('email_baru').select('token_hash')
  return (await wishes.where('user_id', '=', id).executeTakeFirst())?.token_hash
}
/** Enters a new mail address as staff, for a payer who has logged in before. */
const wish = async (id: number, email: string): Promise<void> => {
  const { db } = school.api
  const last_login_at = new Date().toISOString()
  await db.updateTable('user').set({ last_login_at }).where('id', '=', id).execute()
  const { versi } = must(await school.superadmin.get<{ versi: number }>(`/user/view?id=${id}`))
  must(await school.superadmin.post(`/user/update?id=${id}`, { versi, email }))
}

test('shows staff a mail address that awaits confirmation', async () => {
  const id = await payer()
  await wish(id, 'rina.baru@contoh.id')
  await open(id)
  expect(await screen.findByText(/rina\.baru@contoh\.id menunggu konfirmasi/)).toBeVisible()
})

test('resends the confirmation of a mail address and cancels a wrong address', async () => {
  const id = await payer()
  await wish(id, 'rina.salah@contoh.id')
  const first = await tokenHash(id)
  const user = await open(id)
  await user.click(await screen.findByRole('button', { name: 'Kirim ulang' }))
  const message = 'Email konfirmasi dikirim lagi ke rina.salah@contoh.id'
  expect(await screen.findByText(message)).toBeVisible()
  expect(await tokenHash(id)).not.toBe(first)
  await user.click(await screen.findByRole('button', { name: 'Batalkan' }))
  const ask = await dialog(/^Batalkan email baru rina\.salah/)
  await send(user, ask, 'Batalkan email baru', 'Email baru dibatalkan')
  await waitFor(() => expect(screen.queryByText(/menunggu konfirmasi/)).toBeNull())
  expect(await tokenHash(id)).toBeUndefined()
  expect((await userOf(id)).email).toBe('rina@contoh.id')
})

test('locks the mail address of an inactive user who has logged in before, for sales', async () => {
  const { ids, api } = school
  const s = { ...api, ids, superadmin: school.superadmin } as unknown as School
  const person = {
    sales_id: ids.sales,
    email: 'anak@contoh.id',
    tanggal_lahir: '1990-01-01',
    phone: '081234567899',
  }
  const id = await makePeserta(s, await payer({ email: 'ibu@contoh.id' }), ids.gedung, person)
  const { token } = await api.as(ids.sales)
  const columns = { status: UserStatus.nonaktif, last_login_at: null as string | null }
  const openForm = async () => {
    await api.db.updateTable('user').set(columns).where('id', '=', id).execute()
    await renderApp(`/user/update?id=${id}`, token)
    return screen.findByLabelText(/^Email/)
  }
  expect(await openForm()).toBeEnabled()
  await closeApp()
  columns.last_login_at = new Date().toISOString()
  const email = await openForm()
  expect(email).toBeDisabled()
  expect(email).toHaveAccessibleDescription('Dipakai untuk masuk: kantor yang menggantinya')
})

test('asks a payer for one of the two contacts', async () => {
  const user = await renderApp(
    `/user/create?role_id=${RoleId.akunBilling}`,
    school.superadmin.token,
  )
  await user.type(await screen.findByLabelText(/^Nama( \*)?$/), 'Tanpa Kontak')
  const [phone, email] = [
    screen.getByLabelText(/^No. HP \/ WhatsApp/),
    screen.getByLabelText('Email'),
  ]
  for (const field of [phone, email]) {
    expect(field).not.toBeRequired()
    expect(field).toHaveAccessibleDescription(/salah satu cukup/)
  }
  await user.click(screen.getByRole('button', { name: 'Simpan' }))
  expect(phone).toHaveFocus()
  expect(screen.getByText('Isi nomor HP atau email')).toBeVisible()
  await user.type(email, 'satu.cukup@contoh.id')
  await user.click(screen.getByRole('button', { name: 'Simpan' }))
  expect(await screen.findByText(/Tanpa Kontak ditambahkan/)).toBeVisible()
})

test('offers the upgrade of a student who has a phone number and no email', async () => {
  const { api, ids, superadmin } = school
  const s = { ...api, ids, superadmin } as unknown as School
  const student = await makePeserta(s, ids.akun, ids.gedung, { email: null, phone: '081311114444' })
  const user = await open(student)
  await user.click(await screen.findByRole('button', { name: 'Aksi lain' }))
  expect(await screen.findByRole('menuitem', { name: /akun billing/i })).toBeEnabled()
})
