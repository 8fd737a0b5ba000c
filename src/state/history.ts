/**
 * How the present page was come to, and which row of a list was left: for focus after going back.
 */
type Action = 'start' | 'new' | 'back'
let action: Action = 'start'
interface Left {
  id: number
  /** Whether its list stood at its beginning. */
  atTop: boolean
}
const opened = new Map<string, Left>()

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
  opened.set(list, { id, atTop: window.scrollY === 0 && !box?.scrollTop && !box?.scrollLeft })
  // The router remembers the place of what it heard scroll, and a browser tells that a frame late:
  // whoever moves to a row and opens it at once would come back to the beginning.
  for (const place of [document, box]) place?.dispatchEvent(new Event('scroll'))
}
/** The row that one comes back to. */
export const leftRow = (list: string): Left | undefined =>
  action === 'back' ? opened.get(list) : undefined
/** The same, to focus it; once. */
export const returnRow = (list: string): number | undefined => {
  const left = leftRow(list)
  opened.delete(list)
  return left?.id
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
