/** Writing a lead's row and its timeline. */
import type { lead } from '#contract/sales/lead.ts'
import type { Tahap } from '#contract/sales/rules/stages.ts'
import type { Tables, Trx } from '#server/db/schema/tables.ts'
import { authorId, now, type Author } from '#server/http/context.ts'
import type { Stored } from '#server/resource/module.ts'

type LeadRow = Stored<typeof lead>
export type LeadColumns = Partial<Omit<LeadRow, 'kursus_minat' | 'sales_id'>> & {
  kursus_minat?: string
  sales_id?: number
  dihapus_at?: string
  digabung_ke_id?: number
  user_id?: number
}

/** Updates columns of a lead, with its version and the time and author of the change. */
export const changeLead = async (
  trx: Trx,
  ctx: Author,
  id: number,
  columns: LeadColumns,
): Promise<void> => {
  await trx
    .updateTable('lead')
    .set((eb) => ({ ...columns, versi: eb('versi', '+', 1) }))
    .set({ updated_at: now(), updated_by: authorId(ctx) })
    .where('id', '=', id)
    .execute()
}
/** Adds an activity, dated now, to a lead's timeline. */
export const noteActivity = (
  trx: Trx,
  ctx: Author,
  activity: { lead_id: number; jenis: Tables['lead_aktivitas']['jenis']; isi: string },
) =>
  trx
    .insertInto('lead_aktivitas')
    .values({ ...activity, pada_at: now(), oleh: authorId(ctx) })
    .execute()

/** Returns the columns to change when a lead moves to a stage. */
export const stageColumns = (
  row: Pick<LeadRow, 'menang_at'>,
  tahap: Tahap,
  alasan: string | null,
): LeadColumns => ({
  tahap,
  tahap_at: now(),
  alasan_kalah: tahap === 'kalah' ? alasan : null,
  menang_at: tahap === 'menang' ? now() : row.menang_at,
})
/** Deletes the stored progress of the activation of a lead. */
export const dropProgress = (trx: Trx, lead_id: number) =>
  trx.deleteFrom('aktivasi').where('lead_id', '=', lead_id).execute()
