import type { Expression, SqlBool } from 'kysely'
import type { Trx } from '#server/db/schema/tables.ts'
import type { Actor } from '#server/http/context.ts'
import { classPeriods } from '#server/modules/schedule/classes/classVersions.ts'
import { kelasScope, labelRows, isVisible } from '#server/modules/scope.ts'

/**
 * Returns the names of the classes that meet a condition, as one text. Returns undefined if no
 * class meets the condition. Classes outside the actor's row scope are counted, not named.
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
