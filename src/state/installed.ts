/** New versions of the app (src/serviceWorker.js), and its installation on the device. */
import { atom } from 'jotai'
import { store } from '#src/state/feedback.ts'

/** The new version that the page does not use yet; null without one. */
export const newVersionAtom = atom<{ worker: ServiceWorker } | null>(null)

/** Returns the version of this page; the build writes the version into the page. */
const versionOfPage = (): string =>
  document.querySelector<HTMLMetaElement>('meta[name=version]')?.content ?? ''
/** Time in ms between two questions for a new version. The page itself never navigates. */
const checkMs = 30 * 60_000

/**
 * Installs the service worker and announces new versions in `newVersionAtom`. Does nothing in
 * browsers and private windows without service workers, and on pages without https.
 */
export const watchVersions = async (): Promise<void> => {
  if (!('serviceWorker' in navigator)) return
  const container = navigator.serviceWorker
  container.addEventListener('message', ({ data, source }) => {
    if (data === 'versi-baru' && source instanceof ServiceWorker)
      store.set(newVersionAtom, { worker: source })
  })
  const registration = await container.register('/sw.js').catch(() => undefined)
  if (!registration) return
  const ask = (worker: ServiceWorker | null) => {
    if (worker?.state === 'installed' && registration.active) worker.postMessage(versionOfPage())
  }
  ask(registration.waiting)
  registration.addEventListener('updatefound', () => {
    const worker = registration.installing
    worker?.addEventListener('statechange', () => ask(worker))
  })
  const check = () => void registration.update().catch(() => {})
  setInterval(check, checkMs)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') check()
  })
}
/**
 * Activates the announced version and reloads the page. The browser asks before it drops unsaved
 * input.
 */
export const applyNewVersion = (): void => {
  const worker = store.get(newVersionAtom)?.worker
  // Another tab may have activated the version.
  if (worker?.state !== 'installed') return location.reload()
  worker.addEventListener('statechange', () => {
    if (worker.state === 'activated') location.reload()
  })
  worker.postMessage('pakai')
}

/** Event of Chromium with which a page opens the browser's installation dialog. */
interface InstallPrompt extends Event {
  prompt: () => Promise<unknown>
}
/** The browser's offer to install the app; null if there is none. */
export const installAtom = atom<InstallPrompt | null>(null)
/** Keeps the offer of the browser for the user menu, instead of the browser's own banner. */
export const watchInstall = (): void => {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    if ('prompt' in event) store.set(installAtom, event as InstallPrompt)
  })
  window.addEventListener('appinstalled', () => store.set(installAtom, null))
}
/**
 * Whether this is a browser of an iPhone or iPad, in which users install an app by hand. Only these
 * browsers have `standalone`; it is true in the installed app.
 */
export const installsByHand = (): boolean =>
  'standalone' in navigator && navigator.standalone === false
