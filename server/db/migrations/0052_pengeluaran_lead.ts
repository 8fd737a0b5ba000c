import type { Kysely } from 'kysely'
import { ddl } from '#server/db/ddl.ts'

/** What was spent for one lead. A lead that is deleted or merged is marked and stays. */
export const up = (db: Kysely<unknown>): Promise<void> =>
  ddl(
    db,
    `
  alter table pengeluaran_sales add column lead_id integer references lead(id);
  create index pengeluaran_sales_lead on pengeluaran_sales(lead_id) where lead_id is not null
`,
  )
