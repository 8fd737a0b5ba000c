import type { Expression, SqlBool } from 'kysely'
import type { Trx } from '#server/db/tables.ts'
import type { Actor } from '#server/http/context.ts'
import { classPeriods } from '#server/modules/schedule/classVersions.ts'
import { kelasScope, labelRows, isVisible } from '#server/modules/scope.ts'

/**
 * Classes that meet a condition, in words; those out of the actor's scope are counted, not named.
 * Undefined when there is none.
 */
export const kelasText = async (
  trx: Trx,
  actor: Actor,
  condition: Expression<SqlBool>,
): Promise<string | undefined> => {
  const periods = await trx
    .selectFrom(classPeriods(trx))
    .select(['id', 'nama', isVisible(kelasScope(actor))])
    .where(condition)
    .orderBy('nama_kunci')
    .orderBy('id')
    .execute()
  return labelRows([...new Map(periods.map((k) => [k.id, k])).values()], 'kelas')
}
