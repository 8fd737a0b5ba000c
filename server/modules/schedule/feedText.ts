/** Lessons as iCalendar (RFC 5545): what a phone shows of them. */
import dayjs from 'dayjs'
import utc from 'dayjs/plugin/utc.js'
import { ICalCalendar, ICalEventStatus, ICalEventTransparency } from 'ical-generator'
import type { JenisPertemuan, StatusPertemuan } from '#contract/enums.ts'
import { formatJam, formatTanggalHari, zoneHours, zoneName } from '#contract/values/tanggal.ts'

dayjs.extend(utc)

type ValueOf<E extends { options: readonly { value: unknown }[] }> = E['options'][number]['value']
/** A lesson as it is told to whoever holds the link. */
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
  /** Where it has gone to, if it was moved. */
  ke: { tanggal: string; jam_mulai: string } | null
  /** Who gives it in place of whoever holds the link. */
  pengganti: string | null
  /** Lines on who takes part, for this reader. */
  orang: readonly string[]
}

/** Control characters have no place in a line of a calendar; a line break is a space. */
const plain = (text: string): string =>
  // oxlint-disable-next-line no-control-regex -- these are what is taken out
  text.replaceAll(/[\s\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ').trim()
/** The calendar's name is the one text that the library writes as it is given. */
const escaped = (text: string): string => plain(text).replaceAll(/[\\;,]/g, String.raw`\$&`)

/** A zone of Indonesia, which knows no summer time. */
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
/** A clock's time without a zone of the machine: the library takes what it reads of it. */
const clock = (tanggal: string, jam: string) => dayjs.utc(`${tanggal}T${jam}:00Z`)
/** An instant, which the library writes in UTC. */
const instant = (at: string): Date => new Date(at)

const fallenOut: Partial<Record<TimetableLesson['status'], string>> = {
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
  const out = lesson.pengganti ? 'DIGANTIKAN' : fallenOut[lesson.status]
  const kind = kinds[lesson.jenis]
  const lines = [
    reasonOf(lesson),
    lesson.pengganti && `Digantikan ${lesson.pengganti}`,
    ...lesson.orang,
  ]
  calendar.createEvent({
    // The row's own birth beside its number: two schools' calendars share no lesson.
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

/** How often a calendar program asks again. */
const refresh = ['REFRESH-INTERVAL;VALUE=DURATION:PT1H', 'X-PUBLISHED-TTL:PT1H'].join('\r\n')

/** The same lessons make the same text, byte by byte. */
export const calendarText = (name: string, lessons: readonly TimetableLesson[]): string => {
  const calendar = new ICalCalendar({
    name: escaped(name),
    prodId: { company: 'Nada', product: 'Jadwal', language: 'ID' },
    // Without a name of its own: of a calendar that has one the library writes stamps in its zone.
    timezone: { name: null, generator: zoneText },
  })
  for (const lesson of lessons) addLesson(calendar, lesson)
  // Properties of a calendar stand before its zones and events (RFC 5545, 3.6), where the library
  // does not put these, and every line ends with a break.
  return `${calendar.toString().replace(/\r\n(?=BEGIN:|END:VCALENDAR)/, `\r\n${refresh}\r\n`)}\r\n`
}
