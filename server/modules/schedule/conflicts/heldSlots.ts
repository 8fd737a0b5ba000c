/**
 * Slots held for a lead or an applicant who has not decided yet (domain.md 2.3): an hour of a coach
 * and a room, or a seat in a class. Until a held slot expires, it is taken for every other person.
 * Queries compare the expiry time, so no job has to release held slots.
 */
import { sql, type RawBuilder } from 'kysely'
import type { BusyClass } from '#contract/schedule/rules/conflicts.ts'
import type { Db, Trx } from '#server/db/schema/tables.ts'
import { now, type Actor } from '#server/http/context.ts'
import { byRole, isVisible, outlets } from '#server/modules/scope.ts'
import type { Condition } from '#server/resource/query/conditions.ts'

/**
 * Resource to which each column of a held slot refers. Columns that refer to people are omitted.
 */
export const holdReferences = {
  kursus_id: 'kursus',
  gedung_id: 'gedung',
  kursus_pelatih_id: 'kursus-pelatih',
  ruang_id: 'ruang',
} as const
type Sql = RawBuilder<unknown>
/**
 * Held slot that may conflict with a class. Its label hides the name of the lead or applicant from
 * readers who may not see this person.
 */
export interface NamedHold extends BusyClass {
  kelas: null
  /** Lead or applicant for whom the slot is held. */
  calon: { resource: 'lead' | 'user'; id: number }
  label: string
  tampak: boolean
}
const hidden = 'calon peserta'

/**
 * SQL condition for the held slots whose names the actor may see. An admin sees the names in the
 * admin's outlets. A sales person sees the names of the sales person's own leads and applicants.
 */
const holdScope = (actor: Actor): Condition | undefined =>
  byRole(actor, {
    admin: sql`slot_ditahan.gedung_id in (${outlets(actor)})`,
    sales: sql`coalesce(lead.sales_id, "user".sales_id) = ${actor.id}`,
  })

/**
 * Reads the held slots (`slot_ditahan`) of coaches or rooms. Each has the shape of a class without
 * students. Omits the ids in `except`, and slots that hold a seat in an existing class, because
 * such a slot counts as a student of the class.
 */
export const readHolds = async (
  trx: Trx,
  actor: Actor,
  { pelatih, ruang }: { pelatih: readonly number[]; ruang: readonly number[] },
  except: readonly number[] = [],
): Promise<NamedHold[]> => {
  const rows = await trx
    .selectFrom('slot_ditahan')
    .innerJoin('gedung', 'gedung.id', 'slot_ditahan.gedung_id')
    .leftJoin('lead', 'lead.id', 'slot_ditahan.lead_id')
    .leftJoin('user', 'user.id', 'slot_ditahan.peserta_id')
    .select(['slot_ditahan.id', 'slot_ditahan.lead_id', 'slot_ditahan.peserta_id'])
    .select(['lead.nama as lead', 'user.name as peserta', 'gedung.zona_waktu'])
    .select(['slot_ditahan.pelatih_id', 'slot_ditahan.ruang_id', 'slot_ditahan.gedung_id'])
    .select(['slot_ditahan.hari', 'slot_ditahan.jam_mulai', 'slot_ditahan.jam_selesai'])
    .select(['slot_ditahan.mulai', isVisible(holdScope(actor))])
    .where('slot_ditahan.kursus_pelatih_id', 'is', null)
    .where('slot_ditahan.sampai_at', '>', now())
    .where((eb) =>
      eb.or([
        eb('slot_ditahan.pelatih_id', 'in', [0, ...pelatih]),
        eb('slot_ditahan.ruang_id', 'in', [0, ...ruang]),
      ]),
    )
    .where('slot_ditahan.id', 'not in', [0, ...except])
    .orderBy('slot_ditahan.id')
    .execute()
  return rows.map(({ lead_id, peserta_id, lead, peserta, tampak, ...row }) => ({
    ...row,
    selesai: null,
    kelas: null,
    istirahat: new Set<string>(),
    murid: [],
    calon:
      lead_id === null
        ? { resource: 'user', id: peserta_id ?? 0 }
        : { resource: 'lead', id: lead_id },
    label: tampak === 1 ? (lead ?? peserta ?? hidden) : hidden,
    tampak: tampak === 1,
  }))
}

/**
 * Returns SQL for the number of held seats of a class on a day. The held slot `except` does not
 * count.
 */
export const heldSeats = (kelas: Sql, day: Sql, except = 0) =>
  sql<number>`(select count(*) from slot_ditahan h where h.kursus_pelatih_id = ${kelas} and h.mulai <= ${day} and h.sampai_at > ${now()} and h.id <> ${except})`

/** Counts the held seats of each class from today on. The held slot `except` does not count. */
export const countHeld = async (
  db: Db | Trx,
  classes: readonly number[],
  except = 0,
): Promise<ReadonlyMap<number, number>> => {
  if (classes.length === 0) return new Map()
  const rows = await db
    .selectFrom('slot_ditahan')
    .select((eb) => ['kursus_pelatih_id as kelas', eb.fn.countAll<number>().as('n')])
    .where('kursus_pelatih_id', 'in', classes)
    .where('sampai_at', '>', now())
    .where('id', '<>', except)
    .groupBy('kursus_pelatih_id')
    .execute()
  return new Map(rows.map(({ kelas, n }) => [kelas ?? 0, Number(n)]))
}
