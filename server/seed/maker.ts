/** Context of every part of a made-up school: options, days, ids, rows and random values. */
import { resources, type ResourceName } from '#contract/registry.ts'
import { makeRandom, type Random } from '#contract/values/random.ts'
import { addDays, addMonths, firstDay } from '#contract/values/tanggal.ts'
import { keysOf } from '#server/resource/columns.ts'

export interface SchoolOptions {
  students: number
  accounts: number
  coaches: number
  outlets: number
  sales: number
  /** Months of bills up to the one of `today`; the next one is left for the reader to generate. */
  months: number
  seed: number
  /**
   * `YYYY-MM-DD`: nothing happens on or after this day, so that the clock's hour does not matter.
   */
  today: string
  /**
   * Password hash of every active user; null leaves all but the superadmin unable to log
   * in.
   */
  passwordHash: string | null
}
export type Row = Record<string, unknown>
/** Takes rows for a table, to be stored with the next flush. */
export type Put = (table: string, row: Row) => void

/** Ids given by hand, so that rows can point at each other before they are stored. */
export const counters = () => {
  const last = new Map<string, number>()
  return {
    next: (table: string) => {
      const id = (last.get(table) ?? 0) + 1
      last.set(table, id)
      return id
    },
    set: (table: string, value: number) => last.set(table, value),
    last,
  }
}
export type Ids = ReturnType<typeof counters>

/** 09:00 in Jakarta of a day, as the databases store an instant. */
export const momentOf = (day: string, seconds = 0): string =>
  new Date(Date.parse(`${day}T02:00:00Z`) + seconds * 1000).toISOString()
/** The columns of a row that somebody made then. */
export const stamp = (time: string, by: number | null) => ({
  versi: 1,
  created_at: time,
  created_by: by,
  updated_at: time,
  updated_by: by,
})
/** The row with the key columns that the server would write. */
export const keyed = (name: ResourceName, row: Row, more = ''): Row => ({
  ...row,
  ...keysOf(resources[name], row, more),
})

/**
 * Context of every part. Each part draws from `random` in its turn, so that a seed always makes the
 * same school: parts, and draws within them, keep their order.
 */
export interface Maker {
  options: SchoolOptions
  ids: Ids
  put: Put
  random: Random
  /** A lot of its own for profiles: those came later and must not change who was there before. */
  profileRandom: Random
  yesterday: string
  thisMonth: string
  /** First day of the first month that is billed. */
  start: string
  /** A day long before it, on which the school was founded. */
  longAgo: string
  /** Made by the superadmin when the school was founded. */
  base: ReturnType<typeof stamp>
}

/** Prepares a made-up school. */
export const makeMaker = (options: SchoolOptions, ids: Ids, put: Put): Maker => {
  const thisMonth = options.today.slice(0, 7)
  const start = firstDay(addMonths(thisMonth, 1 - options.months))
  const longAgo = addDays(start, -900)
  return {
    options,
    ids,
    put,
    random: makeRandom(options.seed),
    profileRandom: makeRandom(options.seed + 1),
    yesterday: addDays(options.today, -1),
    thisMonth,
    start,
    longAgo,
    base: stamp(momentOf(longAgo), 1),
  }
}

/** Any day of a span, both ends included; its first where the span is empty. */
export const dayBetween = (r: Random, from: string, to: string): string =>
  to <= from
    ? from
    : addDays(from, r.int(0, Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000)))
