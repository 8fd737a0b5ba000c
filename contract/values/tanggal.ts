/**
 * Arithmetic and Indonesian formats of days (`YYYY-MM-DD`), months (`YYYY-MM`) and times of day
 * (`HH:mm`) (domain.md 0.1, 0.2). Arithmetic is in UTC, independent of the time zone of the
 * computer. Intl is not used, because it is too slow for functions that run for every row of a
 * list.
 */
const dayMs = 86_400_000

/**
 * Pattern of days with a year from 1900 to 2099. Rejects a partially typed year, which date inputs
 * return as a year such as `0002`.
 */
export const validYear = /^(19|20)\d\d-/

export const monthNames = [
  'Januari',
  'Februari',
  'Maret',
  'April',
  'Mei',
  'Juni',
  'Juli',
  'Agustus',
  'September',
  'Oktober',
  'November',
  'Desember',
] as const
export const shortMonthNames = [
  'Jan',
  'Feb',
  'Mar',
  'Apr',
  'Mei',
  'Jun',
  'Jul',
  'Agu',
  'Sep',
  'Okt',
  'Nov',
  'Des',
] as const
/**
 * Spellings of each month in Indonesian and English, including older spellings such as `Nopember`.
 */
const monthSpellings = [
  'januari january',
  'februari february pebruari',
  'maret march mrt',
  'april',
  'mei may',
  'juni june',
  'juli july',
  'agustus august agt ags agst',
  'september sept',
  'oktober october',
  'november nopember',
  'desember december',
].map((names) => names.split(' '))
/**
 * Returns the number of a month (1 to 12) from its name in any of `monthSpellings`. The name may be
 * abbreviated to its first three or more letters. Returns 0 for any other word.
 */
export const monthOfWord = (word: string): number => {
  const written = word.toLowerCase().replace(/\.$/, '')
  if (written.length < 3) return 0
  return monthSpellings.findIndex((names) => names.some((name) => name.startsWith(written))) + 1
}
/** Names of the weekdays, beginning with Monday. */
const dayNames = ['Senin', 'Selasa', 'Rabu', 'Kamis', 'Jumat', 'Sabtu', 'Minggu'] as const

/**
 * Names and offsets in hours of the time zones of Indonesia. The zones have no daylight saving
 * time, so a fixed offset is exact (domain.md 0.2).
 */
const zonaWaktu = new Map([
  ['Asia/Jakarta', { nama: 'WIB', jam: 7 }],
  ['Asia/Makassar', { nama: 'WITA', jam: 8 }],
  ['Asia/Jayapura', { nama: 'WIT', jam: 9 }],
])
const zonaOf = (zona: string) => {
  const zone = zonaWaktu.get(zona)
  if (!zone) throw new RangeError(`Zona waktu tidak dikenal: ${zona}`)
  return zone
}
/**
 * Returns the UTC offset of an Indonesian time zone in hours. Throws RangeError for other zones.
 */
export const zoneHours = (zona: string): number => zonaOf(zona).jam
const toDay = (ms: number) => new Date(ms).toISOString().slice(0, 10)
const twoDigits = (n: number) => String(n).padStart(2, '0')

/** Returns the short name of an Indonesian zone: `WIB`. Throws RangeError for another zone. */
export const zoneName = (zona: string): string => zonaOf(zona).nama

/** Returns today's date in an Indonesian zone. Throws RangeError for another zone. */
export const currentDay = (zona = 'Asia/Jakarta', now = new Date()): string =>
  toDay(now.getTime() + zonaOf(zona).jam * 3_600_000)

/** Returns the age in full years on the day `day`, which defaults to today in Jakarta. */
export const ageOf = (born: string, day = currentDay()): number => {
  const years = Number(day.slice(0, 4)) - Number(born.slice(0, 4))
  return day.slice(5) < born.slice(5) ? years - 1 : years
}

/** Returns the day `n` days later, or earlier if `n` is negative. */
export const addDays = (tanggal: string, n: number): string =>
  toDay(Date.parse(tanggal) + n * dayMs)

/** Returns the number of days from `from` to `to`; negative if `to` is earlier. */
export const daysBetween = (from: string, to: string): number =>
  (Date.parse(to) - Date.parse(from)) / dayMs

/** Returns the weekday of a day, from 1 (Monday) to 7 (Sunday). */
export const weekday = (tanggal: string): number => new Date(tanggal).getUTCDay() || 7
/** Returns the first day with the weekday `hari` (1 Monday … 7 Sunday) on or after a day. */
export const nextWeekday = (tanggal: string, hari: number): string =>
  addDays(tanggal, (hari - weekday(tanggal) + 7) % 7)

