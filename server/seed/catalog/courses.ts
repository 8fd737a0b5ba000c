/** Makes the course categories of a made-up school with their levels, courses and prices. */
import { addDays, addMonths, firstDay } from '#contract/values/tanggal.ts'
import { fold } from '#server/db/fold.ts'
import type { Outlet } from '#server/seed/catalog/outlets.ts'
import { momentOf, keyed, stamp, type Maker } from '#server/seed/maker.ts'

export interface Kursus {
  id: number
  kode: string
  nama: string
  meetingsPerMonth: number
  durasi: number
  biaya: number
  registrationFee: number
  tipe: 'private' | 'group'
  kapasitas: number
  /** Index of the course's category in `categories`. */
  kategori: number
  /** Ids of the outlets that offer the course; empty if all outlets do. */
  gedung: number[]
}
export interface Courses {
  kursus: Kursus[]
  kategoriIds: number[]
  levelIds: number[][]
  /** Returns the monthly price of a course at an outlet on a day, in rupiah. */
  priceOn: (kursus: number, gedung: number, day: string) => number | undefined
}

const categories = [
  ['Piano', '#6366f1'],
  ['Gitar', '#ea580c'],
  ['Vokal', '#d61f47'],
  ['Drum', '#139a52'],
  ['Biola', '#1391aa'],
] as const
type CourseRow = readonly [
  kode: string,
  nama: string,
  category: number,
  tipe: 'private' | 'group',
  durasi: number,
  kapasitas: number,
  biaya: number,
  registrationFee: number,
]
const courseList: readonly CourseRow[] = [
  ['PNO-D', 'Piano Dasar', 0, 'private', 30, 1, 450_000, 250_000],
  ['PNO-1', 'Piano Grade 1', 0, 'private', 45, 1, 600_000, 250_000],
  ['PNO-2', 'Piano Grade 2', 0, 'private', 45, 1, 700_000, 250_000],
  ['PNO-K', 'Piano Kelompok Anak', 0, 'group', 60, 6, 350_000, 200_000],
  ['GTR-D', 'Gitar Akustik Dasar', 1, 'private', 30, 1, 400_000, 200_000],
  ['GTR-L', 'Gitar Elektrik', 1, 'private', 45, 1, 550_000, 200_000],
  ['GTR-K', 'Gitar Kelompok', 1, 'group', 60, 8, 300_000, 150_000],
  ['VOK-D', 'Vokal Dasar', 2, 'private', 30, 1, 450_000, 200_000],
  ['VOK-P', 'Paduan Suara Anak', 2, 'group', 90, 12, 275_000, 150_000],
  ['DRM-D', 'Drum Dasar', 3, 'private', 30, 1, 475_000, 250_000],
  ['DRM-L', 'Drum Lanjutan', 3, 'private', 45, 1, 600_000, 250_000],
  ['BLA-D', 'Biola Dasar', 4, 'private', 45, 1, 650_000, 300_000],
]
/** Names of the levels of each category. */
const levelNames = [
  ['Dasar', 'Grade 1', 'Grade 2', 'Grade 3'],
  ['Dasar', 'Lanjutan'],
  ['Dasar', 'Lanjutan'],
  ['Dasar', 'Lanjutan'],
  ['Dasar', 'Menengah', 'Mahir'],
] as const
/**
 * Level of each course, by course code. `level` is the index in the category's `levelNames`.
 * `hasNext` means that students continue in the next course of `courseList`.
 */
const courseLevels = new Map<string, [level: number, hasNext?: true]>([
  ['PNO-D', [0, true]],
  ['PNO-1', [1, true]],
  ['PNO-2', [2]],
  ['GTR-D', [0, true]],
  ['GTR-L', [1]],
  ['VOK-D', [0]],
  ['DRM-D', [0, true]],
  ['DRM-L', [1]],
  ['BLA-D', [0]],
])

const makeCategories = ({ ids, put, base }: Maker): number[] =>
  categories.map(([nama, warna], urutan) => {
    const id = ids.next('kategori_kursus')
    put(
      'kategori_kursus',
      keyed('kategori-kursus', { id, ...base, nama, warna, urutan, status: 'aktif' }),
    )
    return id
  })
