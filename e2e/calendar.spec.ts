/** Lessons in the calendar: moved by keys and by drag, refused before anything is sent. */
import type { Page } from '@playwright/test'
import { RoleId } from '#contract/enums.ts'
import { addDays, currentDay, formatJam, weekday } from '#contract/values/tanggal.ts'
import { expect, test, type Api } from './fixtures.ts'

test.use({ role: 'admin' })

interface Lesson {
  id: number
  jam_mulai: string
  status: string
  jenis: string
}
/** A day of one of the next weeks that is no fifth of its month (the demo school rests then). */
const day =
  [7, 8, 9, 10].map((n) => addDays(currentDay(), n)).find((d) => Number(d.slice(8)) <= 28) ?? ''

/** A coach with two classes on a day of next week, at ten and at twelve; answers the coach. */
const makeCoach = async (api: Api, name: string): Promise<number> => {
  const made = async (path: string, body: object) => {
    const answer = await api.post<{ id: number }>(path, body)
    expect(answer.status, JSON.stringify(answer.data)).toBe(201)
    return answer.data.id
  }
  const { data: outlets } = await api.get<{ id: number }[]>('/gedung?status=aktif')
  const { data: courses } = await api.get<{ id: number; gedung: number[]; durasi_menit: number }[]>(
    '/kursus?status=aktif&per-page=100',
  )
  const gedung_id = outlets[0]?.id ?? 0
  const kursus_id =
    courses
      .filter((c) => c.durasi_menit === 45)
      .find((c) => c.gedung.length === 0 || c.gedung.includes(gedung_id))?.id ?? 0
  const ruang_id = await made('/ruang/create', { nama: `Ruang ${name}`, gedung_id, kapasitas: 50 })
  // Whatever holiday there is, it is not on that day.
  const { data: libur } = await api.get<{ id: number }[]>(`/hari-libur?tanggal=${day}`)
  for (const { id } of libur) await api.post(`/hari-libur/delete?id=${id}`, {})
  const pelatih_id = await made('/user/create', {
    role_id: RoleId.pelatih,
    name,
    email: `${name.replace(' ', '.').toLowerCase()}@contoh.id`,
    phone: `0812${String(Date.now()).slice(-8)}`,
  })
  for (const jam_mulai of ['10:00', '12:00'])
    await made('/kursus-pelatih/create', {
      pelatih_id,
      kursus_id,
      gedung_id,
      ruang_id,
      hari: weekday(day),
      jam_mulai,
      mulai: currentDay(),
    })
  return pelatih_id
}
const lessons = async (api: Api, coach: number) => {
  const path = `/pertemuan?pelatih_id=${coach}&tanggal=${day}`
  return (await api.get<Lesson[]>(path)).data
    .map((l) => `${l.jam_mulai} ${l.jenis} ${l.status}`)
    .toSorted()
}
const eventAt = (page: Page, time: string) =>
  page
    .locator('[data-event-id]')
    .and(page.getByRole('button', { name: new RegExp(` ${formatJam(time)}–`) }))
const giveReason = async (page: Page) => {
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Alasan').fill('Guru ada ujian di kampus')
  await dialog.getByRole('button', { name: 'Pindahkan' }).click()
  await expect(dialog).toHaveCount(0)
}

test('a lesson is moved by keys; a place that is taken says so and takes nothing', async ({
  page,
  open,
  api,
}) => {
  const coach = await makeCoach(api('admin'), 'Guru Tuts')
  await open(`/kursus-pelatih?tab=minggu&pelatih_id=${coach}&tanggal=${day}`)
  const told = page.locator('main').getByRole('status').filter({ hasText: 'pukul' })
  await eventAt(page, '10:00').focus()
  for (let i = 0; i < 4; i++) await page.keyboard.press('Alt+ArrowDown')
  await expect(told).toContainText('12.00. Guru Tuts sudah mengajar')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.keyboard.press('Alt+ArrowUp')
  await page.keyboard.press('Alt+ArrowUp')
  await expect(told).toContainText('pukul 11.00')
  await page.keyboard.press('Enter')
  await giveReason(page)
  await expect(eventAt(page, '11:00')).toBeVisible()
  expect(await lessons(api('admin'), coach)).toEqual([
    '10:00 reguler pindah',
    '11:00 pengganti terjadwal',
    '12:00 reguler terjadwal',
  ])
  // Esc leaves it where it was.
  await eventAt(page, '11:00').focus()
  await page.keyboard.press('Alt+ArrowDown')
  await page.keyboard.press('Escape')
  await expect(eventAt(page, '11:00')).toBeVisible()
})

test('a lesson is dragged to another hour, and not onto another one', async ({
  page,
  open,
  api,
}) => {
  const coach = await makeCoach(api('admin'), 'Guru Seret')
  await open(`/kursus-pelatih?tab=minggu&pelatih_id=${coach}&tanggal=${day}`)
  const drag = async (time: string, hours: number) => {
    // Notes above may be as high as the screen, at some hours of the day.
    await eventAt(page, time).evaluate((event) => event.scrollIntoView({ block: 'center' }))
    const box = await eventAt(page, time).boundingBox()
    if (!box) throw new Error(`Nothing at ${time}`)
    // Three quarters of an hour are as high as the box.
    const to = box.y + 5 + (hours * 60 * box.height) / 45
    await page.mouse.move(box.x + 20, box.y + 5)
    await page.mouse.down()
    await page.mouse.move(box.x + 24, box.y + 12, { steps: 3 })
    await page.mouse.move(box.x + 24, to, { steps: 8 })
    return () => page.mouse.up()
  }
  const drop = await drag('10:00', 2)
  await expect(page.locator('main').getByText('Guru Seret sudah mengajar')).toBeVisible()
  await drop()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await (
    await drag('12:00', 2)
  )()
  await giveReason(page)
  await expect(eventAt(page, '14:00')).toBeVisible()
  expect(await lessons(api('admin'), coach)).toEqual([
    '10:00 reguler terjadwal',
    '12:00 reguler pindah',
    '14:00 pengganti terjadwal',
  ])
})

test.describe('of a coach', () => {
  test.use({ role: 'pelatih' })
  test('the own week is read and opened, and nothing in it is moved', async ({ page, open }) => {
    await open('/kursus-pelatih?tab=minggu')
    await expect(page.getByRole('tab', { name: 'Minggu' })).toHaveAttribute('aria-selected', 'true')
    const first = page.locator('[data-event-id]').first()
    await expect(first).toBeVisible()
    await expect(first).toHaveAttribute('draggable', 'false')
    await expect(page.getByLabel('Guru', { exact: true })).toHaveCount(0)
    await first.click()
    const card = page.getByRole('dialog', { name: 'Pertemuan' })
    await expect(card.getByRole('button', { name: 'Absensi' })).toBeVisible()
    await expect(card.getByRole('button', { name: 'Pindahkan' })).toHaveCount(0)
    await card.getByRole('button', { name: 'Buka kelas' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Detail Kelas Guru')
    await expect(page.getByRole('tab', { name: 'Peserta' })).toBeVisible()
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 320, height: 640 } })
  test('the week is a list of days', async ({ page, open }) => {
    await open('/kursus-pelatih?tab=minggu')
    await expect(page.getByRole('heading', { level: 3 })).toHaveCount(7)
    await expect(page.locator('[data-event-id]')).toHaveCount(0)
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(width).toBeLessThanOrEqual(320)
  })
})
