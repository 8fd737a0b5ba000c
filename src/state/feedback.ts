/** Toasts, dialogs and the connection: raised from anywhere, drawn once by the root. */
import { atom, createStore } from 'jotai'
import type { ApiError } from '#src/data/http.ts'
import type { Place } from '#src/state/place.ts'

export const store = createStore()

export interface Toast {
  text: string
  /** Where its text leads. */
  to?: Place
  tone: 'green' | 'red'
}
/** Toasts that are still to be shown: what shows them is fetched with the first one. */
export const toastsAtom = atom<readonly Toast[]>([])
/** Says that something succeeded, or (red) that it did not. */
export const toast = (
  text: string,
  { to, tone = 'green' }: Partial<Pick<Toast, 'to' | 'tone'>> = {},
): void => store.set(toastsAtom, (waiting) => [...waiting, { text, tone, to }])

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

/** Asks yes or no. `body` says what will happen. */
export const confirm = (question: Question): Promise<boolean> =>
  new Promise((done) => store.set(dialogAtom, { kind: 'confirm', ...question, done }))
/** Asks for a reason of at least `min` characters; null when cancelled. */
export const askReason = ({
  label = 'Alasan',
  min = 10,
  ...question
}: Question & { label?: string; min?: number }): Promise<string | null> =>
  new Promise((done) => store.set(dialogAtom, { kind: 'reason', label, min, ...question, done }))
/**
 * Shows a failure; `back`: dismissing goes back in history, for a page that could not load. One at
 * a time.
 */
export const showError = (error: ApiError, back = false): void =>
  store.set(dialogAtom, (open) => open ?? { kind: 'error', error, back })

/** Takes the open dialog away as Esc would, because the page that it belonged to has gone. */
export const dropDialog = (): void => {
  const open = store.get(dialogAtom)
  store.set(dialogAtom, null)
  if (open?.kind === 'confirm') open.done(false)
  if (open?.kind === 'reason') open.done(null)
}

/** How many parts of the page are grey lines, waiting for what they will show. */
export const skeletonsAtom = atom(0)

/** False from the first call without an answer to the next one with an answer. */
export const onlineAtom = atom(true)
