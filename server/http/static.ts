/** Serves the built app's files, and adds strict security headers to all responses. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
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
 * Returns a function that resolves to the HTML page in `file`, with the name that the school has
 * given the app. The login page shows this name. While the database is unavailable, the page has
 * the last known name, at first "Nada".
 */
const namedPage = (file: string, readName: () => Promise<string>): (() => Promise<string>) => {
  const page = readFileSync(file, 'utf8')
  let name = 'Nada'
  const refresh = async () => {
    name = await readName()
  }
  return async () => {
    await Promise.race([refresh().catch(() => {}), sleep(patience)])
    const text = String(html`${name}`)
    return page
      .replace('content="Nada"', () => `content="${text}"`)
      .replace('<title>Nada</title>', () => `<title>${text}</title>`)
  }
}

/**
 * Serves files of the built app. Lets browsers cache files with a hash in their names, because such
 * files never change. For any other file, browsers must ask at each use whether it has changed.
 */
const serveFiles = (folder: string) =>
  serveStatic({
    root: folder,
    precompressed: true,
    onFound: (path, c) => {
      c.header(
        'Cache-Control',
        path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
      )
    },
  })

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
      const page = namedPage(join(folder, 'index.html'), readName)
      app.get('/', async (c) => c.html(await page(), 200, { 'Cache-Control': 'no-cache' }))
    }
    app.use('/*', serveFiles(folder))
  }
  return app
}
