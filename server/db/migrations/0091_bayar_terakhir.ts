import type { Kysely } from 'kysely'
import { ddl } from '#server/db/ddl.ts'

/** The last payment of an account is found without reading those before it. */
export const up = (db: Kysely<unknown>): Promise<void> =>
  ddl(
    db,
    `
  drop index billing_payment_akun;
  create index billing_payment_akun on billing_payment(akun_billing_id, tanggal)
`,
  )
