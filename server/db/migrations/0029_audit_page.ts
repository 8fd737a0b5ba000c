import type { Kysely } from 'kysely'
import { ddl } from '#server/db/ddl.ts'

/**
 * The whole audit log is a page: read from the newest on, by who, by what was done and to what, and
 * by outlet. What it is filtered and counted by stands in one index, so that a count of half a
 * million entries does not read what they changed.
 */
export const up = (db: Kysely<unknown>): Promise<void> =>
  ddl(
    db,
    `
  drop index audit_waktu;
  create index audit_waktu on audit(created_at, id, aksi, entitas, entitas_id, created_by, gedung_id);
  create index audit_orang on audit(created_by, created_at, id);
  create index audit_aksi on audit(aksi, created_at, id);
  create index audit_data on audit(entitas, created_at, id)
`,
  )
