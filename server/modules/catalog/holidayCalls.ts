import { hariLibur } from '#contract/catalog/hariLibur.ts'
import { namedLessonLimit } from '#contract/catalog/holidayCalls.ts'
import type { Trx } from '#server/db/schema/tables.ts'
import { notFound } from '#server/errors.ts'
import type { Handlers } from '#server/http/calls.ts'
import type { Ctx } from '#server/http/context.ts'
import { hariLiburModule, removeHoliday } from '#server/modules/catalog/hariLibur.ts'
import { dryRun } from '#server/modules/schedule/enrolments/enrolmentPreviews.ts'
import { readStuck } from '#server/modules/schedule/enrolments/strandedLessons.ts'
import { checkOutletScope } from '#server/resource/outlets.ts'
import { rowExists } from '#server/resource/rows.ts'

/**
 * Reads a holiday that the actor may delete. Throws 404 for a holiday outside the actor's scope,
 * and 403 for an actor without the right to delete it.
 */
const readOwn = async (trx: Trx, { actor }: Ctx, id: number) => {
  if (!(await rowExists(trx, hariLiburModule, actor, id))) throw notFound(hariLibur.label[0])
  const row = await trx
    .selectFrom('hari_libur')
    .select(['id', 'tanggal', 'gedung_id'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  checkOutletScope(actor, hariLibur, row)
  return row
}

export const holidayCalls: Pick<Handlers, 'holidayReturns'> = {
  /**
   * Returns a preview of deleting holidays. The holidays are deleted in a transaction that is
   * rolled back.
   */
  holidayReturns: (ctx, _, { ids }) =>
    dryRun(ctx, async (trx) => {
      let [kembali, libur] = [0, 0]
      const stuck = new Set<number>()
      for (const id of new Set(ids.split(',').map(Number))) {
        const removal = await removeHoliday(trx, ctx, await readOwn(trx, ctx, id))
        kembali += removal.back
        libur += removal.out
        for (const lesson of removal.stuck) stuck.add(lesson)
      }
      const named = await readStuck(trx, ctx.actor, [...stuck])
      const tidak_kembali = named.slice(0, namedLessonLimit).map(({ label }) => label)
      return { kembali, libur, tidak_kembali, lainnya: named.length - tidak_kembali.length }
    }),
}
