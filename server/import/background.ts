/** Runs import jobs in the background, after the response to the call that started them. */
import { failureOf } from '#server/db/failure.ts'
import type { Ctx } from '#server/http/context.ts'

/**
 * Limits for retrying an import in the background after a temporary failure of the database: the
 * pause before each retry in ms, and the maximum number of retries.
 */
const retry = { everyMs: 5000, times: 120 }
/** Runs `work` for a job, and again after a temporary failure of the database. */
export const runInBackground = (
  ctx: Ctx,
  id: number,
  work: (ctx: Ctx, id: number) => Promise<void>,
  tries = 0,
): void => {
  work(ctx, id).catch((error: unknown) => {
    const willRetry = failureOf(error)?.passing === true && tries < retry.times
    ctx.log.error({ err: error, import_job: id, willRetry }, 'an import has stopped')
    if (willRetry)
      setTimeout(() => runInBackground(ctx, id, work, tries + 1), retry.everyMs).unref()
  })
}
