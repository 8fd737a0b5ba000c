import type { Kysely } from 'kysely'
import { ddl } from '#server/db/ddl.ts'

/**
 * A coach who wants to be asked first may say no to the hour of a class, and why; classes that wait
 * for an answer are found by it.
 */
export const up = (db: Kysely<unknown>): Promise<void> =>
  ddl(
    db,
    `
    alter table kursus_pelatih add column tanya_dulu_ditolak_at TEXT;
    alter table kursus_pelatih add column alasan_tanya_dulu TEXT
`,
  )
