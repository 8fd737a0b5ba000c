/**
 * Rules for booking a make-up (domain.md 3.8, 3.10). The student takes a free seat in a lesson of a
 * class.
 */
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
/**
 * Returns why a make-up credit cannot be used for a lesson; undefined when it can be used. Does not
 * check whether the lesson has a free seat (see `seatsLeft`).
 */
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
/** Whether two courses are the same course or have the same level. */
export const isSameLevel = (a: Course, b: Course): boolean =>
  a.kursus_id === b.kursus_id ||
  (a.course_level_id !== null && a.course_level_id === b.course_level_id)

interface Seats {
  /** Capacity of the class. */
  kapasitas: number
  /** Capacity of the room. */
  ruang: number
  /**
   * Number of seats that students of the class hold on the day of the lesson, including seats of
   * students on leave.
   */
  ditahan: number
  /** Number of people who attend the lesson, including students with a booked make-up. */
  hadir: number
  /** Number of make-ups that are booked for the lesson. */
  dipesan: number
}
/**
 * Returns the number of further make-ups that a lesson can take: the free seats of the class plus
 * `extra` (the setting `kursi_pengganti`), limited to the free capacity of the room.
 */
export const seatsLeft = (
  { kapasitas, ruang, ditahan, hadir, dipesan }: Seats,
  extra: number,
): number => Math.max(0, Math.min(kapasitas + extra - ditahan - dipesan, ruang - hadir))
