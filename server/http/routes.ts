/**
 * Route table: handlers by path, then by method, so that an unknown path (404) can be distinguished
 * from a wrong method (405). Also builds JSON responses.
 */
import { maxBodyOf } from '#contract/call.ts'
import type { Ctx } from '#server/http/context.ts'
import { mapInTurns, yieldToEventLoop } from '#server/runtime/yieldToEventLoop.ts'

export type Body = Record<string, unknown>
export type Handler = (ctx: Ctx, body: Body) => Promise<Response> | Response
export interface Route {
  handler: Handler
  codes: readonly string[]
  access: 'public' | 'session' | 'code'
  /** Whether the handler reads the body from `ctx.request` itself. */
  raw?: true
  /** Maximum size of the body in bytes. */
  maxBody: number
}
export type Routes = Map<string, Partial<Record<'GET' | 'POST', Route>>>

/**
 * Route to add. By default a user needs one of the access codes `codes`; `access` can instead be
 * `session` (any logged-in user) or `public`.
 */
interface NewRoute extends Partial<Pick<Route, 'access' | 'codes' | 'raw' | 'maxBody'>> {
  method: 'GET' | 'POST'
  path: string
  handler: Handler
}
/** Adds a route. Throws when a route with the same method and path exists. */
export const addRoute = (
  routes: Routes,
  { method, path, handler, codes = [], access = 'code', raw, ...rest }: NewRoute,
): void => {
  const maxBody = rest.maxBody ?? maxBodyOf(access)
  const methods = routes.get(path) ?? {}
  if (methods[method]) throw new Error(`Rute ganda: ${method} ${path}`)
  routes.set(path, { ...methods, [method]: { handler, codes, access, raw, maxBody } })
}

/** Returns the regular expression for a path with parameters, such as `/kalender/{token}.ics`. */
const patternOf = (path: string): RegExp =>
  new RegExp(`^${path.replaceAll('.', String.raw`\.`).replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`)
/**
 * Returns the handlers of a path by method, the path as it is declared (`pattern`), and the values
 * of its parameters; undefined for an unknown path.
 */
export const findRoute = (routes: Routes, path: string) => {
  const exact = routes.get(path)
  if (exact) return { methods: exact, pattern: path, parts: {} }
  for (const [route, methods] of routes) {
    if (!route.includes('{')) continue
    const parts = patternOf(route).exec(path)?.groups
    if (parts) return { methods, pattern: route, parts }
  }
  return undefined
}

/** Returns a JSON response in the format of the API: `{"success": …, "data": …}`. */
export const json = (data: unknown, status = 200, headers: Record<string, string> = {}): Response =>
  textOf(JSON.stringify({ success: status < 400, data: data ?? null }), status, headers)
/**
 * Returns a JSON response with a Content-Length header, from which the server decides whether to
 * compress the response.
 */
const textOf = (text: string, status: number, headers: Record<string, string>): Response =>
  new Response(text, {
    status,
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': String(Buffer.byteLength(text)),
      ...headers,
    },
  })

/**
 * Returns a JSON response. Its data has the properties of `rest`, and under the name `list` a long
 * list of the results of `answerOf`. Builds the text in slices and streams it, letting other
 * requests run in between. `rest` must not be empty.
 */
export const jsonInTurns = async <T>(
  rest: object,
  list: string,
  rows: readonly T[],
  answerOf: (row: T) => unknown,
): Promise<Response> => {
  const texts = await mapInTurns(rows, (row) => JSON.stringify(answerOf(row)))
  const begin = JSON.stringify({ success: true, data: rest }).replace(
    /\}\}$/,
    `,${JSON.stringify(list)}:[`,
  )
  const size = 200
  const pieces = Array.from(
    { length: Math.ceil(texts.length / size) },
    (_, i) => `${i > 0 ? ',' : ''}${texts.slice(i * size, (i + 1) * size).join()}`,
  )
  const encoder = new TextEncoder()
  const all = [begin, ...pieces, ']}}'].values()
  const body = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      await yieldToEventLoop()
      const { done, value } = all.next()
      if (done) controller.close()
      else controller.enqueue(encoder.encode(value))
    },
  })
  return new Response(body, { headers: { 'Content-Type': 'application/json; charset=utf-8' } })
}
