import type { Kysely } from 'kysely'
import { ddl } from '#server/db/ddl.ts'
import { giveCodes } from '#server/db/giveCodes.ts'

/**
 * Late fees (domain.md 3.12): each a bill of its own, one of a bill and a tier ever, and at most
 * one of a bill that is owed.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await ddl(
    db,
    `
  create table denda (id ID, billing_id integer not null references billing(id), dari_hari integer not null, tagihan_id integer not null unique references billing(id), tanggal TEXT not null,
    tier TEXT not null, dasar RUPIAH not null, jumlah RUPIAH not null, status TEXT not null, alasan TEXT, selesai_at TEXT, selesai_oleh integer references "user"(id), dibuat TEXT not null,
    unique (billing_id, dari_hari), check (status in ('ditagih', 'diganti', 'dihapus', 'gugur')), check (dasar > 0), check (jumlah > 0), check ((status = 'ditagih') = (selesai_at is null)), check (billing_id <> tagihan_id));
  create unique index denda_hidup on denda(billing_id) where status = 'ditagih';
  create index denda_oleh on denda(selesai_oleh) where selesai_oleh is not null
`,
  )
  await giveCodes(db, { 2: ['billing/hapus-denda'] })
}
