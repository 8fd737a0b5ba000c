import { sql, type Kysely } from 'kysely'
import { ddl } from '#server/db/ddl.ts'

const code = 'pertemuan/buka-pengganti'
/** The seeded role of admins, whatever it is called by now. */
const admin = 2

/** Admins open a fifth week that rests: a lesson for make-ups alone, in which no class sits. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await ddl(db, `alter table pertemuan add column untuk_pengganti BIT not null default 0`)
  const { rows } = await sql<{
    accesses: string
  }>`select accesses from "role" where id = ${admin}`.execute(db)
  const held: string[] = JSON.parse(rows[0]?.accesses ?? '["*"]')
  if (held[0] === '*' || held.includes(code)) return
  const all = JSON.stringify([...held, code])
  await sql`update "role" set accesses = ${all}, versi = versi + 1 where id = ${admin}`.execute(db)
}
