/**
 * Reads the data with which a planned lesson can conflict: other lessons, students, leave, holidays
 * and free slots.
 */
import { sql, type SqlBool } from 'kysely'
import type {
  ConflictContext,
  BusyLesson,
  LessonStudent,
} from '#contract/schedule/rules/conflicts.ts'
import type { EnrolmentState } from '#contract/schedule/rules/enrolment.ts'
import { emptyWeek, fillSlots } from '#contract/schedule/rules/freeSlots.ts'
import { lessonInstants } from '#contract/schedule/rules/instants.ts'
import { lessonDays, planLessons } from '#contract/schedule/rules/lessons.ts'
import { seatDays, sitsOn } from '#contract/schedule/rules/seats.ts'
import { addDays, currentDay } from '#contract/values/tanggal.ts'
import type { Db, Trx } from '#server/db/schema/tables.ts'
import type { Actor } from '#server/http/context.ts'
import { readCalon } from '#server/modules/sales/trials/trialLead.ts'
import { readHolds, type NamedHold } from '#server/modules/schedule/conflicts/heldSlots.ts'
import {
  holdsSeatFrom,
  seatRows,
  seatsOfStudents,
} from '#server/modules/schedule/enrolments/seats.ts'
import { readClasses, readOutletDays } from '#server/modules/schedule/lessons/lessonRows.ts'
import { isVisible, kelasScope, pertemuanScope } from '#server/modules/scope.ts'

/** Lesson that may conflict. Its label hides the name from readers who may not see the lesson. */
export interface NamedLesson extends BusyLesson {
  kelas: number | null
  label: string
  /** Whether the reader may see the lesson. */
  tampak: boolean
}
/** Query for the data with which a planned lesson can conflict. */
export interface LessonQuery {
  /** Id of the changed lesson, which cannot conflict with itself; null for a new lesson. */
  id: number | null
  kelas: number | null
  pelatih: readonly number[]
  ruang: readonly number[]
  gedung_id: number
  from: string
  to: string
  /** Students to check; undefined for all students of the lesson. */
  peserta?: readonly LessonStudent[]
  /** Id of the slot held for these students. This slot does not conflict with the lesson. */
  ditahan?: number
}

const seatColumns = [
  'kp.status',
  'kp.mulai',
  'kp.selesai',
  'kp.cuti_mulai',
  'kp.cuti_selesai',
  'kp.diakhiri_at',
] as const
/** Selects the enrolments that hold a seat in the given classes on the day `from` or later. */
const enrolmentsFrom = (db: Db | Trx, kelas: readonly number[], from: string) =>
  db
    .selectFrom('kursus_peserta as kp')
    .where('kp.kursus_pelatih_id', 'in', kelas)
    .where(holdsSeatFrom(from, true))

/**
 * Reads the students of a lesson: the students of its class on the given days, and students with a
 * make-up booked into the lesson.
 */
const readStudents = async (db: Db | Trx, wish: LessonQuery): Promise<LessonStudent[]> => {
  const enrolled =
    wish.kelas === null
      ? []
      : await enrolmentsFrom(db, [wish.kelas], wish.from)
          .select(['kp.peserta_id', 'kp.peserta_nama', ...seatColumns])
          .where('kp.mulai', '<=', wish.to)
          // Students of the class have no seat in a lesson that is only for make-ups.
          .where(
            sql<SqlBool>`not exists (select 1 from pertemuan p where p.id = ${wish.id} and p.untuk_pengganti = 1)`,
          )
          .execute()
  const booked =
    wish.id === null
      ? []
      : await db
          .selectFrom('kredit_pengganti')
          .innerJoin('user', 'user.id', 'kredit_pengganti.peserta_id')
          .select(['user.id', 'user.name as nama'])
          .where('kredit_pengganti.pertemuan_id', '=', wish.id)
          .execute()
  return [
    ...enrolled.flatMap((row) => {
      const days = seatDays(row)
      return days ? [{ ...days, id: row.peserta_id, nama: row.peserta_nama }] : []
    }),
    ...booked.map((student) => ({ ...student, mulai: '', selesai: null, cuti: null })),
  ]
}

/**
 * Reads students and their siblings. The statement is a union of two queries, because PostgreSQL
 * scans all users for a single query with `or`.
 */
export const readFamily = (db: Db | Trx, students: readonly number[]) => {
  if (students.length === 0) return []
  const people = db.selectFrom('user').select(['id', 'name'])
  const payers = db
    .selectFrom('user as s')
    .select('s.akun_billing_id')
    .where('s.id', 'in', students)
  return people
    .where('id', 'in', students)
    .union(people.where('akun_billing_id', 'in', payers))
    .execute()
}

/**
 * Reads the lessons that members of a family attend from the day `from` to the day `to`, as pairs
 * of lesson id and student id.
 */
