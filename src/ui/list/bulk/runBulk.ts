/**
 * Runs batches over many rows, with one call and one result per row. The browser fetches this file
 * when the first batch starts.
 */
import { ApiError } from '#src/data/api/http.ts'
import { bulkAtom, type BulkFailure, type BulkRun } from '#src/state/bulk.ts'
import { store } from '#src/state/feedback.ts'

/**
 * Number of parallel calls: large enough to hide the latency of the network, small enough not to
 * slow down the server for other users.
 */
const lanes = 4

interface Work<T> {
  title: string
  items: readonly T[]
  idOf: (item: T) => number
  nameOf: (item: T) => string
  /** Runs the action on one item. Throws ApiError. */
  each: (item: T) => Promise<unknown>
  /** Returns the reason why the batch skips an item; undefined if the batch runs on the item. */
  except?: (item: T) => string | undefined
  /** Reverts the action on one item. `answer` is the result of `each`. */
  undo?: (item: T, answer: unknown) => Promise<unknown>
  /** Marks the changed queries as stale. Called after the last item, and again after an undo. */
  settle: () => void
  /**
   * Called once after the last item, with the ids of the items that failed, were skipped or were
   * not reached. Not called after an undo, so an undo leaves the selection unchanged.
   */
  keepSelected?: (ids: ReadonlySet<number>) => void
}

/**
 * Runs the action on all items. A failed item does not stop the batch. The batch stops only when
 * the connection is lost (status 0), the session has ended (401) or the user stops it.
 */
export const runBulk = async <T>({
  title,
  items,
  idOf,
  nameOf,
  each,
  except,
  undo,
  settle,
  keepSelected,
}: Work<T>): Promise<void> => {
  const [failed, answers, queue] = [[] as BulkFailure[], new Map<T, unknown>(), [...items]]
  let [stopped, done] = [false, 0]
  const reportProgress = (change: Partial<BulkRun> = {}) =>
    store.set(bulkAtom, {
      title,
      total: items.length,
      done,
      failed: [...failed],
      running: true,
      stop: () => {
        stopped = true
      },
      ...change,
    })
  const lane = async () => {
    for (let item = queue.shift(); item !== undefined && !stopped; item = queue.shift()) {
      let why = except?.(item)
      if (why === undefined) {
        try {
          answers.set(item, await each(item))
        } catch (error) {
          if (!(error instanceof ApiError)) throw error
          why = error.fields[0]?.message ?? error.message
          if (error.status === 0 || error.status === 401) stopped = true
        }
      }
      if (why !== undefined) failed.push({ id: idOf(item), name: nameOf(item), why })
      done++
      reportProgress()
    }
    if (stopped) queue.length = 0
  }
  reportProgress()
  const before = new Set(items)
  await Promise.all(Array.from({ length: lanes }, lane))
  const reached = new Set([...answers.keys()].map(idOf))
  settle()
  keepSelected?.(new Set([...before].map(idOf).filter((id) => !reached.has(id))))
  const back = undo
  reportProgress({
    running: false,
    undo:
      back && answers.size > 0
        ? () =>
            void runBulk({
              title: `Urungkan: ${title}`,
              items: [...answers.keys()],
              idOf,
              nameOf,
              each: (item) => back(item, answers.get(item)),
              settle,
            })
        : undefined,
  })
}
