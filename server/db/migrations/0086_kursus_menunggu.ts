import type { Kysely } from 'kysely'
import { ddl } from '#server/db/ddl.ts'

/** Enrolments that wait to begin are few among many: admins count and list them (0096). */
export const up = (db: Kysely<unknown>): Promise<void> =>
  ddl(
    db,
    `create index kursus_peserta_tunggu on kursus_peserta(gedung_id) where status = 0 and tunggu_at is not null`,
  )
