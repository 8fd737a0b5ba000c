/**
 * State of a bulk action, which sends one call for each selected row. The root renders its progress
 * and the result of each row in a dialog.
 */
import { atom } from 'jotai'

export interface BulkFailure {
  id: number
  name: string
  why: string
}
export interface BulkRun {
  /** Heading of the run, such as `Nonaktifkan 12 bank`. */
  title: string
  total: number
  done: number
  failed: readonly BulkFailure[]
  running: boolean
  stop: () => void
  /** Reverts the rows that succeeded; absent when the action cannot be reverted. */
  undo?: () => void
}
export const bulkAtom = atom<BulkRun | null>(null)
