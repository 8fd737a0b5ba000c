/**
 * Environment of a process beside the server: no key and no database, only the folder of Node's
 * compile cache. With the cache such a process is ready in a third of the time.
 */
import { flushCompileCache } from 'node:module'

/** The environment of a process that is started for one piece of work. */
export const childEnv = (): NodeJS.ProcessEnv => {
  const { NODE_COMPILE_CACHE } = process.env
  return NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE }
}

/**
 * Keeps what has been compiled, which Node does only when a process ends by itself. Called before
 * anything comes from outside, so that nothing of it can be in what is kept.
 */
export const keepCompiled = (): void => {
  flushCompileCache()
}