const readAttended = async (db: Db | Trx, family: readonly number[], { from, to }: LessonQuery) => {
  if (family.length === 0) return []
  const { rows } = await sql<{ pertemuan_id: number; peserta_id: number }>`
    select distinct pertemuan_id, peserta_id from (${seatRows(
      sql`p.tanggal between ${from} and ${to}`,
      seatsOfStudents(sql.join(family)),
    )}) s`.execute(db)
  return rows
}

/**
 * Label of a lesson that the reader may not see. The label shows that the lesson exists, without
 * its name.
 */
const elsewhere = 'pertemuan di outlet lain'
/**
 * Selects the lessons on the days of the query that have one of its coaches or rooms, or an id in
 * `named`.
 */
const readLessons = (db: Db | Trx, actor: Actor, wish: LessonQuery, named: readonly number[]) =>
  db
    .selectFrom('pertemuan')
    .leftJoin('kursus_pelatih as k', 'k.id', 'pertemuan.kursus_pelatih_id')
    .select(['pertemuan.id', 'pertemuan.kursus_pelatih_id as kelas', 'k.nama'])
    .select(['pertemuan.pelatih_id', 'pertemuan.ruang_id', 'pertemuan.gedung_id', 'tanggal'])
    .select(['pertemuan.jam_mulai', 'pertemuan.jam_selesai', 'mulai_at', 'selesai_at', 'jenis'])
    .select(isVisible(pertemuanScope(actor)))
    .where('pertemuan.status', 'in', ['terjadwal', 'selesai'])
    .where('tanggal', '>=', wish.from)
    .where('tanggal', '<=', wish.to)
    .where('pertemuan.id', '<>', wish.id ?? 0)
    .where((eb) =>
      eb.or([
        eb('pertemuan.pelatih_id', 'in', wish.pelatih),
        eb('pertemuan.ruang_id', 'in', wish.ruang),
        ...(named.length > 0 ? [eb('pertemuan.id', 'in', named)] : []),
      ]),
    )
    .orderBy('mulai_at')
    .orderBy('pertemuan.id')
    .execute()

const sitsThen = (row: EnrolmentState, tanggal: string): boolean => {
  const days = seatDays(row)
  return days !== undefined && sitsOn(days, tanggal)
}
/**
 * Returns the lessons that classes will have on days for which lessons have not been generated yet.
 */
const readUnmade = async (
  trx: Trx,
  actor: Actor,
  wish: LessonQuery,
  family: readonly number[],
): Promise<NamedLesson[]> => {
  const time = new Date()
  // First day for which lessons may not have been generated yet. Uses the date in the westernmost
  // time zone, because it is the earliest. Days for which a class already has a lesson are skipped
  // below.
  const first = addDays(currentDay('Asia/Jakarta', time), lessonDays)
  if (wish.to < first) return []
  const ofFamily =
    family.length === 0
      ? sql<SqlBool>`1 = 0`
      : sql<SqlBool>`kursus_pelatih.id in (select kp.kursus_pelatih_id from kursus_peserta kp where kp.peserta_id in (${sql.join(family)}) and ${holdsSeatFrom(first, true)})`
  const classes = await readClasses(
    trx,
    sql`(kursus_pelatih.pelatih_id in (${sql.join(wish.pelatih)}) or kursus_pelatih.ruang_id in (${sql.join(wish.ruang)}) or ${ofFamily})`,
  )
  if (classes.length === 0) return []
  const ids = classes.map((c) => c.id)
  const names = await trx
    .selectFrom('kursus_pelatih')
    .select(['id', 'nama', isVisible(kelasScope(actor))])
    .where('id', 'in', ids)
    .execute()
  const enrolled =
    family.length === 0
      ? []
      : await enrolmentsFrom(trx, ids, first)
          .select(['kp.kursus_pelatih_id', 'kp.peserta_id', ...seatColumns])
          .where('kp.peserta_id', 'in', family)
          .execute()
  const existingLessons = await trx
    .selectFrom('pertemuan')
    .select(['kursus_pelatih_id', 'tanggal'])
    .where('jenis', '=', 'reguler')
    .where('kursus_pelatih_id', 'in', ids)
    .where('tanggal', '>=', first)
    .execute()
  const existingDays = new Set(existingLessons.map((m) => `${m.kursus_pelatih_id} ${m.tanggal}`))
  const daysOf = await readOutletDays(trx, time)
  return classes.flatMap((c) =>
    planLessons({ ...c, from: first, today: first }, daysOf(c.gedung_id))
      .filter(({ tanggal, status }) => status === 'terjadwal' && tanggal <= wish.to)
      .filter(({ tanggal }) => tanggal >= wish.from && !existingDays.has(`${c.id} ${tanggal}`))
      .map(({ tanggal }) => {
        const name = names.find((n) => n.id === c.id)
        // Weekday and validity are omitted, because with them the lesson would count as a weekly
        // class.
        const { hari: _hari, mulai: _mulai, selesai: _selesai, ...place } = c
        return {
          ...place,
          id: null,
          kelas: c.id,
          label: name?.tampak === 1 ? name.nama : elsewhere,
          tampak: name?.tampak === 1,
          tanggal,
          ...lessonInstants({ ...c, tanggal }, c.zona_waktu),
          peserta: enrolled
            .filter((e) => e.kursus_pelatih_id === c.id && sitsThen(e, tanggal))
            .map((e) => e.peserta_id),
        }
      }),
  )
}

