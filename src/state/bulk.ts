/**
 * Batches over many rows: one call and one result per row, shown in a dialog that the root renders.
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
