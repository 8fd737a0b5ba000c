/**
 * Kind of the last navigation, and the row that the user last opened from each list, so that going
 * back can focus this row.
 */
type Action = 'start' | 'new' | 'back'
let action: Action = 'start'
const opened = new Map<string, number>()

/** Called by the router's history on every navigation. */
export const moved = (type: string): void => {
  action = type === 'BACK' || type === 'FORWARD' ? 'back' : 'new'
}
export const lastAction = (): Action => action
/**
 * Stores the row that was opened from a list, and the scroll position of the list. A wide list
 * scrolls in its own box (`data-rows`).
 */
export const leaveRow = (list: string, id: number): void => {
  const box = document.querySelector(`[data-rows="${list}"]`)
  opened.set(list, id)
  // The router stores the scroll position of an element when the element receives a scroll event.
  // Browsers send this event one frame late. If the user opened a row within that frame, no
  // position would be stored, and going back would show the top of the list. The events below
  // prevent this.
  for (const place of [document, box]) place?.dispatchEvent(new Event('scroll'))
}
/** Returns the id of the row to focus after going back, and deletes the stored id. */
export const returnRow = (list: string): number | undefined => {
  const id = action === 'back' ? opened.get(list) : undefined
  opened.delete(list)
  return id
}

let adding: string | undefined
/** Requests that the list at a path opens its form as soon as it renders. */
export const askToAdd = (path: string): void => {
  adding = path
}
/** Whether `askToAdd` was called for the list at this path; clears the request. */
export const takeAddRequest = (path: string): boolean => {
  const isRequested = adding === path
  adding = undefined
  return isRequested
}
