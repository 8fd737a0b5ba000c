/** Serves the built app with strict security headers. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import { html } from 'hono/html'
import { secureHeaders } from 'hono/secure-headers'
import type { BlankEnv, BlankSchema } from 'hono/types'

const self = "'self'"

/**
 * Header value for one year, given in seconds: after a visit by TLS, a browser uses only https (RFC
 * 6797).
 */
const yearByTls = 'max-age=31536000'

/** Maximum time in ms that a page waits for the name of the app. */
const patience = 500
const sleep = (ms: number) => new Promise<void>((done) => setTimeout(done, ms).unref())
/**
 * Returns a function that returns the page in `file` with the school's name for the app, which the
 * login page shows before a login. While the database is unavailable, the last known name or the
 * default name is used.
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
 * Adds security headers to every response, and serves the built app in `folder` if the folder
 * exists. `tls` is true when users reach the server by https; browsers are then ordered to use only
 * https, except for sub-domains, which may belong to other servers. `readName` returns the school's
 * name for the app.
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
      // Headers that the API has already set for its files are stricter and are kept.
      overwrite: false,
      xFrameOptions: 'DENY',
      referrerPolicy: 'no-referrer',
      crossOriginEmbedderPolicy: false,
      strictTransportSecurity: tls && yearByTls,
      permissionsPolicy: { camera: [], microphone: [], geolocation: [] },
    }),
  )
  // The type arguments are explicit, because inferring them makes the compiler compare all of Hono.
  app.route<'/', BlankEnv, BlankSchema, '/', '/'>('/', api)
  if (existsSync(folder)) {
    if (readName) {
      const page = namedPage(join(folder, 'index.html'), readName)
      app.get('/', async (c) => c.html(await page(), 200, { 'Cache-Control': 'no-cache' }))
    }
    // Files with hashed names never change, so browsers may keep them. Any other file is requested
    // again each time.
    app.use(
      '/*',
      serveStatic({
        root: folder,
        precompressed: true,
        onFound: (path, c) => {
          c.header(
            'Cache-Control',
            path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
          )
        },
      }),
    )
  }
  return app
}
