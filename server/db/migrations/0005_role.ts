import type { Kysely } from 'kysely'
import { ddl } from '#server/db/ddl.ts'

/** Which roles hold a code by default; names of roles are one name in any writing. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await ddl(
    db,
    `
    alter table access add column bawaan TEXT not null default '[]';
    create unique index role_nama on "role"(name_kunci)
  `,
  )
}
