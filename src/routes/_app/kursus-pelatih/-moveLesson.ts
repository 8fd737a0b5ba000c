/** Moving a lesson in the calendar: what is seen to stand against it, and the call. */
import { conflictKinds, type ConflictKind } from '#contract/schedule/rules/conflicts.ts'
import { currentDay, spansOverlap } from '#contract/values/tanggal.ts'
import { ApiError } from '#src/data/http.ts'
import { Pertemuans } from '#src/data/pertemuan.ts'
import { useCan } from '#src/data/session.ts'
import { askReason, confirm, showError } from '#src/state/feedback.ts'
import {
  endAt,
  placeText,
  type CalendarEvent,
  type CalendarMoves,
  type Place,
} from '#src/ui/schedule/calendar.ts'
import type { CalendarData, Rows } from './-calendarEvents.ts'

type Lesson = CalendarData['pertemuan'][number]
interface Span {
  jam_mulai: string
  jam_selesai: string
}
const spanOf = ({ jam_mulai, jam_selesai }: Span) => ({ mulai: jam_mulai, selesai: jam_selesai })

/** Why nobody teaches there and then: the day is over, a holiday, leave, hours closed. */
const dayRefusal = (
  { libur, gedung, pelatih }: CalendarData,
  own: Lesson,
  tanggal: string,
  at: Span,
): string | undefined => {
  if (tanggal < currentDay(own.gedung.zona_waktu)) return 'Hari itu sudah lewat'
  const holiday = libur.find(
    (l) => l.tanggal === tanggal && (l.gedung_id === null || l.gedung_id === own.gedung.id),
  )
  if (holiday) return `Hari libur: ${holiday.nama}`
  if (pelatih?.cuti.some((c) => c.mulai <= tanggal && tanggal <= c.selesai))
    return `${pelatih.name} libur pada hari itu`
  const isOutside = gedung && (at.jam_mulai < gedung.jam_buka || at.jam_selesai > gedung.jam_tutup)
  return isOutside ? `${gedung.nama} tutup pada jam itu` : undefined
}

/** Another lesson of the coach, or in the room, at that time. */
const rivalOf = (
  { pertemuan }: CalendarData,
  own: Lesson,
  room: number,
  tanggal: string,
  at: Span,
): Lesson | undefined =>
  pertemuan.find(
    (p) =>
      p.id !== own.id &&
      p.status === 'terjadwal' &&
      p.tanggal === tanggal &&
      (p.pelatih.id === own.pelatih.id || p.ruang.id === room) &&
      spansOverlap(spanOf(p), spanOf(at)),
  )

/**
 * Why a lesson cannot be there, as far as this calendar shows it; the server knows the rest.
 * `rows`: what the rows of the day are.
 */
const refusalIn =
  (data: CalendarData, rows: Rows | undefined) =>
  (event: CalendarEvent, to: Place): string | undefined => {
    const own = data.pertemuan.find((p) => p.id === event.id)
    if (!own) return undefined
    if (rows === 'pelatih' && to.resource !== event.resource)
      return 'Guru diganti dari layar pertemuannya'
    const at = { jam_mulai: to.jam_mulai, jam_selesai: endAt(event, to) }
    const room = rows === 'ruang' && to.resource !== undefined ? to.resource : own.ruang.id
    const refusal = dayRefusal(data, own, to.tanggal, at)
    const rival = refusal ? undefined : rivalOf(data, own, room, to.tanggal, at)
    if (!rival) return refusal
    return rival.pelatih.id === own.pelatih.id
      ? `${own.pelatih.name} sudah mengajar ${rival.kursus}`
      : `${rival.ruang.nama} sudah dipakai ${rival.kursus}`
  }

/** The kind of a conflict that may be confirmed; undefined of any other. */
const softKindOf = (found: unknown): ConflictKind | undefined =>
  typeof found === 'object' &&
  found !== null &&
  'tingkat' in found &&
  'jenis' in found &&
  found.tingkat === 'lunak'
    ? conflictKinds.find((kind) => kind === found.jenis)
    : undefined
/** The kinds of a refusal that may be confirmed as a whole; undefined where it stays refused. */
const softKinds = (error: ApiError): ConflictKind[] | undefined => {
  const found: unknown = error.data.konflik
  if (!Array.isArray(found) || found.length === 0) return undefined
  const kinds = found.map(softKindOf)
  return kinds.includes(undefined) ? undefined : kinds.filter((kind) => kind !== undefined)
}

/** What may be moved in a calendar, for who may move lessons. */
export const useLessonMoves = (
  data: CalendarData,
  rows: Rows | undefined,
): CalendarMoves | undefined => {
  const may = useCan('pertemuan/pindah')
  const pindah = Pertemuans.useAction('pindah', { quiet: true })
  if (!may) return undefined
  const move = async (event: CalendarEvent, to: Place) => {
    const alasan = await askReason({
      title: `Pindahkan ${event.title}?`,
      body: `Dari ${placeText(event)} ke ${placeText(to)}. Hanya pertemuan ini; tagihan tidak berubah.`,
      confirm: 'Pindahkan',
    })
    if (!alasan) return
    const ruang_id = rows === 'ruang' ? to.resource : undefined
    const input = { tanggal: to.tanggal, jam_mulai: to.jam_mulai, ruang_id, alasan }
    const send = (konfirmasi: ConflictKind[]) =>
      pindah.mutateAsync({ id: event.id, input: { ...input, konfirmasi } })
    try {
      await send([]).catch(async (error: unknown) => {
        const kinds = error instanceof ApiError ? softKinds(error) : undefined
        if (!kinds || !(error instanceof ApiError)) throw error
        const question = { title: 'Tetap pindahkan?', body: error.message, confirm: 'Pindahkan' }
        return (await confirm(question)) ? send(kinds) : undefined
      })
    } catch (error) {
      if (error instanceof ApiError) return showError(error)
      throw error
    }
  }
  return { refusalOf: refusalIn(data, rows), move: (event, to) => void move(event, to) }
}
