/**
 * Name of the running work: a call of the API, such as `GET /bank`, or a job, such as
 * `job cadangan`. The log, the metrics and the traces show the name.
 */
import { AsyncLocalStorage } from 'node:async_hooks'

export interface Work {
  name: string
}
/** Name of a call before its route is found, and of all calls of unknown routes. */
export const unknownCall = 'unknown'

/** Work with its span, if it is traced. The type of a span belongs to the module that traces. */
const works = new AsyncLocalStorage<{ work: Work; span?: unknown }>()
/** Runs a work, and passes the span of its trace to `run`. */
type Tracer = <T>(work: Work, run: (span: unknown) => Promise<T>) => Promise<T>
let tracer: Tracer | undefined
/** Traces each work from now on. */
export const traceWork = (newTracer: Tracer): void => {
  tracer = newTracer
}

/** Calls `run` as the work `work`. `nameWork` may rename the work while it runs. */
export const runWork = <T>(work: Work, run: () => Promise<T>): Promise<T> =>
  tracer ? tracer(work, (span) => works.run({ work, span }, run)) : works.run({ work }, run)
/** Names the running work. Must not contain ids or other values, because each name is a label. */
export const nameWork = (name: string): void => {
  const running = works.getStore()
  if (running) running.work.name = name
}
/** Returns the name of the running work; `server` outside of calls and jobs. */
export const workName = (): string => works.getStore()?.work.name ?? 'server'
/** Returns the span of the running work; undefined if it is not traced. */
export const runningSpan = (): unknown => works.getStore()?.span
