/**
 * Measures the time from an empty page until the calendar shows lessons: the lessons of an outlet
 * on one day, and the lessons of a coach in one week.
 */
import type { Browser } from '@playwright/test'
import { RoleId } from '#contract/enums.ts'
import { addDays, currentDay, weekday } from '#contract/values/tanggal.ts'
import { against, median, type Row } from '../table.ts'
import { open } from './page.ts'

const rooms = 10
const hours = ['13:00', '14:00', '15:00', '16:00'] as const
/**
 * Day that the calendar shows in the measurement. It is the earliest day, 5 to 11 days from today,
 * that is from Monday to Friday and at most the 28th of its month. Later days of a month are
 * excluded, because by default classes have no lessons in the fifth week of a month.
 */
const day =
  [5, 6, 7, 8, 9, 10, 11]
    .map((n) => addDays(currentDay(), n))
    .find((d) => Number(d.slice(8)) <= 28 && weekday(d) < 6) ?? ''

/**
 * Creates a new outlet with ten rooms and ten coaches. Each coach has four classes on the weekday
 * of `day`; the first coach has four classes on each day from Monday to Friday. Returns the ids of
 * the outlet and of the first coach.
 */
const makeDay = async (url: string, token: string) => {
  const create = async (path: string, body: object): Promise<number> => {
    const response = await fetch(`${url}/api/${path}/create`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    })
    const { success, data } = (await response.json()) as { success: boolean; data: { id: number } }
    if (!success) throw new Error(`${path}: ${JSON.stringify(data)}`)
    return data.id
  }
  const gedung_id = await create('gedung', {
    kode: 'UKUR',
    nama: 'Outlet Ukur',
    alamat: 'Jl. Ukur 1',
    kota: 'Bandung',
  })
  const kategori_kursus_id = await create('kategori-kursus', { nama: 'Ukur' })
  const kursus_id = await create('kursus', {
    kode: 'UKUR',
    nama: 'Kursus Ukur',
    kategori_kursus_id,
    biaya_bulanan: 500_000,
  })
  let first = 0
  for (let n = 0; n < rooms; n++) {
    const ruang_id = await create('ruang', { nama: `Ukur ${n}`, gedung_id, kapasitas: 2 })
    const pelatih_id = await create('user', {
      role_id: RoleId.pelatih,
      name: `Guru Ukur ${n}`,
      email: `guru.ukur.${n}@contoh.id`,
      phone: `0817${10_000_000 + n}`,
    })
    first ||= pelatih_id
    const mulai = currentDay()
    for (const hari of n === 0 ? [1, 2, 3, 4, 5] : [weekday(day)])
      for (const jam_mulai of hours)
        await create('kursus-pelatih', {
          pelatih_id,
          kursus_id,
          gedung_id,
          ruang_id,
          hari,
          jam_mulai,
          mulai,
          // Accepts that lessons fall on holidays of the coming year. Without this confirmation,
          // the API would reject the class.
          konfirmasi: ['libur'],
          alasan_bentrok: 'Ukur',
        })
  }
  return { gedung_id, pelatih_id: first }
}

/**
 * Measures the time until the calendar shows lessons, compared with the time until a list shows its
 * first rows. Loads of the calendar and of the list alternate. Each load starts with an empty
 * browser cache.
 */
export const measureCalendar = async (
  browser: Browser,
  url: string,
  token: string,
): Promise<Row[]> => {
  const { gedung_id, pelatih_id } = await makeDay(url, token)
  const load = async (path: string, moment: 'first' | 'lessons') => {
    const page = await open(browser, url, token)
    await page.goto(`${url}/#${path}`, { waitUntil: 'commit' })
    const took = await Promise.race([
      page.evaluate((part) => bench[part], moment),
      page.waitForTimeout(20_000).then(() => {
        throw new Error(`Nothing on ${page.url()}`)
      }),
    ])
    await page.context().close()
    return took
  }
  const rows: Row[] = []
  for (const [name, search] of [
    ['the day of an outlet, 10 rooms and 40 lessons', `tab=hari&gedung_id=${gedung_id}`],
    ['the week of a coach', `tab=minggu&pelatih_id=${pelatih_id}`],
  ] as const) {
    const [ours, list]: [number[], number[]] = [[], []]
    for (let i = -1; i < 7; i++) {
      const a = await load(`/kursus-pelatih?${search}&tanggal=${day}`, 'lessons')
      const b = await load('/kursus-pelatih', 'first')
      if (i < 0) continue
      ours.push(a)
      list.push(b)
    }
    rows.push(against(`App: ${name} (a list)`, 'ms', median(ours), median(list), '≤ 2'))
  }
  return rows
}
