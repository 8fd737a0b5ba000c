import { sql, type Kysely } from 'kysely'
import { ddl } from '#server/db/ddl.ts'

const prefix = 'kredit-pengganti'
const reads = ['index', 'view']
const books = ['pesan', 'batal-pesan']
/** Seeded roles, whatever they are called by now. */
const seeded: Readonly<Record<number, readonly string[]>> = {
  2: [...reads, 'create', 'ekspor', ...books, 'cabut'],
  4: [...reads, ...books],
  5: [...reads, ...books],
  6: [...reads, ...books],
}

/** Make-ups have their list: who sees and books them, and the index by which it is read. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await ddl(db, `create index kredit_pengganti_dibuat on kredit_pengganti(created_at, id)`)
  const { rows } = await sql<{
    id: number
    accesses: string
  }>`select id, accesses from "role"`.execute(db)
  for (const { id, accesses } of rows) {
    const held: string[] = JSON.parse(accesses)
    const gained = (seeded[id] ?? []).map((code) => `${prefix}/${code}`)
    if (held[0] === '*' || gained.length === 0) continue
    const all = JSON.stringify([...new Set([...held, ...gained])])
    await sql`update "role" set accesses = ${all}, versi = versi + 1 where id = ${id}`.execute(db)
  }
}
