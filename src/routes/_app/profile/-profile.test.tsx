/** Tests of the own profile: new calendar link, ended sessions, second factor, and logout. */
import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw/http'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { setUpSecondFactor } from '#mocks/people/secondFactor.ts'
import { must } from '#mocks/school/school.ts'
import { serveSchool } from '#mocks/serve.ts'
import { queryClient } from '#src/data/api/queryClient.ts'
import { closeApp, renderApp } from '#src/test/renderApp.tsx'

const school = serveSchool()
afterEach(closeApp)

const dialog = async (name: RegExp) => within(await screen.findByRole('dialog', { name }))
const waitForClose = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

test('makes a new calendar link and invalidates the old one', async () => {
  const { api, ids } = school
  const family = await api.as(ids.akun)
  const path = `/user/kalender?id=${ids.peserta}`
  const old = must(await family.post<{ url: string }>(path)).url
  const user = await renderApp('/profile/view', family.token)
  const button = await screen.findByRole('button', {
    name: 'Buat tautan baru: Jadwal Hana Santoso',
  })
  await user.click(button)
  const ask = await dialog(/^Buat tautan baru untuk Hana Santoso\?$/)
  await user.click(ask.getByRole('button', { name: 'Buat tautan baru' }))
  const linkDialog = await dialog(/^Tautan kalender Hana Santoso$/)
  const url = linkDialog.getByLabelText<HTMLInputElement>('Tautan').value
  await user.click(linkDialog.getByText('Tutup'))
  await waitForClose()
  const feed = async (link: string) =>
    (await api.anonymous.bytes(link.slice(link.indexOf('/kalender/')))).status
  expect(await feed(url)).toBe(200)
  expect(await feed(old)).toBe(404)
})

test('ends all other sessions and keeps this one', async () => {
  const { api, superadmin } = school
  const otherSession = await api.as(1)
  const user = await renderApp('/profile/view?tab=sesi', superadmin.token)
  await user.click(await screen.findByRole('button', { name: 'Akhiri semua sesi lain' }))
  const ask = await dialog(/^Akhiri semua sesi lain\?$/)
  await user.click(ask.getByRole('button', { name: 'Akhiri semua' }))
  await waitForClose()
  expect(await screen.findByText(/^\d+ sesi diakhiri$/)).toBeVisible()
  await waitFor(() =>
    expect(screen.queryByRole('button', { name: 'Akhiri semua sesi lain' })).toBeNull(),
  )
  expect((await otherSession.get('/profile')).status).toBe(401)
  expect((await superadmin.get('/profile')).status).toBe(200)
})

test('renews the recovery codes and turns off the second factor', async () => {
  const { superadmin } = school
  const password = 'rahasia-uji'
  const { kode_pemulihan } = await setUpSecondFactor(superadmin, password)
  const user = await renderApp('/profile/view?tab=dua-langkah', superadmin.token)
  await user.click(await screen.findByRole('button', { name: 'Kode pemulihan baru' }))
  const renew = await dialog(/^Kode pemulihan baru$/)
  await user.type(await renew.findByLabelText(/^Password/), 'bukan ini')
  await user.type(renew.getByLabelText(/^Kode Verifikasi/), kode_pemulihan[0]!)
  await user.click(renew.getByRole('button', { name: 'Buat kode baru' }))
  await waitFor(() => expect(renew.getByLabelText(/^Password/)).toBeInvalid())
  await user.clear(renew.getByLabelText(/^Password/))
  await user.type(renew.getByLabelText(/^Password/), password)
  await user.click(renew.getByRole('button', { name: 'Buat kode baru' }))
  await waitForClose()
  const codes = await screen.findByRole('list', { name: /^Kode pemulihan/ })
  const [fresh] = within(codes).getAllByRole('listitem')
  const code = fresh!.textContent
  expect(kode_pemulihan).not.toContain(code)
  await user.click(screen.getByRole('switch', { name: 'Saya sudah menyimpan kode ini' }))
  await user.click(screen.getByRole('button', { name: 'Selesai' }))
  await user.click(await screen.findByRole('button', { name: 'Matikan' }))
  const off = await dialog(/^Matikan verifikasi dua langkah$/)
  await user.type(await off.findByLabelText(/^Password/), password)
  await user.type(off.getByLabelText(/^Kode Verifikasi/), code)
  await user.click(off.getByRole('button', { name: 'Matikan' }))
  await waitForClose()
  expect(await screen.findByText('Verifikasi dua langkah dimatikan')).toBeVisible()
  expect(await screen.findByText('Tidak aktif')).toBeVisible()
})

test('does not report an expired session for a 401 during a pending logout', async () => {
  const user = await renderApp('/bank', school.superadmin.token)
  const refused = HttpResponse.json({ success: false, data: {} }, { status: 401 })
  const heard = Promise.withResolvers<void>()
  onTestFinished(() => heard.resolve())
  school.use(
    http.get('*/api/bank', () => refused),
    http.post('*/api/auth/logout', async () => {
      await heard.promise
      return HttpResponse.json({ success: true, data: {} })
    }),
  )
  await user.click(await screen.findByRole('button', { name: /^Menu pengguna/ }))
  await user.click(await screen.findByRole('menuitem', { name: 'Log Out' }))
  await waitFor(() => expect(school.asked(/^POST \/auth\/logout/)).toHaveLength(1))
  await queryClient.invalidateQueries({ queryKey: ['bank'] })
  heard.resolve()
  expect(await screen.findByRole('heading', { level: 1, name: 'Masuk' })).toBeVisible()
  expect(screen.queryByText(/^Sesi Anda sudah berakhir/)).toBeNull()
})
