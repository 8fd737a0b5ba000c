/** Deletes and restores users, and finds the reasons that prevent a deletion. */
import { user } from '#contract/access/user.ts'
import { RoleId, UserStatus } from '#contract/enums.ts'
import { currentDay } from '#contract/values/tanggal.ts'
import type { Trx } from '#server/db/schema/tables.ts'
import { conflict, forbidden } from '#server/errors.ts'
import type { Actor, Ctx } from '#server/http/context.ts'
import { isOpenApplicant, userScope } from '#server/modules/access/user/kinds.ts'
import { checkAllOutlets, unfinished } from '#server/modules/access/user/lifecycle/sharedOutlets.ts'
import {
  readSearchWords,
  updateUser,
  type UserAction,
  type UserRow,
} from '#server/modules/access/user/row.ts'
import { checkLastSuperadmin, checkTarget } from '#server/modules/access/user/save/bounds.ts'
import {
  withDeletedSuffix,
  withoutDeletedSuffix,
} from '#server/modules/access/user/save/identity.ts'
import { isOpenLead } from '#server/modules/sales/leads/leadScope.ts'
import { classPeriods } from '#server/modules/schedule/classes/classVersions.ts'
import { endWaiting } from '#server/modules/schedule/enrolments/waitingList.ts'
import { isVisible, labelRows } from '#server/modules/scope.ts'
import { keysOf } from '#server/resource/columns.ts'

/**
 * Returns the names of the other people whom a payer pays for, as text; undefined when there are
 * none.
 */
export const paidForText = async (
  trx: Trx,
  actor: Actor,
  id: number,
): Promise<string | undefined> =>
  labelRows(
    await trx
      .selectFrom('user')
      .select(['name as nama', isVisible(userScope(actor))])
      .where('akun_billing_id', '=', id)
      .where('id', '<>', id)
      .where('status', '<>', UserStatus.dihapus)
      .orderBy('name_kunci')
      .execute(),
    'peserta',
  )
/**
 * Reasons that prevent deleting a user. Each reason has a query that returns a row if the reason
 * applies to the user.
 */
const traces: readonly {
  text: string
  find: (trx: Trx, id: number) => { executeTakeFirst: () => Promise<object | undefined> }
}[] = [
  {
    text: 'ada tagihan atas namanya',
    find: (trx, id) =>
      trx.selectFrom('billing').select('id').where('akun_billing_id', '=', id).limit(1),
  },
  {
    text: 'ada baris tagihan untuknya',
    find: (trx, id) =>
      trx.selectFrom('billing_item').select('id').where('peserta_id', '=', id).limit(1),
  },
  {
    text: 'ada pembayaran atas namanya',
    find: (trx, id) =>
      trx
        .selectFrom('billing_payment')
        .select('id')
        .where((eb) => eb.or([eb('akun_billing_id', '=', id), eb('diterima_oleh', '=', id)]))
        .limit(1),
  },
  {
    text: 'ada pengeluaran atas namanya',
    find: (trx, id) =>
      trx
        .selectFrom('pengeluaran_sales')
        .select('id')
        .where((eb) =>
          eb.or([
            eb('sales_id', '=', id),
            eb('diajukan_oleh', '=', id),
            eb('disetujui_oleh', '=', id),
          ]),
        )
        .limit(1),
  },
  {
    text: 'ada mutasi saldo',
    find: (trx, id) =>
      trx.selectFrom('mutasi_saldo').select('id').where('akun_billing_id', '=', id).limit(1),
  },
  {
    text: 'masih punya jadwal kursus',
    find: (trx, id) =>
      trx
        .selectFrom('kursus_peserta')
        .select('id')
        .where('status', 'in', unfinished)
        .where((eb) => eb.or([eb('peserta_id', '=', id), eb('akun_billing_id', '=', id)]))
        .limit(1),
  },
  {
    text: 'masih memegang lead',
    find: (trx, id) =>
      trx
        .selectFrom('lead')
        .select('id')
        .where('sales_id', '=', id)
        .where('dihapus_at', 'is', null)
        .where(isOpenLead)
        .limit(1),
  },
  {
    text: 'masih memegang pendaftar',
    find: (trx, id) =>
      trx
        .selectFrom('user')
        .select('id')
        .where('sales_id', '=', id)
        .where(isOpenApplicant)
        .limit(1),
  },
  {
    text: 'masih mengajar kelas',
    find: (trx, id) =>
      trx
        .selectFrom(classPeriods(trx))
        .select('id')
        .where('pelatih_id', '=', id)
        .where('status', '=', 'aktif')
        .where((eb) => eb.or([eb('selesai', 'is', null), eb('selesai', '>=', currentDay())]))
        .limit(1),
  },
]
/** Returns the reasons that prevent deleting a user; empty when there are none. */
const findHistory = async (trx: Trx, actor: Actor, id: number): Promise<string[]> => {
  const reasons: string[] = []
  for (const { text, find } of traces)
    if (await find(trx, id).executeTakeFirst()) reasons.push(text)
  const students = await paidForText(trx, actor, id)
  return students ? [...reasons, `membayar untuk ${students}`] : reasons
}
/**
 * Marks a user as deleted. The row is kept, but its user name and mail become available to other
 * users.
 */
