/** Runs long work in slices: other requests get a turn between two slices. */

/** Longest time, in ms, that other requests wait for a slice, unless one item takes longer. */
const sliceMs = 5

const waiting: (() => void)[] = []
const goOn = (): void => {
  waiting.shift()?.()
  if (waiting.length > 0) setImmediate(goOn)
}
/**
 * Gives everything else a turn. Of all long work together only one slice runs per turn of the event
 * loop, so a request waits for at most one slice, however many are active.
 */
export const yieldToEventLoop = (): Promise<void> => {
  const { promise, resolve } = Promise.withResolvers<void>()
  waiting.push(resolve)
  if (waiting.length === 1) setImmediate(goOn)
  return promise
}

/**
 * Returns a function to call between two items: it returns a turn to await once the slice is used
 * up, else undefined.
 */
export const slices = (): (() => Promise<void> | undefined) => {
  let since = performance.now()
  const pause = async () => {
    await yieldToEventLoop()
    since = performance.now()
  }
  return () => (performance.now() - since < sliceMs ? undefined : pause())
}

/** `map` in slices. */
export const mapInTurns = async <T, R>(
  items: readonly T[],
  work: (item: T, index: number) => R,
): Promise<R[]> => {
  const result: R[] = []
  const slice = slices()
  for (const [i, item] of items.entries()) {
    result.push(work(item, i))
    // Awaiting undefined would also cost a turn per item.
    const pause = slice()
    if (pause) await pause
  }
  return result
}
