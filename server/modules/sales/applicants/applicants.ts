/**
 * Calls for self-registered applicants who are not students yet (domain.md 2.3): taking,
 * completing, closing and reopening.
 */
import { sql } from 'kysely'
import { isApplicant } from '#contract/access/rules/applicant.ts'
import { RoleId } from '#contract/enums.ts'
import type { Trx } from '#server/db/schema/tables.ts'
import { transaction } from '#server/db/transaction.ts'
import { conflict, forbidden, notFound } from '#server/errors.ts'
import type { Handlers } from '#server/http/calls.ts'
import { now, type Ctx } from '#server/http/context.ts'
import { isOpenApplicant, outletsOfSales, userScope } from '#server/modules/access/user/kinds.ts'
import { checkRegistrationOpen } from '#server/modules/access/user/lifecycle/applicant.ts'
import { updateUser } from '#server/modules/access/user/row.ts'
import { readActiveSales } from '#server/modules/sales/leads/holder.ts'
import { dropHold, ofCalon } from '#server/modules/sales/slots/slotRows.ts'
import { auditChange } from '#server/resource/auditLog.ts'

/** Reads the state and contact data of a user in the actor's scope. */
export const findUser = (trx: Trx, { actor }: Ctx, id: number) =>
  trx
    .selectFrom('user')
    .select(['id', 'versi', 'name', 'status', 'sumber', 'activation', 'gedung_id', 'sales_id'])
    .select(['email', 'phone', 'phone_alt', 'wali_phone', 'persetujuan_at', 'persetujuan_oleh'])
    .select(['dilengkapi_at', 'ditutup_at', 'alasan_tutup', 'catatan_tutup'])
    .where('id', '=', id)
    .where(userScope(actor) ?? sql<boolean>`1 = 1`)
    .executeTakeFirst()
export type ApplicantRow = NonNullable<Awaited<ReturnType<typeof findUser>>>

/**
 * Reads an applicant in the actor's scope, including one whose registration is closed. Throws 404
 * for a user outside the scope, and 409 for a user who is no applicant.
 */
const readApplicant = async (trx: Trx, ctx: Ctx, id: number): Promise<ApplicantRow> => {
  const row = await findUser(trx, ctx, id)
  if (!row) throw notFound()
  if (!isApplicant(row)) throw conflict('Bukan pendaftar yang menunggu diaktivasi')
  return row
}
/**
 * Reads an applicant whose registration is open. Throws 404 for a user outside the actor's scope,
 * and 409 for a user who is no applicant or whose registration is closed.
 */
export const readOpenApplicant = async (trx: Trx, ctx: Ctx, id: number): Promise<ApplicantRow> => {
  const row = await readApplicant(trx, ctx, id)
  checkRegistrationOpen(row)
  return row
}

/** Change of an applicant, with its entry for the audit log. */
interface Step {
  aksi: string
  columns: Partial<ApplicantRow>
  alasan?: string | null
}
const changeApplicant = async (
  trx: Trx,
  ctx: Ctx,
  row: ApplicantRow,
  { aksi, columns, alasan = null }: Step,
): Promise<{ id: number }> => {
  await updateUser(trx, ctx, row, columns, false)
  const after = { ...row, ...columns }
  await auditChange(trx, ctx, { aksi, entitas: 'user', before: row, after, alasan })
  return { id: row.id }
}

/** Throws 409 when another sales person has already taken the applicant. */
const checkNotTaken = async (trx: Trx, { actor }: Ctx, id: number): Promise<void> => {
  const takenApplicant = await trx
    .selectFrom('user')
    .select('id')
    .where('id', '=', id)
    .where(isOpenApplicant)
    .where('sales_id', 'is not', null)
    .where(sql<boolean>`gedung_id in (${outletsOfSales(actor)})`)
    .executeTakeFirst()
  if (takenApplicant) throw conflict('Pendaftar ini sudah dipegang sales lain')
}
const take = async (trx: Trx, ctx: Ctx, id: number) => {
  const { actor } = ctx
  if (actor.dasar !== RoleId.sales) throw forbidden('Hanya sales yang mengambil pendaftar')
  if (!(await findUser(trx, ctx, id))) await checkNotTaken(trx, ctx, id)
  const row = await readOpenApplicant(trx, ctx, id)
  // Returns the same result for a repeated call: the actor has already taken the applicant.
  if (row.sales_id === actor.id) return { id }
  return changeApplicant(trx, ctx, row, { aksi: 'ambil', columns: { sales_id: actor.id } })
}

const close = async (
  trx: Trx,
  ctx: Ctx,
  id: number,
  reason: Pick<ApplicantRow, 'alasan_tutup' | 'catatan_tutup'>,
) => {
  const row = await readOpenApplicant(trx, ctx, id)
  const slot = await ofCalon(trx, { lead_id: null, peserta_id: id })
  if (slot) await dropHold(trx, ctx, slot, { isi: 'Slot dilepas: pendaftaran ditutup' })
  // A sales person who closes a registration becomes the holder of the applicant, and can therefore
  // reopen the registration.
  const salesId = ctx.actor.dasar === RoleId.sales ? ctx.actor.id : row.sales_id
  const columns = { ...reason, ditutup_at: now(), sales_id: salesId }
  return changeApplicant(trx, ctx, row, { aksi: 'tutup', columns, alasan: reason.catatan_tutup })
}
const reopen = async (trx: Trx, ctx: Ctx, id: number) => {
  const row = await readApplicant(trx, ctx, id)
  if (row.ditutup_at === null) throw conflict('Pendaftaran ini tidak ditutup')
  const columns = { ditutup_at: null, alasan_tutup: null, catatan_tutup: null }
  return changeApplicant(trx, ctx, row, { aksi: 'buka', columns })
}

export const applicantCalls: Pick<
  Handlers,
  'takeApplicant' | 'handOverApplicant' | 'closeApplicant' | 'reopenApplicant'
> = {
  takeApplicant: (ctx, _, { id }) => transaction(ctx.db, (trx) => take(trx, ctx, id)),
  handOverApplicant: (ctx, { sales_id, alasan }, { id }) =>
    transaction(ctx.db, async (trx) => {
      const row = await readOpenApplicant(trx, ctx, id)
      if (row.sales_id === sales_id) throw conflict('Pendaftar ini sudah dipegang sales itu')
      const to = await readActiveSales(trx, ctx.actor, sales_id, 'sales_id')
      const columns = { sales_id: to.id }
      return changeApplicant(trx, ctx, row, { aksi: 'serahkan', columns, alasan })
    }),
  closeApplicant: (ctx, reason, { id }) =>
    transaction(ctx.db, (trx) => close(trx, ctx, id, reason)),
  reopenApplicant: (ctx, _, { id }) => transaction(ctx.db, (trx) => reopen(trx, ctx, id)),
}
