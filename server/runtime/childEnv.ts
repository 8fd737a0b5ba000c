/**
 * Environment and compile cache of the processes that the server starts. They get no keys and no
 * access to the database. With the compile cache, such a process is ready in a third of the time.
 */
import { flushCompileCache } from 'node:module'

/**
 * Returns the environment of a process that does a single task: only the folder of Node's compile
 * cache.
 */
export const childEnv = (): NodeJS.ProcessEnv => {
  const { NODE_COMPILE_CACHE } = process.env
  return NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE }
}

/**
 * Writes the compile cache, which Node otherwise writes only at the end of a process. Called before
 * any data from outside is read, so that none of it can get into the cache.
 */
export const keepCompiled = (): void => {
  flushCompileCache()
}
