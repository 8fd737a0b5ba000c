/** Finds or creates the payer that the row of a student names. */
import { checkContact } from '#contract/access/rules/userRequired.ts'
import { RoleId, UserStatus } from '#contract/enums.ts'
import { normalizePhone } from '#contract/values/phone.ts'
import { fold } from '#server/db/fold.ts'
import type { Trx } from '#server/db/schema/tables.ts'
import { invalid, invalidField } from '#server/errors.ts'
import { scopeOf } from '#server/http/calls.ts'
import type { Ctx } from '#server/http/context.ts'
import type { RowValues } from '#server/import/columns.ts'
import {
  checkEmailFree,
  given,
  textOf,
  withColumnNames,
  writer,
} from '#server/import/pesertaWriter.ts'
import { kindOf } from '#server/modules/access/user/kinds.ts'
import { userModule } from '#server/modules/access/user/user.ts'

export interface FoundAkun {
  id: number
  isNew: boolean
}
interface Contact {
  phone: string | undefined
  email: string | undefined
}
/**
 * Returns the phone and mail of the payer in a row; undefined when the row names no payer. Throws
 * 422 when the row has only the payer's name.
 */
const contactOf = (values: RowValues): Contact | undefined => {
  const [number, email] = [textOf(values.akun_phone), textOf(values.akun_email)?.toLowerCase()]
  const phone = number === undefined ? undefined : normalizePhone(number)
  if (phone !== undefined || email !== undefined) return { phone, email }
  if (textOf(values.akun_nama) !== undefined)
    throw invalid(checkContact({ phone: null, email: null }, 'akun_phone'))
  return undefined
}

/** Selects the payers with this phone number or mail address in the scope of the importing user. */
const readKnown = (trx: Trx, ctx: Ctx, { phone, email }: Contact) =>
  trx
    .selectFrom('user')
    .select(['id', 'name_kunci', 'phone', 'email'])
    .where(kindOf('akun-billing', ctx.actor))
    .where('status', '<>', UserStatus.dihapus)
    .where(scopeOf(ctx, userModule))
    .where((eb) =>
      eb.or([
        ...(phone ? [eb('phone', '=', phone)] : []),
        ...(email ? [eb('email', '=', email)] : []),
      ]),
    )
    .orderBy('id')
    .execute()

/**
 * Returns the id of the payer with this mail or phone; undefined when a new payer must be created.
 * The name decides among payers with the same phone. Throws 422 when several payers match, or when
 * phone and mail belong to different payers.
 */
const findAkun = async (
  trx: Trx,
  ctx: Ctx,
  contact: Contact,
  nama: string | undefined,
): Promise<number | undefined> => {
  const { phone, email } = contact
  const knownPayers = await readKnown(trx, ctx, contact)
  const byMail = knownPayers.find((k) => email !== undefined && k.email === email)
  const byPhone = knownPayers.filter((k) => phone !== undefined && k.phone === phone)
  if (byMail) {
    if (byPhone.length > 0 && !byPhone.includes(byMail))
      throw invalidField('akun_email', 'No. HP dan email menunjuk dua akun billing yang berbeda')
    return byMail.id
  }
  const name = fold(nama ?? '')
  const matchedPayers = byPhone.length > 1 ? byPhone.filter((k) => k.name_kunci === name) : byPhone
  if (matchedPayers.length === 1) return matchedPayers[0]?.id
  if (byPhone.length > 1)
    throw invalidField(
      'akun_phone',
      'Ada lebih dari satu akun billing dengan nomor ini: tulis emailnya',
    )
  return undefined
}

const akunColumns = {
  name: 'akun_nama',
  phone: 'akun_phone',
  email: 'akun_email',
  gedung_id: 'outlet',
  sales_id: 'sales',
}
/**
 * Returns the payer that a row names by phone or mail: an existing payer in the scope of the
 * importing user, or a new payer. Returns undefined when the row names no payer.
 */
export const findOrMakeAkun = async (
  trx: Trx,
  ctx: Ctx,
  values: RowValues,
  home: { gedung_id: number | undefined; sales_id: number | undefined },
): Promise<FoundAkun | undefined> => {
  const contact = contactOf(values)
  if (!contact) return undefined
  const knownId = await findAkun(trx, ctx, contact, textOf(values.akun_nama))
  if (knownId !== undefined) return { id: knownId, isNew: false }
  await checkEmailFree(trx, contact.email, 'akun_email')
  const body = given({
    role_id: RoleId.akunBilling,
    status: UserStatus.aktif,
    name: textOf(values.akun_nama ?? values.wali_nama ?? values.name),
    phone: contact.phone,
    email: contact.email ?? null,
    ...home,
  })
  const row = await withColumnNames(akunColumns, () =>
    writer.create(trx, ctx, body, { fixed: { sumber: 'import' } }),
  )
  return { id: row.id, isNew: true }
}
