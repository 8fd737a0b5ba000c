/**
 * Environment of a process beside the server: no key and no database, only the folder of Node's
 * compile cache. With the cache such a process is ready in a third of the time.
 */
import { flushCompileCache } from 'node:module'

/** Environment of a process started for one piece of work. */
export const childEnv = (): NodeJS.ProcessEnv => {
  const { NODE_COMPILE_CACHE } = process.env
  return NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE }
}

/**
 * Writes the compile cache, which Node otherwise does only at the end of a process. Called before
 * any outside data is read, so that none of it can be in the cache.
 */
export const keepCompiled = (): void => {
  flushCompileCache()
}
