/** Loads a part of the app's code (a chunk of the bundle) when it is first needed. */
import { on } from '#src/data/api/http.ts'
import { onlineAtom, store } from '#src/state/feedback.ts'

/**
 * Whether the error means that a chunk of the app could not be fetched. src/start.ts sets the
 * property `unfetched` of such an error.
 */
export const isUnfetched = (error: unknown): boolean =>
  error instanceof Error && 'unfetched' in error

const connected = () =>
  new Promise<void>((done) => {
    if (store.get(onlineAtom)) return done()
    const end = store.sub(onlineAtom, () => {
      if (store.get(onlineAtom)) {
        end()
        done()
      }
    })
  })
/**
 * Loads a chunk: `lazy(() => part(() => import(…)))`. If the chunk cannot be fetched, waits for the
 * connection and retries once. Without `part`, React would keep the first failure and never retry.
 */
export const part = async <T>(load: () => Promise<T>): Promise<T> => {
  try {
    return await load()
  } catch (error) {
    if (!isUnfetched(error)) throw error
    on.connection?.(false)
    await connected()
    return load()
  }
}
