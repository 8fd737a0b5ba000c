/**
 * How many may be inside at the same moment in this process: the rest is turned away, not kept
 * waiting.
 */

/** One bound: of everybody together, or of all that have a key in common. */
export interface Share {
  key: string
  most: number
}

/** A gate of its own for each kind of work. */
export interface Gate {
  /** Lets somebody in who is inside each of the shares; undefined when one of them is full. */
  enter: (shares: readonly Share[]) => (() => void) | undefined
}

/** Makes a gate; what it counts is gone with those who leave. */
export const makeGate = (): Gate => {
  const inside = new Map<string, number>()
  const add = (key: string, n: number) => {
    const now = (inside.get(key) ?? 0) + n
    if (now === 0) inside.delete(key)
    else inside.set(key, now)
  }
  return {
    enter: (shares) => {
      if (shares.some(({ key, most }) => (inside.get(key) ?? 0) >= most)) return undefined
      for (const { key } of shares) add(key, 1)
      return () => {
        for (const { key } of shares) add(key, -1)
      }
    },
  }
}
