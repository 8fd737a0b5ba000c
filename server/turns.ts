/** Long computing in slices: whoever asks meanwhile gets a turn between two of them. */
import { setImmediate } from 'node:timers/promises'

/** Milliseconds that other requests wait for a slice at most, but for one item that takes longer. */
const sliceMs = 8

/** Resolves at once, or after a turn for other requests once the slice is used up. Asked between two items. */
export const slices = (): (() => Promise<void> | undefined) => {
  let since = performance.now()
  const turn = async () => {
    await setImmediate()
    since = performance.now()
  }
  return () => (performance.now() - since < sliceMs ? undefined : turn())
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
    const turn = slice()
    if (turn) await turn
  }
  return result
}