/** Returns the first day of a month: `2026-11` → `2026-11-01`. */
export const firstDay = (periode: string): string => `${periode}-01`

const daysInMonth = (periode: string) =>
  new Date(Date.UTC(Number(periode.slice(0, 4)), Number(periode.slice(5, 7)), 0)).getUTCDate()

/** Returns the last day of a month: `2026-02` → `2026-02-28`. */
export const lastDay = (periode: string): string => `${periode}-${daysInMonth(periode)}`

/**
 * Returns the day with the number `hari` in a month, or the last day of a shorter month:
 * `('2026-02', 31)` → `2026-02-28`.
 */
export const dayOf = (periode: string, hari: number): string =>
  `${periode}-${twoDigits(Math.min(hari, daysInMonth(periode)))}`

/**
 * Returns the month `n` months later, or earlier if `n` is negative: `('2026-11', 2)` → `2027-01`.
 */
export const addMonths = (periode: string, n: number): string => {
  const months = Number(periode.slice(0, 4)) * 12 + Number(periode.slice(5, 7)) - 1 + n
  return `${String(Math.floor(months / 12)).padStart(4, '0')}-${twoDigits((((months % 12) + 12) % 12) + 1)}`
}

/** Returns the four or five days of a month that have a weekday (1 Monday … 7 Sunday), in order. */
export const occurrences = (periode: string, hari: number): string[] => {
  const days: string[] = []
  const last = daysInMonth(periode)
  for (let day = ((hari - weekday(firstDay(periode)) + 7) % 7) + 1; day <= last; day += 7)
    days.push(`${periode}-${twoDigits(day)}`)
  return days
}

/** Formats a month: `2026-11` → `November 2026`. */
export const formatPeriode = (periode: string): string =>
  `${monthNames[Number(periode.slice(5, 7)) - 1]} ${periode.slice(0, 4)}`

/** Formats a day: `2026-11-20` → `20 November 2026`. */
export const formatTanggal = (tanggal: string): string =>
  `${Number(tanggal.slice(8, 10))} ${formatPeriode(tanggal)}`

/**
 * Formats a range of days. An equal month or year is not repeated: `23–29 November 2026`,
 * `30 November–6 Desember 2026`.
 */
export const formatRentang = (mulai: string, selesai: string): string => {
  if (mulai.slice(0, 7) === selesai.slice(0, 7))
    return `${Number(mulai.slice(8, 10))}–${formatTanggal(selesai)}`
  const first = formatTanggal(mulai)
  const sameYear = mulai.slice(0, 4) === selesai.slice(0, 4)
  return `${sameYear ? first.slice(0, -5) : first}–${formatTanggal(selesai)}`
}

/** Formats a day with a short month name: `2026-11-20` → `20 Nov 2026`. */
export const formatTanggalShort = (tanggal: string): string =>
  `${Number(tanggal.slice(8, 10))} ${shortMonthNames[Number(tanggal.slice(5, 7)) - 1]} ${tanggal.slice(0, 4)}`

/** Formats a day with its weekday: `2026-11-20` → `Jumat, 20 November 2026`. */
export const formatTanggalHari = (tanggal: string): string =>
  `${dayNames[weekday(tanggal) - 1]}, ${formatTanggal(tanggal)}`

/** Formats a time of day: `09:00` → `09.00`; with a zone, → `09.00 WIB`. */
export const formatJam = (jam: string, zona?: string): string =>
  jam.replace(':', '.') + (zona ? ` ${zonaOf(zona).nama}` : '')

const withTime =
  (tanggal: (local: string) => string) =>
  (instant: string, zona = 'Asia/Jakarta'): string => {
    const local = new Date(Date.parse(instant) + zonaOf(zona).jam * 3_600_000).toISOString()
    return `${tanggal(local)} ${formatJam(local.slice(11, 16), zona)}`
  }
/**
 * Formats a point in time in the local time of a zone: `('2026-11-20T02:00:00Z', 'Asia/Jakarta')` →
 * `20 November 2026 09.00 WIB`.
 */
export const formatWaktu = withTime(formatTanggal)
/** Formats a point in time like `formatWaktu`, with a short month name: `20 Nov 2026 09.00 WIB`. */
export const formatWaktuShort = withTime(formatTanggalShort)

/**
 * Whether two ranges of sortable texts (`HH:mm`, days, ISO times) overlap. Two ranges do not
 * overlap when one range ends at the start of the other (domain.md 3.8).
 */
export const spansOverlap = (
  a: { mulai: string; selesai: string },
  b: { mulai: string; selesai: string },
): boolean => a.mulai < b.selesai && b.mulai < a.selesai
