/**
 * Runs over many rows: one call for each, its own answer for each, told in one dialog that the root
 * draws.
 */
import { atom } from 'jotai'

export interface BulkFailure {
  id: number
  name: string
  why: string
}
export interface BulkRun {
  /** Heading of the run: `Nonaktifkan 12 bank`. */
  title: string
  total: number
  done: number
  failed: readonly BulkFailure[]
  running: boolean
  stop: () => void
  /** Takes back what succeeded, where that is possible. */
  undo?: () => void
}
export const bulkAtom = atom<BulkRun | null>(null)