export const readWeeks = async (
  trx: Trx,
  coaches: readonly number[],
): Promise<Map<number, string>> => {
  // A coach who has never saved a week gets no entry, because no slot is closed yet.
  const said = await trx
    .selectFrom('jadwal_kosong_versi')
    .select('pelatih_id')
    .where('pelatih_id', 'in', coaches)
    .execute()
  const slots = await trx
    .selectFrom('jadwal_kosong_pelatih')
    .select(['pelatih_id', 'hari', 'jam', 'status'])
    .where('pelatih_id', 'in', coaches)
    .execute()
  return new Map(
    said.map(({ pelatih_id }) => [
      pelatih_id,
      fillSlots(
        emptyWeek,
        slots.filter((slot) => slot.pelatih_id === pelatih_id),
      ),
    ]),
  )
}

/**
 * Reads lessons on the days of a query: lessons with a coach or room of the query, and lessons that
 * a member of the family attends.
 */
export const readMade = async (
  trx: Trx,
  actor: Actor,
  wish: LessonQuery,
  family: readonly number[],
): Promise<NamedLesson[]> => {
  const attended = await readAttended(trx, family, wish)
  const named = [...new Set(attended.map((a) => a.pertemuan_id))]
  const rows = await readLessons(trx, actor, wish, named)
  const seats = Map.groupBy(attended, (a) => a.pertemuan_id)
  const calon = await readCalon(trx, actor, rows)
  const labelOf = (row: (typeof rows)[number]): string =>
    row.nama ?? [row.jenis, calon.get(row.id)?.nama].filter(Boolean).join(' ')
  return rows.map(({ nama, tampak, jenis, ...lesson }) => ({
    ...lesson,
    label: tampak === 1 ? labelOf({ nama, tampak, jenis, ...lesson }) : elsewhere,
    tampak: tampak === 1,
    peserta: (seats.get(lesson.id) ?? []).map((a) => a.peserta_id),
  }))
}

const ownHold = ({ ditahan }: LessonQuery): number[] => (ditahan === undefined ? [] : [ditahan])
export interface LessonConflictData extends ConflictContext<NamedLesson | NamedHold> {
  outlet: { id: number; nama: string; jam_buka: string; jam_tutup: string; zona_waktu: string }
}
/**
 * Reads the data with which a planned lesson can conflict. One more day is read at both ends,
 * because outlets may be in other time zones.
 */
export const readLessonConflictData = async (
  trx: Trx,
  actor: Actor,
  query: LessonQuery,
): Promise<LessonConflictData> => {
  const wish = { ...query, from: addDays(query.from, -1), to: addDays(query.to, 1) }
  const peserta = query.peserta ?? (await readStudents(trx, query))
  const students = new Set(peserta.map((p) => p.id))
  const family = await readFamily(trx, [...students])
  const ids = family.map((f) => f.id)
  const lessons: NamedLesson[] = [
    ...(await readMade(trx, actor, wish, ids)),
    ...(await readUnmade(trx, actor, wish, ids)),
  ]
  const libur = await trx
    .selectFrom('hari_libur')
    .select(['tanggal', 'nama'])
    .where('tanggal', '>=', wish.from)
    .where('tanggal', '<=', wish.to)
    .where((eb) => eb.or([eb('gedung_id', 'is', null), eb('gedung_id', '=', wish.gedung_id)]))
    .execute()
  const rooms = await trx
    .selectFrom('ruang')
    .select(['id', 'kapasitas'])
    .where('id', 'in', wish.ruang)
    .execute()
  return {
    lessons: [...lessons, ...(await readHolds(trx, actor, wish, ownHold(wish)))],
    peserta,
    saudara: lessons.flatMap((lesson) =>
      lesson.peserta
        .filter((id) => !students.has(id))
        .map((id) => ({ lesson, nama: family.find((f) => f.id === id)?.name ?? '' })),
    ),
    outlet: await trx
      .selectFrom('gedung')
      .select(['id', 'nama', 'jam_buka', 'jam_tutup', 'zona_waktu'])
      .where('id', '=', wish.gedung_id)
      .executeTakeFirstOrThrow(),
    kursi: new Map(rooms.map((r) => [r.id, r.kapasitas])),
    libur: new Map(libur.map((l) => [l.tanggal, l.nama])),
    cuti: await trx
      .selectFrom('pelatih_libur')
      .select(['pelatih_id', 'mulai', 'selesai'])
      .where('pelatih_id', 'in', wish.pelatih)
      .where('status', '=', 'disetujui')
      .where('selesai', '>=', wish.from)
      .where('mulai', '<=', wish.to)
      .execute(),
    jadwal: await readWeeks(trx, wish.pelatih),
    dasar: actor.dasar,
  }
}
