/** Divides long work into slices, with turns for other requests between them. */

/**
 * Duration of a slice in ms: other requests wait no longer, unless a single item of the work takes
 * longer.
 */
const sliceMs = 5

const waiting: (() => void)[] = []
const goOn = (): void => {
  waiting.shift()?.()
  if (waiting.length > 0) setImmediate(goOn)
}
/**
 * Resolves after all other waiting work had a turn. Only one slice of long work runs per turn of
 * the event loop, so a request waits for at most one slice, even with several long tasks.
 */
export const yieldToEventLoop = (): Promise<void> => {
  const { promise, resolve } = Promise.withResolvers<void>()
  waiting.push(resolve)
  if (waiting.length === 1) setImmediate(goOn)
  return promise
}

/**
 * Returns a function to call between two items. It returns a promise to await when the slice is
 * used up, otherwise undefined.
 */
export const slices = (): (() => Promise<void> | undefined) => {
  let since = performance.now()
  const pause = async () => {
    await yieldToEventLoop()
    since = performance.now()
  }
  return () => (performance.now() - since < sliceMs ? undefined : pause())
}

/** Maps items like `Array.map`, in slices. */
export const mapInTurns = async <T, R>(
  items: readonly T[],
  work: (item: T, index: number) => R,
): Promise<R[]> => {
  const result: R[] = []
  const slice = slices()
  for (const [i, item] of items.entries()) {
    result.push(work(item, i))
    // Awaiting undefined would delay every item.
    const pause = slice()
    if (pause) await pause
  }
  return result
}
