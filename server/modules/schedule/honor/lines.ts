/** Lines of payslips. The lines of a draft are computed, all others are stored. */
import type { Db, Trx } from '#server/db/schema/tables.ts'
import { planHonor, type HonorLine } from '#server/modules/schedule/honor/planPayslips.ts'

/** Reads the stored lines of payslips in their order. Drafts have no stored lines. */
const readPayslipLines = async (
  db: Db | Trx,
  ids: readonly number[],
): Promise<Map<number, HonorLine[]>> => {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('honor_baris')
    .select([
      'honor_periode_id',
      'pertemuan_id',
      'jenis',
      'tanggal',
      'deskripsi',
      'dasar',
      'jumlah',
    ])
    .where('honor_periode_id', 'in', ids)
    .orderBy('honor_periode_id')
    .orderBy('urutan')
    .execute()
  return new Map(
    [...Map.groupBy(rows, (row) => row.honor_periode_id)].map(([id, lines]) => [
      id,
      lines.map(({ honor_periode_id: _, ...line }) => line),
    ]),
  )
}
export const readSlips = (db: Db | Trx, ids: readonly number[]) =>
  db
    .selectFrom('honor_periode')
    .select(['id', 'pelatih_id', 'gedung_id', 'periode', 'status', 'total'])
    .where('id', 'in', ids)
    .execute()
/** Returns the lines of payslips by payslip id: computed for drafts, otherwise as stored. */
export const readLinesOf = async (
  db: Db | Trx,
  ids: readonly number[],
): Promise<Map<number, HonorLine[]>> => {
  const slips = await readSlips(db, ids)
  const linesBySlip = await readPayslipLines(
    db,
    slips.filter((slip) => slip.status !== 'draft').map((slip) => slip.id),
  )
  for (const slip of slips)
    if (slip.status === 'draft') linesBySlip.set(slip.id, (await planHonor(db, slip)).baris)
  return linesBySlip
}
