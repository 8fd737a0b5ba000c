/** Tests of the tab with the access tokens of the signed-in user. */
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { must } from '#mocks/school/school.ts'
import { serveSchool } from '#mocks/serve.ts'
import { closeApp, renderApp } from '#src/test/renderApp.tsx'

const school = serveSchool()
afterEach(closeApp)

const dialog = async (name: RegExp) => within(await screen.findByRole('dialog', { name }))

test('creates a token with chosen codes, shows it once, and revokes it', async () => {
  const { api, superadmin } = school
  const user = await renderApp('/profile/view?tab=token', superadmin.token)
  expect(await screen.findByText('Belum ada token')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Buat token' }))
  const form = await dialog(/^Buat Token$/)
  await user.type(await form.findByLabelText(/^Nama/), 'Toko')
  await user.click(await form.findByLabelText('Semua akses Tagihan'))
  await user.type(form.getByLabelText(/^Password/), 'rahasia-uji')
  await user.click(form.getByRole('button', { name: 'Buat token' }))
  const shown = await dialog(/^Token Toko$/)
  const token = shown.getByLabelText<HTMLInputElement>('Token').value
  const call = () =>
    api.app.request('/api/billing', { headers: { authorization: `Bearer ${token}` } })
  expect((await call()).status).toBe(200)
  await user.click(shown.getByText('Tutup'))
  expect(await screen.findByText(`${token.slice(0, 9)}…`)).toBeVisible()
  expect(screen.queryByDisplayValue(token)).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Lihat akses token Toko' }))
  expect(await screen.findByText('Membuka daftar tagihan')).toBeVisible()
  await user.keyboard('{Escape}')
  await user.click(screen.getByRole('button', { name: 'Cabut token Toko' }))
  await user.click((await dialog(/^Cabut token Toko\?$/)).getByRole('button', { name: 'Cabut' }))
  expect(await screen.findByText('Belum ada token')).toBeVisible()
  expect((await call()).status).toBe(401)
})

test('offers no tokens without the access code', async () => {
  const { api, ids } = school
  await renderApp('/profile/view?tab=token', (await api.as(ids.akun)).token)
  expect(await screen.findByRole('tab', { name: 'Sesi' })).toBeVisible()
  expect(screen.queryByRole('tab', { name: 'Token Akses' })).toBeNull()
})

test('lists the tokens of another user among the links', async () => {
  const { superadmin, api, ids } = school
  const { password_hash } = await api.db
    .selectFrom('user')
    .select('password_hash')
    .where('id', '=', 1)
    .executeTakeFirstOrThrow()
  const password = { password_hash, harus_ganti_password: 0 }
  await api.db.updateTable('user').set(password).where('id', '=', ids.admin).execute()
  const by = await api.as(ids.admin)
  const input = { nama: 'Kasir', masa: 30, kode: ['billing/index'], password: 'rahasia-uji' }
  must(await by.post('/profile/buat-token', input))
  const user = await renderApp(`/user/view?id=${ids.admin}&tab=tautan`, superadmin.token)
  await user.click(await screen.findByRole('button', { name: 'Cabut Token akses Kasir' }))
  await user.click((await dialog(/^Cabut Token akses Kasir\?$/)).getByText('Cabut'))
  await waitFor(async () => expect(must(await by.get('/profile/token'))).toStrictEqual([]))
})
