import type { Kysely } from 'kysely'
import { ddl } from '#server/db/ddl.ts'

/**
 * Jobs of the sheets of a workbook, below the job of the workbook (decision 0251). Entries of the
 * audit log that a run writes carry the job of its workbook, by which the run can be undone.
 */
export const up = (db: Kysely<unknown>): Promise<void> =>
  ddl(
    db,
    `
    alter table import_job add column induk_id integer references import_job(id) on delete cascade;
    create index import_job_induk on import_job(induk_id) where induk_id is not null;
    alter table audit add column import_job_id integer;
    create index audit_import_job on audit(import_job_id, id) where import_job_id is not null
  `,
  )
