import type { Kysely } from 'kysely'
import { ddl } from '#server/db/ddl.ts'

/**
 * Lists of people of an admin limited to outlets are answered by indexes alone: who is of an
 * outlet, and which payers have a student or a bill there.
 */
export const up = (db: Kysely<unknown>): Promise<void> =>
  ddl(
    db,
    `
  drop index user_jenis;
  create index user_jenis on "user"(role_id, status, name_kunci, id, gedung_id);
  drop index user_akun_billing;
  create index user_akun_billing on "user"(akun_billing_id, gedung_id);
  create index billing_akun_gedung on billing(akun_billing_id, gedung_id)
`,
  )
