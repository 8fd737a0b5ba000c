/**
 * Lessons to come that a change of something else would leave where they cannot be, or should not:
 * of an outlet's hours, of a room, of a holiday, of a coach's week.
 */
import { sql, type SqlBool } from 'kysely'
import type { Conflict } from '#contract/schedule/rules/conflicts.ts'
import { formatJam, formatTanggal } from '#contract/values/tanggal.ts'
import type { Trx } from '#server/db/tables.ts'
import { now, type Actor } from '#server/http/context.ts'
import { refusal } from '#server/modules/schedule/refusal.ts'
import { isVisible, pertemuanScope } from '#server/modules/scope.ts'
import type { Condition } from '#server/resource/conditions.ts'

const elsewhere = 'pertemuan di outlet lain'
/** Trials, extra lessons, make-ups, and those that somebody has moved or given to another. */
export const isByHand = sql<SqlBool>`(pertemuan.jenis <> 'reguler' or pertemuan.diubah = 1)`
/** Lessons that are not told with their class, since it is not among those that are told. */
export const isNotOf = (classes: readonly number[]): Condition =>
  classes.length === 0
    ? sql<SqlBool>`1 = 1`
    : sql<SqlBool>`(${isByHand} or coalesce(pertemuan.kursus_pelatih_id, 0) not in (${sql.join(classes)}))`

/** Lessons that meet a condition, with what each is called for who may see it. */
const readNamed = async (trx: Trx, actor: Actor, which: Condition) => {
  const rows = await trx
    .selectFrom('pertemuan')
    .innerJoin('kursus', 'kursus.id', 'pertemuan.kursus_id')
    .select(['pertemuan.id', 'kursus.nama', 'tanggal', 'jam_mulai', 'jam_selesai'])
    .select(isVisible(pertemuanScope(actor)))
    .where(which)
    .orderBy('pertemuan.mulai_at')
    .orderBy('pertemuan.id')
    .execute()
  return rows.map(({ nama, tampak, ...row }) => ({
    ...row,
    id: tampak === 1 ? row.id : null,
    label:
      tampak === 1
        ? `${nama}, ${formatTanggal(row.tanggal)} ${formatJam(row.jam_mulai)}`
        : elsewhere,
  }))
}
/** Lessons to come that meet a condition. */
export const readLeft = (trx: Trx, actor: Actor, which: Condition) =>
  readNamed(
    trx,
    actor,
    sql`pertemuan.status = 'terjadwal' and pertemuan.mulai_at > ${now()} and ${which}`,
  )
/** Lessons that stay out although their day is free again: coach or room are another's by now. */
export const readStuck = async (trx: Trx, actor: Actor, ids: readonly number[]) =>
  ids.length === 0 ? [] : readNamed(trx, actor, sql`pertemuan.id in (${sql.join([...ids])})`)
type Left = Awaited<ReturnType<typeof readLeft>>[number]

/** A lesson as what is in the way of the change; `text` is said before its name. */
export const leftConflict = (
  { id, label, jam_mulai, jam_selesai }: Left,
  { text, ...kind }: Pick<Conflict, 'jenis' | 'tingkat'> & { text: string },
): Conflict => ({
  ...kind,
  pesan: `${text} ${label}`,
  dengan: { resource: 'pertemuan', id, label },
  mulai: jam_mulai,
  selesai: jam_selesai,
})

/** Refuses a change that lessons by hand, which are still to come, cannot be with (409). */
export const refuseLeft = async (
  trx: Trx,
  actor: Actor,
  {
    which,
    jenis,
    field,
    text,
  }: {
    /** Which of them may not be. */
    which: Condition
    jenis: Conflict['jenis']
    /** The field of the form, and what is said before the lesson's name. */
    field: string
    text: string
  },
): Promise<void> => {
  const left = await readLeft(trx, actor, sql`${isByHand} and ${which}`)
  if (left.length === 0) return
  const konflik = left.map((one) => leftConflict(one, { jenis, tingkat: 'keras', text }))
  throw refusal(konflik, () => field)
}
