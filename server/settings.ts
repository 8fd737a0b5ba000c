import * as z from 'zod/mini'
import { settings, type SettingKey, type Settings } from '#contract/settings/settings.ts'
import type { Db, Trx } from '#server/db/schema/tables.ts'

/** Returns all settings of the school, with the default for each missing or invalid value. */
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
/**
 * Returns the settings named in `keys`. A missing or invalid value is replaced by its default, as
 * in `readSettings`. Faster than `readSettings`, because it does not read and validate the other
 * settings.
 */
export const readSome = async <K extends SettingKey>(
  db: Db | Trx,
  keys: readonly K[],
): Promise<Pick<Settings, K>> => {
  const rows = await db
    .selectFrom('setting')
    .select(['key', 'value'])
    .where('key', 'in', keys)
    .execute()
  const stored = new Map(rows.map((r) => [r.key, r.value]))
  const valueOf = (key: K) => {
    const { schema, awal } = settings[key]
    const text = stored.get(key)
    const result = z.safeParse(
      schema as z.ZodMiniType,
      text === undefined ? undefined : JSON.parse(text),
    )
    return result.success ? result.data : awal
  }
  return Object.fromEntries(keys.map((key) => [key, valueOf(key)])) as Pick<Settings, K>
}
