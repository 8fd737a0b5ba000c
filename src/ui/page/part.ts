/** Parts of the app that are fetched when first needed. */
import { on } from '#src/data/api/http.ts'
import { onlineAtom, store } from '#src/state/feedback.ts'

/** Whether a chunk could not be fetched; start.ts marks such errors. */
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
 * `lazy(() => part(() => import(…)))`: after a failure without a connection it waits for one and
 * retries once. React would keep the failure forever.
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
