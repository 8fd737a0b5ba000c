/** Serves the built app with strict security headers. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import { html } from 'hono/html'
import { secureHeaders } from 'hono/secure-headers'
import type { BlankEnv, BlankSchema } from 'hono/types'

const self = "'self'"

/** A year in seconds: a browser that has used TLS once then uses only https (RFC 6797). */
const yearByTls = 'max-age=31536000'

/** A page does not wait longer for the school's name for the app; milliseconds. */
const patience = 500
const sleep = (ms: number) => new Promise<void>((done) => setTimeout(done, ms).unref())
/**
 * Page at `file` with the school's own name for the app, which the login page shows before a login.
 * While the database is unavailable, the previous name or the product's is used.
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
 * Adds security headers to every response, and serves the built app in `folder` if there is one.
 * `tls`: users reach the server by https, which the browser is ordered to enforce; not for
 * sub-domains, which this server does not know. `readName`: returns the school's name for the app.
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
      // The API sets stricter headers for its own files.
      overwrite: false,
      xFrameOptions: 'DENY',
      referrerPolicy: 'no-referrer',
      crossOriginEmbedderPolicy: false,
      strictTransportSecurity: tls && yearByTls,
      permissionsPolicy: { camera: [], microphone: [], geolocation: [] },
    }),
  )
  // Its types are named, not inferred: to infer them the compiler compares the whole of Hono.
  app.route<'/', BlankEnv, BlankSchema, '/', '/'>('/', api)
  if (existsSync(folder)) {
    if (readName) {
      const page = namedPage(join(folder, 'index.html'), readName)
      app.get('/', async (c) => c.html(await page(), 200, { 'Cache-Control': 'no-cache' }))
    }
    // Files with hashed names never change; the page itself is requested each time.
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
