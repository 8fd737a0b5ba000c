import type { Kysely } from 'kysely'
import { ddl } from '#server/db/ddl.ts'

/**
 * The registration fee of a course stands beside its price (decision 0227). Enrolments that exist
 * keep null: nothing is billed for them afterwards. A fee of the former trigger "Saat mendaftar"
 * that held everywhere becomes the fee of the courses without one, and is billed by hand from here
 * on, as are the narrower ones.
 */
export const up = (db: Kysely<unknown>): Promise<void> =>
  ddl(
    db,
    `
    alter table kursus_harga add column biaya_pendaftaran RUPIAH;
    alter table kursus_peserta add column biaya_pendaftaran RUPIAH;
    alter table kursus_peserta add column bebas_pendaftaran TEXT;
    update kursus set biaya_pendaftaran = (select nominal from biaya where pemicu = 'pendaftaran'
      and status = 'aktif' and kursus = '[]' and gedung = '[]' order by berlaku_mulai desc limit 1)
      where biaya_pendaftaran is null;
    update biaya set pemicu = 'manual' where pemicu = 'pendaftaran'
  `,
  )
