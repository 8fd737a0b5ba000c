/**
 * Name of the running work: a call of the API, such as `GET /bank`, or a job, such as
 * `job cadangan`. The log and the metrics show the name.
 */
import { AsyncLocalStorage } from 'node:async_hooks'

export interface Work {
  name: string
}
/** Name of a call before its route is found, and of all calls of unknown routes. */
export const unknownCall = 'unknown'

const works = new AsyncLocalStorage<Work>()
/** Calls `run` as the work `work`. `nameWork` may rename the work while it runs. */
export const runWork = <T>(work: Work, run: () => T): T => works.run(work, run)
/** Names the running work. Must not contain ids or other values, because each name is a label. */
export const nameWork = (name: string): void => {
  const work = works.getStore()
  if (work) work.name = name
}
/** Returns the name of the running work; `server` outside of calls and jobs. */
export const workName = (): string => works.getStore()?.name ?? 'server'
