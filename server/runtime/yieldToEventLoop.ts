/** Divides long synchronous work into slices, so that other requests run between them. */

/**
 * Duration of a slice in ms. Other requests wait at most this long, unless processing a single item
 * takes longer.
 */
const sliceMs = 5

const waiting: (() => void)[] = []
const goOn = (): void => {
  waiting.shift()?.()
  if (waiting.length > 0) setImmediate(goOn)
}
/**
 * Returns a promise that resolves in a later turn of the event loop. In each turn, only one of
 * these promises resolves, in the order of the calls. So another request waits for at most one
 * slice, even while several long tasks run.
 */
export const yieldToEventLoop = (): Promise<void> => {
  const { promise, resolve } = Promise.withResolvers<void>()
  waiting.push(resolve)
  if (waiting.length === 1) setImmediate(goOn)
  return promise
}

/**
 * Returns a function that the caller must call between two items of work. If the current slice has
 * lasted `sliceMs`, that function returns a promise, which the caller must await. Otherwise it
 * returns undefined.
 */
export const slices = (): (() => Promise<void> | undefined) => {
  let since = performance.now()
  const pause = async () => {
    await yieldToEventLoop()
    since = performance.now()
  }
  return () => (performance.now() - since < sliceMs ? undefined : pause())
}

/** Maps items like `Array.map`, but in slices, letting other requests run in between. */
export const mapInTurns = async <T, R>(
  items: readonly T[],
  work: (item: T, index: number) => R,
): Promise<R[]> => {
  const result: R[] = []
  const slice = slices()
  for (const [i, item] of items.entries()) {
    result.push(work(item, i))
    // Uses `await` only for a promise, because awaiting undefined would cost time for every item.
    const pause = slice()
    if (pause) await pause
  }
  return result
}
