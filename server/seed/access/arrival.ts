import { addDays, addMonths, firstDay } from '#contract/values/tanggal.ts'
import { dayBetween, type Maker } from '#server/seed/maker.ts'

export interface Arrival {
  /** Draws the first day at school of a member of the family. */
  startOf: () => string
  /** Draws the day of registration of a person whose first day at school is `mulai`. */
  registeredOf: (mulai: string) => string
}
/**
 * Returns functions that draw the first days and registration days of the members of a family. Most
 * families began before the first billed month.
 */
export const makeArrival = (maker: Maker, demo: boolean): Arrival => {
  const { random: r, start, thisMonth, yesterday } = maker
  const longStanding = demo || r.chance(0.7)
  return {
    startOf: () => {
      if (longStanding) return dayBetween(r, addDays(start, -700), addDays(start, -35))
      return r.chance(0.08)
        ? addDays(firstDay(addMonths(thisMonth, 1)), r.int(3, 50))
        : dayBetween(r, start, yesterday)
    },
    registeredOf: (mulai) => {
      const day = addDays(mulai, -r.int(2, 12))
      return day > yesterday ? addDays(yesterday, -r.int(0, 3)) : day
    },
  }
}
