/**
 * Summary of a person for the head of the record: next lesson, attendance, money of the payer, and
 * family. Each part is read for all requested people at once.
 */
import { sql } from 'kysely'
import { RoleId, StatusKeberangkatan, UserStatus } from '#contract/enums.ts'
import { studentMarks } from '#contract/schedule/rules/attendance.ts'
import { addDays, currentDay } from '#contract/values/tanggal.ts'
import type { Db, Trx } from '#server/db/schema/tables.ts'
import { allows, type Actor } from '#server/http/context.ts'
import { userScope } from '#server/modules/access/user/kinds.ts'
import {
  readNextOfCoaches,
  readNextOfStudents,
  type NextLesson,
} from '#server/modules/access/user/learning.ts'
import { readOpenBills } from '#server/modules/billing/bills/openBills.ts'
import { hasBaseRole } from '#server/modules/scope.ts'

interface Request {
  db: Db | Trx
  actor: Actor
  ids: readonly number[]
}
interface Person {
  id: number
  /** Id of the person's payer; null for none. For a payer, the person's own id. */
  payer: number | null
  /** Whether the person is a payer. */
  pays: boolean
  /** Whether the person takes lessons. */
  learns: boolean
}
/** Number of days before today whose attendance is counted. */
const attendanceDays = 30

const readPeople = async ({ db, actor, ids }: Request): Promise<Person[]> => {
  const flag = (condition: ReturnType<typeof hasBaseRole>) =>
    sql<number>`case when ${condition} then 1 else 0 end`
  const rows = await db
    .selectFrom('user')
    .leftJoin('peserta_profil', 'peserta_profil.user_id', 'user.id')
    .select(['user.id', 'akun_billing_id', 'peserta_profil.user_id as profile'])
    .select(flag(hasBaseRole(actor, [RoleId.akunBilling])).as('pays'))
    .where('user.id', 'in', ids)
    .execute()
  return rows.map(({ id, akun_billing_id, profile, pays }) => ({
    id,
    payer: Number(pays) === 1 ? id : akun_billing_id,
    pays: Number(pays) === 1,
    learns: profile !== null,
  }))
}
/**
 * Reads the active students for whom the payers pay, by payer. Omits students outside the actor's
 * scope.
 */
const readFamilies = async ({ db, actor }: Request, payers: readonly number[]) => {
  if (payers.length === 0) return new Map<number, { id: number; name: string }[]>()
  const rows = await db
    .selectFrom('user')
    .innerJoin('peserta_profil', 'peserta_profil.user_id', 'user.id')
    .select(['user.id', 'user.name', 'akun_billing_id'])
    .where('akun_billing_id', 'in', payers)
    .where('user.status', '=', UserStatus.aktif)
    .where(userScope(actor) ?? sql<boolean>`1 = 1`)
    .orderBy('user.name_kunci')
    .orderBy('user.id')
    .execute()
  return Map.groupBy(rows, (row) => row.akun_billing_id ?? 0)
}
/**
 * Counts, for each student, all lessons with an attendance mark (`ditandai`), and the attended
 * lessons (`hadir`). Counts the lessons of today and of the 30 days before today.
 */
const readAttendance = async (db: Db | Trx, students: readonly number[]) => {
  if (students.length === 0) return []
  const came = sql`case when absensi.status_keberangkatan = ${sql.lit(StatusKeberangkatan.berangkat)} then 1 else 0 end`
  const rows = await db
    .selectFrom('absensi')
    .innerJoin('pertemuan', 'pertemuan.id', 'absensi.pertemuan_id')
    .select(['absensi.peserta_id', sql<number>`sum(${came})`.as('hadir')])
    .select((eb) => eb.fn.countAll<number>().as('ditandai'))
    .where('absensi.peserta_id', 'in', students)
    .where('absensi.kode_absensi', 'in', studentMarks)
    .where('pertemuan.tanggal', '>=', addDays(currentDay(), -attendanceDays))
    .groupBy('absensi.peserta_id')
    .execute()
  return rows.map((row) => ({ ...row, hadir: Number(row.hadir), ditandai: Number(row.ditandai) }))
}
/**
 * Reads the saldo and the open bills of payers, by payer. The map is empty if the actor may not see
 * them.
 */
const readMoney = async ({ db, actor }: Request, payers: readonly number[]) => {
  if (payers.length === 0 || !allows(actor, 'user/info-billing')) return new Map()
  const bills = await readOpenBills(db, actor, payers)
  const accounts = await db
    .selectFrom('akun_billing_profil')
    .select(['user_id', 'saldo_kredit'])
    .where('user_id', 'in', payers)
    .execute()
  return new Map(
    accounts.map(({ user_id, saldo_kredit }) => [
      user_id,
      { akun_billing_id: user_id, saldo: saldo_kredit, piutang: bills.get(user_id) ?? null },
    ]),
  )
}

const earliest = (lessons: readonly (NextLesson | undefined)[]) => {
  const [first] = lessons
    .filter((lesson) => lesson !== undefined)
    .toSorted((a, b) => a.mulai_at.localeCompare(b.mulai_at))
  if (!first) return null
  const { mulai_at: _, ...lesson } = first
  return lesson
}

export const readSummaries = async (request: Request) => {
  const { db } = request
  const people = await readPeople(request)
  const payers = [...new Set(people.flatMap(({ payer }) => payer ?? []))]
  const families = await readFamilies(request, payers)
  const familyOf = ({ payer }: Person) => families.get(payer ?? 0) ?? []
  /**
   * Returns the ids of the students whose lessons the summary of a person covers: the person, if
   * the person takes lessons, and, if the person is a payer, the students for whom the person pays.
   */
  const studentsOf = (person: Person): number[] => {
    const learner = person.learns ? [person.id] : []
    return person.pays ? [...new Set([...learner, ...familyOf(person).map((s) => s.id)])] : learner
  }
  const students = [...new Set(people.flatMap(studentsOf))]
  const nextOfStudents = await readNextOfStudents(db, students)
  const nextOfCoaches = await readNextOfCoaches(db, request.ids)
  const attendance = await readAttendance(db, students)
  const money = await readMoney(request, payers)
  return new Map(
    people.map((person) => {
      const ids = studentsOf(person)
      const marks = attendance.filter((row) => ids.includes(row.peserta_id))
      return [
        person.id,
        {
          berikut: earliest([
            ...ids.map((id) => nextOfStudents.get(id)),
            nextOfCoaches.get(person.id),
          ]),
          kehadiran:
            ids.length === 0
              ? null
              : {
                  hadir: marks.reduce((sum, row) => sum + row.hadir, 0),
                  ditandai: marks.reduce((sum, row) => sum + row.ditandai, 0),
                },
          keuangan: money.get(person.payer ?? 0) ?? null,
          keluarga: familyOf(person)
            .filter(({ id }) => id !== person.id)
            .map(({ id, name }) => ({ id, name })),
        },
      ]
    }),
  )
}
