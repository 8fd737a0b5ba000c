import { sql, type Kysely } from 'kysely'

/** Columns that hold phone numbers, by table. */
const columns = {
  user: ['phone', 'phone_alt', 'wali_phone'],
  akun_billing_kontak: ['phone'],
  akun_billing_profil: ['wa_tagihan'],
  lead: ['phone'],
  gedung: ['phone'],
}

/**
 * Phone numbers are stored in E.164, with their `+`. Digits alone were read anew when they came
 * back: a number of Japan, `8190…`, became one of Indonesia, and a stranger got the family's bill.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const [table, names] of Object.entries(columns))
    for (const name of names)
      await sql`update ${sql.table(table)} set ${sql.ref(name)} = '+' || ${sql.ref(name)}
        where ${sql.ref(name)} is not null and ${sql.ref(name)} <> ''
        and ${sql.ref(name)} not like '+%'`.execute(db)
}
