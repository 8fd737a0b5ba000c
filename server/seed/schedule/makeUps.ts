/** Makes the make-up credits of a generated school: used, booked, available, expired or revoked. */
import { lessonInstants } from '#contract/schedule/rules/instants.ts'
import { sitsOn } from '#contract/schedule/rules/seats.ts'
import { addDays, spansOverlap } from '#contract/values/tanggal.ts'
import { stamp } from '#server/seed/maker.ts'
import type { Earned, HistoryClass, Past } from '#server/seed/schedule/past.ts'
import { findMorning, hold, putMark } from '#server/seed/schedule/pastLessons.ts'
import { minutesOf } from '#server/seed/schedule/time.ts'

interface Fate {
  status: 'tersedia' | 'dipesan' | 'terpakai' | 'kedaluwarsa' | 'dicabut'
  pertemuan_id?: number | undefined
  alasan?: string
}

/**
 * Whether the student who has the credit is free at the time of `otherClass`: none of the student's
 * classes overlaps `otherClass`.
 */
const isIdle = (past: Past, { member }: Earned, otherClass: HistoryClass): boolean =>
  !past
    .classesOf(member.peserta_id)
    .some(
      (k) =>
        k.hari === otherClass.hari &&
        spansOverlap(
          { mulai: k.jam_mulai, selesai: k.jam_selesai },
          { mulai: otherClass.jam_mulai, selesai: otherClass.jam_selesai },
        ),
    )
/** Whether a class differs from the missed class but has the same course and outlet. */
const isSister = ({ kelas: ownClass }: Earned, kelas: HistoryClass): boolean =>
  kelas.kursus_id === ownClass.kursus_id &&
  kelas.gedung_id === ownClass.gedung_id &&
  kelas.id !== ownClass.id
/**
 * Makes up a missed lesson in a past lesson of another class of the same course and outlet, on a
 * day up to `until`. The lesson must have a free seat, and the student must be free at its time.
 * Returns the id of the lesson; undefined if there is no such lesson.
 */
const takeInGroup = (past: Past, earned: Earned, until: string): number | undefined => {
  const lesson = past.held.find(
    (h) =>
      isSister(earned, h.kelas) &&
      h.tanggal > earned.tanggal &&
      h.tanggal <= until &&
      h.students < (h.kelas.kapasitas ?? 1) &&
      isIdle(past, earned, h.kelas) &&
      !past.extras.has(`${earned.member.peserta_id} ${h.tanggal}`),
  )
  if (!lesson) return undefined
  lesson.students += 1
  past.extras.add(`${earned.member.peserta_id} ${lesson.tanggal}`)
  const { selesai_at } = lessonInstants({ ...lesson.kelas, ...lesson }, lesson.kelas.zona_waktu)
  const by = lesson.kelas.pelatih_id
  putMark(past, { id: lesson.id, selesai_at, by }, earned.member, {
    kode_absensi: 'HADIR',
    catatan: null,
    terlambat_menit: 0,
  })
  return lesson.id
}
/**
 * Makes up a missed lesson in an extra lesson with the student's coach on a past weekday morning.
 * Returns the id of the extra lesson; undefined if no morning up to `until` is free.
 */
const takeAlone = (past: Past, earned: Earned, until: string): number | undefined => {
  const { kelas, member } = earned
  const day = findMorning(past, kelas, [member], addDays(earned.tanggal, past.random.int(2, 20)))
  if (!day || day > until) return undefined
  const meeting = { kelas, members: [member], tanggal: day }
  return hold(past, meeting, { jenis: 'tambahan', minggu: null, diubah: 1, jam_mulai: '10:00' })
}
const take = (past: Past, earned: Earned, until: string): number | undefined =>
  earned.kelas.tipe === 'group' ? takeInGroup(past, earned, until) : takeAlone(past, earned, until)
/**
 * Books a make-up in a future lesson of another class of the same course and outlet, on a day from
 * `from` to `until`. The lesson must have a free seat, and the student must be free at its time.
 * Returns the id of the lesson; undefined if there is no such lesson.
 */
