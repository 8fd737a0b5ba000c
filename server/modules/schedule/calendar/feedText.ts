/** Formats lessons as iCalendar (RFC 5545), for calendar apps. */
import dayjs from 'dayjs'
import utc from 'dayjs/plugin/utc.js'
import { ICalCalendar, ICalEventStatus, ICalEventTransparency } from 'ical-generator'
import type { JenisPertemuan, StatusPertemuan } from '#contract/enums.ts'
import { formatJam, formatTanggalHari, zoneHours, zoneName } from '#contract/values/tanggal.ts'

dayjs.extend(utc)

type ValueOf<E extends { options: readonly { value: unknown }[] }> = E['options'][number]['value']
/** Lesson with the details that the owner of the link may see. */
export interface TimetableLesson {
  id: number
  versi: number
  created_at: string
  updated_at: string
  tanggal: string
  jam_mulai: string
  jam_selesai: string
  zona_waktu: string
  jenis: ValueOf<typeof JenisPertemuan>
  status: ValueOf<typeof StatusPertemuan>
  kursus: string
  ruang: string
  gedung: string
  /** New date and time of a moved lesson; null if the lesson was not moved. */
  ke: { tanggal: string; jam_mulai: string } | null
  /** Name of the substitute if the owner of the link is the replaced coach, otherwise null. */
  pengganti: string | null
  /** Lines about the people in the lesson, as far as the owner of the link may see them. */
  orang: readonly string[]
}

/**
 * Replaces whitespace and control characters by single spaces, because iCalendar lines may contain
 * neither control characters nor line breaks.
 */
const plain = (text: string): string =>
  // oxlint-disable-next-line no-control-regex -- the pattern removes control characters
  text.replaceAll(/[\s\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ').trim()
/** Escapes the calendar's name, the only text that the library does not escape itself. */
const escaped = (text: string): string => plain(text).replaceAll(/[\\;,]/g, String.raw`\$&`)

/**
 * Returns the VTIMEZONE component of an Indonesian time zone. No Indonesian zone has daylight
 * saving time.
 */
const zoneText = (zona: string): string => {
  const offset = `+${String(zoneHours(zona)).padStart(2, '0')}00`
  return [
    'BEGIN:VTIMEZONE',
    `TZID:${zona}`,
    'BEGIN:STANDARD',
    'DTSTART:19700101T000000',
    `TZOFFSETFROM:${offset}`,
    `TZOFFSETTO:${offset}`,
    `TZNAME:${zoneName(zona)}`,
    'END:STANDARD',
    'END:VTIMEZONE',
  ].join('\r\n')
}
/**
 * Returns a local time as if it were UTC. The library then writes date and time unchanged, whatever
 * the time zone of the machine.
 */
const clock = (tanggal: string, jam: string) => dayjs.utc(`${tanggal}T${jam}:00Z`)
/** Returns an ISO time as a `Date`, which the library writes in UTC. */
const instant = (time: string): Date => new Date(time)

const cancellationPrefixes: Partial<Record<TimetableLesson['status'], string>> = {
  batal_pelatih: 'BATAL',
  batal_sekolah: 'BATAL',
  libur: 'LIBUR',
  minggu_5: 'LIBUR',
  pindah: 'PINDAH',
}
const kinds: Partial<Record<TimetableLesson['jenis'], string>> = {
  pengganti: 'Pengganti',
  trial: 'Trial',
  tambahan: 'Tambahan',
}
const reasonOf = ({ status, ke, zona_waktu }: TimetableLesson): string | undefined => {
  if (status === 'pindah' && ke)
    return `Dipindahkan ke ${formatTanggalHari(ke.tanggal)} ${formatJam(ke.jam_mulai, zona_waktu)}`
  if (status === 'batal_pelatih') return 'Dibatalkan guru'
  if (status === 'batal_sekolah') return 'Dibatalkan sekolah'
  if (status === 'libur') return 'Hari libur'
  return status === 'minggu_5' ? 'Minggu kelima, tanpa pertemuan' : undefined
}

const addLesson = (calendar: ICalCalendar, lesson: TimetableLesson): void => {
  const out = lesson.pengganti ? 'DIGANTIKAN' : cancellationPrefixes[lesson.status]
  const kind = kinds[lesson.jenis]
  const lines = [
    reasonOf(lesson),
    lesson.pengganti && `Digantikan ${lesson.pengganti}`,
    ...lesson.orang,
  ]
  calendar.createEvent({
    // Adds the creation time, because the lessons of two schools may have the same database id.
    id: `pertemuan-${lesson.id}-${Date.parse(lesson.created_at).toString(36)}@nada`,
    sequence: lesson.versi,
    stamp: instant(lesson.updated_at),
    created: instant(lesson.created_at),
    lastModified: instant(lesson.updated_at),
    start: clock(lesson.tanggal, lesson.jam_mulai),
    end: clock(lesson.tanggal, lesson.jam_selesai),
    timezone: lesson.zona_waktu,
    summary: plain(`${out ? `${out}: ` : ''}${lesson.kursus}${kind ? ` (${kind})` : ''}`),
    location: plain(`${lesson.ruang}, ${lesson.gedung}`),
    description: lines
      .filter((line) => line !== undefined && line !== null)
      .map(plain)
      .join('\n'),
    status: out ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    transparency: out ? ICalEventTransparency.TRANSPARENT : ICalEventTransparency.OPAQUE,
  })
}

/** Properties that make calendar apps refresh every hour. */
const refresh = ['REFRESH-INTERVAL;VALUE=DURATION:PT1H', 'X-PUBLISHED-TTL:PT1H'].join('\r\n')

/**
 * Returns the text of a calendar file. Equal lessons always give the same bytes, because the ETag
 * is derived from the bytes.
 */
export const calendarText = (name: string, lessons: readonly TimetableLesson[]): string => {
  const calendar = new ICalCalendar({
    name: escaped(name),
    prodId: { company: 'Nada', product: 'Jadwal', language: 'ID' },
    // Sets no zone name for the calendar. With a name, the library would format timestamps in that
    // zone.
    timezone: { name: null, generator: zoneText },
  })
  for (const lesson of lessons) addLesson(calendar, lesson)
  // Inserts the refresh properties before the first component, because the properties of a calendar
  // must come before its components (RFC 5545, 3.6). The library can only append properties at the
  // end. Also adds the last line break, which the library omits.
  return `${calendar.toString().replace(/\r\n(?=BEGIN:|END:VCALENDAR)/, `\r\n${refresh}\r\n`)}\r\n`
}
