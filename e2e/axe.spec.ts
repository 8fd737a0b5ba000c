/**
 * Accessibility of every screen, as far as a checker can tell: light and dark, at 1366 px and at
 * 320 px without scrolling sideways. Short tests of a few screens each, every one in a single page
 * that changes its scheme and its width as it stands.
 */
import type { Page } from '@playwright/test'
import { routes, type RouteInfo } from '#contract/routes.ts'
import { addDays, currentDay } from '#contract/values/tanggal.ts'
import { check, checkAll, checkBoth, narrow, wide } from './accessible.ts'
import { expect, test } from './fixtures.ts'
import { idsFor, isFinished, records } from './screens.ts'

test.describe.configure({ mode: 'parallel', timeout: 150_000 })
// A trace would take a picture of the page around every check; what is wrong stands in the message.
// What slides in would be waited for before each check.
test.use({ trace: 'off', contextOptions: { reducedMotion: 'reduce' } })

const titleOf = (route: string) =>
  (routes as Record<string, RouteInfo>)[route.split('?')[0] ?? '']?.title ?? ''
/** Goes there within the app and waits for what it shows. */
const settled = async (page: Page, route: string) => {
  await page.evaluate((hash) => {
    location.hash = hash
  }, route)
  await page.waitForFunction(
    ([path, title]) =>
      location.hash.slice(1).split('?')[0] === path &&
      document.querySelector('h1')?.textContent === title &&
      !document.querySelector('.skeleton, .mantine-Skeleton-root, [data-loading]') &&
      // What still fades in is not yet as it will be read.
      !document
        .getAnimations()
        .some(
          (a) => a.playState === 'running' && a.effect?.getComputedTiming().iterations !== Infinity,
        ),
    [route.split('?')[0], titleOf(route)],
    { timeout: 15_000 },
  )
}

/** Every route with a screen, and more states of some. One stands for those that have none yet. */
const extra = [
  '/billing-payment?page=2',
  '/user/create?role_id=6',
  '/user/create?role_id=5',
  '/user/create?role_id=3',
  '/user/peserta?q=zzzz',
  '/kursus-pelatih?tab=minggu',
  '/kursus-pelatih?tab=hari',
  '/sales/lead',
]
const screens = [
  ...Object.keys(routes).filter((path) => isFinished(path) && !path.startsWith('/auth/')),
  ...Object.keys(routes).filter((path) => path.startsWith('/errors/')),
  ...extra,
]
/** Records of which one is not enough: another kind of person, another state of a bill. */
const more: readonly (readonly [route: string, list: string])[] = [
  ['/user/view?tab=riwayat', '/user?jenis=akun-billing'],
  ['/user/view?tab=saldo', '/user?jenis=akun-billing'],
  ['/user/view?tab=rekening-koran', '/user?jenis=akun-billing'],
  ['/user/view', '/user?jenis=pelatih'],
  ['/user/view', '/user?jenis=peserta'],
  ['/user/update', '/user?jenis=peserta'],
  ['/billing/view', '/billing?status=1&payment_status=1'],
  ['/billing/view', '/billing?status=0'],
  ['/billing/edit', '/billing?status=0'],
  ['/billing/view?tab=riwayat', '/billing?status=1'],
  ['/kursus-peserta/view', '/kursus-peserta?status=2'],
  ['/kursus-peserta/view?tab=tagihan', '/kursus-peserta?status=1'],
  ['/kursus-peserta/view?tab=rangkaian', '/kursus-peserta?status=9'],
  ['/role/view?tab=pengguna', '/role?sort=-name'],
  ['/kursus-pelatih/view?tab=pertemuan', '/kursus-pelatih?status=aktif'],
]
const size = 6
const parts = <T>(list: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, i) =>
    list.slice(i * size, (i + 1) * size),
  )

