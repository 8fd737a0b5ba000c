/**
 * How the present page was come to, and which row of a list was left: for focus after going back.
 */
type Action = 'start' | 'new' | 'back'
let action: Action = 'start'
const opened = new Map<string, number>()

/** Told by the router's history of every move. */
export const moved = (type: string): void => {
  action = type === 'BACK' || type === 'FORWARD' ? 'back' : 'new'
}
export const lastAction = (): Action => action
/**
 * Remembers the row that was opened from a list. A wide one scrolls in a box of its own
 * (`data-rows`).
 */
export const leaveRow = (list: string, id: number): void => {
  const box = document.querySelector(`[data-rows="${list}"]`)
  opened.set(list, id)
  // The router stores the position of elements whose scroll event it received, and a browser sends
  // that event a frame late: a user who moves to a row and opens the row at once would return to
  // the top.
  for (const place of [document, box]) place?.dispatchEvent(new Event('scroll'))
}
/** Returns the row that one comes back to, to focus it, once. */
export const returnRow = (list: string): number | undefined => {
  const id = action === 'back' ? opened.get(list) : undefined
  opened.delete(list)
  return id
}

let adding: string | undefined
/** Asks the list at a path to open its form as soon as it is there. */
export const askToAdd = (path: string): void => {
  adding = path
}
/** Whether a list at this path was asked to; once. */
export const askedToAdd = (path: string): boolean => {
  const asked = adding === path
  adding = undefined
  return asked
}
