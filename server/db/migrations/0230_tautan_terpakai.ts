import type { Kysely } from 'kysely'
import { ddl } from '#server/db/ddl.ts'

/** When a link to a bill was last opened; of older openings only the first is known. */
export const up = (db: Kysely<unknown>): Promise<void> =>
  ddl(
    db,
    `
    alter table tautan_tagihan add column terpakai TEXT;
    update tautan_tagihan set terpakai = dibuka_at
  `,
  )
