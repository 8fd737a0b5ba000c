/**
 * What stands in a coach's week where it is to be closed (domain.md 2.4): a class is in the way; a
 * dated lesson, of one week alone, stays if somebody says why.
 */
import { sql } from 'kysely'
import { Hari, SlotPelatih } from '#contract/enums.ts'
import type { Conflict } from '#contract/schedule/rules/conflicts.ts'
import { slotsOfClass, slotTimes, type Slot } from '#contract/schedule/rules/freeSlots.ts'
import { currentDay, weekday } from '#contract/values/tanggal.ts'
import type { Trx } from '#server/db/tables.ts'
import type { Ctx } from '#server/http/context.ts'
import { classConflict, readActive } from '#server/modules/schedule/classRows.ts'
import { isNotOf, leftConflict, readLeft } from '#server/modules/schedule/lessonsLeft.ts'
import { demandLogged, type Confirmation } from '#server/modules/schedule/refusal.ts'

interface Place {
  hari: number
  jam_mulai: string
  jam_selesai: string
}
/** Whether a class or a lesson touches one of the slots; a week is of clock times, of any zone. */
const touches = (slots: readonly Slot[]) => {
  const closed = new Set(slots.map(({ hari, jam }) => `${hari} ${jam}`))
  return (place: Place): boolean =>
    slotsOfClass(place).some((at) => closed.has(`${place.hari} ${slotTimes[at]}`))
}

/** The classes and dated lessons of a coach that stand in slots. */
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
  // Until a planned change, a class counts by its dated lessons alone.
  const lasting = classes.filter((c, i) => classes[i + 1]?.id !== c.id)
  const taken = lasting.filter((c) => isThere(c))
  const ids = taken.flatMap((c) => c.id ?? [])
  const left = await readLeft(
    trx,
    ctx.actor,
    sql`pertemuan.pelatih_id = ${pelatih_id} and ${isNotOf(ids)}`,
  )
  return [
    ...taken.map((c) => classConflict(c, { jenis: 'slot', text: `${Hari.label(c.hari)} dipakai` })),
    ...left
      .filter((l) => isThere({ ...l, hari: weekday(l.tanggal) }))
      .map((l) => leftConflict(l, { jenis: 'slot', tingkat: 'lunak', text: 'Masih ada' })),
  ]
}

/**
 * Refuses to close slots over what stands in them (409), but for dated lessons that are confirmed
 * with a reason. Slots that are given another status are not asked about.
 */
export const demandOpen = async (
  trx: Trx,
  ctx: Ctx,
  coach: { id: number; gedung_id: number | null },
  { slots, ...confirmation }: Confirmation & { slots: readonly Slot[] },
): Promise<void> => {
  const closed = slots.filter((s) => s.status === SlotPelatih.tidakBisa)
  if (closed.length === 0) return
  await demandLogged(
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
