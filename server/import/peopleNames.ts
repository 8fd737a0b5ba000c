/** Reads the coaches, students and payers to which imported rows refer. */
import { JenisUser, UserStatus } from '#contract/enums.ts'
import { fold } from '#server/db/fold.ts'
import type { Trx } from '#server/db/schema/tables.ts'
import { nameWithCode } from '#server/export/referenceNames.ts'
import { scopeOf } from '#server/http/calls.ts'
import type { Ctx } from '#server/http/context.ts'
import { kindOf, type Jenis } from '#server/modules/access/user/kinds.ts'
import { userModule } from '#server/modules/access/user/user.ts'

/** Returns the kind of users with this name; undefined if there is no such kind. */
export const kindNamed = (name: string | undefined): Jenis | undefined =>
  JenisUser.options.find(({ value }) => value === name)?.value

type Person = { id: number; name: string }
/** Returns the forms in which a sheet may write a phone number. */
const phoneTexts = (phone: string | null): string[] =>
  phone === null ? [] : [phone, phone.replace(/^\+62/, '0'), phone.replace(/^\+/, '')]
/**
 * Reads the users of a kind in the actor's scope. Returns lists of them by name, by code or student
 * number, by phone number, and by name with code, number, phone or the name or phone of the payer.
 * The texts are folded.
 */
export const readPeople = async (
  trx: Trx,
  ctx: Ctx,
  jenis: Jenis,
): Promise<Map<string, Person[]>> => {
  const people = await trx
    .selectFrom('user')
    .leftJoin('peserta_profil', 'peserta_profil.user_id', 'user.id')
    .leftJoin('pelatih_profil', 'pelatih_profil.user_id', 'user.id')
    .leftJoin('user as payer', 'payer.id', 'user.akun_billing_id')
    .select(['user.id', 'user.name', 'user.phone', 'no_induk', 'pelatih_profil.kode'])
    .select(['payer.name as payerName', 'payer.phone as payerPhone'])
    .where('user.status', '<>', UserStatus.dihapus)
    .where(kindOf(jenis, ctx.actor))
    .where(scopeOf(ctx, userModule))
    .execute()
  const entries = people.flatMap(({ id, name, phone, no_induk, kode, payerName, payerPhone }) => {
    const numbers = [no_induk, kode, ...phoneTexts(phone)].filter((text) => text !== null)
    const ofPayer = [payerName, ...phoneTexts(payerPhone)].filter((text) => text !== null)
    const texts = [
      name,
      ...numbers,
      ...[...numbers, ...ofPayer].map((text) => nameWithCode(name, text)),
    ]
    return [...new Set(texts.map(fold))].map((key) => ({ key, row: { id, name } }))
  })
  return new Map(
    [...Map.groupBy(entries, ({ key }) => key)].map(([key, all]) => [
      key,
      all.map(({ row }) => row),
    ]),
  )
}
