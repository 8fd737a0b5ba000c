/** A coach who wants to be asked first agrees to the hour of a class (domain.md 3.8). */
import type { kursusPelatih } from '#contract/schedule/kursusPelatih.ts'
import { waitsForCoach } from '#contract/schedule/kursusPelatih.ts'
import { conflict } from '#server/errors.ts'
import { now } from '#server/http/context.ts'
import type { Action } from '#server/resource/module.ts'

/** Until then the class holds its hour and room, and takes no students. Throws 409. */
export const approveSlot: Action<typeof kursusPelatih, 'setujui-slot'> = async ({
  trx,
  ctx,
  row,
}) => {
  if (!waitsForCoach(row)) throw conflict('Kelas ini tidak menunggu persetujuan guru')
  await trx
    .updateTable('kursus_pelatih')
    .set({
      tanya_dulu_disetujui_at: now(),
      tanya_dulu_disetujui_oleh: ctx.actor.id,
      versi: row.versi + 1,
      updated_at: now(),
      updated_by: ctx.actor.id,
    })
    .where('id', '=', row.id)
    .execute()
}
