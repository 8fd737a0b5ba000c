/**
 * Grid of a coach's free slots: cells are painted by mouse, touch and keyboard, copied, undone, and
 * saved in one call. Also changes by two users at the same time, and the view of other roles.
 */
import type { Locator, Page } from '@playwright/test'
import { Hari, SlotPelatih } from '#contract/enums.ts'
import { expect, test } from '../fixtures.ts'

interface Slot {
  hari: number
  jam: string
  status: number
}
interface Jadwal {
  versi: number
  slot: Slot[]
  kelas: { hari: number; jam_mulai: string; kursus: string }[]
}
const cell = (page: Page, text: string) =>
  page.getByRole('gridcell', { name: new RegExp(`^${text}`) })
const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const centre = async (of: Locator) => {
  const box = await of.boundingBox()
  if (!box) throw new Error('not on the screen')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}
const drag = async (page: Page, from: Locator, to: Locator) => {
  await from.scrollIntoViewIfNeeded()
  const [a, b] = [await centre(from), await centre(to)]
  await page.mouse.move(a.x, a.y)
  await page.mouse.down()
  await page.mouse.move((a.x + b.x) / 2, (a.y + b.y) / 2)
  await page.mouse.move(b.x, b.y)
  await page.mouse.up()
}
const statusOf = ({ slot }: Jadwal, hari: number, jam: string) =>
  slot.find((s) => s.hari === hari && s.jam === jam)?.status

