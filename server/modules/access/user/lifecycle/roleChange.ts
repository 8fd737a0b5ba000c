/**
 * Actions upgrade (a student becomes their own payer) and downgrade (the reverse), and checks of a
 * payer (domain.md 3.9). A person keeps the same row in `user`.
 */
import { checkContact } from '#contract/access/rules/userRequired.ts'
import { user } from '#contract/access/user.ts'
import { RoleId, UserStatus } from '#contract/enums.ts'
import { formatRupiah } from '#contract/values/rupiah.ts'
import { ageOf } from '#contract/values/tanggal.ts'
import type { Trx } from '#server/db/schema/tables.ts'
import { conflict, forbidden, invalidField } from '#server/errors.ts'
import type { Ctx } from '#server/http/context.ts'
import { userScope } from '#server/modules/access/user/kinds.ts'
import { paidForText } from '#server/modules/access/user/lifecycle/removal.ts'
import { readSearchWords, checkNotDeleted, updateUser } from '#server/modules/access/user/row.ts'
import { boundRoleOf, checkRole, checkTarget } from '#server/modules/access/user/save/bounds.ts'
import { storeAkunProfil } from '#server/modules/access/user/save/profil.ts'
import { moveDrafts } from '#server/modules/billing/bills/moveDrafts.ts'
import {
  billsText,
  handOverBills,
  readOpenBills,
} from '#server/modules/billing/corrections/handOver.ts'
import { keysOf } from '#server/resource/columns.ts'
import type { Action } from '#server/resource/module.ts'
import type { Condition } from '#server/resource/query/conditions.ts'

const findPesertaProfil = (trx: Trx, id: number) =>
  trx.selectFrom('peserta_profil').select('user_id').where('user_id', '=', id).executeTakeFirst()
/**
 * Throws 422 for the field `akun_billing_id` unless `id` is an active payer who meets the condition
 * `where`.
 */
export const checkPayer = async (trx: Trx, id: number, where?: Condition): Promise<void> => {
  const query = trx.selectFrom('user').select(['status', 'role_id']).where('id', '=', id)
  const payer = await (where ? query.where(where) : query).executeTakeFirst()
  if (!payer || (await boundRoleOf(trx, payer.role_id)).dasar !== RoleId.akunBilling)
    throw invalidField('akun_billing_id', 'Akun Billing tidak ditemukan')
  if (payer.status !== UserStatus.aktif)
    throw invalidField('akun_billing_id', 'Akun billing tidak aktif')
}

/** Makes a student the payer of their own future bills, and ends their sessions. */
export const becomePayer = async (
  trx: Trx,
  ctx: Ctx,
  row: { id: number; versi: number; name: string },
): Promise<void> => {
  await ensureAkunProfil(trx, row)
  await updateUser(trx, ctx, row, { role_id: RoleId.akunBilling, akun_billing_id: row.id }, true)
}

/** Action upgrade: makes a student their own payer. */
export const upgrade: Action<typeof user, 'upgrade'> = async ({ trx, ctx, row, input }) => {
  const { dasar } = await checkTarget(trx, ctx.actor, row, 'Anda tidak dapat mengubah role sendiri')
  if (ctx.actor.dasar === RoleId.sales) throw forbidden('Sales tidak mengubah role')
  checkNotDeleted(row)
  if (dasar !== RoleId.peserta || !(await findPesertaProfil(trx, row.id)))
    throw conflict('Hanya peserta yang dapat dijadikan akun billing')
  const errors = checkContact(row)
  if (errors.length > 0)
    throw conflict('Lengkapi dahulu nomor HP atau email: akun billing harus dapat dihubungi', {
      errors,
    })
  if (row.tanggal_lahir !== null && ageOf(row.tanggal_lahir) < 18 && input.alasan === null)
    throw invalidField('alasan', 'Wajib diisi: peserta belum 18 tahun')
  checkRole(ctx.actor, await boundRoleOf(trx, RoleId.akunBilling))
  await becomePayer(trx, ctx, row)
  if (input.pindahkan_draft && row.akun_billing_id !== null)
    await moveDrafts(trx, ctx, { peserta_id: row.id, from: row.akun_billing_id, to: row.id })
  await trx
    .updateTable('user')
    .set(keysOf(user, { ...row }, await readSearchWords(trx, row)))
    .where('id', '=', row.id)
    .execute()
}
const ensureAkunProfil = async (trx: Trx, row: { id: number; name: string }): Promise<void> => {
  const profile = await trx
    .selectFrom('akun_billing_profil')
    .select('user_id')
    .where('user_id', '=', row.id)
    .executeTakeFirst()
  if (!profile)
    await storeAkunProfil(trx, row.id, {
      nama_tagihan: row.name,
      alamat_tagihan: null,
      email_tagihan: null,
      wa_tagihan: null,
      kirim_via: 'wa',
      blokir_tagihan: 0,
    })
}

/** Action downgrade: assigns another payer to a student who is their own payer. */
export const downgrade: Action<typeof user, 'downgrade'> = async ({ trx, ctx, row, input }) => {
  const { dasar } = await checkTarget(trx, ctx.actor, row, 'Anda tidak dapat mengubah role sendiri')
  if (ctx.actor.dasar === RoleId.sales) throw forbidden('Sales tidak mengubah role')
  checkNotDeleted(row)
  if (dasar !== RoleId.akunBilling)
    throw conflict('Hanya akun billing yang dapat dijadikan peserta')
  if (!(await findPesertaProfil(trx, row.id)))
    throw invalidField('id', 'Bukan peserta: akun ini tidak punya profil peserta')
  const target = input.akun_billing_id
  if (target === row.id) throw invalidField('akun_billing_id', 'Pilih akun billing lain')
  await checkPayer(trx, target, userScope(ctx.actor))
  const dependants = await paidForText(trx, ctx.actor, row.id)
  if (dependants) throw conflict(`Akun ini masih membayar untuk ${dependants}. Pindahkan dahulu.`)
  if (input.alihkan && input.alasan === null)
    throw invalidField('alasan', 'Wajib diisi jika tagihan dialihkan')
  await checkNoSaldo(trx, row.id)
  const bills = await readOpenBills(trx, row.id)
  if (bills.length > 0 && !input.alihkan)
    throw conflict(
      `Masih ada tagihan terbuka: ${billsText(ctx.actor, bills)}. Lunasi, atau alihkan ke akun billing baru.`,
    )
  checkRole(ctx.actor, await boundRoleOf(trx, RoleId.peserta))
  if (input.alihkan && input.alasan !== null)
    await handOverBills(trx, ctx, { from: row.id, to: target, alasan: input.alasan })
  // Handing over the bills voids them, and voiding a bill returns the saldo that paid a part of it.
  // The saldo is therefore checked again.
  await checkNoSaldo(trx, row.id)
  await moveDrafts(trx, ctx, { peserta_id: null, from: row.id, to: target })
  await updateUser(trx, ctx, row, { role_id: RoleId.peserta, akun_billing_id: target }, true)
}
const checkNoSaldo = async (trx: Trx, id: number): Promise<void> => {
  const akun = await trx
    .selectFrom('akun_billing_profil')
    .select('saldo_kredit')
    .where('user_id', '=', id)
    .executeTakeFirst()
  if (akun && akun.saldo_kredit !== 0)
    throw conflict(
      `Akun ini punya saldo ${formatRupiah(akun.saldo_kredit)}. Pakai atau kembalikan dahulu.`,
    )
}
