import type { Kysely } from 'kysely'
import { ddl } from '#server/db/ddl.ts'

/** Why a line of tuition comes from no enrolment, or has another price than it. */
export const up = (db: Kysely<unknown>): Promise<void> =>
  ddl(db, 'alter table billing_item add column alasan_manual TEXT')
