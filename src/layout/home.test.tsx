/**
 * Tests which page `/` opens for users without a portal, the links of the 403 page, and the help in
 * the user menu.
 */
import { screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { must } from '#mocks/school/school.ts'
import { serveSchool } from '#mocks/serve.ts'
import { token } from '#src/data/api/http.ts'
import { closeApp, place, renderApp } from '#src/test/renderApp.tsx'

const school = serveSchool()
afterEach(closeApp)

/**
 * Gives the admin a custom role that is based on `baseRole` and has the given codes. Returns the
 * token.
 */
const custom = async (baseRole: number, accesses: string[]) => {
  const input = { name: 'Kasir', dasar_role_id: baseRole, accesses }
  const role = must(await school.superadmin.post<{ id: number }>('/role/create', input))
  const { admin } = school.ids
  await school.api.db
    .updateTable('user')
    .set({ role_id: role.id })
    .where('id', '=', admin)
    .execute()
  return (await school.api.as(admin)).token
}
const heading = () => screen.getByRole('heading', { level: 1 })
const link = (name: string) => screen.queryByRole('link', { name })

describe('the start page of a custom role', () => {
  test('is the first item of its menu', async () => {
    await renderApp('/', await custom(2, ['gedung/index', 'billing/index', 'profile/view']))
    expect(place()).toBe('/gedung')
    expect(heading()).toHaveTextContent('Kelola Outlet')
    expect(school.asked(/GET \/gedung/).length).toBeGreaterThan(0)
  })
  test('is the first item for a role based on sales without its portal', async () => {
    await renderApp('/', await custom(4, ['user/peserta', 'profile/view']))
    expect(place()).toBe('/user/peserta')
  })
  test('is the portal of the base if the role has it', async () => {
    await renderApp('/', await custom(4, ['user/peserta', 'portal/sales']))
    expect(place()).toBe('/portal/sales')
  })
  test('is the 403 page with a logout for a role without menu items', async () => {
    const user = await renderApp('/', await custom(2, ['profile/view', 'profile/ubah-password']))
    expect(place()).toBe('/errors/403')
    // Expects no link to the main page, because `/` would redirect this user back to the 403 page.
    expect(link('Ke halaman utama')).toBeNull()
    expect(link('Profil Saya')).toHaveAttribute('href', expect.stringMatching(/#\/profile\/view$/))
    await user.click(screen.getByRole('button', { name: 'Log Out' }))
    await waitFor(() => expect(heading()).toHaveTextContent('Masuk'))
    expect(token.get()).toBeNull()
  })
  test('offers a logout to a role without any code', async () => {
    await renderApp('/', await custom(2, []))
    expect(place()).toBe('/errors/403')
    expect([link('Ke halaman utama'), link('Profil Saya')]).toEqual([null, null])
    expect(screen.getByRole('button', { name: 'Log Out' })).toBeVisible()
  })
})

test('offers the start page and a logout on the 403 page', async () => {
  await renderApp('/bank', (await school.api.as(school.ids.sales)).token)
  expect(place()).toBe('/errors/403')
  expect(link('Ke halaman utama')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Log Out' })).toBeVisible()
})

test('opens the help about shortcuts from the user menu', async () => {
  const user = await renderApp('/bank', school.superadmin.token)
  await user.click(screen.getByRole('button', { name: /Menu pengguna/ }))
  await user.click(await screen.findByRole('menuitem', { name: 'Bantuan tombol' }))
  expect(await screen.findByRole('dialog', { name: 'Bantuan tombol' })).toBeVisible()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})
