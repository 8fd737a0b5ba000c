/**
 * Toasts, dialogs and the state of the connection. Any code may set them; the root renders them.
 */
import { atom, createStore } from 'jotai'
import { ApiError } from '#src/data/api/http.ts'
import type { Place } from '#src/state/place.ts'

export const store = createStore()

export interface Toast {
  text: string
  /** Screen that the text links to. */
  to?: Place
  tone: 'green' | 'red'
  /** Reverts the action. The toast then offers `Urungkan`. */
  undo?: () => void
}
/**
 * Queue of toasts that are not shown yet. The component that shows them loads only when the first
 * toast is added.
 */
export const toastsAtom = atom<readonly Toast[]>([])
/** Shows a message that an action succeeded, or in red that it failed. */
export const toast = (
  text: string,
  { tone = 'green', ...rest }: Partial<Omit<Toast, 'text'>> = {},
): void => store.set(toastsAtom, (waiting) => [...waiting, { text, tone, ...rest }])

interface Question {
  title: string
  body: string
  confirm: string
  cancel?: string
  danger?: boolean
}
export type Dialog =
  | ({ kind: 'confirm'; done: (yes: boolean) => void } & Question)
  | ({
      kind: 'reason'
      label: string
      min: number
      done: (reason: string | null) => void
    } & Question)
  | { kind: 'error'; error: ApiError; back: boolean }
export const dialogAtom = atom<Dialog | null>(null)

/** Asks a yes-or-no question; `body` states the consequences. Resolves to the answer. */
export const confirm = (question: Question): Promise<boolean> =>
  new Promise((done) => store.set(dialogAtom, { kind: 'confirm', ...question, done }))
/**
 * Asks for a reason of at least `min` characters. Resolves to the reason, or null when cancelled.
 */
export const askReason = ({
  label = 'Alasan',
  min = 10,
  ...question
}: Question & { label?: string; min?: number }): Promise<string | null> =>
  new Promise((done) => store.set(dialogAtom, { kind: 'reason', label, min, ...question, done }))
/**
 * Whether an error is shown elsewhere: 401 by the login page after a session has ended, 0 by the
 * banner of a lost connection.
 */
const isShownElsewhere = ({ status }: ApiError) => status === 401 || status === 0
/**
 * Shows a failure in a dialog, unless a dialog is already open. With `back`, closing the dialog
 * goes back in the browser's history. A page that could not load sets `back`.
 */
export const showError = (error: ApiError, back = false): void => {
  if (isShownElsewhere(error)) return
  store.set(dialogAtom, (open) => open ?? { kind: 'error', error, back })
}
/** Shows an ApiError in a dialog, and throws any other error again. Called in `catch` blocks. */
export const showFailure = (failure: unknown): void => {
  if (!(failure instanceof ApiError)) throw failure
  showError(failure)
}

/**
 * Closes the open dialog and answers its question as the Esc key does: false, or no reason. Called
 * when the user leaves the page.
 */
export const dropDialog = (): void => {
  const open = store.get(dialogAtom)
  store.set(dialogAtom, null)
  if (open?.kind === 'confirm') open.done(false)
  if (open?.kind === 'reason') open.done(null)
}

/** Number of skeletons (grey lines in place of loading content) on the page. */
export const skeletonsAtom = atom(0)

/** Whether the last call got a response. */
export const onlineAtom = atom(true)
