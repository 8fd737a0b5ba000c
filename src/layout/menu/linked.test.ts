/**
 * Tests that every page without a menu item is linked from at least one screen. Without a link,
 * users would have to search for the page by its name in the command palette.
 */
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { RoleId } from '#contract/enums.ts'
import { routes, type RouteInfo } from '#contract/routes.ts'
import { itemsOf } from '#src/layout/menu/goKeys.ts'

/** Pattern of the paths that this test skips: records, forms and prints. */
const ofRecord =
  /\/(view|create|update|edit|form|print|cetak|download|share|import|absensi|aktivasi|lengkapi-profile|kelas-selanjutnya|tambah-.*)$/

/** Returns the paths of pages that have no menu item even for a superadmin. */
const pagesBesideMenu = (): string[] => {
  const superadmin = { role_id: RoleId.superadmin, role: { accesses: ['*'] } }
  const inMenu = new Set(itemsOf(superadmin as never).map(({ to }) => to))
  return Object.entries<RouteInfo>(routes).flatMap(([path, { public: isPublic, simple }]) =>
    isPublic || simple || ofRecord.test(path) || inMenu.has(path) ? [] : [path],
  )
}
/**
 * Whether a file belongs to the page at `path`. The test ignores links in such a file, because they
 * are on the page itself.
 */
const isOwn = (file: string, path: string) =>
  [`${path}.`, `${path}/`].some((start) => file.startsWith(`src/routes/_app${start}`))

test('links every page without a menu item from a screen', () => {
  const pages = pagesBesideMenu()
  expect(pages).toEqual(expect.arrayContaining(['/biaya', '/tutup-kas', '/integritas', '/audit']))
  const files = globSync('src/{routes,ui,layout}/**/*.{ts,tsx}', {
    exclude: ['**/*.test.*', 'src/layout/search/{Palette.tsx,additions.ts}', 'src/layout/menu/**'],
  })
  const sources = files.map((file) => ({ file, text: readFileSync(file, 'utf8') }))
  const unlinked = pages.filter((path) => {
    const link = new RegExp(`\\bto(: |=)['"]${path}['"]`)
    return !sources.some(({ file, text }) => !isOwn(file, path) && link.test(text))
  })
  expect(unlinked).toEqual([])
})
