/** Returns the focus to the page after a dialog has closed. */
import { useEffect, useState } from 'react'

/** Element that had the focus, with its ancestors from the inside out. */
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
/** Origin of the focus when a dialog last opened from the page instead of from another dialog. */
let fromPage: Origin | undefined

const isLost = () => document.activeElement === null || document.activeElement === document.body
const give = (element: HTMLElement | null | undefined): boolean => {
  element?.focus({ preventScroll: true })
  return !isLost()
}
/**
 * Selectors of elements that get the focus in place of a button that was removed or disabled: a row
 * of its list, otherwise the heading above.
 */
const places = ['tr[tabindex="0"]', '[data-nothing]', 'h2[tabindex]', 'h1']
const giveNear = ({ around }: Origin): boolean => {
  const standing = around.filter((element) => element.isConnected)
  return standing.some((element) =>
    places.some((place) => give(element.querySelector<HTMLElement>(place))),
  )
}

const [retryMs, tries] = [100, 20]
/** Timer that repeats returning the focus, for the dialog that closed last. */
let giving: ReturnType<typeof setInterval> | undefined
/** Stops returning the focus when the page is left, so that no element of the next page gets it. */
export const stopReturningFocus = (): void => clearInterval(giving)
/**
 * Returns the focus, and again for two seconds whenever it is lost: the dialog's action may remove
 * or disable the element that got it.
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
 * Returns the focus to the element that had it when the dialog opened. Mantine does so only on
 * closing, while these dialogs are unmounted. After a dialog that was opened from another dialog,
 * the focus can return to the origin of the first dialog.
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
