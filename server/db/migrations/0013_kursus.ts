import type { Kysely } from 'kysely'
import { ddl } from '#server/db/ddl.ts'

/**
 * Levels of course categories, which course follows which, and the highest level that a coach
 * teaches.
 */
export const up = (db: Kysely<unknown>): Promise<void> =>
  ddl(
    db,
    `
  create table course_level (BASE, kategori_kursus_id integer not null references kategori_kursus(id), nama TEXT not null, urutan integer not null, judul TEXT not null, judul_kunci TEXT not null,
    cari TEXT not null, unique (kategori_kursus_id, nama), unique (kategori_kursus_id, urutan));
  alter table kursus add column course_level_id integer references course_level(id);
  alter table kursus add column kursus_selanjutnya_id integer references kursus(id);
  create index kursus_level on kursus(course_level_id);
  create index kursus_selanjutnya on kursus(kursus_selanjutnya_id);
  create index kursus_peserta_kursus on kursus_peserta(kursus_id);
  alter table pelatih_profil add column level_maks integer references course_level(id);
  create index pelatih_profil_level on pelatih_profil(level_maks)
`,
  )
