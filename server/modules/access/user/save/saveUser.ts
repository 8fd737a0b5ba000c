/**
 * Create and update of a user: computes the columns that do not come directly from the form, and
 * writes the data of the user in other tables.
 */
import { consentVersion } from '#contract/access/rules/consent.ts'
import { Activation, RoleId, UserStatus } from '#contract/enums.ts'
import type { Trx } from '#server/db/schema/tables.ts'
import { now } from '#server/http/context.ts'
import { checkPayer } from '#server/modules/access/user/lifecycle/roleChange.ts'
import { boundRoleOf, type BoundRole } from '#server/modules/access/user/save/bounds.ts'
import { checkSave, type Saving } from '#server/modules/access/user/save/checkSave.ts'
import { preparedHash, type GivenPassword } from '#server/modules/access/user/save/givenPassword.ts'
import { usernameFrom } from '#server/modules/access/user/save/identity.ts'
import {
  awaitsConfirmation,
  checkEmailNotTaken,
} from '#server/modules/access/user/save/newEmail.ts'
import { storeProfil, updateNameCopies } from '#server/modules/access/user/save/profil.ts'
import { maskToStore } from '#server/modules/access/user/save/rahasia.ts'
import { moveDrafts } from '#server/modules/billing/bills/moveDrafts.ts'

/**
 * Returns the payer to store for a user; null for none. A payer who is also a student is their own
 * payer.
 */
const payerFor = async (
  { trx, input, current }: Saving,
  role: BoundRole,
): Promise<number | null> => {
  if (role.dasar === RoleId.peserta) return input.akun_billing_id
  if (role.dasar !== RoleId.akunBilling || !current) return null
  const student = await trx
    .selectFrom('peserta_profil')
    .select('user_id')
    .where('user_id', '=', current.id)
    .executeTakeFirst()
  return student ? current.id : null
}

/**
 * Returns the payer to store for a user. Throws 422 when a student becomes active or gets another
 * payer, and that payer is not active.
 */
const checkedPayer = async (
  saving: Saving,
  role: BoundRole,
  status: number,
): Promise<number | null> => {
  const { trx, current } = saving
  const payer = await payerFor(saving, role)
  const isActive = status === UserStatus.aktif
  const isNew = payer !== current?.akun_billing_id || current.status !== UserStatus.aktif
  if (role.dasar === RoleId.peserta && payer !== null && isActive && isNew)
    await checkPayer(trx, payer)
  return payer
}

/**
 * Returns the columns of the consent to set or clear: the time, the person who gave the consent,
 * and the version of its text. Returns no columns when the consent is unchanged.
 */
const consentColumns = ({ input, current }: Saving) => {
  const agreed = (current?.persetujuan_at ?? null) !== null
  if (input.persetujuan && !agreed)
    return {
      persetujuan_at: now(),
      persetujuan_oleh: input.wali_nama ?? input.name,
      persetujuan_versi: consentVersion,
    }
  return !input.persetujuan && agreed
    ? { persetujuan_at: null, persetujuan_oleh: null, persetujuan_versi: null }
    : {}
}

/** Columns with the same value for every new user. */
const newUser = {
  activation: Activation.belum,
  sumber: 'admin' as const,
  last_login_at: null,
  persetujuan_at: null,
  persetujuan_oleh: null,
  persetujuan_versi: null,
  verified_at: null,
  dianonimkan_at: null,
  dilengkapi_at: null,
  ditutup_at: null,
  alasan_tutup: null,
  catatan_tutup: null,
}

/**
 * Returns the home outlet of a user; null for none. A user whom an admin limited to some outlets
 * creates without an outlet gets the first of the admin's outlets. Otherwise the admin could not
 * see the user.
 */
const homeOf = ({ ctx, input, current }: Saving): number | null => {
  const { actor } = ctx
  const first = actor.dasar === RoleId.admin && !current ? actor.gedung[0] : undefined
  return input.gedung_id ?? first ?? null
}

