/** Returns the focus after a dialog has closed. */
import { useEffect, useState } from 'react'

/** Element that had the focus, and its ancestors from the inside out. */
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
/** Element that had the focus when a dialog last opened from the page, not from another dialog. */
let fromPage: Origin | undefined

const isLost = () => document.activeElement === null || document.activeElement === document.body
const give = (element: HTMLElement | null | undefined): boolean => {
  element?.focus({ preventScroll: true })
  return !isLost()
}
/** Fallbacks for a button that was removed or disabled: a row of its list, the heading above it. */
const places = ['tr[tabindex="0"]', '[data-nothing]', 'h2[tabindex]', 'h1']
const giveNear = ({ around }: Origin): boolean => {
  const standing = around.filter((element) => element.isConnected)
  return standing.some((element) =>
    places.some((place) => give(element.querySelector<HTMLElement>(place))),
  )
}

const [retryMs, tries] = [100, 20]
/** Timer that retries to return the focus, for the dialog closed last. */
let giving: ReturnType<typeof setInterval> | undefined
/** Stops the retries when the page is left, so that nothing gets the focus. */
export const stopReturningFocus = (): void => clearInterval(giving)
/**
 * A dialog's action may remove the element that got the focus: rows that are fetched again, a
 * button that has nothing left to do. For two seconds a lost focus is restored.
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
 * Returns the focus to the element that had it when the dialog opened. Mantine does so on closing
 * only, while these dialogs are unmounted. A dialog opened from another dialog returns the focus to
 * the first one's origin.
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
