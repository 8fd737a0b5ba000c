import type { Kysely } from 'kysely'
import { ddl } from '#server/db/ddl.ts'

/**
 * Whether a coach or a room is taken is asked of active classes alone; those that rest, of all the
 * years, are not read. A counter is that of a series of numbers, by its text. Of the old counters
 * nobody knows which texts they wrote; the first number of a series looks at those that are there.
 */
export const up = (db: Kysely<unknown>): Promise<void> =>
  ddl(
    db,
    `
  create index kursus_pelatih_sibuk_guru on kursus_pelatih(pelatih_id, hari) where status = 'aktif';
  create index kursus_pelatih_sibuk_ruang on kursus_pelatih(ruang_id, hari) where status = 'aktif';
  drop table penghitung;
  create table penghitung (jenis TEXT not null, seri TEXT not null, nilai integer not null, primary key (jenis, seri))
`,
  )
