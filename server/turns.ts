/** Runs long work in slices: other requests get a turn between two slices. */

/** Longest time, in ms, that other requests wait for a slice, unless one item takes longer. */
const sliceMs = 5

const waiting: (() => void)[] = []
const goOn = (): void => {
  waiting.shift()?.()
  if (waiting.length > 0) setImmediate(goOn)
}
/**
 * Lets everything else have a turn. Of all long work together one slice runs between two looks at
 * what has come in: however many go on at once, nobody waits for more than one of them.
 */
export const turn = (): Promise<void> => {
  const { promise, resolve } = Promise.withResolvers<void>()
  waiting.push(resolve)
  if (waiting.length === 1) setImmediate(goOn)
  return promise
}

/** Nothing, or a turn for others once the slice is used up. Asked between two items. */
export const slices = (): (() => Promise<void> | undefined) => {
  let since = performance.now()
  const pause = async () => {
    await turn()
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
    // Awaiting what is not there would take a turn of its own for each item.
    const pause = slice()
    if (pause) await pause
  }
  return result
}
