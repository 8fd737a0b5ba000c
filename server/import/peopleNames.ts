/** Reads the coaches, students and payers to which imported rows refer. */
import { UserStatus } from '#contract/enums.ts'
import { fold } from '#server/db/fold.ts'
import type { Trx } from '#server/db/schema/tables.ts'
import { nameWithCode } from '#server/export/referenceNames.ts'
import { scopeOf } from '#server/http/calls.ts'
import type { Ctx } from '#server/http/context.ts'
import type { Row } from '#server/import/masterFields.ts'
import { kindOf, type Jenis } from '#server/modules/access/user/kinds.ts'
import { userModule } from '#server/modules/access/user/user.ts'

/** Returns the forms in which a sheet may write a phone number. */
const phoneTexts = (phone: string | null): string[] =>
  phone === null ? [] : [phone, phone.replace(/^\+62/, '0'), phone.replace(/^\+/, '')]
/**
 * Reads the users of a kind in the actor's scope. Returns lists of them by name, by code or student
 * number, by phone number, and by name with code, number or phone. The texts are folded.
 */
export const readPeople = async (
  trx: Trx,
  ctx: Ctx,
  jenis: Jenis,
): Promise<Map<string, Row[]>> => {
  const people = await trx
    .selectFrom('user')
    .leftJoin('peserta_profil', 'peserta_profil.user_id', 'user.id')
    .leftJoin('pelatih_profil', 'pelatih_profil.user_id', 'user.id')
    .select(['user.id', 'user.name', 'user.phone', 'no_induk', 'pelatih_profil.kode'])
    .where('user.status', '<>', UserStatus.dihapus)
    .where(kindOf(jenis, ctx.actor))
    .where(scopeOf(ctx, userModule))
    .execute()
  const found = people.flatMap(({ id, name, phone, no_induk, kode }) => {
    const numbers = [no_induk, kode, ...phoneTexts(phone)].filter((text) => text !== null)
    const texts = [name, ...numbers, ...numbers.map((text) => nameWithCode(name, text))]
    return [...new Set(texts.map(fold))].map((key) => ({ key, row: { id, name } }))
  })
  return new Map(
    [...Map.groupBy(found, ({ key }) => key)].map(([key, all]) => [key, all.map(({ row }) => row)]),
  )
}
