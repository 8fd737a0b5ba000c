/** Reads the outlets, sales people and courses to which the imported row of a student may refer. */
import { UserStatus } from '#contract/enums.ts'
import { fold } from '#server/db/fold.ts'
import type { Trx } from '#server/db/schema/tables.ts'
import { nameWithCode } from '#server/export/referenceNames.ts'
import { scopeOf } from '#server/http/calls.ts'
import type { Ctx } from '#server/http/context.ts'
import { kindOf } from '#server/modules/access/user/kinds.ts'
import { userModule } from '#server/modules/access/user/user.ts'
import { gedungModule } from '#server/modules/catalog/gedung.ts'
import { required } from '#server/runtime/required.ts'

/** Ids of outlets, sales people and courses, by code or name in lower case without accents. */
export interface References {
  outlet: ReadonlyMap<string, number>
  sales: ReadonlyMap<string, number>
  kursus: ReadonlyMap<string, number>
}

/**
 * Reads the outlets and sales people in the scope of the importing user, and the active courses.
 * Omits a code or name that several outlets, sales people or courses share.
 */
export const readReferences = async (trx: Trx, ctx: Ctx): Promise<References> => {
  const outlets = await trx
    .selectFrom('gedung')
    .select(['id', 'kode', 'nama'])
    .where(scopeOf(ctx, gedungModule))
    .execute()
  const people = await trx
    .selectFrom('user')
    .leftJoin('sales_profil', 'sales_profil.user_id', 'user.id')
    .select(['user.id', 'user.name', 'user.username', 'user.email', 'sales_profil.kode'])
    .where('user.status', '=', UserStatus.aktif)
    .where(kindOf('sales', ctx.actor))
    .where(scopeOf(ctx, userModule))
    .execute()
  const courses = await trx
    .selectFrom('kursus')
    .select(['id', 'kode', 'nama'])
    .where('status', '=', 'aktif')
    .execute()
  const named = (rows: readonly { id: number; names: readonly (string | null)[] }[]) => {
    const owners = Map.groupBy(
      rows.flatMap(({ id, names }) => names.flatMap((n) => (n ? [{ id, key: fold(n) }] : []))),
      (n) => n.key,
    )
    return new Map(
      [...owners].flatMap(([key, all]): [string, number][] => {
        const ids = new Set(all.map((n) => n.id))
        return ids.size === 1 ? [[key, required(all[0], key).id]] : []
      }),
    )
  }
  return {
    outlet: named(
      outlets.map((o) => ({ id: o.id, names: [o.kode, o.nama, nameWithCode(o.nama, o.kode)] })),
    ),
    sales: named(people.map((p) => ({ id: p.id, names: [p.kode, p.username, p.email, p.name] }))),
    kursus: named(
      courses.map((k) => ({ id: k.id, names: [k.kode, k.nama, nameWithCode(k.nama, k.kode)] })),
    ),
  }
}
