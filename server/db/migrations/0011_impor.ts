import type { Kysely } from 'kysely'
import { ddl } from '#server/db/ddl.ts'

/**
 * Imports of users: the rows of a file, tried and then run, how far that is, and what was wrong
 * with which.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await ddl(
    db,
    `
    create table import_job (id ID, jenis TEXT not null, nama_berkas TEXT not null, mode TEXT not null, status TEXT not null, kunci TEXT, sidik TEXT not null, kepala TEXT not null, isi TEXT not null,
      baris integer not null, diproses integer not null, berhasil integer not null, diperbarui integer not null, akun_baru integer not null, gagal TEXT not null,
      created_at TEXT not null, created_by integer not null, updated_at TEXT not null);
    create unique index import_job_kunci on import_job(created_by, kunci) where kunci is not null;
    create index import_job_waktu on import_job(created_at)
  `,
  )
}
