/** Serves the built app's files, and adds strict security headers to all responses. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono, type MiddlewareHandler } from 'hono'
import { html } from 'hono/html'
import { secureHeaders } from 'hono/secure-headers'
import type { BlankEnv, BlankSchema } from 'hono/types'

const self = "'self'"

/**
 * Value of the Strict-Transport-Security header. During one year (31,536,000 s) after a visit by
 * https, a browser uses only https for this host (RFC 6797).
 */
const yearByTls = 'max-age=31536000'

/** Maximum time in ms that a request for the page waits for the name of the app. */
const patience = 500
const sleep = (ms: number) => new Promise<void>((done) => setTimeout(done, ms).unref())
/**
 * Returns a function that resolves to the name that the school has given the app. While the
 * database is unavailable, it resolves to the last known name, at first "Nada".
 */
const lastName = (readName: () => Promise<string>): (() => Promise<string>) => {
  let name = 'Nada'
  const refresh = async () => {
    name = await readName()
  }
  return async () => {
    await Promise.race([refresh().catch(() => {}), sleep(patience)])
    return name
  }
}
/** Returns an HTML page with the name of the app, which the login page shows. */
const namedPage = (page: string, name: string): string => {
  const text = String(html`${name}`)
  return page
    .replace('content="Nada"', () => `content="${text}"`)
    .replace('<title>Nada</title>', () => `<title>${text}</title>`)
}
/**
 * Returns the web app manifest, with which phones and computers install the app. The icon is that
 * of Nada, because a school's logo is made for letterheads, in any shape.
 */
const manifest = (name: string) => ({
  id: '/',
  name,
  short_name: name,
  lang: 'id',
  start_url: '/',
  scope: '/',
  display: 'standalone',
  theme_color: '#4f46e5',
  background_color: '#ffffff',
  icons: [
    { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' },
    { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png' },
    { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ],
})

/**
 * Serves files of the built app. Lets browsers cache files with a hash in their names, because such
 * files never change. For any other file, browsers must ask at each use whether it has changed.
 */
const serveFiles = (folder: string): MiddlewareHandler => {
  const files = serveStatic({ root: folder, precompressed: true })
  return async (c, next) => {
    const answer = await files(c, next)
    // Sets the header here, because `onFound` of serveStatic runs too late to set it.
    if (answer instanceof Response)
      answer.headers.set(
        'Cache-Control',
        c.req.path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
      )
    return answer
  }
}

/**
 * Adds security headers to every response, and serves the built app in `folder` if the folder
 * exists. `tls` is true when users reach the server by https. A header then makes browsers use only
 * https for this host. The header does not apply to subdomains, which may be other servers.
 * `readName` returns the school's name for the app.
 */
export const withApp = (
  api: Hono,
  folder: string,
  { tls = false, readName }: { tls?: boolean; readName?: () => Promise<string> } = {},
): Hono => {
  const app = new Hono()
  app.use(
    secureHeaders({
      contentSecurityPolicy: {
        defaultSrc: [self],
        scriptSrc: [self],
        styleSrc: [self, "'unsafe-inline'"],
        imgSrc: [self, 'blob:', 'data:'],
        fontSrc: [self],
        connectSrc: [self],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: [self],
        frameAncestors: ["'none'"],
      },
      // Keeps headers that the API has already set for uploaded files, because these headers are
      // stricter.
      overwrite: false,
      xFrameOptions: 'DENY',
      referrerPolicy: 'no-referrer',
      crossOriginEmbedderPolicy: false,
      strictTransportSecurity: tls && yearByTls,
      permissionsPolicy: { camera: [], microphone: [], geolocation: [] },
    }),
  )
  const hasFiles = existsSync(folder)
  // The viewer of the API document is a part of the app below the path of the API.
  if (hasFiles) app.use('/api/docs/*', serveFiles(folder))
  // Names the type arguments, because inferring them takes the compiler long.
  app.route<'/', BlankEnv, BlankSchema, '/', '/'>('/', api)
  if (hasFiles) {
    if (readName) {
      const page = readFileSync(join(folder, 'index.html'), 'utf8')
      const name = lastName(readName)
      const fresh = { 'Cache-Control': 'no-cache' }
      app.get('/', async (c) => c.html(namedPage(page, await name()), 200, fresh))
      app.get('/manifest.webmanifest', async (c) =>
        c.json(manifest(await name()), 200, {
          ...fresh,
          'Content-Type': 'application/manifest+json',
        }),
      )
    }
    app.use('/*', serveFiles(folder))
  }
  return app
}
