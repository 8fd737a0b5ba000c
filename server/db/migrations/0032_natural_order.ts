import { sql, type Kysely } from 'kysely'
import { ddl } from '#server/db/ddl.ts'
import { naturalKey } from '#server/db/naturalKey.ts'

/** Rows whose keys are written by one statement. */
const batch = 1000

/** Writes the key of every number that a table has already. */
const fill = async (db: Kysely<unknown>, table: string): Promise<void> => {
  let after = 0
  for (;;) {
    const { rows } = await sql<{ id: number; nomor: string }>`select id, nomor
      from ${sql.table(table)} where id > ${after} and nomor is not null
      order by id limit ${sql.lit(batch)}`.execute(db)
    const last = rows.at(-1)
    if (!last) return
    after = last.id
    const keys = rows.map(({ id, nomor }) => sql`(${sql.lit(id)}, ${naturalKey(nomor)})`)
    await sql`with v(id, nomor_kunci) as (values ${sql.join(keys)})
      update ${sql.table(table)} set nomor_kunci = v.nomor_kunci from v
      where ${sql.table(table)}.id = v.id`.execute(db)
  }
}

/**
 * Numbers were sorted as text: 10000 came before 9999 as soon as a series had more of them than its
 * format has digits.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const table of ['billing', 'billing_payment']) {
    await ddl(db, `alter table ${table} add column nomor_kunci TEXT`)
    await fill(db, table)
    await ddl(db, `create index ${table}_nomor_kunci on ${table}(nomor_kunci, id)`)
  }
}
