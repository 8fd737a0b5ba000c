/** Removes students from waiting lists of classes (domain.md 2.4). */
import type { Trx } from '#server/db/schema/tables.ts'
import type { Ctx } from '#server/http/context.ts'
import { auditChanges } from '#server/resource/auditLog.ts'

/**
 * Removes a student from the waiting list of a class, or from all waiting lists if no class is
 * given. Called when the student gets a seat in the class, or leaves the school.
 */
export const endWaiting = async (
  trx: Trx,
  ctx: Ctx,
  { peserta_id, kursus_pelatih_id }: { peserta_id: number; kursus_pelatih_id?: number },
  alasan = 'Peserta masuk kelas ini',
): Promise<void> => {
  const rows = await trx
    .deleteFrom('daftar_tunggu')
    .where('peserta_id', '=', peserta_id)
    .$if(kursus_pelatih_id !== undefined, (q) =>
      q.where('kursus_pelatih_id', '=', kursus_pelatih_id ?? 0),
    )
    .returningAll()
    .execute()
  const entry = { aksi: 'delete', entitas: 'daftar-tunggu', alasan }
  await auditChanges(
    trx,
    ctx,
    rows.map((row) => ({ ...entry, before: { ...row } })),
  )
}
