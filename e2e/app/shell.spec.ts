/**
 * Layout of the shell (the frame around each page: sidebar, header, side panel and footer), as
 * described in docs/domain.md, section 0.4. Measures positions and sizes, and the effects of click,
 * hover, resize and reload.
 */
import type { Page } from '@playwright/test'
import { check } from '../accessible.ts'
import { expect, test } from '../fixtures.ts'

// The configuration switches animations off. Empty options switch them on for this file.
test.use({ role: 'superadmin', contextOptions: {} })

const shell = (page: Page) => page.locator('#page-container')
const sidebar = (page: Page) => page.locator('#sidebar')
const toggle = (page: Page) => page.getByRole('button', { name: 'Tampilkan atau sembunyikan menu' })
const stands = async (page: Page, name: string) =>
  expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
/** Returns the position and size of an element in whole pixels, after all transitions. */
const box = async (page: Page, selector: string) => {
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter((a) => a instanceof CSSTransition)
        .map((a) => a.finished.catch(() => {})),
    ),
  )
  return page.locator(selector).evaluate((e) => {
    const { x, y, width, height } = e.getBoundingClientRect()
    return {
      x: Math.round(x),
      y: Math.round(y),
      width: Math.round(width),
      height: Math.round(height),
    }
  })
}
const paddings = (page: Page) =>
  shell(page).evaluate((e) => [getComputedStyle(e).paddingLeft, getComputedStyle(e).paddingRight])
const keep = (page: Page, layout: object) =>
  page.evaluate((value) => localStorage.setItem('nada.layout', value), JSON.stringify(layout))
const storedLayout = (page: Page) =>
  page.evaluate(
    () => JSON.parse(localStorage.getItem('nada.layout') ?? '{}') as Record<string, unknown>,
  )
const scheme = (page: Page) => page.locator('html').getAttribute('data-mantine-color-scheme')
const colour = (page: Page, selector: string) =>
  page.locator(selector).evaluate((e) => getComputedStyle(e).backgroundColor)
const focusIn = (page: Page, selector: string) =>
  page.evaluate((s) => document.activeElement?.closest(s) !== null, selector)
test('shows sidebar 250, fixed header 64, page at 90 % and at most 1920 when wide', async ({
  page,
  open,
}) => {
  // The page of a list takes the full width beside the sidebar.
  await open('/gedung')
  await stands(page, 'Kelola Outlet')
  expect(await box(page, '#isi')).toMatchObject({ x: 250, width: 1030, y: 64 })
  await open('/profile/view')
  await stands(page, 'Profil Saya')
  await expect(shell(page)).toHaveClass(/(^| )theme-amethyst /)
  for (const name of [
    'sidebar-o',
    'sidebar-dark',
    'page-header-fixed',
    'side-trans-enabled',
    'enable-page-overlay',
    'main-content-narrow',
  ])
    await expect(shell(page)).toContainClass(name)
  for (const name of ['sidebar-mini', 'sidebar-o-xs', 'side-overlay-o', 'sidebar-r', 'dark-mode'])
    await expect(shell(page)).not.toContainClass(name)
  expect(await box(page, '#sidebar')).toEqual({ x: 0, y: 0, width: 250, height: 800 })
  expect(await box(page, '#page-header')).toEqual({ x: 250, y: 0, width: 1030, height: 64 })
  expect(await paddings(page)).toEqual(['250px', '0px'])
  expect(await box(page, '#isi')).toMatchObject({ width: 927, y: 64 })
  await page.evaluate(() => scrollTo(0, 200))
  expect(await box(page, '#page-header')).toMatchObject({ y: 0 })
  expect(await colour(page, '#page-header')).toBe('color(srgb 1 1 1 / 0.75)')
  expect(await box(page, '#sidebar a img')).toMatchObject({ height: 30 })
  await expect(page.locator('#sidebar a').first()).toHaveAttribute('href', '/#/')
  // In a window that is narrower than 1200 px, any page takes the full width beside the sidebar. In
  // a very wide window, a page is at most 1920 px wide.
  await page.setViewportSize({ width: 1199, height: 800 })
  expect(await box(page, '#isi')).toMatchObject({ x: 250, width: 949 })
  await page.setViewportSize({ width: 2600, height: 800 })
  expect(await box(page, '#isi')).toMatchObject({ width: 1920 })
  // In a window of 992 px the sidebar shows; in a window of 991 px it is hidden.
  await page.setViewportSize({ width: 992, height: 800 })
  await expect(sidebar(page)).toBeVisible()
  await page.setViewportSize({ width: 991, height: 800 })
  await expect(sidebar(page)).toBeHidden()
  expect(await paddings(page)).toEqual(['0px', '0px'])
})