export const removeUser = async ({
  trx,
  ctx,
  row,
}: {
  trx: Trx
  ctx: Ctx
  row: UserRow
}): Promise<void> => {
  await checkTarget(trx, ctx.actor, row, 'Anda tidak dapat menghapus diri sendiri')
  if (ctx.actor.dasar === RoleId.sales) throw forbidden('Sales tidak menghapus user')
  if (row.status === UserStatus.dihapus) throw conflict('User sudah dihapus')
  await checkLastSuperadmin(trx, row, 'dihapus')
  const reasons = await findHistory(trx, ctx.actor, row.id)
  if (reasons.length > 0)
    throw conflict(`User masih dipakai: ${reasons.join('; ')}. Nonaktifkan saja.`)
  await checkAllOutlets(trx, ctx.actor, row, 'menghapusnya')
  await endWaiting(trx, ctx, { peserta_id: row.id }, 'User dihapus')
  await updateUser(
    trx,
    ctx,
    row,
    {
      status: UserStatus.dihapus,
      username: withDeletedSuffix(row.username, row.id),
      email: withDeletedSuffix(row.email, row.id),
    },
    true,
  )
}
/** Tables with parts of a user that are deleted together with a user whom nothing else names. */
const ownParts = [
  'user_gedung',
  'peserta_profil',
  'akun_billing_profil',
  'akun_billing_kontak',
  'pelatih_profil',
  'pelatih_bidang',
  'rahasia',
  'pemberitahuan',
] as const
/** Deletes the parts of a user in other tables, so that the row of the user can be deleted. */
export const deleteUserParts = async (trx: Trx, id: number): Promise<void> => {
  for (const part of ownParts) await trx.deleteFrom(part).where('user_id', '=', id).execute()
}

export const restore: UserAction<'restore'> = async ({ trx, ctx, row, input }) => {
  await checkTarget(trx, ctx.actor, row, 'Akun Anda aktif')
  if (ctx.actor.dasar !== RoleId.superadmin)
    throw forbidden('Hanya superadmin yang memulihkan user')
  if (row.status !== UserStatus.dihapus) throw conflict('User tidak dihapus')
  if (row.dianonimkan_at !== null)
    throw conflict('User sudah dianonimkan dan tidak dapat dipulihkan')
  // If another user has meanwhile taken the user name or mail, the unique key of the database
  // causes a 409 that names the field.
  const [username, email] = [
    input.username ?? withoutDeletedSuffix(row.username, row.id),
    input.email ?? withoutDeletedSuffix(row.email, row.id),
  ]
  await updateUser(
    trx,
    ctx,
    row,
    {
      status: UserStatus.nonaktif,
      username,
      email,
      ...keysOf(user, { ...row, username, email }, await readSearchWords(trx, row)),
    },
    true,
  )
}
