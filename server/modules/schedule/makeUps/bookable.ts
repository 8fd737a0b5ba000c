/**
 * Finds lessons into which a make-up can be booked. They are offered for a new booking, and as
 * alternatives when a booking is rejected.
 */
import { sql } from 'kysely'
import { RoleId, UserStatus } from '#contract/enums.ts'
import { mostBookable } from '#contract/schedule/makeUpCalls.ts'
import type { Settings } from '#contract/settings/settings.ts'
import type { Db, Trx } from '#server/db/schema/tables.ts'
import { now, type Actor } from '#server/http/context.ts'
import { readStudentsInArrears } from '#server/modules/billing/bills/arrears.ts'
import {
  readHosts,
  type HostLesson,
  type CreditOwner,
} from '#server/modules/schedule/makeUps/hostLessons.ts'
import { pertemuanScope } from '#server/modules/scope.ts'
import type { Condition } from '#server/resource/query/conditions.ts'

const isAdmin = (actor: Actor): boolean => actor.dasar <= RoleId.admin
/**
 * SQL condition for lessons into which the actor may book a make-up. Admins may use the lessons in
 * their row scope, all others only lessons of the outlet that owes the make-up.
 */
export const mayHost = (actor: Actor, { gedung_id }: CreditOwner): Condition =>
  isAdmin(actor) ? (pertemuanScope(actor) ?? sql`1 = 1`) : sql`pertemuan.gedung_id = ${gedung_id}`

/** Returns the reason why a student cannot book a make-up now; undefined if the student can. */
export const whyNoBooking = async (
  db: Db | Trx,
  { peserta_id }: CreditOwner,
  { tahan_pengganti_tunggakan }: Settings,
): Promise<string | undefined> => {
  const { status } = await db
    .selectFrom('user')
    .select('status')
    .where('id', '=', peserta_id)
    .executeTakeFirstOrThrow()
  if (status !== UserStatus.aktif) return 'Peserta tidak aktif'
  if (!tahan_pengganti_tunggakan) return undefined
  const late = await readStudentsInArrears(db, [peserta_id], 1)
  return late.has(peserta_id)
    ? 'Ada tagihan yang lewat jatuh tempo: kelas pengganti dapat dipesan setelah dibayar'
    : undefined
}

interface Search {
  credit: { berlaku_sampai: string }
  owed: CreditOwner
  settings: Settings
  /**
   * If true, an admin gets the lessons of all courses of the category. Otherwise, and for all other
   * users, only lessons of the same course or level are returned.
   */
  every: boolean
}
/**
 * Returns the lessons with a free seat for the student, the earliest first. Lessons with hard
 * conflicts are omitted.
 */
export const findBookable = async (
  trx: Trx,
  actor: Actor,
  { credit, owed, settings, every }: Search,
): Promise<HostLesson[]> => {
  const level =
    every && isAdmin(actor)
      ? sql`pertemuan.kursus_id in (select l.id from kursus l where l.kategori_kursus_id = (select o.kategori_kursus_id from kursus o where o.id = ${owed.kursus_id}))`
      : sql`(pertemuan.kursus_id = ${owed.kursus_id} or pertemuan.kursus_id in (select l.id from kursus l where l.course_level_id = ${owed.course_level_id}))`
  const hosts = await readHosts(
    trx,
    actor,
    { owed, settings, limit: mostRead },
    sql`pertemuan.status = 'terjadwal' and pertemuan.mulai_at > ${now()} and pertemuan.tanggal <= ${credit.berlaku_sampai} and ${level} and ${mayHost(actor, owed)}`,
  )
  return hosts
    .filter((host) => host.konflik.every((k) => k.tingkat === 'lunak'))
    .slice(0, mostBookable)
}
/**
 * Maximum number of lessons that are read. It is higher than the maximum number returned
 * (`mostBookable`), because most lessons of a level are full.
 */
const mostRead = 400
