/**
 * State of the layout (domain.md 0.4). Settings are stored on this device under one key and survive
 * logout; open panels are not stored. public/theme.js reads the same key before the first paint.
 */
import type { MantineColorScheme, MantineColorSchemeManager } from '@mantine/core'
import { atom, type WritableAtom } from 'jotai'
import { atomWithStorage } from 'jotai/utils'
import { store } from '#src/state/feedback.ts'

const layoutAtom = atomWithStorage<unknown>('nada.layout', {}, undefined, { getOnInit: true })
const keptNow = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {}
/**
 * Creates the atom of a setting stored on this device. `values` are the allowed values. The first
 * of them is the default, and also replaces a stored value that is not allowed.
 */
const setting = <T extends string | boolean>(
  name: string,
  ...values: [first: T, ...others: T[]]
): WritableAtom<T, [T], void> =>
  atom(
    (get) => values.find((v) => v === keptNow(get(layoutAtom))[name]) ?? values[0],
    (get, set, value) => set(layoutAtom, { ...keptNow(get(layoutAtom)), [name]: value }),
  )

/** Overlay of the shortcuts that is open: the command palette, or the help about shortcuts. */
export const shortcutsAtom = atom<'palette' | 'help'>()
export const colorThemeAtom = setting<'amethyst'>('colorTheme', 'amethyst')
const darkModeSystemAtom = setting<boolean>('darkModeSystem', true, false)
export const sidebarVisibleDesktopAtom = setting<boolean>('sidebarVisibleDesktop', true, false)
export const sidebarMiniAtom = setting<boolean>('sidebarMini', false, true)
/**
 * Whether the sidebar is on the left. When false the layout is mirrored: sidebar right, side
 * overlay left.
 */
export const sidebarLeftAtom = setting<boolean>('sidebarLeft', true, false)
/** Whether the sidebar is dark in light mode. In dark mode it is always dark. */
export const sidebarDarkAtom = setting<boolean>('sidebarDark', true, false)
export const headerFixedAtom = setting<boolean>('headerFixed', true, false)
export const headerDarkAtom = setting<boolean>('headerDark', false, true)
export const mainContentAtom = setting<'narrow' | 'full' | 'boxed'>(
  'mainContent',
  'narrow',
  'full',
  'boxed',
)

export const sidebarVisibleMobileAtom = atom(false)
export const sideOverlayAtom = atom(false)
/**
 * Whether the page takes the full width even if the setting `mainContent` is `narrow`. Lists set
 * this.
 */
export const fullWidthAtom = atom(false)
/** Whether the open side overlay darkens the page. */
export const pageOverlayAtom = atom(true)
/** Whether the page loader shows, from the start until the first page has rendered. */
export const pageLoaderAtom = atom(true)
/** Whether transitions of the side panels are enabled; false while the window is resized. */
export const transitionsAtom = atom(true)

/** Whether a media query matches. The value is kept up to date while a component uses the atom. */
const mediaAtom = (query: string) => {
  const holds = atom(matchMedia(query).matches)
  holds.onMount = (set) => {
    const media = matchMedia(query)
    const change = () => set(media.matches)
    change()
    media.addEventListener('change', change)
    return () => media.removeEventListener('change', change)
  }
  return atom((get) => get(holds))
}
/** Whether the window is wider than 991 px, so that the sidebar is beside the page. */
export const wideAtom = mediaAtom('(min-width: 992px)')
const systemDarkAtom = mediaAtom('(prefers-color-scheme: dark)')
const ownDarkAtom = setting<boolean>('darkMode', false, true)
/**
 * Whether dark mode is on: the setting of the system if darkModeSystem is true, otherwise the
 * setting of the user (`darkMode`).
 */
export const darkModeAtom = atom((get) =>
  get(darkModeSystemAtom) ? get(systemDarkAtom) : get(ownDarkAtom),
)

const modeAtom = atom((get): MantineColorScheme => {
  if (get(darkModeSystemAtom)) return 'auto'
  return get(ownDarkAtom) ? 'dark' : 'light'
})
/** Sets the theme mode: light, dark or system (`auto`). */
export const setThemeMode = (mode: MantineColorScheme): void => {
  if (mode !== 'auto') store.set(ownDarkAtom, mode === 'dark')
  store.set(darkModeSystemAtom, mode === 'auto')
}
let unsubscribe: (() => void) | undefined
/**
 * Lets Mantine read and set the colour scheme through the atoms above, so that Mantine also follows
 * changes made in another tab.
 */
export const schemeManager: MantineColorSchemeManager = {
  get: () => store.get(modeAtom),
  set: setThemeMode,
  clear: () => setThemeMode('auto'),
  subscribe: (onUpdate) => {
    unsubscribe = store.sub(modeAtom, () => onUpdate(store.get(modeAtom)))
  },
  unsubscribe: () => unsubscribe?.(),
}
