import type { Kysely } from 'kysely'
import { ddl } from '#server/db/ddl.ts'

/**
 * Files whose content was removed after a time (0171): the row stays, for twins and history. The
 * indexes answer how much all files take, and what one person has sent.
 */
export const up = (db: Kysely<unknown>): Promise<void> =>
  ddl(
    db,
    `
    alter table berkas add column dikosongkan_at TEXT;
    create index berkas_ukuran on berkas(ukuran) where dikosongkan_at is null
  `,
  )
