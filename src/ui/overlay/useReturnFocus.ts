/** Returns the focus to the page after a dialog has closed. */
import { useEffect, useState } from 'react'

/** Element that had the focus, with its ancestors (`around`) from the nearest to the farthest. */
interface Origin {
  element: HTMLElement
  around: readonly HTMLElement[]
}
const originOf = (element: Element | null): Origin | undefined => {
  if (!(element instanceof HTMLElement) || element === document.body) return undefined
  const around: HTMLElement[] = []
  for (let up = element.parentElement; up; up = up.parentElement) around.push(up)
  return { element, around }
}
/**
 * Element that had the focus when a dialog last opened from the page. Unchanged when a dialog opens
 * from another dialog.
 */
let fromPage: Origin | undefined

const isLost = () => document.activeElement === null || document.activeElement === document.body
const give = (element: HTMLElement | null | undefined): boolean => {
  element?.focus({ preventScroll: true })
  return !isLost()
}
/**
 * Selectors of elements that get the focus in place of a button that was removed or disabled: a
 * list row, the button of an empty list (`data-nothing`) or of the next step (`data-next`), or a
 * heading.
 */
const places = ['tr[tabindex="0"]', '[data-nothing]', '[data-next]', 'h2[tabindex]', 'h1']
const giveNear = ({ around }: Origin): boolean => {
  const standing = around.filter((element) => element.isConnected)
  return standing.some((element) =>
    places.some((place) => give(element.querySelector<HTMLElement>(place))),
  )
}

const [retryMs, tries] = [100, 20]
/** Timer of the retries that the last closed dialog started. */
let giving: ReturnType<typeof setInterval> | undefined
/**
 * Stops the retries. Called when the user leaves the page, so that the next page keeps its own
 * focus.
 */
export const stopReturningFocus = (): void => clearInterval(giving)
/**
 * Focuses the first of the `origins` that can still take the focus. If no origin can, focuses an
 * element near an origin. For two seconds it repeats this whenever no element has the focus,
 * because the action of the dialog may later remove or disable the focused element.
 */
const giveBack = (origins: readonly Origin[]) => {
  const now = () =>
    !isLost() || origins.some(({ element }) => give(element)) || origins.some(giveNear)
  now()
  let triesLeft = tries
  clearInterval(giving)
  giving = setInterval(() => {
    triesLeft -= 1
    if (triesLeft === 0) clearInterval(giving)
    now()
  }, retryMs)
}

/**
 * Returns the focus to the element that had the focus when the dialog opened. If this element was
 * in another dialog and no longer exists, focuses the element of the page that had the focus when
 * the first dialog opened. Mantine's own focus return does not work for these dialogs, because they
 * are unmounted instead of closed.
 */
export const useReturnFocus = (): void => {
  const [before] = useState(() => {
    const origin = originOf(document.activeElement)
    if (origin && !origin.element.closest('[role=dialog]')) fromPage = origin
    return origin
  })
  useEffect(
    () => () => giveBack([before, fromPage].filter((origin) => origin !== undefined)),
    [before],
  )
}
