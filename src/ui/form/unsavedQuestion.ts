/**
 * Asks about unsaved input before the user leaves a form, and detects an open dropdown, which Esc
 * closes instead of the form.
 */
import type { KeyboardEvent } from 'react'
import { confirm } from '#src/state/feedback.ts'
import type { FormStore } from '#src/ui/form/store.ts'

const leaveQuestion = {
  title: 'Tinggalkan isian?',
  body: 'Perubahan yang belum disimpan akan hilang.',
  confirm: 'Tinggalkan',
  cancel: 'Tetap di sini',
  danger: true,
}
/**
 * Maximum time to wait for a save, in ms. A save with the refetch of the lists usually takes less.
 */
const patienceMs = 3000
/**
 * Returns whether the user may leave the form, asking when there is unsaved input. A running save
 * is awaited first, because a question during the save would remain after the form has closed. If
 * the save takes too long, the question is asked anyway.
 */
export const mayLeave = async (store: FormStore) => {
  if (!store.dirty()) return true
  await Promise.race([store.settled(), new Promise((done) => setTimeout(done, patienceMs))])
  return !store.dirty() || (await confirm(leaveQuestion))
}

/** Whether the event's element has an open dropdown, which handles Esc itself. */
export const isExpanded = (e: KeyboardEvent) =>
  e.target instanceof HTMLElement && e.target.getAttribute('aria-expanded') === 'true'
