/** Lessons into which a make-up can be booked, and their seats (domain.md 3.8, 3.10). */
import { StatusKredit, StatusPertemuan } from '#contract/enums.ts'
import { formatTanggal } from '#contract/values/tanggal.ts'

interface Credit {
  status: (typeof StatusKredit.options)[number]['value']
  berlaku_sampai: string
}
interface Lesson {
  kursus_pelatih_id: number | null
  status: (typeof StatusPertemuan.options)[number]['value']
  tanggal: string
  mulai_at: string
}
/** Why a make-up cannot be booked into a lesson; undefined when it can, given a free seat. */
export const whyNotBook = (credit: Credit, lesson: Lesson, now: string): string | undefined => {
  if (credit.status !== 'tersedia')
    return `Kelas pengganti ini ${StatusKredit.label(credit.status).toLowerCase()}`
  if (lesson.status !== 'terjadwal')
    return `Pertemuan itu ${StatusPertemuan.label(lesson.status).toLowerCase()}`
  if (lesson.kursus_pelatih_id === null) return 'Pertemuan itu bukan pertemuan kelas'
  if (lesson.mulai_at <= now) return 'Pertemuan itu sudah mulai'
  if (lesson.tanggal > credit.berlaku_sampai)
    return `Kelas pengganti berlaku sampai ${formatTanggal(credit.berlaku_sampai)}`
  return undefined
}

interface Course {
  kursus_id: number
  course_level_id: number | null
}
/** Whether a lesson has the level of the make-up. */
export const isSameLevel = (a: Course, b: Course): boolean =>
  a.kursus_id === b.kursus_id ||
  (a.course_level_id !== null && a.course_level_id === b.course_level_id)

interface Seats {
  /** Capacities of the class and the room. */
  kapasitas: number
  ruang: number
  /** Seats of the class held on that day, whether or not their students come. */
  ditahan: number
  /** Number of people attending on that day, including make-ups. */
  hadir: number
  dipesan: number
}
/**
 * Returns the free seats for make-ups: the class's free seats and `extra` (the setting
 * `kursi_pengganti`), at most the room's capacity.
 */
export const seatsLeft = (
  { kapasitas, ruang, ditahan, hadir, dipesan }: Seats,
  extra: number,
): number => Math.max(0, Math.min(kapasitas + extra - ditahan - dipesan, ruang - hadir))
