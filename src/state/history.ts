/** How the present page was come to, and which row of a list was left: for focus after going back. */
type Action = 'start' | 'new' | 'back'
let action: Action = 'start'
const opened = new Map<string, number>()

/** Told by the router's history of every move. */
export const moved = (type: string): void => { action = type === 'BACK' || type === 'FORWARD' ? 'back' : 'new' }
export const lastAction = (): Action => action
/** Remembers the row that was opened from a list. */
export const leaveRow = (list: string, id: number): void => { opened.set(list, id) }
/** The row to focus when one comes back to a list; once. */
export const returnRow = (list: string): number | undefined => {
  const id = action === 'back' ? opened.get(list) : undefined
  opened.delete(list)
  return id
}

let adding: string | undefined
/** Asks the list at a path to open its form as soon as it is there. */
export const askToAdd = (path: string): void => { adding = path }
/** Whether a list at this path was asked to; once. */
export const askedToAdd = (path: string): boolean => {
  const asked = adding === path
  adding = undefined
  return asked
}
