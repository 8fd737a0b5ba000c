/** Serves the built app with strict security headers. */
import { existsSync } from 'node:fs'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import { secureHeaders } from 'hono/secure-headers'

const self = "'self'"

/** Adds security headers to everything, and the built app of `folder` where there is one. */
export const withApp = (api: Hono, folder: string): Hono => {
  const app = new Hono()
  app.use(secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: [self], scriptSrc: [self], styleSrc: [self, "'unsafe-inline'"], imgSrc: [self, 'blob:', 'data:'], fontSrc: [self], connectSrc: [self], objectSrc: ["'none'"], baseUri: ["'none'"],
      formAction: [self], frameAncestors: ["'none'"],
    },
    // What the API says of a file of its own is stricter.
    overwrite: false, xFrameOptions: 'DENY', referrerPolicy: 'no-referrer', crossOriginEmbedderPolicy: false, strictTransportSecurity: false, permissionsPolicy: { camera: [], microphone: [], geolocation: [] },
  }))
  app.route('/', api)
  if (existsSync(folder)) {
    // Hashed names never change their content; the page itself is asked for each time.
    app.use('/*', serveStatic({ root: folder, precompressed: true, onFound: (path, c) => { c.header('Cache-Control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache') } }))
  }
  return app
}
