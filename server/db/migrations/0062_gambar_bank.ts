import type { Kysely } from 'kysely'
import { ddl } from '#server/db/ddl.ts'

/** The picture of a QRIS account, which families scan to pay. */
export const up = (db: Kysely<unknown>): Promise<void> =>
  ddl(db, `alter table bank add column gambar integer`)
