/** Makes the past lessons of a generated school, with the attendance of coaches and students. */
import { StatusKeberangkatan } from '#contract/enums.ts'
import { meaningOf, type AttendanceCode } from '#contract/schedule/rules/attendance.ts'
import { honorOf } from '#contract/schedule/rules/honor.ts'
import { lessonInstants } from '#contract/schedule/rules/instants.ts'
import { statusOn, weekOf } from '#contract/schedule/rules/lessons.ts'
import { sitsOn } from '#contract/schedule/rules/seats.ts'
import { addDays, spansOverlap, weekday } from '#contract/values/tanggal.ts'
import { momentOf, stamp, type Row } from '#server/seed/maker.ts'
import { pick, pickWeighted } from '#server/seed/names.ts'
import type { HistoryClass, Member, Past } from '#server/seed/schedule/past.ts'
import { minutesOf, timeOf } from '#server/seed/schedule/time.ts'
import * as words from '#server/seed/schedule/words.ts'

const { berangkat, tidakBerangkat } = StatusKeberangkatan
const lessonMinutes = ({ jam_mulai, jam_selesai }: HistoryClass): number =>
  minutesOf(jam_selesai) - minutesOf(jam_mulai)

/**
 * Stores a lesson of a class and returns the id of the lesson. Columns in `more` override the
 * columns that are derived from the class.
 */
const putLesson = (
  { ids, put }: Past,
  kelas: HistoryClass,
  tanggal: string,
  more: Row & { jam_mulai?: string; status: string },
): number => {
  const id = ids.next('pertemuan')
  const jam_mulai = more.jam_mulai ?? kelas.jam_mulai
  const hours = { jam_mulai, jam_selesai: timeOf(minutesOf(jam_mulai) + lessonMinutes(kelas)) }
  const instants = lessonInstants({ ...hours, tanggal }, kelas.zona_waktu)
  put('pertemuan', {
    id,
    ...stamp(instants.selesai_at, null),
    kursus_pelatih_id: kelas.id,
    kursus_id: kelas.kursus_id,
    gedung_id: kelas.gedung_id,
    ruang_id: kelas.ruang_id,
    pelatih_id: kelas.pelatih_id,
    pelatih_asli_id: null,
    jenis: 'reguler',
    tanggal,
    ...hours,
    ...instants,
    minggu: weekOf(tanggal),
    diubah: 0,
    pindah_ke_id: null,
    alasan: null,
    catatan_materi: null,
    honor_tarif: null,
    honor_nominal: null,
    ...more,
    cari: '',
  })
  return id
}
interface CoachMark {
  status: number
  pelatih_id: number
  alasan?: string
  late?: number
  isSubstitute?: boolean
}
const putCoachMark = (
  { ids, put }: Past,
  pertemuan_id: number,
  mulai_at: string,
  { status, pelatih_id, alasan, late = 0, isSubstitute = false }: CoachMark,
): void => {
  put('absensi_pelatih', {
    id: ids.next('absensi_pelatih'),
    ...stamp(mulai_at, pelatih_id),
    pertemuan_id,
    status_keberangkatan: status,
    ditandai_at: mulai_at,
    ditandai_oleh: pelatih_id,
    terlambat_menit: late,
    alasan: alasan ?? null,
    pengganti_id: isSubstitute ? pelatih_id : null,
  })
}
interface Mark {
  kode_absensi: AttendanceCode
  catatan: string | null
  terlambat_menit: number
}
export const putMark = (
  { ids, put }: Past,
  lesson: { id: number; selesai_at: string; by: number | null },
  member: Pick<Member, 'id' | 'peserta_id'>,
  mark: Mark,
): number => {
  const id = ids.next('absensi')
  put('absensi', {
    id,
    ...stamp(lesson.selesai_at, lesson.by),
    pertemuan_id: lesson.id,
    kursus_peserta_id: member.id,
    peserta_id: member.peserta_id,
    status_keberangkatan: meaningOf(mark.kode_absensi).status_keberangkatan,
    ...mark,
    ditandai_at: lesson.selesai_at,
    ditandai_oleh: lesson.by,
  })
  return id
}

const here: Mark = { kode_absensi: 'HADIR', catatan: null, terlambat_menit: 0 }
/** Draws the attendance of a student. Most students are present. */
const someMark = ({ random: r }: Past): Mark => {
  const kode_absensi = pickWeighted(r, [
    ['HADIR', 870],
    ['TERLAMBAT', 50],
    ['IZIN', 28],
    ['SAKIT', 27],
    ['ALPA', 12],
    ['IZIN_MENDADAK', 13],
  ] as const)
  const notes: Record<typeof kode_absensi, readonly (string | null)[]> = {
    HADIR: [null],
    TERLAMBAT: words.lateNotes,
    IZIN: words.excuseNotes,
    SAKIT: words.sickNotes,
    ALPA: words.absentNotes,
    IZIN_MENDADAK: words.lastMinuteNotes,
  }
  const terlambat_menit = kode_absensi === 'TERLAMBAT' ? 5 * r.int(1, 4) : 0
  return { kode_absensi, catatan: pick(r, notes[kode_absensi]), terlambat_menit }
}

