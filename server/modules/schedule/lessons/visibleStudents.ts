/** Reads those students of lessons whom a reader may see. */
import { sql, type SqlBool } from 'kysely'
import { RoleId } from '#contract/enums.ts'
import type { Row } from '#contract/resource.ts'
import type { pertemuan } from '#contract/schedule/pertemuan.ts'
import { isMobile } from '#contract/values/phone.ts'
import type { Db, Trx } from '#server/db/schema/tables.ts'
import type { Actor } from '#server/http/context.ts'
import { userScope } from '#server/modules/access/user/kinds.ts'
import { readArrearsFlags } from '#server/modules/billing/bills/arrears.ts'
import { readRecipientsOf } from '#server/modules/billing/share/messages.ts'
import { readSeats } from '#server/modules/schedule/enrolments/seats.ts'

/**
 * Reads the names of students by lesson, in alphabetical order. The lessons must be in the actor's
 * scope. A coach sees all students of these lessons, because the coach marks their attendance;
 * other readers see the students in their scope of users.
 */
export const readVisibleStudents = async (
  db: Db | Trx,
  actor: Actor,
  lessons: readonly number[],
): Promise<Map<number, { id: number; name: string }[]>> => {
  const visible = actor.dasar === RoleId.pelatih ? undefined : userScope(actor)
  const seats = await readSeats(db, lessons, visible ?? sql`1 = 1`)
  return new Map(
    lessons.map((id) => [
      id,
      (seats.get(id) ?? []).map(({ peserta_id, name }) => ({ id: peserta_id, name })),
    ]),
  )
}

const readMarks = async (db: Db | Trx, lessons: readonly number[]) => {
  const rows = await db
    .selectFrom('absensi')
    .select(['pertemuan_id', 'peserta_id', 'kode_absensi'])
    .where('pertemuan_id', 'in', lessons)
    .execute()
  return new Map(rows.map((row) => [`${row.pertemuan_id} ${row.peserta_id}`, row.kode_absensi]))
}
/**
 * Reads the WhatsApp number of each student's family: the payer's number, otherwise the student's
 * own number. Omits students outside the actor's scope of users. Returns an empty map for coaches,
 * payers and students, who may not see phone numbers (domain.md section 4).
 */
export const readPhones = async (
  db: Db | Trx,
  actor: Actor,
  students: readonly number[],
): Promise<ReadonlyMap<number, string>> => {
  if (actor.dasar === RoleId.pelatih || actor.dasar > RoleId.sales) return new Map()
  const visible = userScope(actor) ?? sql<SqlBool>`1 = 1`
  const rows = await db
    .selectFrom('user')
    .select(['id', 'akun_billing_id', 'phone'])
    .where('id', 'in', students)
    .where(visible)
    .execute()
  if (rows.length === 0) return new Map()
  const payers = await db
    .selectFrom('user')
    .select('id')
    .where('id', 'in', [...new Set(rows.map((row) => row.akun_billing_id ?? row.id))])
    .where(visible)
    .execute()
  const recipients = await readRecipientsOf(
    db,
    payers.map((payer) => payer.id),
  )
  return new Map(
    rows.flatMap(({ id, akun_billing_id, phone }) => {
      const ofPayer = recipients.get(akun_billing_id ?? id)?.[0]?.phone
      const number = ofPayer ?? phone
      return number !== null && isMobile(number) ? [[id, number] as const] : []
    }),
  )
}

type LessonStudents = NonNullable<Row<typeof pertemuan>['siswa']>
/**
 * Reads those students of lessons whom the actor may see, with their attendance codes. For admins
 * and sales persons, a student also has the flag for arrears and the WhatsApp number of the family.
 * The number of queries does not depend on the number of lessons.
 */
export const readStudentsOfLessons = async (
  db: Db | Trx,
  actor: Actor,
  lessons: readonly number[],
): Promise<Map<number, LessonStudents>> => {
  const visible = await readVisibleStudents(db, actor, lessons)
  const ids = [...new Set([...visible.values()].flat().map((student) => student.id))]
  if (ids.length === 0) return new Map()
  const marks = await readMarks(db, lessons)
  const flags = actor.dasar <= RoleId.sales ? await readArrearsFlags(db, ids) : new Map()
  const phones = await readPhones(db, actor, ids)
  return new Map(
    [...visible].map(([lesson, students]) => [
      lesson,
      students.map(({ id, name }) => ({
        id,
        name,
        kode_absensi: marks.get(`${lesson} ${id}`) ?? null,
        menunggak: flags.get(id) ?? null,
        phone: phones.get(id) ?? null,
      })),
    ]),
  )
}
