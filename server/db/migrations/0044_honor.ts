import type { Kysely } from 'kysely'
import { ddl } from '#server/db/ddl.ts'

/** What a coach is paid for a lesson. */
export const up = (db: Kysely<unknown>): Promise<void> =>
  ddl(db, `alter table pelatih_profil add column tarif_honor RUPIAH`)
