import type { Kysely } from 'kysely'
import { ddl } from '#server/db/ddl.ts'

/** Jobs of the sheets of a workbook, below the job of the workbook (decision 0251). */
export const up = (db: Kysely<unknown>): Promise<void> =>
  ddl(
    db,
    `
    alter table import_job add column induk_id integer references import_job(id) on delete cascade;
    create index import_job_induk on import_job(induk_id) where induk_id is not null
  `,
  )
