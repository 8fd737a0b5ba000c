/**
 * Finds future lessons that a change of an outlet's hours, a room, a holiday or a coach's week
 * would make impossible or unwanted.
 */
import { sql, type SqlBool } from 'kysely'
import type { Conflict } from '#contract/schedule/rules/conflicts.ts'
import { formatJam, formatTanggal } from '#contract/values/tanggal.ts'
import type { Trx } from '#server/db/schema/tables.ts'
import { now, type Actor } from '#server/http/context.ts'
import { refusal } from '#server/modules/schedule/conflicts/conflictError.ts'
import { isVisible, pertemuanScope } from '#server/modules/scope.ts'
import type { Condition } from '#server/resource/query/conditions.ts'

const elsewhere = 'pertemuan di outlet lain'
/**
 * SQL condition for lessons made or changed by hand: trials, extra lessons, make-ups, and moved or
 * reassigned lessons.
 */
export const isByHand = sql<SqlBool>`(pertemuan.jenis <> 'reguler' or pertemuan.diubah = 1)`
/**
 * SQL condition for lessons that are reported individually: lessons made or changed by hand, and
 * lessons of classes that are not in `classes`. For all other lessons, the caller reports the class
 * instead.
 */
export const isNotOf = (classes: readonly number[]): Condition =>
  classes.length === 0
    ? sql<SqlBool>`1 = 1`
    : sql<SqlBool>`(${isByHand} or coalesce(pertemuan.kursus_pelatih_id, 0) not in (${sql.join(classes)}))`

/**
 * Reads the lessons that meet a condition. Each lesson gets a label, which hides the name if the
 * reader may not see the lesson.
 */
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
/** Reads the future scheduled lessons that meet a condition. */
export const readStrandedLessons = (trx: Trx, actor: Actor, which: Condition) =>
  readNamed(
    trx,
    actor,
    sql`pertemuan.status = 'terjadwal' and pertemuan.mulai_at > ${now()} and ${which}`,
  )
/**
 * Reads lessons that stay cancelled: the reason for their cancellation no longer applies, but their
 * coach, room or student is busy by now.
 */
export const readStuck = async (trx: Trx, actor: Actor, ids: readonly number[]) =>
  ids.length === 0 ? [] : readNamed(trx, actor, sql`pertemuan.id in (${sql.join([...ids])})`)
type Left = Awaited<ReturnType<typeof readStrandedLessons>>[number]

/**
 * Returns the conflict of a change with a lesson. The message is `text` followed by the label of
 * the lesson.
 */
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

/** Throws 409 if a future lesson made or changed by hand prevents a change. */
export const checkNoStrandedLessons = async (
  trx: Trx,
  actor: Actor,
  {
    which,
    jenis,
    field,
    text,
  }: {
    /** Condition for the lessons that prevent the change. */
    which: Condition
    jenis: Conflict['jenis']
    /** Form field at which the error is shown. */
    field: string
    /** Text before the label of the lesson in the message. */
    text: string
  },
): Promise<void> => {
  const lessons = await readStrandedLessons(trx, actor, sql`${isByHand} and ${which}`)
  if (lessons.length === 0) return
  const konflik = lessons.map((lesson) => leftConflict(lesson, { jenis, tingkat: 'keras', text }))
  throw refusal(konflik, () => field)
}
