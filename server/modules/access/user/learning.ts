/** Overview of students for staff: overdue bills, the last attended and the next lesson. */
import { sql, type RawBuilder } from 'kysely'
import { StatusKeberangkatan } from '#contract/enums.ts'
import type { Db, Trx } from '#server/db/schema/tables.ts'
import { now, type Actor } from '#server/http/context.ts'
import { readOverdueBills } from '#server/modules/billing/bills/arrears.ts'
import { billingScope, overdue } from '#server/modules/billing/bills/scope.ts'
import { seatRows, seatsOfStudents } from '#server/modules/schedule/enrolments/seats.ts'
import type { FileColumn } from '#server/resource/module.ts'
import type { Condition } from '#server/resource/query/conditions.ts'

interface Asked {
  db: Db | Trx
  actor: Actor
  ids: number[]
}
const all: Condition = sql`1 = 1`
/** Returns the condition for scheduled lessons `p` that have not begun. */
const ahead = (): Condition => sql`(p.mulai_at > ${now()} and p.status = 'terjadwal')`

/** Reads the date of the last lesson that each student attended, by student id. */
const readLast = async ({ db, ids }: Asked) => {
  const rows = await db
    .selectFrom('absensi as a')
    .innerJoin('pertemuan as p', 'p.id', 'a.pertemuan_id')
    .select((eb) => ['a.peserta_id', eb.fn.max('p.tanggal').as('tanggal')])
    .where('a.peserta_id', 'in', ids)
    .where('a.status_keberangkatan', '=', StatusKeberangkatan.berangkat)
    .groupBy('a.peserta_id')
    .execute()
  return new Map(rows.map((row) => [row.peserta_id, row.tanggal]))
}
export interface NextLesson {
  pertemuan_id: number
  tanggal: string
  jam_mulai: string
  mulai_at: string
  kursus: string
}
/**
 * Reads the next scheduled lesson of each student, by student id. Students without such a lesson
 * are missing from the map.
 */
export const readNextOfStudents = async (
  db: Db | Trx,
  students: readonly number[],
): Promise<Map<number, NextLesson>> => {
  if (students.length === 0) return new Map()
  const seats = seatRows(ahead(), seatsOfStudents(sql.join(students)))
  const { rows } = await sql<NextLesson & { peserta_id: number }>`
    select s.peserta_id, p.id as pertemuan_id, p.tanggal, p.jam_mulai, p.mulai_at, kursus.nama as kursus from (
      select t.peserta_id, t.pertemuan_id, row_number() over (partition by t.peserta_id order by l.mulai_at, l.id) as n
      from (${seats}) t join pertemuan l on l.id = t.pertemuan_id
    ) s join pertemuan p on p.id = s.pertemuan_id join kursus on kursus.id = p.kursus_id where s.n = 1`.execute(
    db,
  )
  return new Map(rows.map(({ peserta_id, ...lesson }) => [peserta_id, lesson]))
}
/**
 * Reads the next scheduled lesson of each coach, by coach id. Coaches without such a lesson are
 * missing from the map.
 */
export const readNextOfCoaches = async (
  db: Db | Trx,
  coaches: readonly number[],
): Promise<Map<number, NextLesson>> => {
  const { rows } = await sql<NextLesson & { pelatih_id: number }>`
    select p.pelatih_id, p.id as pertemuan_id, p.tanggal, p.jam_mulai, p.mulai_at, kursus.nama as kursus
    from pertemuan p join kursus on kursus.id = p.kursus_id
    where p.id in (
      select (select p.id from pertemuan p where p.pelatih_id = u.id and ${ahead()} order by p.mulai_at, p.id limit 1)
      from "user" u where u.id in (${sql.join(coaches)})
    )`.execute(db)
  return new Map(rows.map(({ pelatih_id, ...lesson }) => [pelatih_id, lesson]))
}

const timeOf = (lesson: NextLesson | undefined) =>
  lesson ? { tanggal: lesson.tanggal, jam_mulai: lesson.jam_mulai } : null

export const readLearning = async (request: Asked) => {
  const [late, last, next] = [
    await readOverdueBills(request),
    await readLast(request),
    await readNextOfStudents(request.db, request.ids),
  ]
  return new Map(
    request.ids.map((id) => [
      id,
      {
        lewat_tempo: Number(late.get(id)?.jumlah ?? 0),
        sisa_lewat_tempo: Number(late.get(id)?.sisa ?? 0),
        terakhir: last.get(id) ?? null,
        berikut: timeOf(next.get(id)),
      },
    ]),
  )
}

/**
 * Returns the overview of students as columns of an exported file. The SQL of the columns refers to
 * the row of `"user"`.
 */
export const learningColumns = (actor: Actor): FileColumn[] => {
  const student = sql.ref('user.id')
  const seats = seatRows(ahead(), seatsOfStudents(student))
  const dayOf = (value: RawBuilder<unknown>) =>
    ({ as: 'angka', value, kind: 'hari', nullable: true }) as const
  return [
    {
      name: 'tunggakan',
      label: 'Tunggakan',
      kind: 'rupiah',
      said: {
        as: 'angka',
        value: sql`(select coalesce(sum(billing.sisa), 0) from billing where ${overdue()} and ${billingScope(actor) ?? all}
          and billing.id in (select i.billing_id from billing_item i where i.peserta_id = ${student}))`,
        kind: 'rupiah',
        nullable: false,
      },
    },
    {
      name: 'terakhir_hadir',
      label: 'Terakhir Hadir',
      kind: 'hari',
      said: dayOf(sql`(select max(p.tanggal) from absensi a join pertemuan p on p.id = a.pertemuan_id
        where a.peserta_id = ${student} and a.status_keberangkatan = ${sql.lit(StatusKeberangkatan.berangkat)})`),
    },
    {
      name: 'pertemuan_berikut',
      label: 'Pertemuan Berikut',
      kind: 'hari',
      said: dayOf(sql`(select l.tanggal from pertemuan l
        where l.id in (select t.pertemuan_id from (${seats}) t) order by l.mulai_at, l.id limit 1)`),
    },
  ]
}
