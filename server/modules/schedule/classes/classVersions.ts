/**
 * Versions of a class (decision 0130). The row of `kursus_pelatih` is the current version;
 * `kursus_pelatih_versi` keeps past versions and the planned change. Rules of the schedule read
 * periods, which are versions with the days on which they are valid. Periods do not depend on
 * whether the nightly job has already copied the planned version into the row.
 */
import { sql, type AliasedExpression } from 'kysely'
import { addDays } from '#contract/values/tanggal.ts'
import type { ClassSlot } from '#server/db/schema/scheduleTables.ts'
import type { Db, Trx } from '#server/db/schema/tables.ts'
import { authorId } from '#server/http/context.ts'
import type { Stamp } from '#server/modules/schedule/lessons/changeStamp.ts'

const slotKeys = ['pelatih_id', 'ruang_id', 'hari', 'jam_mulai', 'jam_selesai'] as const
/** Returns only the slot columns of a class or of a version. */
export const slotOf = <Day extends number>({
  pelatih_id,
  ruang_id,
  hari,
  jam_mulai,
  jam_selesai,
}: ClassSlot<Day>): ClassSlot<Day> => ({
  pelatih_id,
  ruang_id,
  hari,
  jam_mulai,
  jam_selesai,
})
/** Whether two slots have the same coach, room, weekday and hours. */
export const isSameSlot = (a: ClassSlot<number>, b: ClassSlot<number>): boolean =>
  slotKeys.every((key) => a[key] === b[key])

/** Class with the slot that it has in one of its periods. */
interface ClassPeriod extends ClassSlot {
  id: number
  /** Id of the planned version; null for the period of the current row. */
  versi_id: number | null
  nama: string
  nama_kunci: string
  kursus_id: number
  gedung_id: number
  status: 'aktif' | 'nonaktif'
  kapasitas: number | null
  tanya_dulu: number
  tanya_dulu_disetujui_at: string | null
  tanya_dulu_ditolak_at: string | null
  mulai: string
  selesai: string | null
}
const shared = [
  'k.id',
  'k.kursus_id',
  'k.gedung_id',
  'k.status',
  'k.nama_kunci',
  'k.kapasitas',
  'k.tanya_dulu',
  'k.tanya_dulu_disetujui_at',
  'k.tanya_dulu_ditolak_at',
] as const
/**
 * Returns a relation named `kursus_pelatih` with one row per period of each class. A class with a
 * planned change has two rows, whose `mulai` and `selesai` do not overlap.
 */
export const classPeriods = (db: Db | Trx): AliasedExpression<ClassPeriod, 'kursus_pelatih'> =>
  db
    .selectFrom('kursus_pelatih as k')
    .leftJoin('kursus_pelatih_versi as v', (join) =>
      join.onRef('v.kursus_pelatih_id', '=', 'k.id').on('v.selesai', 'is', null),
    )
    .select([...shared, 'k.nama', 'k.pelatih_id', 'k.ruang_id', 'k.hari', 'k.jam_mulai'])
    .select(['k.jam_selesai', 'k.mulai'])
    .select([
      sql<
        string | null
      >`case when v.id is null or k.selesai < v.mulai then k.selesai else v.sebelum end`.as(
        'selesai',
      ),
      sql<number | null>`cast(null as integer)`.as('versi_id'),
    ])
    .where((eb) => eb.or([eb('v.id', 'is', null), eb('k.mulai', '<', eb.ref('v.mulai'))]))
    .unionAll(
      db
        .selectFrom('kursus_pelatih_versi as v')
        .innerJoin('kursus_pelatih as k', 'k.id', 'v.kursus_pelatih_id')
        .select([...shared, 'v.nama', 'v.pelatih_id', 'v.ruang_id', 'v.hari', 'v.jam_mulai'])
        .select('v.jam_selesai')
        .select([
          sql<string>`case when k.mulai > v.mulai then k.mulai else v.mulai end`.as('mulai'),
          'k.selesai',
          sql<number | null>`v.id`.as('versi_id'),
        ])
        .where('v.selesai', 'is', null)
        .where((eb) =>
          eb.or([eb('k.selesai', 'is', null), eb('k.selesai', '>=', eb.ref('v.mulai'))]),
        ),
    )
    .as('kursus_pelatih')

/**
 * Reads the planned change of a class. Returns undefined if no change is planned, or if the class
 * ends before the change begins.
 */
export const readPlan = (trx: Db | Trx, id: number) =>
  trx
    .selectFrom('kursus_pelatih_versi as v')
    .innerJoin('kursus_pelatih as k', 'k.id', 'v.kursus_pelatih_id')
    .selectAll('v')
    .where('v.kursus_pelatih_id', '=', id)
    .where('v.selesai', 'is', null)
    .where((eb) => eb.or([eb('k.selesai', 'is', null), eb('k.selesai', '>=', eb.ref('v.mulai'))]))
    .executeTakeFirst()
export type PlannedVersion = NonNullable<Awaited<ReturnType<typeof readPlan>>>

/** Returns the slot that a class has on a day. */
export const slotOn = async (
  trx: Db | Trx,
  kelas: ClassSlot & { id: number },
  day: string,
): Promise<ClassSlot> => {
  const plan = await readPlan(trx, kelas.id)
  return slotOf(plan && plan.mulai <= day ? plan : kelas)
}

/** Deletes the planned change of a class. */
export const dropPlan = (trx: Trx, id: number) =>
  trx
    .deleteFrom('kursus_pelatih_versi')
    .where('kursus_pelatih_id', '=', id)
    .where('selesai', 'is', null)
    .execute()

/** Deletes all past and planned versions of a class, because the class itself is deleted. */
export const dropVersions = (trx: Trx, id: number) =>
  trx.deleteFrom('kursus_pelatih_versi').where('kursus_pelatih_id', '=', id).execute()

/** Stores a planned change of a class. Replaces a planned change that is already stored. */
export const storePlan = async (
  trx: Trx,
  id: number,
  plan: ClassSlot & { mulai: string; nama: string; semula: string },
  { at, by }: Stamp,
): Promise<void> => {
  await dropPlan(trx, id)
  await trx
    .insertInto('kursus_pelatih_versi')
    .values({
      ...plan,
      kursus_pelatih_id: id,
      selesai: null,
      sebelum: addDays(plan.mulai, -1),
      created_at: at.toISOString(),
      created_by: authorId(by),
    })
    .execute()
}

/**
 * Stores a past version of a class: the slot that the class had until the day `selesai`. Does
 * nothing if that slot began after `selesai`.
 */
export const keepPeriod = async (
  trx: Trx,
  kelas: ClassSlot & { id: number; nama: string; mulai: string },
  selesai: string,
  { at, by }: Stamp,
): Promise<void> => {
  const last = await trx
    .selectFrom('kursus_pelatih_versi')
    .select((eb) => eb.fn.max('selesai').as('selesai'))
    .where('kursus_pelatih_id', '=', kelas.id)
    .executeTakeFirst()
  const mulai = last?.selesai ? addDays(last.selesai, 1) : kelas.mulai
  if (mulai > selesai) return
  await trx
    .insertInto('kursus_pelatih_versi')
    .values({
      ...slotOf(kelas),
      nama: kelas.nama,
      kursus_pelatih_id: kelas.id,
      mulai,
      selesai,
      sebelum: null,
      semula: null,
      created_at: at.toISOString(),
      created_by: authorId(by),
    })
    .execute()
}
