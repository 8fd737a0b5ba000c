/**
 * Finds the conflicts of closing slots in the week of a coach (domain.md 2.4). A class is a hard
 * conflict. A dated lesson is a soft conflict, because the lesson occupies the slot in one week
 * only.
 */
import { sql } from 'kysely'
import { Hari, SlotPelatih } from '#contract/enums.ts'
import type { Conflict } from '#contract/schedule/rules/conflicts.ts'
import { slotsOfClass, slotTimes, type Slot } from '#contract/schedule/rules/freeSlots.ts'
import { currentDay, weekday } from '#contract/values/tanggal.ts'
import type { Trx } from '#server/db/schema/tables.ts'
import type { Ctx } from '#server/http/context.ts'
import { classConflict, readActive } from '#server/modules/schedule/classes/classRows.ts'
import {
  checkConfirmedAndLog,
  type Confirmation,
} from '#server/modules/schedule/conflicts/conflictError.ts'
import {
  isNotOf,
  leftConflict,
  readStrandedLessons,
} from '#server/modules/schedule/enrolments/strandedLessons.ts'

interface Place {
  hari: number
  jam_mulai: string
  jam_selesai: string
}
/**
 * Returns a function that checks whether a class or lesson overlaps one of the slots. The hours are
 * compared as local clock times, without time zones.
 */
const touches = (slots: readonly Slot[]) => {
  const closed = new Set(slots.map(({ hari, jam }) => `${hari} ${jam}`))
  return (place: Place): boolean =>
    slotsOfClass(place).some((index) => closed.has(`${place.hari} ${slotTimes[index]}`))
}

/** Returns the classes and dated lessons of a coach that overlap the slots, as conflicts. */
const readTaken = async (
  trx: Trx,
  ctx: Ctx,
  pelatih_id: number,
  slots: readonly Slot[],
): Promise<Conflict[]> => {
  const isThere = touches(slots)
  const classes = await readActive(
    trx,
    ctx.actor,
    sql`kursus_pelatih.pelatih_id = ${pelatih_id} and coalesce(kursus_pelatih.selesai, '9999') >= ${currentDay('Asia/Jakarta')}`,
  )
  // Compares only the last period of each class. Before a planned change, the dated lessons of the
  // class are compared instead.
  const lasting = classes.filter((c, i) => classes[i + 1]?.id !== c.id)
  const takenClasses = lasting.filter((c) => isThere(c))
  const ids = takenClasses.flatMap((c) => c.id ?? [])
  const strandedLessons = await readStrandedLessons(
    trx,
    ctx.actor,
    sql`pertemuan.pelatih_id = ${pelatih_id} and ${isNotOf(ids)}`,
  )
  return [
    ...takenClasses.map((c) =>
      classConflict(c, { jenis: 'slot', text: `${Hari.label(c.hari)} dipakai` }),
    ),
    ...strandedLessons
      .filter((l) => isThere({ ...l, hari: weekday(l.tanggal) }))
      .map((l) => leftConflict(l, { jenis: 'slot', tingkat: 'lunak', text: 'Masih ada' })),
  ]
}

/**
 * Throws 409 if a class or lesson takes place in a slot that is to be closed. Dated lessons are
 * allowed if the user confirms them with a reason. Only slots with the new status closed (tidak
 * bisa) are checked.
 */
export const checkClosedSlots = async (
  trx: Trx,
  ctx: Ctx,
  coach: { id: number; gedung_id: number | null },
  { slots, ...confirmation }: Confirmation & { slots: readonly Slot[] },
): Promise<void> => {
  const closed = slots.filter((s) => s.status === SlotPelatih.tidakBisa)
  if (closed.length === 0) return
  await checkConfirmedAndLog(
    trx,
    ctx,
    {
      examined: { konflik: await readTaken(trx, ctx, coach.id, closed) },
      confirmation,
      fieldOf: () => 'slot',
    },
    { entitas: 'user', entitas_id: coach.id, gedung_id: coach.gedung_id },
  )
}
