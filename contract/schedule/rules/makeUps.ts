/** Into which lessons a make-up may be booked, and its seats (domain.md 3.8, 3.10). */
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
/** Why a make-up cannot be booked into a lesson at all; undefined: it may, if there is a seat. */
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
/** Whether a lesson is of the level that the make-up is owed in. */
export const isSameLevel = (a: Course, b: Course): boolean =>
  a.kursus_id === b.kursus_id ||
  (a.course_level_id !== null && a.course_level_id === b.course_level_id)

interface Seats {
  /** Of the class, and of the room. */
  kapasitas: number
  ruang: number
  /** Seats of the class that are held that day, whether their students come or not. */
  ditahan: number
  /** Who sits there that day, make-ups among them. */
  hadir: number
  dipesan: number
}
/**
 * Seats left for make-ups: what the class has beside its students, and `extra` (the setting
 * `kursi_pengganti`) more; never more than the room has.
 */
export const seatsLeft = (
  { kapasitas, ruang, ditahan, hadir, dipesan }: Seats,
  extra: number,
): number => Math.max(0, Math.min(kapasitas + extra - ditahan - dipesan, ruang - hadir))
