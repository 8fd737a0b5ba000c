/**
 * Addresses that a person types, pastes or takes from a bookmark while the app is open. The browser
 * makes their history entry, so it lacks the number by which the router counts how far to go back.
 * Without it a refused move ("Tetap di sini") went back by NaN, which reloads the page and loses
 * the form that was to be kept.
 */
import { createHashHistory, type RouterHistory } from '@tanstack/react-router'

const isNumbered = (state: unknown) =>
  typeof state === 'object' && state !== null && '__TSR_index' in state

/**
 * The router's history, in which such an entry is numbered as the one after the present one: there
 * the browser has put it.
 */
export const createNumberedHistory = (): RouterHistory => {
  const own: { router?: RouterHistory } = {}
  // Listens before the router's history does: a window calls in the order of asking.
  window.addEventListener('popstate', () => {
    if (!own.router || isNumbered(history.state)) return
    const state = { __TSR_index: own.router.location.state.__TSR_index + 1 }
    // The router has put itself around the history's own `replaceState`; this is no move.
    History.prototype.replaceState.call(history, state, '')
  })
  own.router = createHashHistory()
  return own.router
}
