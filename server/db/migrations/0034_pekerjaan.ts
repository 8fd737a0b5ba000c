import type { Kysely } from 'kysely'
import { ddl } from '#server/db/ddl.ts'

/**
 * Jobs of the server: up to when their times are served, the lease of a run under way, and how the
 * last one ended.
 */
export const up = (db: Kysely<unknown>): Promise<void> =>
  ddl(
    db,
    `
  create table pekerjaan (nama TEXT not null primary key, dilayani_sampai TEXT not null,
    percobaan integer not null default 0, coba_lagi TEXT,
    pemegang TEXT, sewa_sampai TEXT, dimulai TEXT, diminta_oleh integer,
    mulai TEXT, selesai TEXT, hasil TEXT, ringkasan TEXT, galat TEXT, oleh integer,
    berhasil_terakhir TEXT,
    check ((pemegang is null) = (sewa_sampai is null)),
    check ((selesai is null) = (hasil is null)))
`,
  )
