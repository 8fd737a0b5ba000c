import type { Kysely } from 'kysely'
import { ddl } from '#server/db/ddl.ts'

/** A person's own views of lists. */
export const up = (db: Kysely<unknown>): Promise<void> =>
  ddl(
    db,
    `
  create table saved_view (BASE, nama TEXT not null, nama_kunci TEXT not null, resource TEXT not null, search TEXT not null, kolom TEXT not null,
    user_id integer not null references "user"(id) on delete cascade, unique (user_id, resource, nama_kunci))
`,
  )
