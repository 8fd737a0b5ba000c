/** Rules that hold at any moment, said in SQL over all rows. */
import type { RawBuilder } from 'kysely'
import type { Db } from '#server/db/tables.ts'

/** By what each is called: a statement that answers the rows which break it. */
export type Rules = Readonly<Record<string, RawBuilder<{ id: number }>>>

/**
 * Rules that do not hold, with the first rows that break them; empty when all is right. Each rule
 * is one statement, so a server may go on writing; `pause` comes before each.
 */
export const brokenRules = async (
  db: Db,
  rules: Rules,
  pause: () => Promise<void> = async () => {},
): Promise<string[]> => {
  const broken: string[] = []
  for (const [name, query] of Object.entries(rules)) {
    await pause()
    const { rows } = await query.execute(db)
    const first = rows.slice(0, 5).map((r) => r.id)
    if (first.length > 0) broken.push(`${name}: ${first.join(', ')}`)
  }
  return broken
}
