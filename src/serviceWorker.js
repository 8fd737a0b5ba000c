// Service worker: opens the app without a connection. Stores only the built files in `shell`, which
// are the same for every user; calls of the API, documents and pictures never pass through it.
// vite.config.ts replaces `shell` by the files of the build.
const shell = { version: 'dev', files: [] }
const cacheName = `nada-${shell.version}`

/**
 * Fetches the page and the files of this version. Fails if the server has another version of the
 * page, because that page needs other files; the browser then tries again later.
 */
const install = async () => {
  const page = await fetch('/', { cache: 'reload' })
  if (!page.ok || !(await page.clone().text()).includes(shell.version))
    throw new Error('The server has another version')
  const cache = await caches.open(cacheName)
  await cache.addAll(shell.files)
  await cache.put('/', page)
}
const deleteOldCaches = async () => {
  for (const name of await caches.keys()) if (name !== cacheName) await caches.delete(name)
}
/**
 * Returns the page of the server, or the stored page without a connection. A status of 502 or above
 * comes from a proxy in front of a dead server.
 */
const openPage = async (request) => {
  const answer = await fetch(request).catch(() => undefined)
  if (answer && answer.status < 502) return answer
  return (await caches.match('/', { cacheName })) ?? answer ?? Response.error()
}
const openFile = async (request) => (await caches.match(request, { cacheName })) ?? fetch(request)

addEventListener('install', (event) => event.waitUntil(install()))
addEventListener('activate', (event) => event.waitUntil(deleteOldCaches()))
addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  if (request.mode === 'navigate') {
    if (pathname === '/') event.respondWith(openPage(request))
  } else if (shell.files.includes(pathname)) event.respondWith(openFile(request))
})
// A page sends its version. If the page is already of this version, the version
// takes over at once. Otherwise the page learns of the new version, and sends `pakai` (use) when
// the user wants it.
addEventListener('message', ({ data, source }) => {
  if (data === 'pakai' || data === shell.version) void skipWaiting()
  else source.postMessage('versi-baru')
})