test('shows a 60 px strip that opens on hover and keyboard focus and survives a reload', async ({
  page,
  open,
}) => {
  await open('/billing/unpaid')
  await stands(page, 'Tagihan Belum Terbayar')
  const sub = page.getByRole('link', { name: 'Tagihan Lunas' })
  await expect(sub).toBeVisible()
  await expect(toggle(page)).toHaveAttribute('aria-expanded', 'true')
  await toggle(page).click()
  await expect(toggle(page)).toHaveAttribute('aria-expanded', 'false')
  await expect(shell(page)).toContainClass('sidebar-mini')
  expect(await box(page, '#sidebar')).toMatchObject({ width: 60 })
  expect(await paddings(page)).toEqual(['60px', '0px'])
  await expect(sub).toBeHidden()
  for (const part of ['[class*=name]', '[class*=heading]', '[class*=chevron]'])
    await expect(sidebar(page).locator(part).first()).toHaveCSS('opacity', '0')
  await page.mouse.move(30, 400)
  expect(await box(page, '#sidebar')).toMatchObject({ width: 250 })
  expect(await paddings(page)).toEqual(['60px', '0px'])
  await expect(sub).toBeVisible()
  await expect(sidebar(page).locator('[class*=heading]').first()).toHaveCSS('opacity', '1')
  await page.mouse.move(700, 400)
  expect(await box(page, '#sidebar')).toMatchObject({ width: 60 })
  expect(await storedLayout(page)).toEqual({ sidebarMini: true, sidebarVisibleDesktop: true })
  await page.reload()
  await stands(page, 'Tagihan Belum Terbayar')
  expect(await box(page, '#sidebar')).toMatchObject({ width: 60 })
  // The sidebar in its narrow form (the strip) becomes wide when it gets the keyboard focus, and
  // narrow again when it loses the focus.
  await page.getByRole('link', { name: 'Langsung ke isi' }).focus()
  await page.keyboard.press('Tab')
  expect(await focusIn(page, '#sidebar a')).toBe(true)
  expect(await box(page, '#sidebar')).toMatchObject({ width: 250 })
  await check(page, 'the shell')
  await toggle(page).focus()
  expect(await box(page, '#sidebar')).toMatchObject({ width: 60 })
  // On a small screen, the sidebar opens in full width and not as a strip.
  await page.setViewportSize({ width: 800, height: 700 })
  await toggle(page).click()
  expect(await box(page, '#sidebar')).toMatchObject({ width: 800 })
})

