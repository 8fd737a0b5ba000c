/**
 * Current day for pages that stay open. Queries about today are fetched again at midnight, and
 * every few minutes while the page is visible.
 */
import { useEffect, useSyncExternalStore } from 'react'
import { currentDay } from '#contract/values/tanggal.ts'
import { queryClient } from '#src/data/api/queryClient.ts'

const tickMs = 30_000
const refreshMs = 5 * 60_000
const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
/** Returns the current day in a time zone. The component renders again when the day changes. */
export const useToday = (zone?: string): string =>
  useSyncExternalStore(subscribe, () => currentDay(zone))

/**
 * Returns the time in ms, rounded down to the minute. The component renders again when the minute
 * changes.
 */
export const useMinute = (): number =>
  useSyncExternalStore(subscribe, () => Math.floor(Date.now() / 60_000) * 60_000)

/**
 * Whether a query reads a portal, the lesson calendar or the day board. These queries are fetched
 * again so that their pages show changes by other users without a reload.
 */
const isOfToday = ([name, operation]: readonly unknown[]): boolean =>
  name === 'portal' || (name === 'pertemuan' && (operation === 'kalender' || operation === 'papan'))
const refresh = () =>
  void queryClient.invalidateQueries({ predicate: ({ queryKey }) => isOfToday(queryKey) })

/** Keeps the pages of a logged-in user up to date with the day and with other users' changes. */
export const useClock = (): void => {
  useEffect(() => {
    let day = currentDay()
    let last = Date.now()
    const tick = () => {
      if (document.visibilityState === 'hidden') return
      for (const listener of listeners) listener()
      const today = currentDay()
      if (today === day && Date.now() - last < refreshMs) return
      day = today
      last = Date.now()
      refresh()
    }
    const timer = setInterval(tick, tickMs)
    document.addEventListener('visibilitychange', tick)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', tick)
    }
  }, [])
}
