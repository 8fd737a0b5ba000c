/** Tests pages that stay open past midnight. */
import { act, renderHook } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { queryClient } from '#src/data/api/queryClient.ts'
import { useClock, useMinute, useToday } from '#src/state/clock.ts'

afterEach(() => {
  vi.useRealTimers()
  queryClient.clear()
})

const minute = 60_000
test('changes the day at midnight and refreshes the day’s data then and periodically', () => {
  vi.useFakeTimers({ now: new Date('2026-11-23T16:58:00.000Z') })
  const portal = ['portal', 'pelatih', {}]
  const isStale = () => queryClient.getQueryState(portal)?.isInvalidated
  // Keeps the queries in the cache, which would otherwise drop them because no component uses them.
  for (const name of ['portal', 'bank']) queryClient.setQueryDefaults([name], { gcTime: Infinity })
  const board = ['pertemuan', 'papan', {}]
  queryClient.setQueryDefaults(['pertemuan'], { gcTime: Infinity })
  queryClient.setQueryData(portal, {})
  queryClient.setQueryData(board, {})
  queryClient.setQueryData(['bank', 'list', {}], {})
  const { result } = renderHook(() => {
    useClock()
    return useToday()
  })
  act(() => void vi.advanceTimersByTime(minute))
  expect([result.current, isStale()]).toEqual(['2026-11-23', false])
  act(() => void vi.advanceTimersByTime(2 * minute))
  expect([result.current, isStale()]).toEqual(['2026-11-24', true])
  expect(queryClient.getQueryState(board)?.isInvalidated).toBe(true)
  queryClient.setQueryData(portal, {})
  act(() => void vi.advanceTimersByTime(3 * minute))
  expect(isStale()).toBe(false)
  act(() => void vi.advanceTimersByTime(2 * minute))
  expect(isStale()).toBe(true)
  expect(queryClient.getQueryState(['bank', 'list', {}])?.isInvalidated).toBe(false)
  // The user returns to the page on another day.
  vi.setSystemTime(new Date('2026-11-25T01:00:00.000Z'))
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  expect(result.current).toBe('2026-11-25')
})

test('changes the minute while the page is open', () => {
  vi.useFakeTimers({ now: new Date('2026-11-23T02:00:40.000Z') })
  const { result } = renderHook(() => {
    useClock()
    return useMinute()
  })
  expect(new Date(result.current).toISOString()).toBe('2026-11-23T02:00:00.000Z')
  act(() => void vi.advanceTimersByTime(minute))
  expect(new Date(result.current).toISOString()).toBe('2026-11-23T02:01:00.000Z')
})
