import type { Kysely } from 'kysely'
import { ddl } from '#server/db/ddl.ts'

/**
 * Backups that were tried, good and failed: where the age of the last one is read. `uji_tulis`
 * holds nothing for longer than a moment: `/readyz` writes there to see whether the disk takes it.
 */
export const up = (db: Kysely<unknown>): Promise<void> =>
  ddl(
    db,
    `
  create table cadangan (id ID, dibuat TEXT not null, selesai TEXT not null, berkas TEXT,
    ukuran RUPIAH, baris RUPIAH, terenkripsi BIT not null, galat TEXT,
    check ((galat is null) = (berkas is not null)));
  create table uji_tulis (id ID, isi TEXT not null)
`,
  )
