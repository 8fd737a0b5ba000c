/** Tests the banner of a new version, and the offer to install the app in the user menu. */
import { act, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { serveSchool } from '#mocks/serve.ts'
import { store } from '#src/state/feedback.ts'
import { installAtom, newVersionAtom, watchInstall, watchVersions } from '#src/state/installed.ts'
import { closeApp, renderApp } from '#src/test/renderApp.tsx'

const school = serveSchool()
afterEach(async () => {
  await closeApp()
  store.set(installAtom, null)
  store.set(newVersionAtom, null)
  for (const name of ['serviceWorker', 'standalone']) Reflect.deleteProperty(navigator, name)
  Reflect.deleteProperty(globalThis, 'ServiceWorker')
})
const give = (name: string, value: unknown) =>
  Object.defineProperty(navigator, name, { value, configurable: true })
const openMenu = async () => {
  const user = await renderApp('/profile/view', school.superadmin.token)
  await user.click(screen.getByRole('button', { name: /^Menu pengguna/ }))
  await screen.findByRole('menuitem', { name: 'Log Out' })
  return user
}
const item = () => screen.queryByRole('menuitem', { name: 'Pasang aplikasi' })

class Worker extends EventTarget {
  state = 'installed'
  postMessage = vi.fn<(message: string) => void>()
}
/** Puts a service worker container into the browser that has installed a new version. */
const newVersion = () => {
  Object.assign(globalThis, { ServiceWorker: Worker })
  const waiting = new Worker()
  const registration = Object.assign(new EventTarget(), {
    active: new Worker(),
    waiting,
    update: async () => {},
  })
  const container = Object.assign(new EventTarget(), { register: async () => registration })
  give('serviceWorker', container)
  const answer = () =>
    container.dispatchEvent(
      Object.assign(new Event('message'), { data: 'versi-baru', source: waiting }),
    )
  return { waiting, answer }
}

test('announces a version only after it says that the page is older', async () => {
  const { waiting, answer } = newVersion()
  await watchVersions()
  const user = await renderApp('/profile/view', school.superadmin.token)
  expect(waiting.postMessage).toHaveBeenCalledExactlyOnceWith('')
  expect(screen.queryByText('Versi baru tersedia')).toBeNull()
  act(() => void answer())
  expect(screen.getByRole('alert')).toHaveTextContent('Versi baru tersedia')
  await user.click(screen.getByRole('button', { name: 'Muat ulang' }))
  expect(waiting.postMessage).toHaveBeenLastCalledWith('pakai')
  await user.click(screen.getByRole('button', { name: 'Nanti' }))
  expect(screen.queryByText('Versi baru tersedia')).toBeNull()
})
test('does without service workers, and with a server that has none', async () => {
  await renderApp('/profile/view', school.superadmin.token)
  await watchVersions()
  give('serviceWorker', Object.assign(new EventTarget(), { register: () => Promise.reject() }))
  await watchVersions()
  expect(store.get(newVersionAtom)).toBeNull()
})

test('offers the installation once, if the browser does', async () => {
  watchInstall()
  const user = await openMenu()
  expect(item()).toBeNull()
  const prompt = vi.fn<() => Promise<void>>(async () => {})
  const offer = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt })
  act(() => void window.dispatchEvent(offer))
  expect(offer.defaultPrevented).toBe(true)
  await user.click(await screen.findByRole('menuitem', { name: 'Pasang aplikasi' }))
  expect(prompt).toHaveBeenCalledOnce()
  expect(store.get(installAtom)).toBeNull()
})
test('explains the installation on an iPhone', async () => {
  give('standalone', false)
  const user = await openMenu()
  await user.click(screen.getByRole('menuitem', { name: 'Pasang aplikasi' }))
  expect(await screen.findByRole('dialog', { name: 'Pasang aplikasi' })).toHaveTextContent(
    'Tambah ke Layar Utama',
  )
})
test('offers nothing in the installed app', async () => {
  give('standalone', true)
  await openMenu()
  expect(item()).toBeNull()
})