/**
 * Finds a substitute for the coach of a lesson: the first coach of the same outlet and course
 * category who is not on leave and has no class of their own at that time. Returns the id of this
 * coach; undefined if there is no such coach, or if this coach already substitutes at that time.
 */
const findSubstitute = (past: Past, kelas: HistoryClass, day: string): number | undefined => {
  const hours = (k: HistoryClass) => ({ mulai: k.jam_mulai, selesai: k.jam_selesai })
  const isFree = (id: number) =>
    !past.away.has(`${id} ${day}`) &&
    !past.classes.some(
      (k) => k.pelatih_id === id && k.hari === kelas.hari && spansOverlap(hours(k), hours(kelas)),
    )
  const substitute = past.coaches.find(
    (c) =>
      c.id !== kelas.pelatih_id &&
      c.gedung_id === kelas.gedung_id &&
      c.bidang.has(kelas.kategori) &&
      isFree(c.id),
  )
  // Adds to `extras` all times from 90 minutes before the lesson to its end, because the substitute
  // cannot substitute in another lesson that begins at one of these times.
  const key = `${substitute?.id} ${day} ${kelas.jam_mulai}`
  if (!substitute || past.extras.has(key)) return undefined
  for (
    let minute = minutesOf(kelas.jam_mulai) - 90;
    minute <= minutesOf(kelas.jam_selesai);
    minute += 15
  )
    past.extras.add(`${substitute.id} ${day} ${timeOf(minute)}`)
  return substitute.id
}
/**
 * Finds the first day in the twelve days after `after` on which the coach and all students can have
 * an extra lesson. The day is a weekday before today, not a holiday, and not a day of leave of the
 * coach, and none of these people has another extra lesson on it. Adds the day to `extras` for each
 * of them. Returns the day; undefined if there is no such day.
 */
export const findMorning = (
  past: Past,
  kelas: HistoryClass,
  members: readonly Member[],
  after: string,
): string | undefined => {
  for (let n = 1; n <= 12; n++) {
    const day = addDays(after, n)
    const keys = [kelas.pelatih_id, ...members.map((m) => m.peserta_id)].map((id) => `${id} ${day}`)
    const isFree =
      weekday(day) <= 5 &&
      day < past.today &&
      statusOn(day, past.daysOf(kelas.gedung_id)) !== 'libur' &&
      !past.away.has(`${kelas.pelatih_id} ${day}`) &&
      keys.every((key) => !past.extras.has(key))
    if (!isFree) continue
    for (const key of keys) past.extras.add(key)
    return day
  }
  return undefined
}

interface Meeting {
  kelas: HistoryClass
  members: readonly Member[]
  tanggal: string
}
/**
 * Stores a lesson that took place, with the attendance of coach and students. An absent student
 * earns a make-up credit if the attendance code allows it and the student has not reached the
 * maximum per month (`maks_kredit_bulan`). Returns the id of the lesson.
 */
export const hold = (past: Past, { kelas, members, tanggal }: Meeting, more: Row = {}): number => {
  const { random: r, settings } = past
  const by = typeof more.pelatih_id === 'number' ? more.pelatih_id : kelas.pelatih_id
  const jam_mulai = typeof more.jam_mulai === 'string' ? more.jam_mulai : kelas.jam_mulai
  const catatan_materi = r.chance(0.7) ? pick(r, words.taught[kelas.kategori] ?? []) : null
  const marks = members.map((member) => {
    return { member, mark: more.jenis === 'tambahan' ? here : someMark(past) }
  })
  const honor_tarif = past.rates.get(by) ?? null
  const codes = marks.map(({ mark }) => mark.kode_absensi)
  const id = putLesson(past, kelas, tanggal, {
    ...more,
    jam_mulai,
    catatan_materi,
    honor_tarif,
    honor_nominal: honorOf({ tarif: honor_tarif, persen: null }, codes, 0),
    status: 'selesai',
  })
  const { mulai_at, selesai_at } = lessonInstants(
    { ...kelas, jam_mulai, tanggal },
    kelas.zona_waktu,
  )
  const late = r.chance(0.04) ? 5 * r.int(1, 2) : 0
  const isSubstitute = by !== kelas.pelatih_id
  putCoachMark(past, id, mulai_at, { status: berangkat, pelatih_id: by, late, isSubstitute })
  for (const { member, mark } of marks) {
    const absensi_id = putMark(past, { id, selesai_at, by }, member, mark)
    if (!meaningOf(mark.kode_absensi).dapat_kredit) continue
    const inMonth = past.earned.filter(
      (e) =>
        (e.sebab === 'siswa' || e.sebab === 'manual') &&
        e.member === member &&
        e.tanggal.slice(0, 7) === tanggal.slice(0, 7),
    )
    if (inMonth.length >= settings.maks_kredit_bulan) continue
    past.earned.push({ kelas, member, tanggal, absensi_id, pertemuan_id: id, sebab: 'siswa' })
  }
  past.held.push({ id, kelas, tanggal, students: members.length })
  return id
}
/**
 * Stores a lesson that was cancelled because its coach was absent. Each student gets a make-up
 * credit.
 */
