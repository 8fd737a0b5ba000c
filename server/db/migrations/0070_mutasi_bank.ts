import type { Kysely } from 'kysely'
import { ddl } from '#server/db/ddl.ts'
import { giveCodes } from '#server/db/giveCodes.ts'

/**
 * Statements of the school's bank accounts (domain.md 2.5, 3.7). A line comes once, by its key, and
 * is one payment at most, as a payment is one line at most. Bills that wait are found by what is
 * left of them.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await ddl(
    db,
    `
  create table impor_mutasi (id ID, bank_id integer not null references bank(id), nama_berkas TEXT not null, pemetaan TEXT not null, baris integer not null, baru integer not null, ada integer not null,
    dilewati integer not null, dari TEXT, sampai TEXT, created_at TEXT not null, created_by integer not null);
  create index impor_mutasi_bank on impor_mutasi(bank_id, id);
  create table mutasi_bank (BASE, bank_id integer not null references bank(id), impor_id integer not null references impor_mutasi(id), tanggal TEXT not null, keterangan TEXT not null, referensi TEXT,
    masuk RUPIAH not null, keluar RUPIAH not null, saldo RUPIAH, dasar TEXT not null, kunci TEXT not null, status TEXT not null default 'belum', payment_id integer references billing_payment(id), dibukukan BIT not null default 0,
    dicocokkan_oleh integer, dicocokkan_at TEXT, alasan TEXT, diabaikan_oleh integer, diabaikan_at TEXT, cari TEXT not null default '',
    check (masuk >= 0 and keluar >= 0 and (masuk > 0) <> (keluar > 0)), check (status in ('belum', 'cocok', 'diabaikan')),
    check ((status = 'cocok') = (payment_id is not null)), check ((payment_id is null) = (dicocokkan_at is null)), check ((dicocokkan_at is null) = (dicocokkan_oleh is null)), check (payment_id is null or masuk > 0),
    check ((status = 'diabaikan') = (alasan is not null)), check ((alasan is null) = (diabaikan_at is null)), check ((diabaikan_at is null) = (diabaikan_oleh is null)), check (dibukukan = 0 or payment_id is not null));
  create unique index mutasi_bank_kunci on mutasi_bank(bank_id, kunci);
  create index mutasi_bank_dasar on mutasi_bank(dasar);
  create unique index mutasi_bank_pembayaran on mutasi_bank(payment_id) where payment_id is not null;
  create index mutasi_bank_impor on mutasi_bank(impor_id);
  create index mutasi_bank_tanggal on mutasi_bank(tanggal, id);
  create index mutasi_bank_rekening on mutasi_bank(bank_id, tanggal, id);
  create index mutasi_bank_status on mutasi_bank(status, tanggal, id);
  create index mutasi_bank_masuk on mutasi_bank(masuk, id);
  create index mutasi_bank_keluar on mutasi_bank(keluar, id);
  create index billing_sisa on billing(sisa) where status = 1 and void_at is null and payment_status in (0, 1);
  create index billing_sisa_akun on billing(akun_billing_id, sisa) where status = 1 and void_at is null and payment_status in (0, 1)
`,
  )
  const verbs = ['index', 'view', 'import', 'cocokkan', 'abaikan', 'lepas', 'ekspor']
  await giveCodes(db, { 2: verbs.map((verb) => `mutasi-bank/${verb}`) })
}
