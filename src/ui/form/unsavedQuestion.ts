/** Leaving a form: asks about unsaved input; Esc closes an open dropdown first. */
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
/** Longer than a save and the refetch of the lists take, in ms. */
const patienceMs = 3000
/**
 * Asks before typed work is discarded; true when the user may leave. A save in progress is awaited
 * first: a question during the save would concern work that is no longer at risk, and would stay
 * after the form has closed. If the save does not finish within a timeout, the question is asked
 * anyway.
 */
export const mayLeave = async (store: FormStore) => {
  if (!store.dirty()) return true
  await Promise.race([store.settled(), new Promise((done) => setTimeout(done, patienceMs))])
  return !store.dirty() || (await confirm(leaveQuestion))
}

/** Whether the event's element has an open dropdown, which handles Esc itself. */
export const isExpanded = (e: KeyboardEvent) =>
  e.target instanceof HTMLElement && e.target.getAttribute('aria-expanded') === 'true'
