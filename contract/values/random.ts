/**
 * Pseudorandom values from a seed, for property tests and generated sample schools. Equal seeds
 * give equal values on every machine.
 */

/** Returns functions that draw random values from a seed (algorithm mulberry32). */
export const makeRandom = (seed: number) => {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
  /** Returns a random whole number from `min` to `max`, including both. */
  const int = (min: number, max: number) => min + Math.floor(next() * (max - min + 1))
  return {
    int,
    /**
     * Returns a random whole number from 0 to `max`. First draws the maximum number of digits, so
     * that small numbers are about as frequent as large numbers.
     */
    anySize: (max: number) => int(0, Math.min(max, 10 ** int(1, Math.ceil(Math.log10(max))))),
    chance: (probability = 0.5) => next() < probability,
    pick: <T>(list: readonly [T, ...T[]]): T => list[int(0, list.length - 1)] ?? list[0],
  }
}
export type Random = ReturnType<typeof makeRandom>

/**
 * Calls the test `property` with random values for each seed from 1 to `n`. If the test throws, the
 * error message contains the seed.
 */
export const everySeed = (n: number, property: (r: Random) => void) => {
  for (let seed = 1; seed <= n; seed++) {
    try {
      property(makeRandom(seed))
    } catch (error) {
      throw new Error(`seed ${seed}: ${error instanceof Error ? error.message : String(error)}`, {
        cause: error,
      })
    }
  }
}
