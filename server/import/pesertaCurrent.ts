/** Finds the existing student of an imported row, and compares the student with the row. */
import * as z from 'zod/mini'
import { user } from '#contract/access/user.ts'
import { UserStatus } from '#contract/enums.ts'
import { normalizePhone } from '#contract/values/phone.ts'
import { fold } from '#server/db/fold.ts'
import { fromJson } from '#server/db/json.ts'
import type { Trx } from '#server/db/schema/tables.ts'
import { invalidField } from '#server/errors.ts'
import { scopeOf } from '#server/http/calls.ts'
import type { Ctx } from '#server/http/context.ts'
import { isSameValue, type RowValues } from '#server/import/columns.ts'
import type { FoundAkun } from '#server/import/pesertaAkun.ts'
import { textOf, writer } from '#server/import/pesertaWriter.ts'
import { userModule } from '#server/modules/access/user/user.ts'
import { type AnyRow } from '#server/resource/columns.ts'
import { findRow } from '#server/resource/rows.ts'
import { required } from '#server/runtime/required.ts'

const inputSchemas: Record<string, z.ZodMiniType> = { ...user.fields, ...user.extra }
/**
 * Existing student, with the names of outlet, sales person, payer and courses as an exported file
 * shows them.
 */
export interface CurrentPeserta {
  row: AnyRow
  values: Readonly<Record<string, unknown>>
  outlet: string | undefined
  sales: string | undefined
  akun: { id: number; name: string; phone: string | null; email: string | null } | undefined
  minat: readonly { id: number; kode: string; nama: string }[]
}
export const readCurrent = async (trx: Trx, ctx: Ctx, id: number): Promise<CurrentPeserta> => {
  const row = required(await findRow(trx, userModule, ctx.actor, id), 'peserta')
  const details = await trx
    .selectFrom('user')
    .leftJoin('gedung', 'gedung.id', 'user.gedung_id')
    .leftJoin('user as s', 's.id', 'user.sales_id')
    .leftJoin('user as a', 'a.id', 'user.akun_billing_id')
    .leftJoin('peserta_profil as p', 'p.user_id', 'user.id')
    .select([
      'gedung.nama as outlet',
      's.name as sales',
      'a.id as akun_id',
      'a.name as akun_nama',
      'a.phone as akun_phone',
      'a.email as akun_email',
      'p.kursus_minat as minat',
    ])
    .where('user.id', '=', id)
    .executeTakeFirstOrThrow()
  const ids = fromJson<number[]>(details.minat ?? '[]')
  const courses =
    ids.length === 0
      ? []
      : await trx
          .selectFrom('kursus')
          .select(['id', 'kode', 'nama'])
          .where('id', 'in', ids)
          .execute()
  const akun =
    details.akun_id === null
      ? undefined
      : {
          id: details.akun_id,
          name: details.akun_nama ?? '',
          phone: details.akun_phone,
          email: details.akun_email,
        }
  return {
    row,
    values: await writer.whole(trx, row),
    outlet: details.outlet ?? undefined,
    sales: details.sales ?? undefined,
    akun,
    minat: courses,
  }
}
/**
 * Whether the imported row names the student's current payer. In this case, the caller need not
 * search for the payer. Compares phone and mail; in a row with neither, compares the name of the
 * payer.
 */
export const isCurrentPayer = (values: RowValues, akun: CurrentPeserta['akun']): boolean => {
  const [phone, email, nama] = [
    textOf(values.akun_phone),
    textOf(values.akun_email),
    textOf(values.akun_nama),
  ]
  if (
    !akun ||
    (phone === undefined &&
      email === undefined &&
      (nama === undefined || fold(nama) !== fold(akun.name)))
  )
    return false
  return (
    (phone === undefined || normalizePhone(phone) === akun.phone) &&
    (email === undefined || email.toLowerCase() === akun.email)
  )
}
/** Returns the imported values that differ from the values of the stored student. */
export const changedFields = (
  data: Readonly<Record<string, unknown>>,
  current: CurrentPeserta,
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(data).filter(([k, v]) => {
      const { success, data: read } = z.safeParse(
        Object.hasOwn(inputSchemas, k) ? (inputSchemas[k] ?? z.unknown()) : z.unknown(),
        v,
      )
      return !isSameValue(current.values[k], success ? read : v)
    }),
  )

const pesertaQuery = (trx: Trx, ctx: Ctx) =>
  trx
    .selectFrom('user')
    .innerJoin('peserta_profil', 'peserta_profil.user_id', 'user.id')
    .select(['user.id', 'peserta_profil.no_induk'])
    .where('user.status', '<>', UserStatus.dihapus)
    .where(scopeOf(ctx, userModule))
/**
 * Returns the student with the student number of a row; undefined when the row has no number.
 * Throws 422 for a number that is unknown or outside the actor's scope.
 */
export const findByNoInduk = async (trx: Trx, ctx: Ctx, values: RowValues) => {
  const no = textOf(values.no_induk)?.toUpperCase()
  if (no === undefined) return undefined
  const student = await pesertaQuery(trx, ctx)
    .where('peserta_profil.no_induk', '=', no)
    .executeTakeFirst()
  if (!student)
    throw invalidField('no_induk', 'No. Induk tidak ditemukan. Kosongkan untuk peserta baru.')
  return student
}
/**
 * Returns the existing student of a row without a student number: the student with the same name,
 * birthday and payer; undefined if there is no such student. Importing a file twice therefore
 * creates no duplicates.
 */
export const findByFamily = async (
  trx: Trx,
  ctx: Ctx,
  values: RowValues,
  akun: FoundAkun | undefined,
) => {
  const [nama, birthday] = [textOf(values.name), textOf(values.tanggal_lahir)]
  if (nama === undefined || birthday === undefined || !akun || akun.isNew) return undefined
  return pesertaQuery(trx, ctx)
    .where('user.name_kunci', '=', fold(nama))
    .where('user.tanggal_lahir', '=', birthday)
    .where('user.akun_billing_id', '=', akun.id)
    .executeTakeFirst()
}
