import type { Kysely } from 'kysely'
import { ddl } from '#server/db/ddl.ts'

/** Sums for signing of a workbook (decision 0251). */
export const up = (db: Kysely<unknown>): Promise<void> =>
  ddl(db, 'alter table import_job add column jumlah TEXT')
