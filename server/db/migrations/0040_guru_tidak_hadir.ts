import type { Kysely } from 'kysely'
import { ddl } from '#server/db/ddl.ts'

/** Coaches who have said that they do not come: looked for every few minutes, and few. */
export const up = (db: Kysely<unknown>): Promise<void> =>
  ddl(
    db,
    `create index absensi_pelatih_tidak on absensi_pelatih(pertemuan_id) where status_keberangkatan = 2`,
  )
