import { sql, type Kysely } from 'kysely'

/**
 * Gives access codes to roles, for migrations: by the ids of the seeded ones, whatever they are
 * called by now. A role keeps what it has, and one that may do everything needs nothing.
 */
export const giveCodes = async (
  db: Kysely<unknown>,
  codes: Readonly<Record<number, readonly string[]>>,
): Promise<void> => {
  const { rows } = await sql<{
    id: number
    accesses: string
  }>`select id, accesses from "role"`.execute(db)
  for (const { id, accesses } of rows) {
    const held: string[] = JSON.parse(accesses)
    const all = new Set([...held, ...(codes[id] ?? [])])
    if (held[0] === '*' || all.size === held.length) continue
    await sql`update "role" set accesses = ${JSON.stringify([...all])}, versi = versi + 1 where id = ${id}`.execute(
      db,
    )
  }
}
