import type { Expression, SqlBool } from 'kysely'
import type { Trx } from '#server/db/tables.ts'
import type { Actor } from '#server/http/context.ts'
import { kelasScope, labelRows, isVisible } from '#server/modules/scope.ts'

/**
 * Classes that meet a condition, in words; those out of the actor's scope are counted, not named.
 * Undefined when there is none.
 */
export const kelasText = async (
  trx: Trx,
  actor: Actor,
  condition: Expression<SqlBool>,
): Promise<string | undefined> =>
  labelRows(
    await trx
      .selectFrom('kursus_pelatih')
      .select(['nama', isVisible(kelasScope(actor))])
      .where(condition)
      .orderBy('nama_kunci')
      .orderBy('id')
      .execute(),
    'kelas',
  )