test.describe('superadmin', () => {
  test.use({ role: 'superadmin', viewport: wide })
  for (const [i, part] of parts(screens).entries()) {
    test(`screens ${i * size + 1} to ${i * size + part.length}`, async ({ page, open, api }) => {
      const idOf = idsFor(api('superadmin').get)
      await open('/profile/view')
      for (const route of part) {
        const id = await idOf(route)
        if (route in records && !id) continue
        await settled(page, id ? `${route}?id=${id}` : route)
        await checkAll(page, route)
      }
    })
  }
  for (const part of parts(more)) {
    test(`more records: ${part[0]?.join(' ')}`, async ({ page, open, api }) => {
      await open('/profile/view')
      for (const [route, list] of part) {
        const {
          data: [first],
        } = await api('superadmin').get<{ id: number }[]>(`${list}&per-page=1`)
        if (!first) continue
        await settled(page, `${route}${route.includes('?') ? '&' : '?'}id=${first.id}`)
        await checkAll(page, `${route} of ${list}`)
      }
    })
  }
  for (const [scheme, options, rules] of [
    ['light', {}, 'all'],
    ['dark', { colorScheme: 'dark' }, 'colours'],
    ['320 px', { viewport: narrow }, 'all'],
  ] as const) {
    test.describe(scheme, () => {
      test.use(options)
      test(`dialogs and menus, ${scheme}`, async ({ page, open }) => {
        await open('/bank')
        await page.getByRole('button', { name: 'Tambah' }).click()
        await page.getByRole('dialog').getByRole('button', { name: 'Simpan' }).click()
        await expect(page.getByText('Wajib diisi').first()).toBeVisible()
        await check(page, 'a form with errors in a dialog', rules)
        await page.keyboard.press('Escape')
        await page
          .getByRole('button', { name: /^Aksi / })
          .first()
          .click()
        await check(page, 'the menu of a row', rules)
        await page.getByRole('menuitem', { name: 'Hapus' }).click()
        await expect(page.getByRole('dialog').getByRole('button', { name: 'Batal' })).toBeFocused()
        await check(page, 'a question', rules)
        await page.keyboard.press('Escape')
        await expect(page.getByRole('dialog')).toHaveCount(0)
        await page
          .getByRole('checkbox', { name: /^Pilih / })
          .nth(1)
          .check()
        await expect(page.getByRole('region', { name: 'Baris terpilih' })).toBeVisible()
        await page.getByRole('button', { name: 'Kolom' }).click()
        await check(page, 'the columns, and a row selected', rules)
      })
      test(`what is done with a lesson, ${scheme}`, async ({ page, open, api }) => {
        const from = addDays(currentDay(), 2)
        const {
          data: [lesson],
        } = await api('superadmin').get<{ id: number }[]>(
          `/pertemuan?status=terjadwal&filter[tanggal][gte]=${from}&per-page=1`,
        )
        await open(`/kursus-pelatih/absensi?id=${lesson?.id}`)
        const dialog = page.getByRole('dialog')
        const change = async (label: string) => {
          await page.getByRole('button', { name: 'Ubah pertemuan' }).click()
          await expect(dialog.getByText('Terjadwal')).toBeVisible()
          if (label === 'Pindahkan') await check(page, 'a lesson', rules)
          await dialog.getByRole('button', { name: label }).click()
        }
        await change('Pindahkan')
        await dialog.getByLabel('Jam Mulai').fill('03.00')
        await dialog.getByLabel('Alasan').fill('Uji')
        await expect(dialog.getByText('Tidak bisa di sini')).toBeVisible()
        await check(page, 'a move that is refused', rules)
        await dialog.getByRole('button', { name: 'Batal' }).click()
        await dialog.getByRole('button', { name: 'Tinggalkan' }).click()
        await expect(dialog).toHaveCount(0)
        await change('Guru pengganti')
        await expect(dialog.getByRole('radio').first()).toBeVisible()
        await check(page, 'substitutes', rules)
        await dialog.getByRole('button', { name: 'Batal' }).click()
        await expect(dialog).toHaveCount(0)
        await change('Batalkan pertemuan')
        await expect(dialog.getByLabel('Sebab')).toBeVisible()
        await check(page, 'a cancellation', rules)
      })
    })
  }
})

test.describe('an akun billing', () => {
  test.use({ role: 'akunbilling' })
  test('its own bills', async ({ page, open, api }) => {
    const {
      data: [bill],
    } = await api('akunbilling').get<{ id: number }[]>('/billing?status=1')
    await open('/profile/view')
    for (const route of [
      '/billing',
      '/billing/unpaid',
      '/user/peserta',
      '/kursus-peserta',
      `/billing/view?id=${bill?.id}`,
      '/portal/akun-billing',
    ]) {
      await settled(page, route)
      await check(page, route)
    }
  })
})

for (const [role, path] of [
  ['pelatih', '/portal/pelatih'],
  ['peserta', '/portal/peserta'],
  ['sales', '/portal/sales'],
] as const)
  test.describe(`a portal of ${role}`, () => {
    test.use({ role, viewport: wide })
    test(`the portal and the calendar link of ${role}`, async ({ page, open }) => {
      await open(path)
      await settled(page, path)
      await checkAll(page, path)
      await settled(page, '/profile/view')
      await checkAll(page, '/profile/view')
    })
  })

test.describe('nobody', () => {
  test.use({ viewport: wide })
  for (const path of Object.keys(routes).filter((route) => route.startsWith('/auth/')))
    test(path, async ({ page, open }) => {
      await open(path)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(titleOf(path))
      await checkAll(page, path)
    })
  test('login with errors', async ({ page, open }) => {
    await open('/auth/login')
    await page.getByRole('button', { name: 'Login' }).click()
    await checkBoth(page, 'login with errors')
  })
})

test.describe('the menu on a phone', () => {
  test.use({ role: 'superadmin', viewport: { width: 320, height: 640 } })
  test('open over the page', async ({ page, open }) => {
    await open('/bank')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bank')
    await page.getByRole('button', { name: 'Tampilkan atau sembunyikan menu' }).click()
    // It lies over the page, so it is a dialog, also while it slides in.
    await expect(page.getByRole('dialog', { name: 'Bilah sisi' })).toHaveAttribute(
      'aria-modal',
      'true',
    )
    await check(page, 'the menu')
  })
})