test.describe('admin', () => {
  test.use({ role: 'admin', allowErrors: [/409/] })
  let coach = 0
  const url = () => `/user/ubah-jadwal-pelatih?id=${coach}`
  test.beforeEach(async ({ api }) => {
    const { data } =
      await api('superadmin').get<{ id: number; username: string }[]>('/user?jenis=pelatih')
    coach = data.find((u) => u.username === 'pelatih')?.id ?? 0
  })

  test('paints by drag, undoes, copies a day, saves once; shows it on the record', async ({
    page,
    open,
    api,
  }) => {
    await open(url())
    await expect(heading(page)).toHaveText('Ubah Jadwal Kosong Guru')
    await expect(cell(page, 'Minggu 08.00')).toHaveAccessibleName('Minggu 08.00 tidak bisa')
    await page.getByRole('radio', { name: 'Tanya dulu' }).check({ force: true })
    await drag(page, cell(page, 'Sabtu 18.00'), cell(page, 'Minggu 19.00'))
    await expect(
      page.getByRole('status').filter({ hasText: 'Sabtu–Minggu 18.00–19.30: tanya dulu' }),
    ).toBeVisible()
    for (const name of ['Sabtu 18.00', 'Sabtu 19.00', 'Minggu 18.30'])
      await expect(cell(page, name)).toHaveAccessibleName(`${name} tanya dulu`)
    await expect(cell(page, 'Minggu 19.30')).toHaveAccessibleName('Minggu 19.30 tidak bisa')
    await page.getByRole('button', { name: 'Urungkan' }).click()
    await expect(cell(page, 'Sabtu 18.00')).toHaveAccessibleName('Sabtu 18.00 tidak bisa')
    await page.getByRole('button', { name: 'Ulangi' }).click()
    await expect(cell(page, 'Sabtu 18.00')).toHaveAccessibleName('Sabtu 18.00 tanya dulu')
    await page.getByRole('button', { name: 'Salin Minggu' }).click()
    await page.getByRole('menuitem', { name: 'ke Jumat' }).click()
    await expect(cell(page, 'Jumat 19.00')).toHaveAccessibleName('Jumat 19.00 tanya dulu')
    await page.getByRole('button', { name: 'Simpan' }).dblclick()
    await expect(heading(page)).toHaveText('Detail User')
    await expect(page.getByText(/^Jadwal kosong .* disimpan$/)).toBeVisible()
    await expect(
      page
        .getByRole('region', { name: /^Jadwal mingguan/ })
        .getByRole('listitem')
        .filter({ hasText: 'Tanya dulu 18.00–19.30' }),
    ).toHaveCount(3)
    const { data } = await api('admin').get<Jadwal>(`/user/jadwal-pelatih?id=${coach}`)
    expect([
      data.versi,
      statusOf(data, 5, '18:00'),
      statusOf(data, 6, '19:00'),
      statusOf(data, 7, '19:30'),
    ]).toEqual([2, 2, 2, 3])
    await page.getByRole('tab', { name: 'Riwayat' }).click()
    await expect(page.getByText('mengubah jadwal kosong').first()).toBeVisible()
  })

  test('works by keys alone; asks before leaving; keeps the slot of a class open', async ({
    page,
    open,
    api,
  }) => {
    const {
      data: { kelas },
    } = await api('admin').get<Jadwal>(`/user/jadwal-pelatih?id=${coach}`)
    const first = kelas.find((k) => k.hari === Hari.senin)
    const jam = (first?.jam_mulai ?? '').replace(':', '.')
    await open(`/user/view?id=${coach}`)
    await page.getByRole('button', { name: 'Ubah jadwal kosong' }).click()
    await cell(page, 'Senin 08.00').focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowDown')
    await expect(cell(page, 'Selasa 08.30')).toBeFocused()
    await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.press('Shift+ArrowRight')
    await expect(page.getByRole('gridcell', { selected: true })).toHaveCount(4)
    await page.keyboard.press('1')
    await expect(cell(page, 'Rabu 09.00')).toHaveAccessibleName('Rabu 09.00 kosong')
    await page.keyboard.press('Control+z')
    await expect(cell(page, 'Rabu 09.00')).toHaveAccessibleName('Rabu 09.00 tidak bisa')
    await cell(page, `Senin ${jam}`).click()
    await expect(cell(page, `Senin ${jam}`)).toHaveAccessibleName(
      `Senin ${jam} kosong, kelas ${first?.kursus}`,
    )
    await page.keyboard.press('3')
    await expect(
      page.getByRole('status').filter({ hasText: '1 slot berisi kelas tidak ditutup' }),
    ).toBeVisible()
    await page.keyboard.press('2')
    await expect(cell(page, `Senin ${jam}`)).toHaveAccessibleName(new RegExp('tanya dulu'))
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog', { name: 'Tinggalkan isian?' })).toBeVisible()
    await page.getByRole('button', { name: 'Tetap di sini' }).click()
    await expect(cell(page, `Senin ${jam}`)).toBeFocused()
    await page.keyboard.press('Control+Enter')
    await expect(heading(page)).toHaveText('Detail User')
  })

  test('merges a concurrent save and asks where both painted', async ({ page, open, api }) => {
    await open(url())
    await expect(cell(page, 'Minggu 09.00')).toBeVisible()
    const {
      data: { versi },
    } = await api('pelatih').get<Jadwal>(`/user/jadwal-pelatih?id=${coach}`)
    const saved = await api('pelatih').post(`/user/ubah-jadwal-pelatih?id=${coach}`, {
      versi,
      slot: [
        { hari: Hari.minggu, jam: '09:00', status: SlotPelatih.tanyaDulu },
        { hari: Hari.minggu, jam: '12:00', status: SlotPelatih.tanyaDulu },
      ],
    })
    expect(saved.status).toBe(200)
    await drag(page, cell(page, 'Minggu 09.00'), cell(page, 'Minggu 09.30'))
    await page.getByRole('button', { name: 'Simpan' }).click()
    const conflict = page
      .getByRole('alert')
      .filter({ hasText: 'Jadwal diubah oleh Maria Simanjuntak' })
    await expect(conflict.getByRole('rowheader', { name: 'Minggu 09.00–09.30' })).toBeVisible()
    await expect(cell(page, 'Minggu 12.00')).toHaveAccessibleName('Minggu 12.00 tanya dulu')
    await expect(conflict.getByRole('radio', { name: 'Kosong' })).toBeChecked()
    await conflict.getByRole('radio', { name: 'Tanya dulu' }).check()
    await page.getByRole('button', { name: 'Simpan' }).click()
    await expect(heading(page)).toHaveText('Detail User')
    const { data } = await api('admin').get<Jadwal>(`/user/jadwal-pelatih?id=${coach}`)
    expect(['09:00', '09:30', '12:00'].map((jam) => statusOf(data, 7, jam))).toEqual([2, 1, 2])
  })

  test('names a class planned in the meantime and keeps what was painted', async ({
    page,
    open,
    server,
  }) => {
    await page.route(/api\/user\/ubah-jadwal-pelatih/, (route) =>
      route.fulfill({
        status: 409,
        json: {
          success: false,
          data: {
            name: 'Conflict',
            message: 'Jumat 08.00–08.30 dipakai kelas Uji',
            status: 409,
            errors: [{ field: 'slot', message: 'Jumat 08.00–08.30 dipakai kelas Uji' }],
          },
        },
      }),
    )
    await open(url())
    await cell(page, 'Jumat 08.00').click()
    await page.getByRole('button', { name: 'Simpan' }).dblclick()
    await expect(
      page.getByRole('alert').filter({ hasText: 'Jumat 08.00–08.30 dipakai kelas Uji' }),
    ).toBeVisible()
    await expect(cell(page, 'Jumat 08.00')).toHaveAccessibleName('Jumat 08.00 kosong')
    expect(page.url().startsWith(server.url)).toBe(true)
  })
})

