/** Form store for the painted week of a coach, with undo and redo. */
import { useState, useSyncExternalStore } from 'react'
import * as z from 'zod/mini'
import { confirmation } from '#contract/schedule/confirmation.ts'
import { createStore, type FormStore } from '#src/ui/form/store.ts'

/**
 * Form values: the week as a string of digits, and the soft conflicts that the user has confirmed
 * with a reason (contract/schedule/confirmation.ts).
 */
const schema = z.object({ week: z.string(), ...confirmation })
const nothing = { konfirmasi: [], alasan: null }
/** Maximum number of changes that can be undone. */
const depth = 100

export interface WeekHistory {
  store: FormStore
  week: string
  /** Week as it was when the form opened or when it was last saved. */
  initial: string
  replace: (next: string) => void
  /** Undoes the last change; returns false if there is no change to undo. */
  undo: () => boolean
  /** Restores the last undone change; returns false if there is no undone change. */
  redo: () => boolean
  canUndo: boolean
  canRedo: boolean
  /**
   * Sets `initial` to the stored week and `week` to the painted week. Slots in which the two weeks
   * differ are unsaved. Clears the undo history.
   */
  rebase: (stored: string, painted: string) => void
}
export const useWeekHistory = (stored: string): WeekHistory => {
  const [store] = useState(() => createStore(schema, { week: stored, ...nothing }))
  const week = String(useSyncExternalStore(store.subscribe, () => store.get('week')))
  const [past, setPast] = useState<string[]>([])
  const [future, setFuture] = useState<string[]>([])
  const replace = (next: string) => {
    if (next === week) return
    setPast([...past.slice(1 - depth), week])
    setFuture([])
    store.set('week', next)
  }
  const undo = () => {
    const last = past.at(-1)
    if (last === undefined) return false
    setPast(past.slice(0, -1))
    setFuture([...future, week])
    store.set('week', last)
    return true
  }
  const redo = () => {
    const next = future.at(-1)
    if (next === undefined) return false
    setFuture(future.slice(0, -1))
    setPast([...past, week])
    store.set('week', next)
    return true
  }
  const rebase = (saved: string, painted: string) => {
    setPast([])
    setFuture([])
    store.rebase({ week: saved, ...nothing }, { week: painted, ...nothing })
  }
  return {
    store,
    week,
    initial: String(store.initial().week),
    replace,
    undo,
    redo,
    canUndo: past.length > 0,
    canRedo: future.length > 0,
    rebase,
  }
}
