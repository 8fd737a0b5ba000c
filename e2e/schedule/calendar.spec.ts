/**
 * Calendar: lessons are moved by keyboard and by drag. If a lesson cannot take place at a time or
 * in a room, the calendar shows the reason during the move.
 */
import type { Page } from '@playwright/test'
import { RoleId } from '#contract/enums.ts'
import { addDays, currentDay, formatJam, weekday } from '#contract/values/tanggal.ts'
import { expect, letStand, test, type Api } from '../fixtures.ts'

// Makes the window high enough to show all hours to which lessons are dragged.
test.use({ role: 'admin', viewport: { width: 1280, height: 1000 } })

interface Lesson {
  id: number
  jam_mulai: string
  status: string
  jenis: string
}
/**
 * First day that is 7 to 10 days from today and not after the 28th of its month. Later days are in
 * the fifth week of the month, in which the demo school has no lessons.
 */
const day =
  [7, 8, 9, 10].map((n) => addDays(currentDay(), n)).find((d) => Number(d.slice(8)) <= 28) ?? ''

/** Makes a coach and a room with two classes on the weekday of `day`, at 10:00 and 12:00. */
const makeClasses = async (api: Api, name: string) => {
  const create = async (path: string, body: object) => {
    const answer = await api.post<{ id: number }>(path, body)
    expect(answer.status, JSON.stringify(answer.data)).toBe(201)
    return answer.data.id
  }
  const { data: outlets } = await api.get<{ id: number }[]>('/gedung?status=aktif')
  const { data: courses } = await api.get<
    { id: number; gedung: number[]; durasi_menit: number; kategori_kursus_id: number }[]
  >('/kursus?status=aktif&per-page=100')
  const gedung_id = outlets[0]?.id ?? 0
  const course = courses
    .filter((c) => c.durasi_menit === 45)
    .find((c) => c.gedung.length === 0 || c.gedung.includes(gedung_id))
  const kursus_id = course?.id ?? 0
  const ruang_id = await create('/ruang/create', {
    nama: `Ruang ${name}`,
    gedung_id,
    kapasitas: 50,
  })
  // Deletes the holidays on `day`, because the classes would have no lesson on a holiday.
  const { data: libur } = await api.get<{ id: number }[]>(`/hari-libur?tanggal=${day}`)
  for (const { id } of libur) await api.post(`/hari-libur/delete?id=${id}`, {})
  const coach = (called: string, more: object = {}) =>
    create('/user/create', {
      role_id: RoleId.pelatih,
      name: called,
      email: `${called.replaceAll(' ', '.').toLowerCase()}@contoh.id`,
      phone: `0812${String(Date.now()).slice(-8)}`,
      ...more,
    })
  const pelatih_id = await coach(name)
  for (const jam_mulai of ['10:00', '12:00'])
    await create('/kursus-pelatih/create', {
      pelatih_id,
      kursus_id,
      gedung_id,
      ruang_id,
      hari: weekday(day),
      jam_mulai,
      mulai: currentDay(),
      // Confirms soft conflicts, because a later lesson of the class may be on a holiday.
      ...letStand,
    })
  return {
    pelatih_id,
    gedung_id,
    ruang_id,
    bidang: course?.kategori_kursus_id ?? 0,
    made: create,
    coach,
  }
}
const makeCoach = async (api: Api, name: string): Promise<number> =>
  (await makeClasses(api, name)).pelatih_id
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

