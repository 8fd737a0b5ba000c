/**
 * Removes the database triggers that reject overlapping lessons of a coach, room or student, so
 * that tests can store overlapping lessons.
 */
import { sql } from 'kysely'
import { engineOf } from '#server/db/engine.ts'
import type { Db } from '#server/db/schema/tables.ts'

/** Removes the triggers of migration 0131 permanently from the database of a test. */
export const dropGuards = async (db: Db): Promise<void> => {
  if (engineOf(db) === 'sqlite') {
    const { rows } = await sql<{
      name: string
    }>`select name from sqlite_master where type = 'trigger' and name like '%bentrok%'`.execute(db)
    for (const { name } of rows) await sql`drop trigger ${sql.ref(name)}`.execute(db)
    return
  }
  for (const table of ['pertemuan', 'kursus_peserta', 'kredit_pengganti'] as const)
    await sql`alter table ${sql.table(table)} disable trigger user`.execute(db)
}
