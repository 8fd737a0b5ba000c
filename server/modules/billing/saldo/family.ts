/**
 * Determines whether two payers belong to one family. Saldo may be transferred only within a family
 * (domain.md 3.5).
 */
import type { Trx } from '#server/db/schema/tables.ts'

/**
 * Returns the phone numbers and mail addresses of a payer, of the payer's contacts, and of the
 * guardians of the payer's students.
 */
const readReach = async (trx: Trx, akun: number): Promise<ReadonlySet<string>> => {
  const profiles = await trx
    .selectFrom('user')
    .leftJoin('akun_billing_profil', 'akun_billing_profil.user_id', 'user.id')
    .select(['phone', 'phone_alt', 'email', 'wa_tagihan', 'email_tagihan'])
    .where('user.id', '=', akun)
    .execute()
  const contacts = await trx
    .selectFrom('akun_billing_kontak')
    .select(['phone', 'email'])
    .where('user_id', '=', akun)
    .execute()
  const guardians = await trx
    .selectFrom('user')
    .select('wali_phone')
    .where('akun_billing_id', '=', akun)
    .execute()
  return new Set(
    [...profiles, ...contacts, ...guardians]
      .flatMap((row) => Object.values(row))
      .flatMap((value) => (value ? [value.toLowerCase()] : [])),
  )
}

/**
 * Whether a bill of payer `a` contains a line for a student whose present payer is `b`, or a bill
 * of `b` contains a line for a student whose present payer is `a`.
 */
const shareStudents = async (trx: Trx, a: number, b: number): Promise<boolean> => {
  const row = await trx
    .selectFrom('billing_item')
    .innerJoin('billing', 'billing.id', 'billing_item.billing_id')
    .innerJoin('user', 'user.id', 'billing_item.peserta_id')
    .select('billing_item.id')
    .where((eb) =>
      eb.or([
        eb.and([eb('billing.akun_billing_id', '=', a), eb('user.akun_billing_id', '=', b)]),
        eb.and([eb('billing.akun_billing_id', '=', b), eb('user.akun_billing_id', '=', a)]),
      ]),
    )
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Whether two payers have a phone number or a mail address in common, or whether a student moved
 * from one payer to the other.
 */
export const areOneFamily = async (trx: Trx, a: number, b: number): Promise<boolean> => {
  const [firstReach, secondReach] = [await readReach(trx, a), await readReach(trx, b)]
  return [...firstReach].some((value) => secondReach.has(value)) || shareStudents(trx, a, b)
}