test(
  'moves a lesson by keys; shows an occupied slot and leaves it unchanged',
  { tag: '@smoke' },
  async ({ page, open, api }) => {
    const coach = await makeCoach(api('admin'), 'Guru Tuts')
    await open(`/kursus-pelatih?tab=minggu&pelatih_id=${coach}&tanggal=${day}`)
    const notice = page.locator('main').getByRole('status').filter({ hasText: 'pukul' })
    await eventAt(page, '10:00').focus()
    for (let i = 0; i < 4; i++) await page.keyboard.press('Alt+ArrowDown')
    await expect(notice).toContainText('12.00. Guru Tuts sudah mengajar')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.keyboard.press('Alt+ArrowUp')
    await page.keyboard.press('Alt+ArrowUp')
    await expect(notice).toContainText('pukul 11.00')
    await page.keyboard.press('Enter')
    await giveReason(page)
    await expect(eventAt(page, '11:00')).toBeVisible()
    expect(await lessons(api('admin'), coach)).toEqual([
      '10:00 reguler pindah',
      '11:00 pengganti terjadwal',
      '12:00 reguler terjadwal',
    ])
    // Escape cancels a move: the lesson returns to its old time.
    await eventAt(page, '11:00').focus()
    await page.keyboard.press('Alt+ArrowDown')
    await page.keyboard.press('Escape')
    await expect(eventAt(page, '11:00')).toBeVisible()
  },
)

