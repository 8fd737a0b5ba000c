/**
 * Reads class lessons into which a make-up may be booked, with the free seats of each lesson and
 * the conflicts of the student at the time of the lesson (domain.md 3.8, 3.10). `lintas_level`
 * marks lessons of another level than that of the make-up.
 */
import { sql } from 'kysely'
import type { Conflict } from '#contract/schedule/rules/conflicts.ts'
import { conflictsOf } from '#contract/schedule/rules/conflicts.ts'
import { isSameLevel, seatsLeft } from '#contract/schedule/rules/makeUps.ts'
import type { Settings } from '#contract/settings/settings.ts'
import type { Db, Trx } from '#server/db/schema/tables.ts'
import type { Actor } from '#server/http/context.ts'
import { formatConflict } from '#server/modules/schedule/conflicts/conflictWords.ts'
import { heldSeats } from '#server/modules/schedule/conflicts/heldSlots.ts'
import { readLessonConflictData } from '#server/modules/schedule/conflicts/lessonConflictData.ts'
import { countSeats, holdsSeatOn } from '#server/modules/schedule/enrolments/seats.ts'
import type { Condition } from '#server/resource/query/conditions.ts'

/** Student to whom a make-up is owed, with the course and outlet of the make-up. */
export interface CreditOwner {
  peserta_id: number
  nama: string
  kursus_id: number
  course_level_id: number | null
  gedung_id: number
}
export const readOwed = async (
  db: Db | Trx,
  credit: { peserta_id: number; kursus_id: number; gedung_id: number },
): Promise<CreditOwner> => {
  const { name, course_level_id } = await db
    .selectFrom('user')
    .innerJoin('kursus', (join) => join.on('kursus.id', '=', credit.kursus_id))
    .select(['user.name', 'kursus.course_level_id'])
    .where('user.id', '=', credit.peserta_id)
    .executeTakeFirstOrThrow()
  const { peserta_id, kursus_id, gedung_id } = credit
  return { peserta_id, nama: name, kursus_id, course_level_id, gedung_id }
}

/**
 * Reads class lessons that meet the condition `which`, with the numbers of taken and available
 * seats.
 */
const readLessons = (
  db: Db | Trx,
  which: Condition,
  { cuti_tahan_slot }: Settings,
  limit: number,
) =>
  db
    .selectFrom('pertemuan')
    .innerJoin('kursus_pelatih as k', 'k.id', 'pertemuan.kursus_pelatih_id')
    .innerJoin('kursus', 'kursus.id', 'pertemuan.kursus_id')
    .innerJoin('ruang', 'ruang.id', 'pertemuan.ruang_id')
    .innerJoin('gedung', 'gedung.id', 'pertemuan.gedung_id')
    .innerJoin('user as guru', 'guru.id', 'pertemuan.pelatih_id')
    .select(['pertemuan.id', 'pertemuan.kursus_pelatih_id', 'pertemuan.kursus_id'])
    .select(['pertemuan.pelatih_id', 'pertemuan.ruang_id', 'pertemuan.gedung_id'])
    .select(['pertemuan.status', 'tanggal', 'pertemuan.jam_mulai', 'pertemuan.jam_selesai'])
    .select(['mulai_at', 'selesai_at', 'kursus.course_level_id', 'kursus.nama as kursus'])
    .select(['ruang.nama as ruang', 'gedung.nama as gedung', 'gedung.zona_waktu'])
    .select((eb) => [
      eb.fn.coalesce('guru.nama_panggilan', 'guru.name').as('pelatih'),
      eb.fn.coalesce('k.kapasitas', eb.lit(1)).as('kapasitas'),
      'ruang.kapasitas as kursi_ruang',
      sql<number>`(select count(*) from kursus_peserta kp where kp.kursus_pelatih_id = pertemuan.kursus_pelatih_id and pertemuan.untuk_pengganti = 0 and ${holdsSeatOn(sql`pertemuan.tanggal`, cuti_tahan_slot)}) + ${heldSeats(sql`pertemuan.kursus_pelatih_id`, sql`pertemuan.tanggal`)}`.as(
        'ditahan',
      ),
      sql<number>`(select count(*) from kredit_pengganti kr where kr.pertemuan_id = pertemuan.id)`.as(
        'dipesan',
      ),
      countSeats.as('hadir'),
    ])
    .where(which)
    // A class that waits for the approval of its coach takes no students.
    .where((eb) =>
      eb.or([eb('k.tanya_dulu', '=', 0), eb('k.tanya_dulu_disetujui_at', 'is not', null)]),
    )
    .orderBy('mulai_at')
    .orderBy('pertemuan.id')
    .limit(limit)
    .execute()
type LessonRow = Awaited<ReturnType<typeof readLessons>>[number]

/** Lesson into which a make-up may be booked. */
export interface HostLesson extends LessonRow {
  /** Number of seats that are left for make-ups. */
  sisa: number
  lintas_level: boolean
  konflik: Conflict[]
}

/**
 * Parts of a lesson to check. Only the student is checked, because coach and room already belong to
 * the lesson.
 */
const joins = { pelatih: false, ruang: false, waktu: false, peserta: true }
/**
 * Returns a function that finds the conflicts that the student would have in one of the lessons.
 */
const findConflicts = async (
  trx: Trx,
  actor: Actor,
  owed: CreditOwner,
  lessons: readonly LessonRow[],
): Promise<(lesson: LessonRow, sisa: number) => Conflict[]> => {
  const [first, last] = [lessons[0], lessons.at(-1)]
  if (!first || !last) return () => []
  const student = { id: owed.peserta_id, nama: owed.nama, mulai: '', selesai: null, cuti: null }
  const around = await readLessonConflictData(trx, actor, {
    id: null,
    kelas: null,
    pelatih: [0],
    ruang: [0],
    gedung_id: owed.gedung_id,
    from: first.tanggal,
    to: last.tanggal,
    peserta: [student],
  })
  const words = { outlet: around.outlet, seats: 'Tidak ada kursi kosong pada pertemuan ini' }
  return (lesson, sisa) =>
    conflictsOf(lesson, { ...around, tempat: { terisi: 1, batas: 1 + sisa } }, joins).map(
      (conflict) => formatConflict(conflict, lesson, words),
    )
}

/**
 * Reads the lessons that meet a condition. Each lesson has its free seats and the conflicts that it
 * would cause for the student of the make-up.
 */
export const readHosts = async (
  trx: Trx,
  actor: Actor,
  { owed, settings, limit }: { owed: CreditOwner; settings: Settings; limit: number },
  which: Condition,
): Promise<HostLesson[]> => {
  const lessons = await readLessons(trx, which, settings, limit)
  const conflictsIn = await findConflicts(trx, actor, owed, lessons)
  return lessons.map((lesson) => {
    const sisa = seatsLeft({ ...lesson, ruang: lesson.kursi_ruang }, settings.kursi_pengganti)
    const lintas_level = !isSameLevel(owed, lesson)
    return { ...lesson, sisa, lintas_level, konflik: conflictsIn(lesson, sisa) }
  })
}
