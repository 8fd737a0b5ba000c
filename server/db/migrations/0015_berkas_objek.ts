import { sql, type Kysely } from 'kysely'
import { ddl } from '#server/db/ddl.ts'
import { engineOf } from '#server/db/engine.ts'

/**
 * Contents of files in an object store (decision 0260). `berkas_objek` names the object of a file,
 * whose content is then not in `berkas_isi`. `berkas_hapus` names the objects to delete from the
 * time `mulai` on. A trigger adds the object of each deleted row, an hour later: until then, a
 * backup or a response that began before may still read the object.
 */
const trigger = {
  sqlite: [
    `create trigger berkas_objek_hapus after delete on berkas_objek begin
      insert or ignore into berkas_hapus (kunci, mulai)
      values (old.kunci, strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '+1 hour')); end`,
  ],
  postgres: [
    `create function berkas_objek_hapus() returns trigger language plpgsql as $$ begin
      insert into berkas_hapus (kunci, mulai) values (old.kunci,
        to_char(now() at time zone 'UTC' + interval '1 hour', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
      on conflict do nothing; return null; end $$`,
    `create trigger berkas_objek_hapus after delete on berkas_objek
      for each row execute function berkas_objek_hapus()`,
  ],
}

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await ddl(
    db,
    `
    create table berkas_objek (
      berkas_id integer primary key references berkas(id) on delete cascade,
      kunci TEXT not null unique);
    create table berkas_hapus (kunci TEXT primary key, mulai TEXT not null);
    create index berkas_hapus_mulai on berkas_hapus(mulai)
  `,
  )
  for (const text of trigger[engineOf(db)]) await sql.raw(text).execute(db)
}
