import type { Kysely } from 'kysely'
import { ddl } from '#server/db/ddl.ts'
import { giveCodes } from '#server/db/giveCodes.ts'

/**
 * The credit ledger is read by itself: each entry has its day, how money went back and its proof,
 * the reason, the other half of a transfer, and the number of a credit note.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await ddl(
    db,
    `
    alter table mutasi_saldo add column cari TEXT not null default '';
    alter table mutasi_saldo add column versi integer not null default 1;
    alter table mutasi_saldo add column updated_at TEXT not null default '';
    alter table mutasi_saldo add column updated_by integer;
    alter table mutasi_saldo add column tanggal TEXT not null default '';
    alter table mutasi_saldo add column nomor TEXT;
    alter table mutasi_saldo add column metode integer;
    alter table mutasi_saldo add column bank_id integer references bank(id);
    alter table mutasi_saldo add column bukti integer;
    alter table mutasi_saldo add column alasan TEXT;
    alter table mutasi_saldo add column lawan_id integer references mutasi_saldo(id);
    update mutasi_saldo set updated_at = created_at, updated_by = created_by, tanggal = coalesce(
      (select p.tanggal from billing_payment p where p.id = mutasi_saldo.payment_id and mutasi_saldo.jenis = 'lebih_bayar'), substr(created_at, 1, 10));
    create unique index mutasi_saldo_nomor on mutasi_saldo(nomor) where nomor is not null;
    create index mutasi_saldo_bank on mutasi_saldo(bank_id) where bank_id is not null;
    create unique index mutasi_saldo_lawan on mutasi_saldo(lawan_id) where lawan_id is not null`,
  )
  const reads = ['mutasi-saldo/index', 'mutasi-saldo/view', 'user/rekening-koran']
  await giveCodes(db, {
    2: [
      ...reads,
      'mutasi-saldo/ekspor',
      'user/refund-saldo',
      'user/alih-saldo',
      'billing/nota-kredit',
    ],
    4: reads,
    5: reads,
  })
}
