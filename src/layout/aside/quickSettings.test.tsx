/**
 * Tests the layout settings in Quick Settings, and the hints in forms of a user limited to outlets.
 */
import { screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { serveSchool } from '#mocks/serve.ts'
import { setThemeMode } from '#src/state/layout.ts'
import { closeApp, renderApp } from '#src/test/renderApp.tsx'

const school = serveSchool()
afterEach(closeApp)

const shell = () => document.getElementById('page-container')
const storedLayout = (): unknown => JSON.parse(localStorage.getItem('nada.layout') ?? '{}')
const panel = async () => within(await screen.findByRole('dialog', { name: 'Panel samping' }))

test('applies and stores the chosen menu, width and header', async () => {
  setThemeMode('light')
  const user = await renderApp('/gedung', school.superadmin.token)
  await user.click(screen.getByRole('button', { name: 'Panel samping' }))
  const quick = await panel()
  expect(shell()).toHaveClass('main-content-narrow')
  await user.selectOptions(await quick.findByLabelText('Posisi menu'), 'Kanan')
  await user.selectOptions(quick.getByLabelText('Lebar isi'), 'Berbingkai')
  await user.selectOptions(quick.getByLabelText('Bilah atas'), 'Gelap')
  expect(shell()).toHaveClass('sidebar-r', 'main-content-boxed', 'page-header-dark')
  expect(storedLayout()).toMatchObject({
    sidebarLeft: false,
    mainContent: 'boxed',
    headerDark: true,
  })
  await user.selectOptions(quick.getByLabelText('Posisi menu'), 'Kiri')
  await user.selectOptions(quick.getByLabelText('Lebar isi'), 'Penuh')
  await user.selectOptions(quick.getByLabelText('Bilah atas'), 'Terang')
  expect(shell()).toHaveClass('main-content-full')
  expect(shell()).not.toHaveClass('sidebar-r')
  expect(shell()).not.toHaveClass('page-header-dark')
  await user.selectOptions(quick.getByLabelText('Lebar isi'), 'Sempit')
})

test('hides the hint that empty means all outlets from a user limited to outlets', async () => {
  await school.api.db
    .insertInto('user_gedung')
    .values({ user_id: school.ids.admin, gedung_id: school.ids.gedung })
    .execute()
  const user = await renderApp('/biaya', (await school.api.as(school.ids.admin)).token)
  await user.click((await screen.findAllByRole('button', { name: 'Tambah' }))[0]!)
  const form = within(await screen.findByRole('dialog', { name: 'Tambah Biaya' }))
  expect(await form.findByText('Pilih outlet Anda')).toBeVisible()
  expect(form.queryByText('Jika dikosongkan, semua outlet')).toBeNull()
  // Expects the hint about courses, which every user sees.
  expect(form.getByText('Jika dikosongkan, semua kursus')).toBeVisible()
})