test('opens the menu at full width on a small screen, traps the focus and returns it', async ({
  page,
  open,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await open('/gedung')
  await stands(page, 'Kelola Outlet')
  await expect(sidebar(page)).toBeHidden()
  expect(await box(page, '#page-header')).toMatchObject({ x: 0, width: 360 })
  expect(await box(page, '#isi')).toMatchObject({ x: 0, width: 360 })
  await toggle(page).click()
  await expect(shell(page)).toContainClass('sidebar-o-xs')
  expect(await box(page, '#sidebar')).toEqual({ x: 0, y: 0, width: 360, height: 740 })
  await expect(page.getByRole('button', { name: 'Tutup menu' })).toBeFocused()
  // Shift+Tab must not move the focus from the open sidebar to the page behind it.
  await page.keyboard.press('Shift+Tab')
  expect(await focusIn(page, '#isi, #page-header')).toBe(false)
  await page.keyboard.press('Escape')
  await expect(sidebar(page)).toBeHidden()
  await expect(toggle(page)).toBeFocused()
  await toggle(page).click()
  await page.getByRole('button', { name: 'Tutup menu' }).click()
  await expect(sidebar(page)).toBeHidden()
  await expect(toggle(page)).toBeFocused()
  await toggle(page).click()
  await sidebar(page).getByRole('link', { name: 'Jenis Billing' }).click()
  await stands(page, 'Jenis Billing')
  await expect(sidebar(page)).toBeHidden()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  // The sidebar also closes when the user clicks the link to the current page or goes back.
  await toggle(page).click()
  await sidebar(page).getByRole('link', { name: 'Jenis Billing' }).click()
  await expect(sidebar(page)).toBeHidden()
  await toggle(page).click()
  await page.goBack()
  await stands(page, 'Kelola Outlet')
  await expect(sidebar(page)).toBeHidden()
})

test('scrolls the active link to about 200 px and opens its group', async ({ page, open }) => {
  const active = sidebar(page).locator('[aria-current=page]')
  // A height of 700 px lets the sidebar scroll far enough only when the group is completely open.
  // If the app scrolled before the group is open, the link would end lower than 200 px.
  for (const height of [700, 420]) {
    await page.setViewportSize({ width: 1280, height })
    await open('/billing/partial')
    await page.reload()
    await stands(page, 'Tagihan Terbayar Sebagian')
    await expect(active).toHaveText('Tagihan Terbayar Sebagian')
    expect(Math.abs((await box(page, '#sidebar [aria-current=page]')).y - 200)).toBeLessThanOrEqual(
      2,
    )
  }
  await expect(sidebar(page).getByRole('button', { name: 'Tagihan' })).toHaveAttribute(
    'aria-expanded',
    'true',
  )
  await open('/biaya')
  await expect(active).toHaveText('Semua Kursus')
  await expect(sidebar(page).getByRole('button', { name: 'Kursus', exact: true })).toHaveAttribute(
    'aria-expanded',
    'true',
  )
  await open('/billing-payment/form')
  await expect(active).toHaveText('Tambah Pembayaran Baru')
  await open('/billing/generate')
  await expect(active).toHaveText('Generate Tagihan')
  await expect(page.locator('#sidebar li', { hasText: 'User' }).getByRole('link')).toHaveText([
    'Guru',
    'Sales / Marketing',
    'Akun Billing',
    'Peserta',
    'Pendaftar Mandiri',
  ])
})

test('shows a 320 px side overlay over a darkened page; closes it in every way', async ({
  page,
  open,
}) => {
  const sent: string[] = []
  await open('/gedung')
  await stands(page, 'Kelola Outlet')
  const opener = page.getByRole('button', { name: 'Panel samping', exact: true })
  const panel = page.getByRole('dialog', { name: 'Panel samping' })
  await expect(page.locator('#page-overlay')).toBeHidden()
  await opener.click()
  await expect(shell(page)).toContainClass('side-overlay-o')
  expect(await box(page, '#side-overlay')).toEqual({ x: 960, y: 0, width: 320, height: 800 })
  expect(await colour(page, '#page-overlay')).toBe('rgba(0, 0, 0, 0.6)')
  await expect(page.getByRole('button', { name: 'Tutup panel samping' })).toBeFocused()
  for (const name of ['Recent Activity', 'Online Friends', 'Quick Settings'])
    await expect(panel.getByRole('heading', { name })).toBeVisible()
  // Records only API calls. Other requests can occur at any moment, because the app loads code,
  // such as the code of a tooltip, when the pointer is over an element.
  page.on('request', (r) => {
    if (r.url().includes('/api/')) sent.push(r.url())
  })
  const switches = panel.getByRole('switch')
  expect(
    await switches.evaluateAll((all) =>
      all.map((s) => s instanceof HTMLInputElement && `${s.name} ${s.checked}`),
    ),
  ).toEqual([
    'status true',
    'updated true',
    'notifications.email true',
    'notifications.sms true',
    'api true',
  ])
  await panel.getByRole('switch', { name: 'Notifikasi SMS' }).press('Space')
  await expect(panel.getByRole('switch', { name: 'Notifikasi SMS' })).not.toBeChecked()
  await check(page, 'the shell')
  await panel.getByRole('tab', { name: 'Sales' }).click()
  for (const name of ['Today', 'Yesterday'])
    await expect(panel.getByRole('heading', { name })).toBeVisible()
  await expect(panel.getByRole('term')).toHaveText(['Sales', 'Balance'])
  expect(sent).toEqual([])
  await page.locator('#page-overlay').click({ position: { x: 400, y: 400 } })
  await expect(panel).toBeHidden()
  await expect(page.locator('#page-overlay')).toBeHidden()
  await opener.click()
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  await expect(opener).toBeFocused()
  await opener.click()
  await page.getByRole('button', { name: 'Tutup panel samping' }).click()
  await expect(panel).toBeHidden()
  // On a small screen the panel has the full width, and no overlay darkens the page. The page
  // behind the panel cannot get the focus.
  await page.setViewportSize({ width: 900, height: 700 })
  await opener.click()
  expect(await box(page, '#side-overlay')).toMatchObject({ x: 0, width: 900 })
  await expect(page.locator('#page-overlay')).toBeHidden()
  await page.keyboard.press('Shift+Tab')
  expect(await focusIn(page, '#isi, #page-header, #sidebar')).toBe(false)
})

test('stacks header, sidebar, overlays and dialogs in that order', async ({ page, open }) => {
  await open('/gedung')
  await stands(page, 'Kelola Outlet')
  const order = await page.evaluate(() =>
    ['#page-header', '#sidebar', '#page-overlay', '#side-overlay'].map((s) =>
      Number(getComputedStyle(document.querySelector(s) ?? document.body).zIndex),
    ),
  )
  expect(order).toEqual([1030, 1032, 1033, 1034])
  // The dialog must cover a point in the sidebar and a point in the header: at each point, the
  // topmost element must not be part of the sidebar or the header.
  await page.getByRole('button', { name: 'Tambah' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  expect(
    await page.evaluate(() =>
      ['30,30', '700,30'].map((point) => {
        const [x, y] = point.split(',').map(Number)
        return document.elementFromPoint(x ?? 0, y ?? 0)?.closest('#sidebar, #page-header') === null
      }),
    ),
  ).toEqual([true, true])
})

test('stops transitions during a resize and restores them 500 ms after the last one', async ({
  page,
  open,
}) => {
  await open('/gedung')
  await stands(page, 'Kelola Outlet')
  await expect(sidebar(page)).toHaveCSS('transition-duration', '0.28s, 0.28s, 0.28s')
  // Stops the clock of the page. Otherwise the time that the test takes would count towards the
  // delay of 500 ms before transitions are restored.
  await page.clock.install({ time: '2026-11-20T03:00:00Z' })
  await page.clock.pauseAt('2026-11-20T03:00:10Z')
  const on = () => shell(page).evaluate((e) => e.classList.contains('side-trans-enabled'))
  const resize = () =>
    page.evaluate(() => {
      dispatchEvent(new Event('resize'))
    })
  await resize()
  await expect.poll(on).toBe(false)
  await expect(sidebar(page)).toHaveCSS('transition-duration', '0s')
  await page.clock.runFor(400)
  await resize()
  await page.clock.runFor(400)
  expect(await on()).toBe(false)
  await page.clock.runFor(101)
  await expect.poll(on).toBe(true)
})

test('follows the system theme; keeps a choice across tabs and reloads', async ({
  page,
  context,
  open,
  server,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await open('/gedung')
  await stands(page, 'Kelola Outlet')
  for (const name of ['dark-mode', 'sidebar-dark', 'page-header-dark'])
    await expect(shell(page)).toContainClass(name)
  expect(await scheme(page)).toBe('dark')
  expect([
    await colour(page, '#page-header'),
    await colour(page, '#sidebar'),
    await colour(page, 'body'),
  ]).toEqual(['rgb(44, 46, 59)', 'rgb(44, 46, 59)', 'rgb(37, 39, 50)'])
  await page.emulateMedia({ colorScheme: 'light' })
  await expect(shell(page)).not.toContainClass('dark-mode')
  expect(await scheme(page)).toBe('light')
  expect(await colour(page, 'body')).toBe('rgb(240, 241, 242)')
  const otherPage = await context.newPage()
  await otherPage.goto(`${server.url}/#/gedung`)
  await stands(otherPage, 'Kelola Outlet')
  const choose = async (name: string) => {
    await page.getByRole('button', { name: 'Tema' }).click()
    await page.getByRole('menuitemradio', { name }).click()
  }
  await choose('Gelap')
  await expect(shell(page)).toContainClass('dark-mode')
  await expect(shell(otherPage)).toContainClass('dark-mode')
  expect(await scheme(otherPage)).toBe('dark')
  expect(await storedLayout(page)).toEqual({ darkMode: true, darkModeSystem: false })
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.emulateMedia({ colorScheme: 'light' })
  expect(await scheme(page)).toBe('dark')
  await choose('Ikuti sistem')
  await expect.poll(() => scheme(page)).toBe('light')
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(() => scheme(page)).toBe('dark')
  await choose('Terang')
  await expect.poll(() => scheme(page)).toBe('light')
})

for (const [name, layout, media, expected] of [
  ['dark kept on a light system', { darkMode: true, darkModeSystem: false }, 'light', 'dark'],
  ['light kept on a dark system', { darkMode: false, darkModeSystem: false }, 'dark', 'light'],
  ['nothing kept on a dark system', {}, 'dark', 'dark'],
] as const) {
  test(`shows no flash at load: ${name}`, async ({ page, open, server }) => {
    await page.emulateMedia({ colorScheme: media })
    await open('/errors/404')
    await keep(page, layout)
    // Records every value of the colour scheme, starting before the first paint. The scripts of the
    // app are delayed below, so that the first paint happens before they run.
    await page.addInitScript(() => {
      const schemes: (string | null)[] = []
      Object.assign(globalThis, { seen: schemes })
      new MutationObserver(() =>
        schemes.push(document.documentElement?.getAttribute('data-mantine-color-scheme') ?? null),
      ).observe(document, {
        attributes: true,
        subtree: true,
        attributeFilter: ['data-mantine-color-scheme'],
      })
    })
    let ready = () => {}
    const late = new Promise<void>((done) => {
      ready = done
    })
    await page.route('**/assets/*.js', async (route) => {
      await late
      await route.continue()
    })
    await page.goto('about:blank')
    await page.goto(`${server.url}/#/gedung`, { waitUntil: 'commit' })
    await expect.poll(() => scheme(page)).toBe(expected)
    // Until the first page renders, a loader in the right colour scheme covers the window.
    await expect(page.locator('#page-loader')).toHaveCSS('visibility', 'visible')
    await expect(page.locator('#page-loader')).toHaveCSS('z-index', '999998')
    const circle = await page.locator('#page-loader').evaluate((e) => {
      const s = getComputedStyle(e, '::after')
      return [s.width, s.backgroundColor, s.animationDuration, getComputedStyle(e).backgroundColor]
    })
    expect(circle).toEqual([
      '60px',
      'rgb(99, 102, 241)',
      '0.9s',
      expected === 'dark' ? 'rgb(44, 46, 59)' : 'rgb(255, 255, 255)',
    ])
    ready()
    await stands(page, 'Kelola Outlet')
    await expect(page.locator('#page-loader')).toHaveCount(0)
    expect(
      await page.evaluate(() => [...new Set(Reflect.get(globalThis, 'seen') as string[])]),
    ).toEqual([expected])
  })
}

test('applies device settings (mirrored, hidden, light) and ignores invalid ones', async ({
  page,
  open,
}) => {
  await open('/errors/404')
  await keep(page, {
    sidebarLeft: false,
    sidebarDark: false,
    headerFixed: false,
    mainContent: 'boxed',
  })
  await open('/gedung')
  await page.reload()
  await stands(page, 'Kelola Outlet')
  expect(await box(page, '#sidebar')).toMatchObject({ x: 1030, width: 250 })
  expect(await paddings(page)).toEqual(['0px', '250px'])
  expect(await colour(page, '#sidebar')).toBe('rgb(255, 255, 255)')
  await page.getByRole('button', { name: 'Panel samping', exact: true }).click()
  expect(await box(page, '#side-overlay')).toMatchObject({ x: 0, width: 320 })
  await page.keyboard.press('Escape')
  await check(page, 'the shell')
  await page.setViewportSize({ width: 1800, height: 800 })
  expect(await box(page, '#isi')).toMatchObject({ width: 1280 })
  await keep(page, { sidebarVisibleDesktop: false })
  await page.reload()
  await stands(page, 'Kelola Outlet')
  await expect(sidebar(page)).toBeHidden()
  await toggle(page).click()
  await expect(sidebar(page)).toBeVisible()
  for (const value of [
    '{"sidebarMini":"ya","mainContent":7,"darkMode":null}',
    'null',
    '[]',
    '{rusak',
  ]) {
    await page.evaluate((v) => localStorage.setItem('nada.layout', v), value)
    await page.reload()
    await stands(page, 'Kelola Outlet')
    expect(await box(page, '#sidebar')).toMatchObject({ x: 0, width: 250 })
  }
})

test('deletes sample notifications one by one, then shows none', async ({ page, open }) => {
  await open('/gedung')
  await stands(page, 'Kelola Outlet')
  await page.getByRole('button', { name: 'Notifikasi' }).click()
  const panel = page.getByRole('group', { name: 'Notifikasi' })
  await expect(panel.getByRole('listitem')).toHaveCount(4)
  await check(page, 'the shell')
  await panel.getByRole('button', { name: 'Hapus notifikasi Pendaftaran baru menunggu' }).click()
  await expect(panel.getByRole('listitem')).toHaveCount(3)
  // After each deletion by keyboard, the delete button of the next entry has the focus.
  for (const count of [2, 1]) {
    await page.keyboard.press('Enter')
    await expect(panel.getByRole('listitem')).toHaveCount(count)
  }
  await page.keyboard.press('Enter')
  await expect(panel.getByText('No new ones!')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Notifikasi' })).toBeFocused()
  await page.getByRole('button', { name: 'Notifikasi' }).click()
  await expect(panel.getByText('No new ones!')).toBeVisible()
})

test('shows name, role and links in the user menu, the footer and the skip link', async ({
  page,
  open,
}) => {
  await open('/gedung')
  await stands(page, 'Kelola Outlet')
  await page.getByRole('button', { name: 'Menu pengguna' }).click()
  const menu = page.getByRole('menu', { name: 'Menu pengguna' })
  await expect(menu).toContainText('Superadmin')
  await expect(menu.getByRole('menuitem', { name: 'Profil' })).toHaveAttribute(
    'href',
    '/#/profile/view',
  )
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Space')
  await stands(page, 'Ubah Password')
  await expect(page.locator('#page-footer')).toContainText(/Nada 1\.0\.0 · © \d{4} Nada/)
  const credit = await page.locator('#page-footer').getByRole('link').getAttribute('href')
  const readme = await page.request.get(credit ?? '')
  expect(await readme.text()).toMatch(/^# Nada/)
  expect(readme.headers()['content-type']).toMatch(/^text\/plain/)
  // Opens a page without a form, because the first field of a form would take the focus.
  await open('/gedung')
  await stands(page, 'Kelola Outlet')
  await page.getByRole('link', { name: 'Langsung ke isi' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.locator('#isi')).toBeFocused()
})

test.describe('a lost connection', () => {
  test.use({ allowErrors: [/ERR_INTERNET_DISCONNECTED/] })
  test('shows a banner that covers nothing of the shell', async ({ page, context, open }) => {
    await open('/gedung')
    await stands(page, 'Kelola Outlet')
    await context.setOffline(true)
    await page.getByRole('link', { name: 'Jenis Billing' }).click()
    await expect(
      page.getByRole('alert').filter({ hasText: 'Tidak ada koneksi' }).first(),
    ).toBeVisible()
    const banner = await box(page, '[data-banner]')
    expect((await box(page, '#page-header')).y).toBe(banner.height)
    expect((await box(page, '#sidebar')).y).toBe(banner.height)
  })
})

test.describe('logout', () => {
  test('asks before discarding unsaved work, and does nothing when the user stays', async ({
    page,
    open,
    api,
  }) => {
    const {
      data: { key },
    } = await api('admin').post<{ key: string }>('/auth/login', {
      username: 'admin',
      password: 'nada-demo',
    })
    await open('/errors/404')
    await page.evaluate((token) => {
      localStorage.setItem('token', token)
    }, key)
    await keep(page, { sidebarMini: true, darkMode: true, darkModeSystem: false })
    await page.goto('about:blank')
    await open('/profile/ubah-password')
    await stands(page, 'Ubah Password')
    await page.getByLabel('Password Lama').fill('Belum disimpan')
    const out = async () => {
      await page.getByRole('button', { name: 'Menu pengguna' }).click()
      await page.getByRole('menuitem', { name: 'Log Out' }).click()
    }
    await out()
    await page.getByRole('dialog').getByRole('button', { name: 'Tetap di sini' }).click()
    await expect(page.getByLabel('Password Lama')).toHaveValue('Belum disimpan')
    const profile = () =>
      fetch(`${new URL(page.url()).origin}/api/profile`, {
        headers: { authorization: `Bearer ${key}` },
      })
    expect((await profile()).status).toBe(200)
    await out()
    await page.getByRole('dialog').getByRole('button', { name: 'Tinggalkan' }).click()
    await stands(page, 'Masuk')
    expect((await profile()).status).toBe(401)
    // Colour scheme and layout are stored on the device and survive the logout.
    expect(await scheme(page)).toBe('dark')
    expect(await storedLayout(page)).toEqual({
      sidebarMini: true,
      darkMode: true,
      darkModeSystem: false,
    })
  })
})

test.describe('reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } })
  test('slides nothing', async ({ page, open }) => {
    await open('/gedung')
    await stands(page, 'Kelola Outlet')
    const longest = await page.evaluate(() =>
      Math.max(
        ...[...document.querySelectorAll('#page-container, #page-container *')].map((e) =>
          parseFloat(getComputedStyle(e).transitionDuration),
        ),
      ),
    )
    expect(longest).toBeLessThan(0.001)
  })
})