/** Create or update of a user, with the result of `preparePassword`. */
interface PreparedSaving extends Saving {
  /**
   * Password of the request, with its hash or with the message that rejects it; undefined when the
   * request contains no password.
   */
  prepared: GivenPassword | undefined
}

/**
 * Returns the columns to change together with the mail address of an existing user. If the new
 * address must first be confirmed, keeps the old address, and throws 409 when another user has the
 * new address.
 */
const mailColumns = async ({ trx, ctx, input, current }: Saving) => {
  if (!current || current.email === input.email) return {}
  if (input.email === null || !awaitsConfirmation(ctx.actor, current, input.email))
    return { verified_at: null }
  await checkEmailNotTaken(trx, current.id, input.email)
  return { email: current.email }
}

/** Checks a create or an update, and returns the columns that are computed from the input. */
export const userColumns = async (saving: PreparedSaving) => {
  const { trx, ctx, input, current, prepared } = saving
  const { role, status } = await checkSave(saving)
  const akun_billing_id = await checkedPayer(saving, role, status)
  const makeUsername =
    status === UserStatus.aktif ? () => usernameFrom(trx, input.name) : () => null
  const username = input.username ?? (await makeUsername())
  // Throws 422 for a weak password, before anything is stored.
  if (input.password) preparedHash(prepared, input.password)
  return {
    username,
    gedung_id: homeOf(saving),
    akun_billing_id,
    status,
    nik: maskToStore('nik', input.nik, current?.nik ?? null),
    no_paspor: maskToStore('no_paspor', input.no_paspor, current?.no_paspor ?? null),
    ...(ctx.actor.dasar === RoleId.sales && !current && { sales_id: ctx.actor.id }),
    ...(!current && newUser),
    ...(await mailColumns(saving)),
    ...consentColumns(saving),
  }
}

/**
 * Moves draft bills to a student's new payer if the input requests it. Published bills stay with
 * the old payer, who has received them (domain.md 3.9).
 */
const moveDraftsToPayer = async (
  { trx, ctx, input, current }: Saving,
  id: number,
): Promise<void> => {
  const [from, to] = [current?.akun_billing_id ?? null, input.akun_billing_id]
  if (input.pindahkan_draft && from !== null && to !== null && from !== to)
    await moveDrafts(trx, ctx, { peserta_id: id, from, to })
}

/** Stores a password set by staff. The user must change it at the next login. */
const storeGivenPassword = (trx: Trx, id: number, password_hash: string) =>
  trx
    .updateTable('user')
    .set({ password_hash, harus_ganti_password: 1 })
    .where('id', '=', id)
    .execute()

const endSessions = async (trx: Trx, id: number): Promise<void> => {
  await trx
    .updateTable('user')
    .set((eb) => ({ token_versi: eb('token_versi', '+', 1) }))
    .where('id', '=', id)
    .execute()
  await trx.deleteFrom('sesi').where('user_id', '=', id).execute()
}

/**
 * Writes a user's profiles, and applies the effects of a changed name, payer, password, mail, role
 * or status.
 */
export const storeUserParts = async (saving: PreparedSaving, id: number): Promise<void> => {
  const { trx, ctx, input, current, prepared } = saving
  const { dasar } = await boundRoleOf(trx, input.role_id)
  const isNewBase = !current || (await boundRoleOf(trx, current.role_id)).dasar !== dasar
  await storeProfil({ trx, ctx, input, current, id, dasar, isNewBase })
  if (current && current.name !== input.name) await updateNameCopies(trx, ctx.actor, id, input.name)
  if (dasar === RoleId.peserta) await moveDraftsToPayer(saving, id)
  if (input.password) await storeGivenPassword(trx, id, preparedHash(prepared, input.password))
  // A changed role, status, mail or password ends all sessions of the user. A mail address that
  // awaits confirmation does not count as changed.
  const email = awaitsConfirmation(ctx.actor, current, input.email) ? current?.email : input.email
  const changed =
    current &&
    (current.role_id !== input.role_id ||
      current.status !== input.status ||
      current.email !== email)
  if (changed || (current && input.password)) await endSessions(trx, id)
}
