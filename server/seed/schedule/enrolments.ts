/**
 * Makes the enrolments of a generated school, some of them with a leave, an end or a special price.
 */
import { KursusPesertaStatus } from '#contract/enums.ts'
import { addDays, addMonths, firstDay, lastDay } from '#contract/values/tanggal.ts'
import type { Akun } from '#server/seed/access/payers.ts'
import type { Student } from '#server/seed/access/students.ts'
import type { Kursus } from '#server/seed/catalog/courses.ts'
import { momentOf, dayBetween, keyed, stamp, type Maker } from '#server/seed/maker.ts'
import { pick, pickWeighted } from '#server/seed/names.ts'
import type { Kelas, Timetable } from '#server/seed/schedule/classes.ts'
import { onWeekday } from '#server/seed/schedule/time.ts'

/** Enrolment of a student in a class, with the data from which bills are made. */
export interface Enrolment {
  id: number
  akun: Akun
  peserta_id: number
  peserta: string
  kelas: Kelas
  status: number
  mulai: string
  selesai: string | null
  cuti_mulai: string | null
  cuti_selesai: string | null
  specialPrice: number | null
  /** Day on which the student registered. It is before the first lesson (`mulai`). */
  registered: string
  isNew: boolean
}
type Fate = 'aktif' | 'berhenti' | 'lulus' | 'cuti' | 'pernah_cuti' | 'pamit'

/**
 * Draws what becomes of an enrolment: active, stopped, graduated, on leave, back from a leave, or
 * about to stop. If `always` is true, the enrolment is always active.
 */
const fateOf = ({ random: r }: Maker, { akun }: Student, always: boolean): Fate => {
  if (always) return 'aktif'
  const fate = pickWeighted(r, [
    ['aktif', 81],
    ['berhenti', 8],
    ['lulus', 5],
    ['cuti', 3],
    ['pernah_cuti', 2],
    ['pamit', 1],
  ] as const)
  // Keeps the students of inactive or blocked payers active. These payers get no bills, so the
  // monthly run always has some enrolments to skip.
  return akun.active && !akun.blocked ? fate : 'aktif'
}

/** Draws the day of the last lesson of a student who has stopped or graduated; otherwise null. */
const endOf = (maker: Maker, fate: Fate, mulai: string, hari: number): string | null => {
  if (fate !== 'berhenti' && fate !== 'lulus') return null
  const { random: r, start, yesterday } = maker
  const earliest = mulai < start ? addDays(start, 25) : addDays(mulai, 45)
  const day = onWeekday(dayBetween(r, earliest, yesterday), hari, -1)
  return day > mulai && day <= yesterday ? day : null
}
/**
 * Returns the day of this month's last lesson for a student who stops at the end of this month;
 * otherwise null.
 */
const noticeOf = ({ thisMonth }: Maker, fate: Fate, mulai: string, hari: number): string | null =>
  fate === 'pamit' && mulai < firstDay(thisMonth) ? onWeekday(lastDay(thisMonth), hari, -1) : null
const leaveMonthOf = ({ random: r, thisMonth, options }: Maker, fate: Fate): string | null => {
  if (fate === 'cuti') return addMonths(thisMonth, -r.int(0, 1))
  if (fate === 'pernah_cuti' && options.months > 4) return addMonths(thisMonth, -r.int(2, 3))
  return null
}
const statusOf = (fate: Fate, ended: boolean, onLeave: boolean): number => {
  if (ended) return fate === 'lulus' ? KursusPesertaStatus.lulus : KursusPesertaStatus.tidakAktif
  return onLeave && fate === 'cuti' ? KursusPesertaStatus.cuti : KursusPesertaStatus.aktif
}
/**
 * Returns the last day of a leave. It is in the past for a student who is back, otherwise in the
 * next month. Returns null for a leave without an end, and if there is no leave.
 */
const leaveEndOf = (
  { random: r, thisMonth }: Maker,
  from: string | null,
  status: number,
): string | null => {
  if (!from) return null
  if (status === KursusPesertaStatus.aktif) return addDays(from, 24)
  return r.chance(0.4) ? addDays(firstDay(addMonths(thisMonth, 1)), 13) : null
}
/**
 * Draws the special monthly price of an enrolment in rupiah: 0 for a few students, a reduced price
 * for some others, null for most.
 */
const specialPriceOf = ({ random: r }: Maker, never: boolean, biaya: number): number | null => {
  if (never) return null
  if (r.chance(0.012)) return 0
  return r.chance(0.02) ? Math.round((biaya * 0.8) / 1000) * 1000 : null
}

