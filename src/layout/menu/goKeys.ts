/** Menu items by the letter that the user presses after `g`, for the help and the shortcuts. */
import type { Me } from '#src/data/session/session.ts'
import { menuFor, type MenuNode } from '#src/layout/menu/menu.ts'

/** Paths by letter. A letter opens the first of its paths that is in the user's menu. */
const letters: Record<string, readonly string[]> = {
  d: ['/', '/portal/sales', '/portal/pelatih', '/portal/akun-billing', '/portal/peserta'],
  l: ['/sales/lead'],
  m: ['/sales/pendaftar-mandiri', '/user/pendaftar-mandiri'],
  k: ['/kursus'],
  o: ['/gedung'],
  r: ['/ruang'],
  j: ['/kursus-peserta'],
  h: ['/kursus-pelatih'],
  t: ['/billing'],
  b: ['/billing/unpaid'],
  s: ['/billing/partial'],
  n: ['/billing/paid'],
  g: ['/billing/generate'],
  y: ['/billing-payment'],
  v: ['/konfirmasi-pembayaran'],
  x: ['/pengeluaran-sales'],
  u: ['/user/pelatih'],
  a: ['/user/akun-billing'],
  p: ['/user/peserta'],
}

/** Link of the menu with the name of its group. */
export interface Item {
  name: string
  to: string
  group?: string
}
const linkOf = ({ name, to }: MenuNode, group?: string): Item[] => (to ? [{ name, to, group }] : [])
/** Returns the links of the user's menu, including those in groups. */
export const itemsOf = (user: Me): Item[] =>
  menuFor(user).flatMap((node) => [
    ...linkOf(node),
    ...(node.sub ?? []).flatMap((sub) => linkOf(sub, node.name)),
  ])
/** Returns the letters that lead to a page of this user's menu. */
export const goKeysOf = (user: Me): { letter: string; item: Item }[] => {
  const items = itemsOf(user)
  return Object.entries(letters).flatMap(([letter, paths]) => {
    const item = paths.map((path) => items.find((i) => i.to === path)).find((i) => i !== undefined)
    return item ? [{ letter, item }] : []
  })
}
