/**
 * Router history for URLs that the user types, pastes or opens from a bookmark while the app is
 * open. The browser creates the history entries of such URLs, without the index from which the
 * router computes how far to go back. Without the index, a blocked navigation ("Tetap di sini")
 * goes back by NaN, which reloads the page and loses the form.
 */
import { createHashHistory, type RouterHistory } from '@tanstack/react-router'

const isNumbered = (state: unknown) =>
  typeof state === 'object' && state !== null && '__TSR_index' in state

/**
 * Creates the router history. A history entry made by the browser gets an index that is one higher
 * than the index of the entry before it.
 */
export const createNumberedHistory = (): RouterHistory => {
  const holder: { router?: RouterHistory } = {}
  // Registers the listener before the router registers its own, so that the entry has an index when
  // the router reads it. A window calls listeners in the order of registration.
  window.addEventListener('popstate', () => {
    if (!holder.router || isNumbered(history.state)) return
    const state = { __TSR_index: holder.router.location.state.__TSR_index + 1 }
    // Calls the native method, because the router has wrapped `history.replaceState` and would take
    // the call for a navigation.
    History.prototype.replaceState.call(history, state, '')
  })
  holder.router = createHashHistory()
  return holder.router
}
