/**
 * MSW handlers for tests of the app: every API call is served by the real server code, on a small
 * in-memory school.
 */
import { http, HttpResponse } from 'msw/http'
import { openApi, type TestApi } from '#mocks/api/api.ts'
import { makeSchool, type School } from '#mocks/school/school.ts'

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
 * Returns the school of mocks/school/school.ts as the bytes of its SQLite database, with the ids of
 * its rows. The school is created once per process; opening a copy takes about a millisecond.
 */
const schoolBytes = (): Promise<Prepared> => (prepared ??= prepare())

/**
 * Opens an API on a new copy of the school. `ids` contains the ids of the school's rows by name.
 */
export const openSchool = async (): Promise<TestApi & { ids: School['ids'] }> => {
  const { bytes, ids } = await schoolBytes()
  return { ...(await openApi(bytes)), ids }
}

/**
 * Returns MSW handlers that pass every request under `/api` to `api()`, the API of the running
 * test. Any other request fails with a network error and logs a `console.error`, which fails the
 * test. To simulate an API error, a test adds a handler: `server.use(http.get('*\/api/bank', () =>
 * HttpResponse.json(…, { status: 503 })))`.
 */
export const handlersFor = (api: () => TestApi) => [
  http.all(/\/api\//, ({ request }) => api().app.fetch(request)),
  http.all('*', ({ request }) => {
    console.error(`Tidak ada yang menjawab ${request.method} ${request.url}`)
    return HttpResponse.error()
  }),
]