test.describe('a pelatih on a phone', () => {
  test.use({
    role: 'pelatih',
    viewport: { width: 320, height: 640 },
    hasTouch: true,
    allowErrors: [/404/],
  })
  test('paints the coach’s own week by finger day by day, and no other week', async ({
    page,
    open,
    api,
    context,
  }) => {
    await open('/kursus-pelatih')
    await page.getByRole('button', { name: 'Jadwal kosong saya' }).click()
    await expect(heading(page)).toHaveText('Ubah Jadwal Kosong Guru')
    await expect(cell(page, 'Senin 08.00')).toBeVisible()
    await expect(page.getByRole('gridcell')).toHaveCount(25)
    await page.getByRole('button', { name: 'Min, Minggu' }).click()
    // Scrolls the cells to the middle of the screen, because near an edge the page would scroll
    // with the finger.
    await cell(page, 'Minggu 13.30').evaluate((slot) => slot.scrollIntoView({ block: 'center' }))
    const [a, b] = [
      await centre(cell(page, 'Minggu 13.00')),
      await centre(cell(page, 'Minggu 14.00')),
    ]
    const touch = await context.newCDPSession(page)
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [a] })
    for (let i = 1; i <= 4; i++)
      await touch.send('Input.dispatchTouchEvent', {
        type: 'touchMove',
        touchPoints: [{ x: a.x, y: a.y + ((b.y - a.y) * i) / 4 }],
      })
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    for (const jam of ['13.00', '13.30', '14.00'])
      await expect(cell(page, `Minggu ${jam}`)).toHaveAccessibleName(`Minggu ${jam} kosong`)
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth),
    ).toBe(true)
    await page.getByRole('button', { name: 'Simpan' }).click()
    await expect(page.getByText(/^Jadwal kosong .* disimpan$/)).toBeVisible()
    const { data: me } = await api('pelatih').get<{ id: number }>('/profile')
    const { data } = await api('pelatih').get<Jadwal>(`/user/jadwal-pelatih?id=${me.id}`)
    expect(['12:30', '13:00', '14:00', '14:30'].map((jam) => statusOf(data, 7, jam))).toEqual([
      3, 1, 1, 3,
    ])
    await open(`/user/ubah-jadwal-pelatih?id=${me.id + 1}`)
    await expect(page.getByRole('dialog')).toContainText('Error 404')
  })
})

test.describe('sales', () => {
  test.use({ role: 'sales' })
  test('shows the week of a coach without changes', async ({ page, open, api }) => {
    const { data } = await api('sales').get<{ id: number }[]>('/user?jenis=pelatih')
    await open(`/user/view?id=${data[0]?.id}`)
    await expect(page.getByRole('region', { name: /^Jadwal mingguan/ })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Ubah jadwal kosong' })).toHaveCount(0)
    await open(`/user/ubah-jadwal-pelatih?id=${data[0]?.id}`)
    await expect(heading(page)).toHaveText('Akses Ditolak')
  })
})
