/**
 * Context that all functions for making a school share: options, days, ids, rows, random values.
 */
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
  /**
   * Number of months with bills. The last one is the month of `today`, so that a user of the demo
   * can generate the bills of the next month.
   */
  months: number
  seed: number
  /**
   * Date (`YYYY-MM-DD`) of the school's present day. All bills and payments are dated before
   * `today`, so the time of day at which the school is made does not matter.
   */
  today: string
  /** Password hash of every active user. If it is null, only the superadmin can log in. */
  passwordHash: string | null
}
export type Row = Record<string, unknown>
/** Collects a row of a table. The caller stores collected rows together. */
export type Put = (table: string, row: Row) => void

/**
 * Returns counters of ids by table, so that rows can refer to each other before they are stored.
 * `set` sets the last used id of a table.
 */
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

/**
 * Returns the ISO time of 09:00 in Jakarta on a day, plus `seconds`.
 */
export const momentOf = (day: string, seconds = 0): string =>
  new Date(Date.parse(`${day}T02:00:00Z`) + seconds * 1000).toISOString()
/**
 * Returns version and audit columns of a row that the user `by` (null: the system) made at `time`.
 */
export const stamp = (time: string, by: number | null) => ({
  versi: 1,
  created_at: time,
  created_by: by,
  updated_at: time,
  updated_by: by,
})
/** Returns a row with the columns for sorting and search that the server would store. */
export const keyed = (name: ResourceName, row: Row, more = ''): Row => ({
  ...row,
  ...keysOf(resources[name], row, more),
})

/**
 * Context that all functions for making a school share. The functions draw from `random` in a fixed
 * order, so that a seed always makes the same school. A change of the order of calls or draws would
 * make another school.
 */
export interface Maker {
  options: SchoolOptions
  ids: Ids
  put: Put
  random: Random
  /**
   * Second source of random values, for profiles. Profiles were added later. If they drew from
   * `random`, a seed would no longer make the same people as before.
   */
  profileRandom: Random
  yesterday: string
  thisMonth: string
  /** First day of the first month that is billed. */
  start: string
  /** Day on which the school was founded, long before the first billed month. */
  longAgo: string
  /** Audit columns of rows that the superadmin created when the school was founded. */
  base: ReturnType<typeof stamp>
}

/** Returns the context of a made-up school. */
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

/** Returns a random day from `from` to `to`, both included; `from` if `to` is not later. */
export const dayBetween = (r: Random, from: string, to: string): string =>
  to <= from
    ? from
    : addDays(from, r.int(0, Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000)))
