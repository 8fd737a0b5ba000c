/**
 * Settings of lists, keys and paper that only this browser stores, under one prefix; they survive
 * logout. Layout and theme: layout.ts.
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
  // Settings stored by an older version lack the later properties.
  return atom(
    (get): ListSettings => ({ ...plain, ...get(stored) }),
    (_get, set, next: ListSettings) => set(stored, next),
  )
}
/** Settings of one list, by its name: hidden columns, their order, density. */
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
/** Rows per page where the user has chosen no other number. */
export const usualRows = 20
/**
 * Rows per page of the list at a path, as last chosen on this device; undefined is the usual
 * number.
 */
export const rowsPerPage = {
  get: (path: string): number | undefined =>
    Number(localStorage.getItem(`nada.baris.${path}`)) || undefined,
  set: (path: string, rows: number): void =>
    rows === usualRows
      ? localStorage.removeItem(`nada.baris.${path}`)
      : localStorage.setItem(`nada.baris.${path}`, String(rows)),
}
/** Whether single-key shortcuts are on. */
export const keysAtom = atomWithStorage('nada.tombol', true, undefined, { getOnInit: true })
/** Size of the paper that receipts are printed on. */
export const paperAtom = atomWithStorage<'A4' | 'A5'>('nada.kertas', 'A4', undefined, {
  getOnInit: true,
})
