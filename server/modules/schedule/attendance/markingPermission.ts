/** Permission and time window for marking a lesson (domain.md 3.10 and section 4). */
import { RoleId, StatusPertemuan } from '#contract/enums.ts'
import { madeAt, markingWindow, windowState } from '#contract/schedule/rules/marking.ts'
import type { Settings } from '#contract/settings/settings.ts'
import { formatTanggal, formatWaktu } from '#contract/values/tanggal.ts'
import { conflict, forbidden, type HttpError } from '#server/errors.ts'
import { now, type Actor } from '#server/http/context.ts'
import type { CoachMark, Lesson } from '#server/modules/schedule/attendance/lesson.ts'

const isAdmin = (actor: Actor): boolean => actor.dasar <= RoleId.admin

/**
 * Returns the error if the actor may not mark the lesson, otherwise undefined. The error is 403 if
 * the actor may never mark it, and 409 if its state or the current time forbids it.
 */
const refusal = (
  actor: Actor,
  lesson: Lesson,
  { settings, mark, said }: MarkingContext,
): HttpError | undefined => {
  if (!isAdmin(actor) && actor.dasar !== RoleId.pelatih)
    return forbidden('Absensi diisi oleh guru dan admin')
  if (actor.dasar === RoleId.pelatih && lesson.pelatih_id !== actor.id)
    return forbidden(`Pertemuan ini diisi oleh ${lesson.pelatih}`)
  const locked = settings.kunci_buku_sampai
  if (locked && lesson.tanggal <= locked)
    return conflict(`Buku sudah dikunci sampai ${formatTanggal(locked)}`)
  // Allows a lesson that was cancelled because its coach was absent: correcting the coach's
  // attendance reopens it.
  const ownAbsence = lesson.status === 'batal_pelatih' && mark !== undefined
  if (lesson.status !== 'terjadwal' && lesson.status !== 'selesai' && !ownAbsence)
    return conflict(`Pertemuan ini ${StatusPertemuan.label(lesson.status).toLowerCase()}`)
  return isAdmin(actor) ? undefined : outsideWindow(lesson, said)
}
const outsideWindow = (lesson: Lesson, said: string | undefined): HttpError | undefined => {
  const window = markingWindow(lesson, lesson.zona_waktu)
  const arrived = now()
  const state = windowState(window, { made: madeAt(said, arrived), arrived })
  if (state === 'belum')
    return conflict(`Absensi dibuka ${formatWaktu(window.buka_at, lesson.zona_waktu)}`)
  if (state === 'lewat')
    return conflict(
      `Absensi ditutup ${formatWaktu(window.tutup_at, lesson.zona_waktu)}. Minta admin mengisinya.`,
    )
  return undefined
}

interface MarkingContext {
  settings: Settings
  mark: CoachMark | undefined
  /** Time of marking as reported by the device (ISO); undefined for a mark that is made now. */
  said?: string | undefined
}
/**
 * Returns the reason why the actor may not mark the lesson now, as a message; null if the actor may
 * mark it.
 */
export const whyNot = (actor: Actor, lesson: Lesson, context: MarkingContext): string | null =>
  refusal(actor, lesson, context)?.message ?? null
/** Throws 403 or 409 if the actor may not mark the lesson. */
export const checkMayMark = (actor: Actor, lesson: Lesson, context: MarkingContext): void => {
  const error = refusal(actor, lesson, context)
  if (error) throw error
}
