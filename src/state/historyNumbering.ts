/**
 * URLs that a user types, pastes or takes from a bookmark while the app is open. The browser makes
 * their history entry, so it lacks the index by which the router counts how far to go back. Without
 * the index a blocked navigation ("Tetap di sini") goes back by NaN, which reloads the page and
 * loses the form.
 */
import { createHashHistory, type RouterHistory } from '@tanstack/react-router'

const isNumbered = (state: unknown) =>
  typeof state === 'object' && state !== null && '__TSR_index' in state

/**
 * Router history that gives such an entry the index after the present one, where the browser has
 * put it.
 */
export const createNumberedHistory = (): RouterHistory => {
  const holder: { router?: RouterHistory } = {}
  // Registered before the router's own listener: a window calls listeners in the order of
  // registration.
  window.addEventListener('popstate', () => {
    if (!holder.router || isNumbered(history.state)) return
    const state = { __TSR_index: holder.router.location.state.__TSR_index + 1 }
    // Calls the native method: the router has wrapped `history.replaceState`, and this is no
    // navigation.
    History.prototype.replaceState.call(history, state, '')
  })
  holder.router = createHashHistory()
  return holder.router
}
