/** Lists every API call with a JSON body, and sends raw text as the body of a call. */
import { expect } from 'vitest'
import type { AnyCall } from '#contract/call.ts'
import { allCalls } from '#contract/import/importJob.ts'
import { resources } from '#contract/registry.ts'
import type { AnyResource } from '#contract/resource.ts'
import type { School } from '#mocks/school/school.ts'

/**
 * Time limit for the response to a hostile body, in ms. The limit is generous, because a hostile
 * body keeps a vulnerable server busy for minutes.
 */
export const soonMs = 10_000
export const kB = 1024

interface BodyRoute {
  path: string
  keys: string[]
}
/**
 * Path of every call with a JSON body, and the names of the fields of the body. Omits imports,
 * invitations and calls that end sessions.
 */
export const bodyRoutes: readonly BodyRoute[] = [
  ...Object.values(resources as Record<string, AnyResource>).flatMap((r) => [
    ...(r.access.create ? [{ path: `/${r.name}/create`, keys: Object.keys(r.input.shape) }] : []),
    ...(r.access.update
      ? [{ path: `/${r.name}/update?id=1`, keys: Object.keys(r.update.shape) }]
      : []),
    ...Object.entries(r.actions).map(([action, schema]) => ({
      path: `/${r.name}/${action}?id=1`,
      keys: Object.keys((schema as typeof r.input).shape),
    })),
  ]),
  ...Object.values(allCalls as Record<string, AnyCall>)
    .filter(
      (c) =>
        c.method === 'POST' && !c.upload && !/logout|akhiri-sesi|undangan|import-/.test(c.path),
    )
    .map((c) => ({ path: c.path, keys: Object.keys(c.input?.shape ?? {}) })),
]

/** Sends a raw body, as superadmin by default. Fails when the response takes `soonMs` or longer. */
export const postText =
  (school: () => School) =>
  async (
    path: string,
    body: string,
    token = school().superadmin.token,
    headers: Record<string, string> = {},
  ): Promise<{ status: number; text: string }> => {
    const started = performance.now()
    const response = await school().app.request(`/api${path}`, {
      method: 'POST',
      body,
      headers: {
        'content-type': 'application/json',
        'idempotency-key': 'x',
        authorization: `Bearer ${token}`,
        ...headers,
      },
    })
    expect(performance.now() - started, path).toBeLessThan(soonMs)
    return { status: response.status, text: await response.text() }
  }
