/** Passes all API requests in a test file of the app to the real server code. */
import type { RequestHandler } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import type { Client } from '#mocks/api/api.ts'
import { handlersFor, openSchool } from '#mocks/handlers.ts'

interface SentRequest {
  method: string
  /** Path and query string after `/api`, without the `count=bounded` of every list of the app. */
  path: string
  headers: Headers
}

/**
 * Prepares a new copy of the school for each test of a file. The file must call this function once,
 * outside of its tests. Returns access to the school and the requests of the running test.
 */
export const serveSchool = () => {
  let api: Awaited<ReturnType<typeof openSchool>>
  let superadmin: Client
  let requests: SentRequest[] = []
  const server = setupServer(...handlersFor(() => api))
  server.events.on('request:start', ({ request }) => {
    const { pathname, search } = new URL(request.url)
    const query = search.replace(/[?&]count=bounded$/, '')
    requests.push({
      method: request.method,
      path: decodeURIComponent(pathname.replace(/^\/api/, '') + query),
      headers: request.headers,
    })
  })
  beforeAll(() => server.listen())
  afterAll(() => server.close())
  beforeEach(async () => {
    api = await openSchool()
    superadmin = await api.as(1)
    requests = []
  })
  afterEach(async () => {
    server.resetHandlers()
    await api.close()
  })
  return {
    get api() {
      return api
    },
    get ids() {
      return api.ids
    },
    get superadmin() {
      return superadmin
    },
    /**
     * Returns the requests of the running test that match the pattern. The pattern is matched with
     * method and path, such as `GET /bank?q=bca`.
     */
    asked: (pattern: RegExp): SentRequest[] =>
      requests.filter(({ method, path }) => pattern.test(`${method} ${path}`)),
    /** Adds handlers for the running test. MSW tries them before the handlers of the school. */
    use: (...handlers: RequestHandler[]) => server.use(...handlers),
  }
}
