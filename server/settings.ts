import * as z from 'zod/mini'
import { settings, type Settings } from '#contract/settings/settings.ts'
import type { Db, Trx } from '#server/db/tables.ts'

/** The school's settings; a missing or spoiled value reads as its default. */
export const readSettings = async (db: Db | Trx): Promise<Settings> => {
  const stored = new Map(
    (await db.selectFrom('setting').select(['key', 'value']).execute()).map((r) => [
      r.key,
      JSON.parse(r.value) as unknown,
    ]),
  )
  return Object.fromEntries(
    Object.entries(settings).map(([key, { schema, awal }]) => {
      const result = z.safeParse(schema as z.ZodMiniType, stored.get(key))
      return [key, result.success ? result.data : awal]
    }),
  ) as Settings
}
