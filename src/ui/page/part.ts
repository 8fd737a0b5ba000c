/** Parts of the app that are fetched when first needed. */
import { on } from '#src/data/http.ts'
import { onlineAtom, store } from '#src/state/feedback.ts'

/** Whether a part could not be fetched; start.ts marks the error, see there. */
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
 * `lazy(() => part(() => import(…)))`: without a connection it waits for one and tries once more.
 * React would remember the failure for ever.
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