const miss = (past: Past, { kelas, members, tanggal }: Meeting, alasan: string): void => {
  const id = putLesson(past, kelas, tanggal, { status: 'batal_pelatih' })
  const { mulai_at, selesai_at } = lessonInstants({ ...kelas, tanggal }, kelas.zona_waktu)
  const { pelatih_id } = kelas
  putCoachMark(past, id, mulai_at, { status: tidakBerangkat, pelatih_id, alasan })
  for (const member of members) {
    const mark = { ...here, kode_absensi: 'PELATIH_TIDAK_HADIR' as const }
    const absensi_id = putMark(past, { id, selesai_at, by: null }, member, mark)
    past.earned.push({ kelas, member, tanggal, absensi_id, pertemuan_id: id, sebab: 'pelatih' })
  }
}
/** Stores a lesson that the school cancelled. Each student gets a make-up credit. */
const close = (past: Past, { kelas, members, tanggal }: Meeting): void => {
  const alasan = words.schoolReasons[kelas.gedung_id % words.schoolReasons.length] ?? null
  const id = putLesson(past, kelas, tanggal, { status: 'batal_sekolah', alasan, diubah: 1 })
  const { mulai_at } = lessonInstants({ ...kelas, tanggal }, kelas.zona_waktu)
  const lesson = { id, selesai_at: mulai_at, by: past.adminId }
  for (const member of members) {
    const mark = { kode_absensi: 'LIBUR' as const, catatan: alasan, terlambat_menit: 0 }
    const absensi_id = putMark(past, lesson, member, mark)
    past.earned.push({ kelas, member, tanggal, absensi_id, pertemuan_id: id, sebab: 'sekolah' })
  }
}
/**
 * Moves a lesson to a morning of one of the following days. Stores the original lesson as moved,
 * and the lesson that replaces it. Returns false if no morning is free.
 */
const move = (past: Past, meeting: Meeting): boolean => {
  const { kelas, members, tanggal } = meeting
  const day = findMorning(past, kelas, members, tanggal)
  if (!day) return false
  const more = { jenis: 'pengganti', minggu: null, diubah: 1, jam_mulai: '10:00' }
  const pindah_ke_id = hold(past, { ...meeting, tanggal: day }, more)
  const alasan = pick(past.random, words.moveReasons)
  putLesson(past, kelas, tanggal, { status: 'pindah', pindah_ke_id, alasan, diubah: 1 })
  return true
}
/**
 * Whether the school cancels all lessons of an outlet on a day. This happens about once in a
 * hundred days.
 */
const isClosed = ({ gedung_id }: HistoryClass, tanggal: string): boolean =>
  (Date.parse(tanggal) / 86_400_000 + gedung_id * 37) % 101 === 0

/**
 * Stores the lesson of a class on a past day as held, cancelled or moved. Does nothing if no
 * student has a seat on that day.
 */
export const holdClass = (past: Past, kelas: HistoryClass, tanggal: string): void => {
  const { random: r, away, yesterday } = past
  const members = kelas.members.filter((m) => sitsOn(m.days, tanggal))
  if (members.length === 0) return
  const status = statusOn(tanggal, past.daysOf(kelas.gedung_id))
  const meeting = { kelas, members, tanggal }
  if (status !== 'terjadwal') return void putLesson(past, kelas, tanggal, { status })
  if (isClosed(kelas, tanggal)) return close(past, meeting)
  const reason = away.get(`${kelas.pelatih_id} ${tanggal}`)
  if (reason !== undefined) {
    const pelatih_id = r.chance(0.9) ? findSubstitute(past, kelas, tanggal) : undefined
    if (pelatih_id === undefined) return miss(past, meeting, reason)
    const more = { pelatih_id, pelatih_asli_id: kelas.pelatih_id, alasan: reason, diubah: 1 }
    hold(past, meeting, more)
    return
  }
  if (r.chance(0.008) && move(past, meeting)) return
  // Stores some lessons of yesterday without attendance, because a coach may record it until the
  // end of the next day.
  if (tanggal === yesterday && r.chance(0.25))
    return void putLesson(past, kelas, tanggal, { status: 'terjadwal' })
  hold(past, meeting)
}

/** Number n: the coach of every nth lesson of today has not reported yet. */
const silentEvery = 12
/**
 * Stores which coaches come to today's lessons, as they reported this morning. Most come, some have
 * not reported yet, and one is ill.
 */
export const setOut = (past: Past): void => {
  const morning = momentOf(past.today, -2 * 3600)
  const sick = Math.floor(past.todays.length / 2)
  for (const [i, { id, pelatih_id }] of past.todays.entries()) {
    if (i === sick)
      putCoachMark(past, id, morning, { status: tidakBerangkat, pelatih_id, alasan: words.sick })
    else if (i % silentEvery !== silentEvery - 1)
      putCoachMark(past, id, morning, { status: berangkat, pelatih_id })
  }
}
