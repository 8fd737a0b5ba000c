/**
 * Reads the day board: the lessons of a day with the attendance of their students. The number of
 * SQL statements does not depend on the number of lessons.
 */
import { sql } from 'kysely'
import type { CallOutput, CallQuery } from '#contract/call.ts'
import { RoleId, StatusKeberangkatan } from '#contract/enums.ts'
import type { dayBoard } from '#contract/schedule/attendanceCalls.ts'
import { currentDay, daysBetween } from '#contract/values/tanggal.ts'
import type { Db } from '#server/db/schema/tables.ts'
import { scopeOf } from '#server/http/calls.ts'
import { allows, type Actor, type Ctx } from '#server/http/context.ts'
import { readArrearsFlags, readOverdueBills } from '#server/modules/billing/bills/arrears.ts'
import { readCalon } from '#server/modules/sales/trials/trialLead.ts'
import {
  markOfPresentCoach,
  readLessons,
  readStudentsOf,
  visibleStudents,
  type CoachMark,
  type Lesson,
  type LessonStudent,
} from '#server/modules/schedule/attendance/lesson.ts'
import { whyNot } from '#server/modules/schedule/attendance/markingPermission.ts'
import { pertemuanModule } from '#server/modules/schedule/lessons/pertemuan.ts'
import { readPhones } from '#server/modules/schedule/lessons/visibleStudents.ts'
import { readSettings } from '#server/settings.ts'

type Board = CallOutput<typeof dayBoard>
type BoardLesson = Board['pertemuan'][number]

const readCoachMarks = async (db: Db, lessons: readonly number[]) => {
  const rows = await db
    .selectFrom('absensi_pelatih')
    .selectAll()
    .where('pertemuan_id', 'in', lessons)
    .execute()
  return new Map(rows.map((row) => [row.pertemuan_id, row]))
}

/** Reads the leads of the trials among the lessons, with their attendance codes. */
const readTrials = async (
  { db, actor }: Ctx,
  lessons: readonly Lesson[],
): Promise<ReadonlyMap<number, BoardLesson['calon']>> => {
  const calon = await readCalon(db, actor, lessons)
  if (calon.size === 0) return new Map()
  const marks = await db
    .selectFrom('trial_lead')
    .select(['pertemuan_id', 'kode_absensi'])
    .where('pertemuan_id', 'in', [...calon.keys()])
    .execute()
  return new Map(
    marks.flatMap(({ pertemuan_id, kode_absensi }) => {
      const lead = calon.get(pertemuan_id)
      return lead ? [[pertemuan_id, { ...lead, kode_absensi }] as const] : []
    }),
  )
}

type Notes = Pick<BoardLesson['peserta'][number], 'menunggak' | 'tunggakan' | 'phone'>
/**
 * Reads the arrears and the phone numbers of students, as far as the actor may see them. Returns a
 * function that returns these notes for a student and the time zone of an outlet.
 */
const readNotes = async (
  db: Db,
  actor: Actor,
  ids: number[],
): Promise<(student: number, zone: string) => Notes> => {
  const isStaff = actor.dasar <= RoleId.pelatih
  const mayMoney = allows(actor, 'billing/index')
  const flags = isStaff && ids.length > 0 ? await readArrearsFlags(db, ids) : new Map()
  const bills = mayMoney && ids.length > 0 ? await readOverdueBills({ db, actor, ids }) : new Map()
  const phones = ids.length > 0 ? await readPhones(db, actor, ids) : new Map()
  return (student, zone) => {
    const late = bills.get(student)
    return {
      menunggak: flags.get(student) ?? null,
      tunggakan: late
        ? { sisa: Number(late.sisa), hari: daysBetween(late.jatuh_tempo, currentDay(zone)) }
        : null,
      phone: phones.get(student) ?? null,
    }
  }
}

/** Returns the columns of a lesson, with its coach, for the board. */
const headOf = (l: Lesson, mark: CoachMark | undefined, isStaff: boolean) => ({
  id: l.id,
  jenis: l.jenis,
  status: l.status,
  tanggal: l.tanggal,
  jam_mulai: l.jam_mulai,
  jam_selesai: l.jam_selesai,
  mulai_at: l.mulai_at,
  selesai_at: l.selesai_at,
  kursus: { id: l.kursus_id, nama: l.kursus },
  ruang: { id: l.ruang_id, nama: l.ruang },
  gedung: { id: l.gedung_id, nama: l.gedung, zona_waktu: l.zona_waktu },
  pelatih: {
    id: l.pelatih_id,
    nama: l.pelatih,
    status_keberangkatan: mark?.status_keberangkatan ?? StatusKeberangkatan.belum,
    alasan: isStaff ? (mark?.alasan ?? null) : null,
  },
})
const studentOf = (s: LessonStudent, notes: Notes): BoardLesson['peserta'][number] => ({
  kursus_peserta_id: s.kursus_peserta_id,
  peserta_id: s.peserta_id,
  nama: s.nama,
  pengganti: s.kredit_id !== null,
  kode_absensi: s.kode_absensi,
  terlambat_menit: s.terlambat_menit ?? 0,
  ...notes,
})

export const readDayBoard = async (
  ctx: Ctx,
  { tanggal, gedung_id }: CallQuery<typeof dayBoard>,
): Promise<Board> => {
  const { db, actor } = ctx
  const outlet =
    gedung_id === undefined ? sql`1 = 1` : sql`pertemuan.gedung_id = ${Number(gedung_id)}`
  const lessons = await readLessons(
    db,
    sql`pertemuan.tanggal = ${tanggal} and ${outlet} and ${scopeOf(ctx, pertemuanModule)}`,
  )
  if (lessons.length === 0) return { pertemuan: [] }
  const ids = lessons.map(({ id }) => id)
  const students = await readStudentsOf(db, ids)
  const visible = new Set(await visibleStudents(db, actor, [...students.values()].flat()))
  const notesOf = await readNotes(db, actor, [...new Set([...visible].map((s) => s.peserta_id))])
  const marks = await readCoachMarks(db, ids)
  const trials = await readTrials(ctx, lessons)
  const settings = await readSettings(db)
  const isStaff = actor.dasar <= RoleId.pelatih
  return {
    pertemuan: lessons.map((lesson) => {
      const mark = marks.get(lesson.id)
      return {
        ...headOf(lesson, markOfPresentCoach(lesson, mark), isStaff),
        terhalang: whyNot(actor, lesson, { settings, mark }),
        peserta: (students.get(lesson.id) ?? [])
          .filter((s) => visible.has(s))
          .map((s) => studentOf(s, notesOf(s.peserta_id, lesson.zona_waktu))),
        calon: trials.get(lesson.id) ?? null,
      }
    }),
  }
}
