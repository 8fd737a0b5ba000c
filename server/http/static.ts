/** Serves the built app with strict security headers. */
import { existsSync } from 'node:fs'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import { secureHeaders } from 'hono/secure-headers'
import type { BlankEnv, BlankSchema } from 'hono/types'

const self = "'self'"

/** A year: a browser that has been here by TLS once asks for nothing else (RFC 6797). */
const yearByTls = 'max-age=31536000'

/**
 * Adds security headers to everything, and the built app of `folder` where there is one. `tls`:
 * people reach it by https, which browsers are then told to insist on; not for sub-domains, of
 * which this server knows nothing.
 */
export const withApp = (
  api: Hono,
  folder: string,
  { tls = false }: { tls?: boolean } = {},
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
      // What the API says of a file of its own is stricter.
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
    // Hashed names never change their content; the page itself is asked for each time.
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
