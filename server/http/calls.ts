/**
 * Types and routes of the calls that the contract declares beside the standard calls of resources
 * (list, view, create …).
 */
import { sql } from 'kysely'
import type * as z from 'zod/mini'
import type { AnyCall, CallOutput } from '#contract/call.ts'
import { allCalls as calls, type ImporCalls, type ImporVerb } from '#contract/import/importJob.ts'
import { imporNames, type ImporName } from '#contract/import/importKeys.ts'
import {
  reports,
  type ReportCalls,
  type ReportName,
  type ReportVerb,
} from '#contract/report/reports.ts'
import { notFound } from '#server/errors.ts'
import type { readUpload, Uploaded } from '#server/http/body/upload.ts'
import { inUploadPlace } from '#server/http/body/uploadPlaces.ts'
import type { Ctx } from '#server/http/context.ts'
import { addRoute, json, type Body, type Routes } from '#server/http/routes.ts'
import { parseBody } from '#server/resource/body.ts'
import type { AnyModule } from '#server/resource/module.ts'
import type { Condition } from '#server/resource/query/conditions.ts'
import { rowExists } from '#server/resource/rows.ts'

type Calls = typeof calls
/**
 * Handlers of all declared calls, by name. A handler returns the data of the response. To send a
 * file or set headers, it returns a complete Response instead.
 */
export type Handlers = {
  [K in keyof Calls]: (
    ctx: Ctx,
    input: InputOf<Calls[K]>,
    query: z.output<Calls[K]['query']>,
    body: Body,
  ) => Promise<true extends Calls[K]['file'] ? Response : CallOutput<Calls[K]> | Response>
}
type Parts = Awaited<ReturnType<typeof readUpload>>
/**
 * Type of a handler's input: the parsed body. For an upload, the input is a function instead. The
 * handler passes to this function a reader of the request that limits the size of the file, and
 * gets the uploaded file and the parsed fields.
 */
type InputOf<C extends Calls[keyof Calls]> = true extends C['upload']
  ? (
      read: (request: Request) => Promise<Parts>,
    ) => Promise<{ file: Uploaded; input: z.output<C['input']> }>
  : z.output<C['input']>

/**
 * Builds the handlers of all imports. Calls `of` with each import name; `of` returns the handlers
 * of that import.
 */
export const imporHandlers = (
  of: (name: ImporName) => { [V in ImporVerb]: Handlers[`user/${V}`] },
): Pick<Handlers, keyof ImporCalls> =>
  // Needs a cast: the type of fromEntries no longer knows which handler belongs to which name.
  Object.fromEntries(
    imporNames.flatMap((name) =>
      Object.entries(of(name)).map(([verb, handler]) => [`${name}/${verb}`, handler]),
    ),
  ) as unknown as Pick<Handlers, keyof ImporCalls>

/**
 * Builds the handlers of all reports. Calls `of` with each report name; `of` returns the handlers
 * of that report.
 */
export const reportHandlers = (
  of: (name: ReportName) => { [V in ReportVerb]: Handlers[`laporan/pendapatan/${V}`] },
): Pick<Handlers, keyof ReportCalls> =>
  // Needs a cast: the type of fromEntries no longer knows which handler belongs to which name.
  Object.fromEntries(
    (Object.keys(reports) as ReportName[]).flatMap((name) =>
      Object.entries(of(name)).map(([verb, handler]) => [`laporan/${name}/${verb}`, handler]),
    ),
  ) as unknown as Pick<Handlers, keyof ReportCalls>

/** Throws 404 when the row does not exist or is outside the user's scope. */
export const inScope = async (ctx: Ctx, module: AnyModule, id: number): Promise<void> => {
  if (!(await rowExists(ctx.db, module, ctx.actor, id))) throw notFound()
}
/** Returns the SQL condition for the rows of a resource that the user may see. */
export const scopeOf = (ctx: Ctx, module: AnyModule): Condition =>
  module.scope?.(ctx.actor) ?? sql`1 = 1`

type AnyHandler = (ctx: Ctx, input: unknown, query: unknown, body: Body) => Promise<unknown>

/**
 * Returns the input of an upload: a function to which the handler passes a reader. The function
 * reads the body with this reader and parses the fields beside the file.
 */
const uploadOf =
  (call: AnyCall, ctx: Ctx) => async (read: (request: Request) => Promise<Parts>) => {
    const { file, fields } = await read(ctx.request)
    return { file, input: parseBody(call.input!, fields) }
  }
/**
 * Returns the parameters of the query string and of the path; those of the path take precedence. A
 * numeric `id` becomes a number.
 */
const queryOf = (ctx: Ctx): Record<string, unknown> => ({
  ...Object.fromEntries(
    [...ctx.url.searchParams].map(([k, v]) => [k, /^\d+$/.test(v) && k === 'id' ? Number(v) : v]),
  ),
  ...ctx.parts,
})

/** Adds a route for every declared call. Uploads run within the limits of `inUploadPlace`. */
export const addCalls = (routes: Routes, handlers: Handlers): void => {
  for (const [name, call] of Object.entries(calls as Record<string, AnyCall>)) {
    const access = call.access === 'public' || call.access === 'session' ? call.access : 'code'
    const handle = handlers[name as keyof Calls] as AnyHandler
    addRoute(routes, {
      method: call.method,
      path: call.path,
      codes: access === 'code' ? [call.access] : [],
      access,
      raw: call.upload,
      maxBody: call.maxBody,
      handler: async (ctx, body) => {
        const query = parseBody(call.query!, queryOf(ctx))
        const place = { asker: `user:${ctx.actor.id}`, signal: ctx.request.signal }
        const answer = await (call.upload
          ? inUploadPlace(place, () => handle(ctx, uploadOf(call, ctx), query, body))
          : handle(ctx, parseBody(call.input!, body), query, body))
        return answer instanceof Response ? answer : json(answer)
      },
    })
  }
}