const makeLevels = ({ ids, put, base }: Maker, kategoriIds: readonly number[]): number[][] =>
  levelNames.map((levels, k) =>
    levels.map((nama, i) => {
      const id = ids.next('course_level')
      const judul = `${categories[k]?.[0]} – ${nama}`
      put('course_level', {
        id,
        ...base,
        kategori_kursus_id: kategoriIds[k],
        nama,
        urutan: i + 1,
        judul,
        judul_kunci: `${fold(categories[k]?.[0] ?? '')} ${String(i + 1).padStart(3, '0')}`,
        cari: fold(judul),
      })
      return id
    }),
  )

/** Returns functions that store the prices of a course and look up its price on a day. */
const makePrices = ({ ids, put, options, thisMonth, longAgo }: Maker) => {
  const prices = new Map<string, { day: string; biaya: number }[]>()
  const first = firstDay(longAgo.slice(0, 7))
  const raise = firstDay(addMonths(thisMonth, -Math.min(5, options.months - 1)))
  const store = (kursus_id: number, gedung_id: number | null, day: string, biaya: number) => {
    put('kursus_harga', {
      id: ids.next('kursus_harga'),
      ...stamp(momentOf(addDays(day, -20)), 1),
      kursus_id,
      gedung_id,
      berlaku_mulai: day,
      biaya_bulanan: biaya,
    })
    const key = `${kursus_id}:${gedung_id ?? 0}`
    prices.set(key, [...(prices.get(key) ?? []), { day, biaya }])
  }
  const latest = (key: string, day: string) => prices.get(key)?.findLast((h) => h.day <= day)?.biaya
  return {
    /**
     * Stores two prices of a course: `biaya` less 50 000 rupiah for the time before a raise some
     * months ago, and `biaya` for the time since the raise. At outlets in the Makassar time zone,
     * both prices are 25 000 rupiah lower.
     */
    storeAll: (kursus: number, biaya: number, outlets: readonly Outlet[]) => {
      store(kursus, null, first, biaya - 50_000)
      store(kursus, null, raise, biaya)
      for (const { id, city } of outlets)
        if (city.timeZone === 'Asia/Makassar') {
          store(kursus, id, first, biaya - 75_000)
          store(kursus, id, raise, biaya - 25_000)
        }
    },
    priceOn: (kursus: number, gedung: number, day: string) =>
      latest(`${kursus}:${gedung}`, day) ?? latest(`${kursus}:0`, day),
  }
}

/** Makes categories, levels, courses and prices. */
export const makeCourses = (maker: Maker, outlets: readonly Outlet[]): Courses => {
  const { ids, put, base } = maker
  const kategoriIds = makeCategories(maker)
  const levelIds = makeLevels(maker, kategoriIds)
  const { storeAll, priceOn } = makePrices(maker)
  const makeCourse = (course: CourseRow): Kursus => {
    const [kode, nama, category, tipe, durasi, kapasitas, biaya, registrationFee] = course
    const id = ids.next('kursus')
    // Offers the course DRM-L at only two outlets, because real schools do not offer every course
    // at all outlets.
    const gedung =
      kode === 'DRM-L' && outlets.length >= 3 ? outlets.slice(0, 2).map((g) => g.id) : []
    const [level, hasNext] = courseLevels.get(kode) ?? []
    put(
      'kursus',
      keyed('kursus', {
        id,
        ...base,
        kode,
        nama,
        kategori_kursus_id: kategoriIds[category],
        course_level_id: level === undefined ? null : (levelIds[category]?.[level] ?? null),
        kursus_selanjutnya_id: hasNext ? id + 1 : null,
        tipe,
        durasi_menit: durasi,
        pertemuan_per_bulan: 4,
        kapasitas_min: tipe === 'group' ? 3 : null,
        kapasitas_maks: kapasitas,
        biaya_bulanan: biaya,
        biaya_pendaftaran: registrationFee,
        ppn_kena: 0,
        gedung: JSON.stringify(gedung),
        status: 'aktif',
      }),
    )
    storeAll(id, biaya, outlets)
    return {
      id,
      kode,
      nama,
      meetingsPerMonth: 4,
      durasi,
      biaya,
      registrationFee,
      tipe,
      kapasitas,
      kategori: category,
      gedung,
    }
  }
  return { kursus: courseList.map(makeCourse), kategoriIds, levelIds, priceOn }
}
