/**
 * Random choices from a seed. Each request has its own random generator, derived from the seed and
 * the request's number, so that a single request can be repeated without the others.
 */
import { makeRandom } from '#contract/values/random.ts'

export interface Random {
  /** Returns a whole number from min to max, both included. */
  int: (min: number, max: number) => number
  /** Returns a whole number from 0 to max. Each number of digits is about equally likely. */
  long: (max: number) => number
  chance: (probability?: number) => boolean
  /** Picks an item of a list; throws for an empty list. */
  pick: <T>(list: readonly T[]) => T
  /** Picks an item of a list; undefined for an empty list. */
  some: <T>(list: readonly T[]) => T | undefined
  shuffle: <T>(list: readonly T[]) => T[]
  bytes: (length: number) => Buffer
}

/**
 * Makes a random generator. The same `seed` and `number` give the same values on every machine.
 */
export const randomOf = (seed: number, number = 0): Random => {
  const source = makeRandom(
    Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(number + 1, 0xc2b2ae35),
  )
  const randomItem = <T>(list: readonly T[]): T | undefined => list[source.int(0, list.length - 1)]
  return {
    int: source.int,
    long: source.anySize,
    chance: source.chance,
    some: randomItem,
    pick: (list) => {
      if (list.length === 0) throw new Error('Nothing to pick from')
      const index = source.int(0, list.length - 1)
      return list[index] ?? list[0]!
    },
    shuffle: (list) =>
      list
        .map((item) => ({ item, at: source.int(0, 2 ** 30) }))
        .toSorted((a, b) => a.at - b.at)
        .map(({ item }) => item),
    bytes: (length) => Buffer.from(Array.from({ length }, () => source.int(0, 255))),
  }
}
