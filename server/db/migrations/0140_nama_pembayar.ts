import type { Kysely } from 'kysely'
import { ddl } from '#server/db/ddl.ts'

const plain = (name: string) =>
  `replace(replace(replace(replace(${name}, '''', ''), '’', ''), '.', ''), '-', ' ')`

/**
 * Names of payers, children and contacts are found by their first words, whatever stands between
 * the letters: a transfer is matched for sure only where nobody else is called so (0140).
 */
export const up = (db: Kysely<unknown>): Promise<void> =>
  ddl(
    db,
    `
    create index user_nama_polos on "user"(${plain('name_kunci')});
    create index akun_billing_kontak_nama on akun_billing_kontak(${plain('lower(nama)')});
    create index akun_billing_profil_nama on akun_billing_profil(${plain('lower(nama_tagihan)')})
  `,
  )
