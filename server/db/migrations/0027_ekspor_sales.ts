import { sql, type Kysely } from 'kysely'

/**
 * Sales people export their own lists (domain.md, section 4): codes that there were before, for
 * other roles.
 */
const kode = ['user/ekspor', 'billing/ekspor', 'kursus-peserta/ekspor']
/** The seeded role, whatever it is called by now. */
const salesRole = 4

export const up = async (db: Kysely<unknown>): Promise<void> => {
  const { rows } = await sql<{
    accesses: string
  }>`select accesses from "role" where id = ${salesRole}`.execute(db)
  for (const { accesses } of rows) {
    const held: string[] = JSON.parse(accesses)
    const all = JSON.stringify([...new Set([...held, ...kode])])
    await sql`update "role" set accesses = ${all}, versi = versi + 1 where id = ${salesRole}`.execute(
      db,
    )
  }
}