const stopReasons = ['Pindah kota', 'Fokus ujian sekolah', 'Pindah ke les lain', 'Alasan keluarga']
const leaveReasons = ['Persiapan ujian', 'Umrah keluarga', 'Cedera tangan', 'Liburan panjang']
const reasonOf = ({ random: r }: Maker, status: number, onLeave: boolean): string | null => {
  if (status === KursusPesertaStatus.lulus) return 'Lulus ujian kenaikan tingkat'
  if (status === KursusPesertaStatus.tidakAktif) return pick(r, stopReasons)
  return onLeave ? pick(r, leaveReasons) : null
}
const priceReason = (specialPrice: number | null): string | null => {
  if (specialPrice === null) return null
  return specialPrice === 0 ? 'Beasiswa penuh' : 'Keluarga guru'
}

/**
 * Returns the courses that a student may take, in the order in which they are tried: first a random
 * course of the category that interests the student, then the other courses of this category, then
 * all other courses.
 */
const coursesFor = (
  { random: r }: Maker,
  kursus: readonly Kursus[],
  student: Student,
  otherClasses: readonly Kelas[],
): Kursus[] => {
  const allowed = kursus.filter(
    (k) =>
      (k.gedung.length === 0 || k.gedung.includes(student.gedung_id)) &&
      !otherClasses.some((l) => l.kursus === k) &&
      !(student.adult && /Anak/.test(k.nama)),
  )
  const favourites = allowed.filter((k) => k.kategori === student.minat)
  const rest = allowed.filter((k) => k.kategori !== student.minat)
  if (favourites.length === 0) return rest
  const first = pick(r, favourites)
  return [first, ...favourites.filter((k) => k !== first), ...rest]
}

/** Stores the enrolment of a student in a class. */
const putEnrolment = (
  maker: Maker,
  s: Student,
  kelas: Kelas,
  isSecond: boolean,
  adminId: number,
): Enrolment => {
  const { ids, put, options, start } = maker
  const mulai = onWeekday(s.mulai, kelas.hari)
  const plain = s.demo || isSecond
  const fate = fateOf(maker, s, plain)
  const ended = endOf(maker, fate, mulai, kelas.hari)
  const selesai = ended ?? noticeOf(maker, fate, mulai, kelas.hari)
  const leaveMonth = leaveMonthOf(maker, fate)
  const leave = leaveMonth && firstDay(leaveMonth)
  const cuti_mulai = leave && leave > mulai && leave <= options.today ? leave : null
  const status = statusOf(fate, ended !== null, cuti_mulai !== null)
  const cuti_selesai = leaveEndOf(maker, cuti_mulai, status)
  const id = ids.next('kursus_peserta')
  const specialPrice = specialPriceOf(maker, plain, kelas.kursus.biaya)
  const common = { id, peserta_id: s.id, status, mulai, selesai, cuti_mulai, cuti_selesai }
  put(
    'kursus_peserta',
    keyed('kursus-peserta', {
      ...common,
      ...stamp(momentOf(s.registered, 600), adminId),
      peserta_nama: s.name,
      kursus_pelatih_id: kelas.id,
      kursus_id: kelas.kursus.id,
      akun_billing_id: s.akun.id,
      gedung_id: kelas.gedung_id,
      sales_id: s.sales_id,
      diakhiri_at: ended === null ? null : momentOf(ended, 600),
      alasan_status: reasonOf(maker, status, cuti_mulai !== null),
      biaya_bulanan_khusus: specialPrice,
      alasan_biaya: priceReason(specialPrice),
    }),
  )
  kelas.peserta.push({ mulai, selesai: ended })
  const { registered } = s
  const isNew = registered >= addDays(start, -5)
  return { ...common, akun: s.akun, peserta: s.name, kelas, specialPrice, registered, isNew }
}

/** Compares students for sorting: the demo family first, then by start day. */
const servedBefore = (a: Student, b: Student): number => {
  if (a.demo !== b.demo) return a.demo ? -1 : 1
  if (a.mulai !== b.mulai) return a.mulai < b.mulai ? -1 : 1
  return a.id - b.id
}
/**
 * Enrols all students in the order of their start days, so that a seat that becomes free can be
 * taken by a later student. A few students take a second course.
 */
export const makeEnrolments = (
  maker: Maker,
  students: readonly Student[],
  kursus: readonly Kursus[],
  findClass: Timetable,
  adminId: number,
): Enrolment[] => {
  const enrolments: Enrolment[] = []
  const enrol = (s: Student, otherClasses: Kelas[]): Kelas | undefined => {
    for (const k of coursesFor(maker, kursus, s, otherClasses)) {
      const kelas = findClass({
        gedung_id: s.gedung_id,
        kursus: k,
        mulai: s.mulai,
        others: otherClasses,
      })
      if (!kelas) continue
      enrolments.push(putEnrolment(maker, s, kelas, otherClasses.length > 0, adminId))
      return kelas
    }
    return undefined
  }
  for (const s of students.toSorted(servedBefore)) {
    const first = enrol(s, [])
    if (first && !s.demo && maker.random.chance(0.06)) enrol(s, [first])
  }
  return enrolments
}
