import type { Kysely } from 'kysely'
import { ddl } from '#server/db/ddl.ts'

/**
 * Private files. What they hold stands apart, so that lists of files do not read it. A file that
 * belongs to no row (`entitas` null) is swept after a day.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await ddl(
    db,
    `
    create table berkas (id ID, nama TEXT not null, jenis TEXT not null, mime TEXT not null, ukuran integer not null, sha256 TEXT not null, lebar integer, tinggi integer,
      entitas TEXT, entitas_id integer, bidang TEXT, created_at TEXT not null, created_by integer not null, check (ukuran > 0), check ((entitas is null) = (entitas_id is null)));
    create unique index berkas_pemilik on berkas(entitas, entitas_id, bidang);
    create index berkas_lepas on berkas(created_at) where entitas is null;
    create table berkas_isi (berkas_id integer primary key references berkas(id) on delete cascade, isi BYTES not null)
  `,
  )
}
