import { sql } from 'kysely'
import { hariLibur } from '#contract/catalog/hariLibur.ts'
import type { Parsed } from '#contract/resource.ts'
import type { Conflict } from '#contract/schedule/rules/conflicts.ts'
import type { Trx, Db } from '#server/db/schema/tables.ts'
import type { Ctx } from '#server/http/context.ts'
import { checkConfirmedAndLog } from '#server/modules/schedule/conflicts/conflictError.ts'
import {
  isByHand,
  leftConflict,
  readStrandedLessons,
  readStuck,
} from '#server/modules/schedule/enrolments/strandedLessons.ts'
import {
  followHolidays,
  type HolidayUpdate,
} from '#server/modules/schedule/lessons/holidayLessons.ts'
import { byRole, outlets } from '#server/modules/scope.ts'
import { module, type Stored } from '#server/resource/module.ts'

interface Holiday {
  id: number
  input: Readonly<Parsed<typeof hariLibur>>
  current: Stored<typeof hariLibur> | undefined
}
/**
 * Returns the lessons on the holiday that were made or changed by hand, as soft conflicts. These
 * lessons take place despite the holiday. The holiday cancels only lessons that follow the
 * timetable of their class (domain.md 2.2).
 */
const findByHand = async (trx: Trx, ctx: Ctx, { input, current }: Holiday): Promise<Conflict[]> => {
  const { tanggal, gedung_id } = input
  const reaches = (day: Pick<Holiday['input'], 'tanggal' | 'gedung_id'>) =>
    sql`(pertemuan.tanggal = ${day.tanggal} and (${day.gedung_id === null ? 1 : 0} = 1 or pertemuan.gedung_id = ${day.gedung_id ?? 0}))`
  if (current?.tanggal === tanggal && current.gedung_id === gedung_id) return []
  const currentReach = current ? reaches(current) : sql`1 = 0`
  const strandedLessons = await readStrandedLessons(
    trx,
    ctx.actor,
    sql`${isByHand} and ${reaches(input)} and not ${currentReach}`,
  )
  const kind = { jenis: 'libur', tingkat: 'lunak', text: 'Pada hari itu ada' } as const
  return strandedLessons.map((lesson) => leftConflict(lesson, kind))
}
/**
 * Returns, as soft conflicts, the lessons that stay cancelled although their holiday is removed,
 * because their coach or room has been taken in the meantime.
 */
const findStuck = async (trx: Trx, ctx: Ctx, stuck: readonly number[]): Promise<Conflict[]> => {
  const kind = { jenis: 'libur', tingkat: 'lunak' } as const
  const text = 'Guru atau ruangnya sudah dipakai, jadi tidak kembali:'
  const rows = await readStuck(trx, ctx.actor, stuck)
  return rows.map((lesson) => leftConflict(lesson, { ...kind, text }))
}
/**
 * Updates the lessons on the old and the new day of a holiday. Throws 409 with the soft conflicts
 * unless the user has given a reason.
 */
const updateLessons = async (trx: Trx, ctx: Ctx, holiday: Holiday): Promise<void> => {
  const { id, input, current } = holiday
  const { gedung_id } = input
  const byHand = await findByHand(trx, ctx, holiday)
  const days = current ? [current, input] : [input]
  const { stuck } = await followHolidays(trx, { at: new Date(), by: ctx }, days)
  const konflik = [...byHand, ...(await findStuck(trx, ctx, stuck))]
  await checkConfirmedAndLog(
    trx,
    ctx,
    { examined: { konflik }, confirmation: input, fieldOf: () => 'tanggal' },
    { entitas: 'hari-libur', entitas_id: id, gedung_id },
  )
}

/** Deletes a holiday and restores the lessons that it cancelled. */
export const removeHoliday = async (
  trx: Trx,
  ctx: Ctx,
  row: Pick<Stored<typeof hariLibur>, 'id' | 'tanggal' | 'gedung_id'>,
): Promise<HolidayUpdate> => {
  await trx.deleteFrom('hari_libur').where('id', '=', row.id).execute()
  return followHolidays(trx, { at: new Date(), by: ctx }, [row])
}

export const hariLiburModule = module(hariLibur, {
  scope: (actor) =>
    byRole(actor, {
      admin: sql`(hari_libur.gedung_id is null or hari_libur.gedung_id in (${outlets(actor)}))`,
    }),
  after: ({ trx, ctx, id, input, current }) => updateLessons(trx, ctx, { id, input, current }),
  remove: async ({ trx, ctx, row }) => void (await removeHoliday(trx, ctx, row)),
  filters: {
    tahun: (tahun) => sql`hari_libur.tanggal between ${`${tahun}-01-01`} and ${`${tahun}-12-31`}`,
    berlaku_di: (gedung) => sql`(hari_libur.gedung_id is null or hari_libur.gedung_id = ${gedung})`,
  },
})

/**
 * Reads the holidays from `from` to `to` that lower tuition. Returns a function that returns the
 * holidays of an outlet, including the holidays of all outlets. The function runs no query, so one
 * query serves a whole generation of bills.
 */
export const readLiburProrata = async (
  db: Db | Trx,
  from: string,
  to: string,
): Promise<(gedung: number) => readonly string[]> => {
  const rows = await db
    .selectFrom('hari_libur')
    .select(['gedung_id', 'tanggal'])
    .where('prorata', '=', 1)
    .where('tanggal', '>=', from)
    .where('tanggal', '<=', to)
    .execute()
  const cache = new Map<number, readonly string[]>()
  return (gedung) => {
    const days =
      cache.get(gedung) ??
      rows.filter((r) => r.gedung_id === null || r.gedung_id === gedung).map((r) => r.tanggal)
    cache.set(gedung, days)
    return days
  }
}