const book = (
  past: Past,
  earned: Earned,
  { from, until }: { from: string; until: string },
): number | undefined => {
  const freeLesson = past.ahead.find(({ kursus_pelatih_id, tanggal }) => {
    const kelas = past.classById.get(kursus_pelatih_id ?? 0)
    if (!kelas || !isSister(earned, kelas) || !isIdle(past, earned, kelas)) return false
    if (tanggal < from || tanggal > until) return false
    if (past.extras.has(`${earned.member.peserta_id} ${tanggal}`)) return false
    const seated = kelas.members.filter((m) => sitsOn(m.days, tanggal)).length
    return seated < (kelas.kapasitas ?? 1)
  })
  // Removes the lesson from the list, so that it is booked at most once, because it may have only
  // one free seat.
  if (!freeLesson) return undefined
  past.ahead = past.ahead.filter((lesson) => lesson !== freeLesson)
  past.extras.add(`${earned.member.peserta_id} ${freeLesson.tanggal}`)
  return freeLesson.id
}

/**
 * Days from today to the earliest booked make-up of the demo family. A family cannot cancel within
 * the deadline (`batas_izin_jam`), and a demo may run for a day or two.
 */
const daysToDemoBooking = 3

/**
 * Adds a make-up credit, granted by an admin four weeks ago, for each class of the demo family. On
 * every day the demo then has a booked make-up that the family can cancel or move.
 */
export const grantDemoFamily = (past: Past): void => {
  const tanggal = addDays(past.today, -28)
  for (const kelas of past.classes)
    for (const member of kelas.members)
      if (member.isDemo && sitsOn(member.days, past.today))
        past.earned.push({
          kelas,
          member,
          tanggal,
          absensi_id: null,
          pertemuan_id: null,
          sebab: 'manual',
        })
}

/**
 * Fate of a valid credit of the demo family: booked if a lesson is free, otherwise used, so that a
 * lesson is free for each credit that the family releases.
 */
const fateInDemo = (past: Past, earned: Earned, until: string): Fate => {
  const booked = book(past, earned, { from: addDays(past.today, daysToDemoBooking), until })
  if (booked !== undefined) return { status: 'dipesan', pertemuan_id: booked }
  const used = take(past, earned, past.yesterday)
  return used === undefined ? { status: 'tersedia' } : { status: 'terpakai', pertemuan_id: used }
}
const fateOf = (past: Past, earned: Earned, until: string): Fate => {
  const { random: r, today, yesterday } = past
  if (earned.member.isDemo && until >= today) return fateInDemo(past, earned, until)
  if (r.chance(0.02)) return { status: 'dicabut', alasan: 'Salah tandai, peserta hadir' }
  const last = until < yesterday ? until : yesterday
  const used = r.chance(0.55) ? take(past, earned, last) : undefined
  if (used !== undefined) return { status: 'terpakai', pertemuan_id: used }
  if (until < today) return { status: 'kedaluwarsa' }
  const booked = r.chance(0.6) ? book(past, earned, { from: today, until }) : undefined
  return booked === undefined ? { status: 'tersedia' } : { status: 'dipesan', pertemuan_id: booked }
}

/**
 * Stores the make-up credits in `past.earned`. Also stores the lessons in which used credits
 * were made up.
 */
export const makeUps = (past: Past): void => {
  const { ids, put, settings } = past
  for (const earned of past.earned) {
    const { kelas, member, tanggal, sebab } = earned
    const isGranted = sebab === 'manual'
    const { selesai_at } = lessonInstants({ ...kelas, tanggal }, kelas.zona_waktu)
    const berlaku_sampai = addDays(tanggal, settings.masa_kredit_hari)
    const {
      status,
      pertemuan_id = null,
      alasan = isGranted ? 'Latihan sebelum konser' : null,
    } = fateOf(past, earned, berlaku_sampai)
    put('kredit_pengganti', {
      id: ids.next('kredit_pengganti'),
      ...stamp(selesai_at, null),
      peserta_id: member.peserta_id,
      kursus_id: kelas.kursus_id,
      kursus_peserta_id: member.id,
      gedung_id: kelas.gedung_id,
      asal_absensi_id: earned.absensi_id,
      asal_pertemuan_id: earned.pertemuan_id,
      jumlah_menit: minutesOf(kelas.jam_selesai) - minutesOf(kelas.jam_mulai),
      sebab,
      diberikan_oleh: isGranted ? past.adminId : null,
      alasan,
      berlaku_sampai,
      status,
      pertemuan_id,
      cari: '',
    })
  }
}
