import type { Kysely } from 'kysely'
import { ddl } from '#server/db/ddl.ts'
import { giveCodes } from '#server/db/giveCodes.ts'

/** What the checks of the data have found: one row for each run, its findings as JSON. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await ddl(
    db,
    `create table integritas (id ID, mulai TEXT not null, selesai TEXT not null, oleh integer, temuan TEXT not null)`,
  )
  await giveCodes(db, { 2: ['integritas/index'] })
}
