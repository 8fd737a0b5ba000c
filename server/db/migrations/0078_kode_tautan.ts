import type { Kysely } from 'kysely'
import { ddl } from '#server/db/ddl.ts'

/**
 * One-time codes by which who holds a link to a bill shows that they read the family's mail, and
 * may confirm a payment without an account (domain.md 3.15): the code, then the leave to send one
 * confirmation. Of both only hashes.
 */
export const up = (db: Kysely<unknown>): Promise<void> =>
  ddl(
    db,
    `
  create table kode_tautan (id ID, tautan_id integer not null references tautan_tagihan(id), kode_hash TEXT not null, percobaan integer not null default 0, dibuat TEXT not null,
    izin_hash TEXT unique, izin_sampai TEXT, dipakai_at TEXT);
  create index kode_tautan_tautan on kode_tautan(tautan_id);
  create index kode_tautan_dibuat on kode_tautan(dibuat)
`,
  )
