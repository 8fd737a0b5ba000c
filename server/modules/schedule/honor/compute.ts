/** Creates and recomputes draft payslips, on request of an admin and every night. */
import type { Trx } from '#server/db/schema/tables.ts'
import { authorId, now, type Author } from '#server/http/context.ts'
import { findPayslipKeys, planHonor, type PayslipKey } from '#server/modules/schedule/honor/plan.ts'
import { auditChange } from '#server/resource/auditLog.ts'

interface Computed {
  dibuat: number
  diperbarui: number
}
/** Creates or updates the draft payslip of a coach; a final payslip stays unchanged. */
const computeSlip = async (trx: Trx, author: Author, slip: PayslipKey): Promise<Computed> => {
  const { baris, total, jumlah_pertemuan } = await planHonor(trx, slip)
  const known = await trx
    .selectFrom('honor_periode')
    .selectAll()
    .where('pelatih_id', '=', slip.pelatih_id)
    .where('gedung_id', '=', slip.gedung_id)
    .where('periode', '=', slip.periode)
    .executeTakeFirst()
  const stamp = { updated_at: now(), updated_by: authorId(author) }
  const sums = { total, jumlah_pertemuan, dihitung_at: now() }
  if (!known) {
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
  const isSame = known.total === total && known.jumlah_pertemuan === jumlah_pertemuan
  if (known.status !== 'draft' || isSame) return { dibuat: 0, diperbarui: 0 }
  const after = { ...known, ...sums, ...stamp, versi: known.versi + 1 }
  await trx
    .updateTable('honor_periode')
    .set({ ...sums, ...stamp, versi: known.versi + 1 })
    .where('id', '=', known.id)
    .execute()
  await auditChange(trx, author, { aksi: 'hitung', entitas: 'honor-periode', before: known, after })
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
    const one = await computeSlip(trx, author, { ...slip, periode })
    sum.dibuat += one.dibuat
    sum.diperbarui += one.diperbarui
  }
  return sum
}
