/** Creates and recomputes draft payslips, on request of an admin and every night. */
import type { Trx } from '#server/db/schema/tables.ts'
import { authorId, now, type Author } from '#server/http/context.ts'
import {
  findPayslipKeys,
  planHonor,
  type PayslipKey,
} from '#server/modules/schedule/honor/planPayslips.ts'
import { auditChange } from '#server/resource/auditLog.ts'

interface Computed {
  dibuat: number
  diperbarui: number
}
/** Creates or updates the draft payslip of a coach. A final payslip stays unchanged. */
const computeSlip = async (trx: Trx, author: Author, slip: PayslipKey): Promise<Computed> => {
  const { baris, total, jumlah_pertemuan } = await planHonor(trx, slip)
  const existingSlip = await trx
    .selectFrom('honor_periode')
    .selectAll()
    .where('pelatih_id', '=', slip.pelatih_id)
    .where('gedung_id', '=', slip.gedung_id)
    .where('periode', '=', slip.periode)
    .executeTakeFirst()
  const stamp = { updated_at: now(), updated_by: authorId(author) }
  const sums = { total, jumlah_pertemuan, dihitung_at: now() }
  if (!existingSlip) {
    if (baris.length === 0) return { dibuat: 0, diperbarui: 0 }
    const after = await trx
      .insertInto('honor_periode')
      .values({
        ...slip,
        ...sums,
        status: 'draft',
        versi: 1,
        created_at: now(),
        created_by: authorId(author),
        ...stamp,
        cari: '',
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    await auditChange(trx, author, { aksi: 'hitung', entitas: 'honor-periode', after })
    return { dibuat: 1, diperbarui: 0 }
  }
  const isSame = existingSlip.total === total && existingSlip.jumlah_pertemuan === jumlah_pertemuan
  if (existingSlip.status !== 'draft' || isSame) return { dibuat: 0, diperbarui: 0 }
  const after = { ...existingSlip, ...sums, ...stamp, versi: existingSlip.versi + 1 }
  await trx
    .updateTable('honor_periode')
    .set({ ...sums, ...stamp, versi: existingSlip.versi + 1 })
    .where('id', '=', existingSlip.id)
    .execute()
  await auditChange(trx, author, {
    aksi: 'hitung',
    entitas: 'honor-periode',
    before: existingSlip,
    after,
  })
  return { dibuat: 0, diperbarui: 1 }
}

/** Creates and updates the draft payslips of a month at some outlets. */
export const computeMonth = async (
  trx: Trx,
  author: Author,
  periode: string,
  gedung: readonly number[],
): Promise<Computed> => {
  const sum = { dibuat: 0, diperbarui: 0 }
  for (const slip of await findPayslipKeys(trx, periode, gedung)) {
    const counts = await computeSlip(trx, author, { ...slip, periode })
    sum.dibuat += counts.dibuat
    sum.diperbarui += counts.diperbarui
  }
  return sum
}
