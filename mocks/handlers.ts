/**
 * MSW handlers for tests of the app: every call of the API goes to the real server code, over a
 * small school in memory.
 */
import { http, HttpResponse } from 'msw/http'
import { openApi, type TestApi } from '#mocks/api.ts'
import { makeSchool, type School } from '#mocks/school.ts'

interface Prepared {
  bytes: Buffer
  ids: School['ids']
}
let prepared: Promise<Prepared> | undefined
const prepare = async (): Promise<Prepared> => {
  const school = await makeSchool()
  const bytes = school.serialize()
  await school.close()
  return { bytes, ids: school.ids }
}
/**
 * The school of mocks/school.ts as the bytes of a database, and the ids in it: made once, restored
 * by each test in about a millisecond.
 */
const schoolBytes = (): Promise<Prepared> => (prepared ??= prepare())

/** An API of its own on a fresh copy of the school. */
export const openSchool = async (): Promise<TestApi & { ids: School['ids'] }> => {
  const { bytes, ids } = await schoolBytes()
  return { ...(await openApi(bytes)), ids }
}

/**
 * Handlers that send every request under `/api` to `api()`, the one of the running test; any other
 * request is a `console.error`, which fails the test, and no connection. Beside them a test forces
 * a failure by a handler of its own: `server.use(http.get('*\/api/bank', () => HttpResponse.json(…,
 * { status: 503 })))`.
 */
export const handlersFor = (api: () => TestApi) => [
  http.all(/\/api\//, ({ request }) => api().app.fetch(request)),
  http.all('*', ({ request }) => {
    console.error(`Tidak ada yang menjawab ${request.method} ${request.url}`)
    return HttpResponse.error()
  }),
]
