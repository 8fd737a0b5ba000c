/**
 * Settings of lists, keyboard shortcuts and print paper. They are stored only in this browser,
 * under keys that begin with `nada.`, and survive logout. Layout and theme are in layout.ts.
 */
import { atom } from 'jotai'
import { atomWithStorage } from 'jotai/utils'

interface ListSettings {
  hidden: string[]
  order: string[]
  dense: boolean
}
const plain: ListSettings = { hidden: [], order: [], dense: false }
const lists = new Map<string, ReturnType<typeof makeList>>()
const makeList = (name: string) => {
  const stored = atomWithStorage<Partial<ListSettings>>(`nada.list.${name}`, {}, undefined, {
    getOnInit: true,
  })
  // Adds the defaults, because settings stored by an older version lack properties that were added
  // later.
  return atom(
    (get): ListSettings => ({ ...plain, ...get(stored) }),
    (_get, set, next: ListSettings) => set(stored, next),
  )
}
/** Returns the settings of a list by its name: hidden columns, order of columns, density. */
export const listAtom = (name: string) => {
  const settingsAtom = lists.get(name) ?? makeList(name)
  lists.set(name, settingsAtom)
  return settingsAtom
}
/** Parses the settings of a list; returns the defaults for an invalid text. */
export const readList = (text: string): ListSettings => {
  try {
    const value = JSON.parse(text) as Partial<ListSettings> | null
    const ids = (list: unknown) =>
      Array.isArray(list) ? list.filter((id) => typeof id === 'string') : []
    return { hidden: ids(value?.hidden), order: ids(value?.order), dense: value?.dense === true }
  } catch {
    return plain
  }
}
/** Default number of rows per page. */
export const usualRows = 20
/**
 * Reads and stores the number of rows per page that the user last chose on this device for the list
 * at a path. `get` returns undefined if this is the default number.
 */
export const rowsPerPage = {
  get: (path: string): number | undefined =>
    Number(localStorage.getItem(`nada.baris.${path}`)) || undefined,
  set: (path: string, rows: number): void =>
    rows === usualRows
      ? localStorage.removeItem(`nada.baris.${path}`)
      : localStorage.setItem(`nada.baris.${path}`, String(rows)),
}
/** Whether single-key shortcuts are enabled. */
export const keysAtom = atomWithStorage('nada.tombol', true, undefined, { getOnInit: true })
/** Paper size on which receipts are printed. */
export const paperAtom = atomWithStorage<'A4' | 'A5'>('nada.kertas', 'A4', undefined, {
  getOnInit: true,
})
/** Whether the dashboard shows the panel with ways to save time. */
export const tipsAtom = atomWithStorage('nada.kiat', true, undefined, { getOnInit: true })
