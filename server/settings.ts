import { sql } from 'kysely'
import * as z from 'zod/mini'
import { settings, type SettingKey, type Settings } from '#contract/settings/settings.ts'
import type { Db, Trx } from '#server/db/schema/tables.ts'

/** Separators in the text of all settings. JSON text contains no line feeds and no tabs. */
const separators = { rows: '\n', value: '\t' }
const parseSettings = (text: string): Settings => {
  const rows = text === '' ? [] : text.split(separators.rows)
  const stored = new Map(
    rows.map((row) => {
      const [key = '', value = ''] = row.split(separators.value)
      return [key, JSON.parse(value) as unknown]
    }),
  )
  return Object.fromEntries(
    Object.entries(settings).map(([key, { schema, awal }]) => {
      const result = z.safeParse(schema as z.ZodMiniType, stored.get(key))
      return [key, result.success ? result.data : awal]
    }),
  ) as Settings
}
/** Settings that a transaction has read. */
const readBy = new WeakMap<Db | Trx, Settings>()
/** Makes the next read of a transaction see the settings that the transaction has stored. */
export const forgetSettings = (trx: Trx): void => void readBy.delete(trx)
/** Text of the last read, and its settings. */
let latest: { text: string; settings: Settings } | undefined
/**
 * Returns all settings of the school, with the default for each missing or invalid value. A
 * transaction reads the rows once, because it sees no changes of others; code that stores settings
 * calls `forgetSettings`. Validates the rows only when they have changed, because that takes ten
 * times as long. Callers share the object and must not change it.
 */
export const readSettings = async (db: Db | Trx): Promise<Settings> => {
  const rememberedSettings = readBy.get(db)
  if (rememberedSettings) return rememberedSettings
  // Reads all rows as one text, because most reads only compare it with the last one.
  const { rows } = await sql<{
    teks: string | null
  }>`select string_agg(key || ${separators.value} || value, ${separators.rows} order by key) as teks from setting`.execute(
    db,
  )
  const text = rows[0]?.teks ?? ''
  if (latest?.text !== text) latest = { text, settings: Object.freeze(parseSettings(text)) }
  if (db.isTransaction) readBy.set(db, latest.settings)
  return latest.settings
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
  const rememberedSettings = readBy.get(db)
  if (rememberedSettings) return rememberedSettings
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