test('drags a lesson to another hour, and not onto another lesson', async ({ page, open, api }) => {
  const coach = await makeCoach(api('admin'), 'Guru Seret')
  await open(`/kursus-pelatih?tab=minggu&pelatih_id=${coach}&tanggal=${day}`)
  const drag = async (time: string, hours: number) => {
    // Scrolls to the lesson, because at some times of the day, notices above the calendar fill the
    // whole screen.
    await eventAt(page, time).evaluate((event) => event.scrollIntoView({ block: 'center' }))
    const box = await eventAt(page, time).boundingBox()
    if (!box) throw new Error(`Nothing at ${time}`)
    // A lesson takes 45 minutes, so the height of its box in the calendar stands for 45 minutes.
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

/** In the day calendar of an outlet, each room is a row, and time runs from left to right. */
test('drags a lesson to another room in the day view, and not onto an occupied one', async ({
  page,
  open,
  api,
}) => {
  const admin = api('admin')
  const { pelatih_id, gedung_id, ruang_id, made } = await makeClasses(admin, 'Guru Kamar')
  await made('/ruang/create', { nama: 'Zona Kosong', gedung_id, kapasitas: 50 })
  await open(`/kursus-pelatih?tab=hari&gedung_id=${gedung_id}&tanggal=${day}`)
  const main = page.locator('main')
  const eventOf = (time: string) =>
    page
      .locator('[data-event-id]')
      .and(page.getByRole('button', { name: new RegExp(`Guru Kamar.* ${formatJam(time)}–`) }))
  const rowOf = async (room: string) => {
    const box = await main.getByText(room, { exact: true }).boundingBox()
    if (!box) throw new Error(`No row ${room}`)
    return box.y + box.height / 2
  }
  await expect(eventOf('10:00')).toBeVisible()
  await eventOf('12:00').scrollIntoViewIfNeeded()
  const drag = async (to: { x?: number; y: number }) => {
    const box = await eventOf('10:00').boundingBox()
    if (!box) throw new Error('Nothing at ten')
    await page.mouse.move(box.x + 5, box.y + 10)
    await page.mouse.down()
    await page.mouse.move(box.x + 9, box.y + 14, { steps: 3 })
    await page.mouse.move(box.x + 9 + (to.x ?? 0), to.y, { steps: 8 })
  }
  // Drags the lesson to 12:00 in the same room. The coach already has a lesson at that time.
  const [ten, twelve] = [await eventOf('10:00').boundingBox(), await eventOf('12:00').boundingBox()]
  await drag({ x: (twelve?.x ?? 0) - (ten?.x ?? 0), y: await rowOf('Ruang Guru Kamar') })
  await expect(main.getByText('Guru Kamar sudah mengajar')).toBeVisible()
  await page.mouse.up()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await drag({ y: await rowOf('Zona Kosong') })
  await page.mouse.up()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('combobox', { name: 'Ruang' })).toHaveValue('Zona Kosong')
  await expect(dialog.getByText('Tidak ada bentrok')).toBeVisible()
  await giveReason(page)
  await expect(
    main.getByRole('button', { name: /Guru Kamar.*Zona Kosong.* 10\.00–/ }),
  ).toBeVisible()
  const { data } = await admin.get<{ ruang_id: number; jenis: string }[]>(
    `/pertemuan?pelatih_id=${pelatih_id}&tanggal=${day}&status=terjadwal`,
  )
  expect(data.filter((l) => l.jenis === 'pengganti').map((l) => l.ruang_id)).not.toContain(ruang_id)
  expect(data).toHaveLength(2)
})

test('shows lessons without a coach on the way above the calendar, with substitutes', async ({
  page,
  open,
  api,
}) => {
  const admin = api('admin')
  const { pelatih_id } = await makeClasses(admin, 'Guru Hilang')
  const { data } = await admin.get<{ id: number }[]>(
    `/pertemuan?pelatih_id=${pelatih_id}&tanggal=${day}`,
  )
  // The API lists a lesson without a coach at the earliest 24 hours before its start. The lesson of
  // this test is later, so the test itself sends a response with the lesson.
  await page.route(/\/api\/pertemuan\/tanpa-guru/, async (route) => {
    const lesson = (await admin.get<object>(`/pertemuan/view?id=${data[0]?.id}`)).data
    const named = (nama: string) => ({ id: 1, nama })
    const changedLesson = {
      ...lesson,
      kursus: named('Biola'),
      ruang: named('Ruang Satu'),
      gedung: { ...named('Nada Dago'), zona_waktu: 'Asia/Jakarta' },
      pelatih: { id: pelatih_id, name: 'Guru Hilang' },
      status_keberangkatan: 2,
      alasan: 'Mobil mogok',
    }
    await route.fulfill({ json: { success: true, data: { pertemuan: [changedLesson] } } })
  })
  await open('/kursus-pelatih?tab=minggu')
  await page.getByRole('button', { name: 'Lihat', exact: true }).click()
  await expect(page.getByText('Guru Hilang tidak berangkat: Mobil mogok')).toBeVisible()
  await page.getByRole('button', { name: /^Cari pengganti Guru Hilang/ }).click()
  await expect(page.getByRole('dialog')).toContainText('Sekarang diajar Guru Hilang')
})

test('names the conflict and offers another time, which is accepted by keyboard alone', async ({
  page,
  open,
  api,
}) => {
  const coach = await makeCoach(api('admin'), 'Guru Tombol')
  await open(`/kursus-pelatih?tab=minggu&pelatih_id=${coach}&tanggal=${day}`)
  await eventAt(page, '10:00').focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Pindahkan' }).focus()
  await page.keyboard.press('Enter')
  await dialog.getByLabel('Jam Mulai').focus()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('12.00')
  await page.keyboard.press('Tab')
  const list = dialog.getByRole('list', { name: 'Bentrok' })
  await expect(list).toContainText('Guru sudah mengajar')
  await expect(list.getByRole('link', { name: /^Lihat .*tab baru/ }).first()).toBeVisible()
  const alternatives = dialog.getByRole('group', { name: 'Waktu dan tempat lain yang kosong' })
  await expect(alternatives.getByRole('button')).toHaveCount(3)
  await alternatives.getByRole('button').first().focus()
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Tidak ada bentrok')).toBeVisible()
  await dialog.getByLabel('Alasan').focus()
  await page.keyboard.type('Guru ada ujian di kampus')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(dialog).toHaveCount(0)
  expect(await lessons(api('admin'), coach)).toContain('10:00 reguler pindah')
})

test('assigns lessons of a coach on leave to a substitute or cancels them, by choice', async ({
  page,
  open,
  api,
}) => {
  const admin = api('admin')
  const { pelatih_id, bidang, made, coach } = await makeClasses(admin, 'Guru Cuti')
  await coach('Guru Bantu', { bidang: [bidang] })
  await made('/pelatih-libur/create', {
    pelatih_id,
    mulai: day,
    selesai: day,
    alasan: 'Pernikahan saudara',
  })
  await open(`/pelatih-libur?pelatih_id=${pelatih_id}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const row = page.getByRole('row', { name: /Guru Cuti/ })
  await expect(row).toContainText('2')
  await row.getByRole('button', { name: /^Aksi/ }).click()
  await page.getByRole('menuitem', { name: 'Putuskan' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('2 pertemuan perlu guru pengganti')
  await dialog.getByRole('button', { name: /^Aksi .*10\.00/ }).click()
  await page.getByRole('menuitem', { name: 'Guru pengganti' }).click()
  await dialog.getByRole('radio', { name: 'Guru Bantu' }).check()
  await expect(dialog.getByText('Tidak ada bentrok')).toBeVisible()
  await dialog.getByRole('button', { name: 'Ganti guru' }).click()
  await expect(dialog).toContainText('1 pertemuan perlu guru pengganti')
  await dialog.getByRole('button', { name: /^Aksi .*12\.00/ }).click()
  await page.getByRole('menuitem', { name: 'Batalkan pertemuan' }).click()
  await expect(dialog).toContainText('mendapat satu kelas pengganti')
  await dialog.getByLabel('Alasan').fill('Tidak ada guru lain')
  await dialog.getByRole('button', { name: 'Batalkan pertemuan' }).click()
  await expect(dialog).toContainText('Tidak ada pertemuan yang masih terbuka')
  await dialog.getByRole('button', { name: 'Setujui' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(row).toContainText('Disetujui')
  await expect(row.getByRole('cell', { name: '–', exact: true })).toBeVisible()
})

test('labels lessons of a coach on leave in the week and in the day', async ({
  page,
  open,
  api,
}) => {
  const admin = api('admin')
  const { pelatih_id, gedung_id, made } = await makeClasses(admin, 'Guru Pergi')
  const leave = { pelatih_id, mulai: day, selesai: day, alasan: 'Konser di luar kota' }
  const id = await made('/pelatih-libur/create', leave)
  await admin.post(`/pelatih-libur/setujui?id=${id}`, {})
  const flagged = page
    .locator('[data-event-id]')
    .and(
      page.getByRole('button', { name: /Perlu pengganti.*Guru Pergi|Guru Pergi.*Perlu pengganti/ }),
    )
  await open(`/kursus-pelatih?tab=minggu&pelatih_id=${pelatih_id}&tanggal=${day}`)
  await expect(flagged).toHaveCount(2)
  await open(`/kursus-pelatih?tab=hari&gedung_id=${gedung_id}&tanggal=${day}`)
  await expect(flagged).toHaveCount(2)
})

test('adds an extra lesson from the class and rejects one where the coach teaches', async ({
  page,
  open,
  api,
}) => {
  const admin = api('admin')
  const coach = await makeCoach(admin, 'Guru Tambah')
  const { data: classes } = await admin.get<{ id: number }[]>(
    `/kursus-pelatih?pelatih_id=${coach}&sort=jam_mulai`,
  )
  await open(`/kursus-pelatih/view?id=${classes[0]?.id}&tab=pertemuan`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Detail Kelas Guru')
  await page.getByRole('button', { name: 'Tambah pertemuan' }).click()
  const dialog = page.getByRole('dialog', { name: 'Tambah Pertemuan' })
  await expect(dialog.getByLabel('Guru')).toHaveValue('Guru Tambah')
  await dialog.getByLabel('Tanggal').fill(day.split('-').toReversed().join('/'))
  await dialog.getByLabel('Jam Mulai').fill('12.00')
  await dialog.getByLabel('Catatan').focus()
  await expect(dialog.getByText('Guru sudah mengajar')).toBeVisible()
  await dialog.getByLabel('Jam Mulai').fill('14.00')
  await dialog.getByLabel('Catatan').focus()
  await expect(dialog.getByText('Tidak ada bentrok')).toBeVisible()
  await dialog.getByRole('button', { name: 'Simpan' }).click()
  await expect(dialog).toHaveCount(0)
  expect(await lessons(admin, coach)).toContain('14:00 tambahan terjadwal')
})

// Each case is a separate test, because a browser page that was printed in landscape also prints
// later documents in landscape.
for (const { tab, of, box, role, name } of [
  {
    tab: 'minggu',
    of: 'pelatih_id',
    box: /MediaBox \[0 0 84[12][.\d]* (594|595)/g,
    role: 'cell',
    name: /10\.00–10\.45/,
  },
  {
    tab: 'hari',
    of: 'gedung_id',
    box: /MediaBox \[0 0 (594|595)[.\d]* 84[12]/g,
    role: 'row',
    name: /10\.00–10\.45.*Guru Kertas/,
  },
] as const)
  test(`prints the ${tab} without controls`, async ({ page, open, api }) => {
    const ids = await makeClasses(api('admin'), `Guru Kertas ${tab}`)
    await open(`/kursus-pelatih?tab=${tab}&${of}=${ids[of]}&tanggal=${day}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(eventAt(page, '10:00').first()).toBeVisible()
    // The week is printed on one A4 page in landscape. The day is printed in portrait, on as many
    // pages as its lessons need. Repeats the print, because the lessons of the day may reload.
    await expect(async () => {
      const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
      const sheets = pdf.match(/MediaBox/g) ?? []
      expect(pdf.match(box)).toHaveLength(sheets.length)
      if (tab === 'minggu') expect(sheets).toHaveLength(1)
    }).toPass({ timeout: 20_000 })
    await page.emulateMedia({ media: 'print' })
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
    const paper = page.getByRole('article')
    await expect(paper.getByRole(role, { name }).first()).toBeVisible()
    await expect(paper).toContainText(`Guru Kertas ${tab}`)
    await expect(page.getByRole('button').filter({ visible: true })).toHaveCount(0)
    await page.evaluate(() => dispatchEvent(new Event('afterprint')))
    await expect(paper).toHaveCount(0)
  })

test.describe('the calendar of a coach', () => {
  test.use({ role: 'pelatih' })
  test('shows and opens the coach’s own week and moves nothing in it', async ({ page, open }) => {
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

const unattended = {
  id: 1,
  tanggal: currentDay(),
  jam_mulai: '10:00',
  jam_selesai: '10:45',
  kursus: { id: 1, nama: 'Biola Dasar' },
  ruang: { id: 1, nama: 'Studio 3' },
  gedung: { id: 1, nama: 'Nada Dago', zona_waktu: 'Asia/Jakarta' },
  pelatih: { id: 1, name: 'Ronald Simanjuntak' },
  status_keberangkatan: 0,
  alasan: null,
}
test.describe('a phone', () => {
  test.use({ viewport: { width: 320, height: 640 } })
  test('shows the week as a list of days', async ({ page, open }) => {
    await page.route('**/api/pertemuan/tanpa-guru*', (route) =>
      route.fulfill({ json: { success: true, data: { pertemuan: [unattended] } } }),
    )
    await open('/kursus-pelatih?tab=minggu')
    // The list begins today. A button shows the earlier days of the week.
    const days = page.getByRole('heading', { level: 3 })
    await expect(days).toHaveCount(8 - weekday(currentDay()))
    await expect(page.locator('[data-event-id]')).toHaveCount(0)
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(width).toBeLessThanOrEqual(320)
    await expect(page.getByRole('button', { name: 'Cetak' })).toHaveCount(1)
    // Opens a lesson by keyboard on the narrow screen, and expects an action in its dialog.
    const first = page
      .getByRole('region', { name: /^Jadwal/ })
      .getByRole('listitem')
      .getByRole('button', { name: /–\d\d\.\d\d/ })
      .first()
    // The first lesson must be visible below the notices, even with a notice about a missing coach.
    await expect(page.getByText('1 kelas yang gurunya berhalangan')).toBeVisible()
    await expect(first).toBeInViewport()
    await first.focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Pertemuan' })
    await expect(dialog.getByRole('button', { name: 'Absensi' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(first).toBeFocused()
    const earlier = page.getByRole('button', { name: /^\d hari sebelumnya$/ })
    if (weekday(currentDay()) > 1) await earlier.click()
    await expect(days).toHaveCount(7)
  })
})
