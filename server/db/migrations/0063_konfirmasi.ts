import type { Kysely } from 'kysely'
import { ddl } from '#server/db/ddl.ts'
import { giveCodes } from '#server/db/giveCodes.ts'

const codes = (verbs: readonly string[]) => verbs.map((verb) => `konfirmasi-pembayaran/${verb}`)
const filed = ['index', 'view', 'create', 'batalkan']

/**
 * Payment confirmations (domain.md 2.5, 3.7). One live payment of each, whoever approves it how
 * often: the table of payments refuses a second. `payment_id` has no reference back, as neither of
 * two tables that name each other could be filled first.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await ddl(
    db,
    `
  create table konfirmasi_pembayaran (BASE, nomor TEXT not null unique, nomor_kunci TEXT not null, akun_billing_id integer not null references "user"(id), gedung_id integer not null references gedung(id),
    bank_tujuan_id integer not null references bank(id), jumlah RUPIAH not null, tanggal_transfer TEXT not null, bukti integer not null, pengirim_nama TEXT not null, bank_asal TEXT, catatan TEXT,
    status TEXT not null, ditinjau_oleh integer, ditinjau_at TEXT, alasan_tolak TEXT, dibatalkan_oleh integer, dibatalkan_at TEXT, payment_id integer, cari TEXT not null default '',
    check (jumlah > 0), check (status in ('menunggu', 'disetujui', 'ditolak', 'dibatalkan')),
    check ((status = 'disetujui') = (payment_id is not null)), check ((status in ('disetujui', 'ditolak')) = (ditinjau_at is not null)), check ((ditinjau_at is null) = (ditinjau_oleh is null)),
    check ((status = 'ditolak') = (alasan_tolak is not null)), check ((status = 'dibatalkan') = (dibatalkan_at is not null)));
  create index konfirmasi_pembayaran_nomor_kunci on konfirmasi_pembayaran(nomor_kunci, id);
  create index konfirmasi_pembayaran_akun on konfirmasi_pembayaran(akun_billing_id, tanggal_transfer);
  create index konfirmasi_pembayaran_bank on konfirmasi_pembayaran(bank_tujuan_id, tanggal_transfer, jumlah);
  create index konfirmasi_pembayaran_gedung on konfirmasi_pembayaran(gedung_id, created_at);
  create index konfirmasi_pembayaran_tanggal on konfirmasi_pembayaran(tanggal_transfer, id);
  create index konfirmasi_pembayaran_jumlah on konfirmasi_pembayaran(jumlah, id);
  create index konfirmasi_pembayaran_dibuat on konfirmasi_pembayaran(created_at, id);
  create index konfirmasi_pembayaran_menunggu on konfirmasi_pembayaran(created_at, id) where status = 'menunggu';
  create table konfirmasi_tagihan (konfirmasi_id integer not null references konfirmasi_pembayaran(id), billing_id integer not null references billing(id), primary key (konfirmasi_id, billing_id));
  create index konfirmasi_tagihan_billing on konfirmasi_tagihan(billing_id);
  alter table billing_payment add column konfirmasi_id integer references konfirmasi_pembayaran(id);
  create unique index billing_payment_konfirmasi on billing_payment(konfirmasi_id) where konfirmasi_id is not null and void_at is null;
  create index billing_payment_dari_konfirmasi on billing_payment(konfirmasi_id) where konfirmasi_id is not null
`,
  )
  await giveCodes(db, {
    2: codes([...filed, 'ekspor', 'setujui', 'tolak']),
    4: codes(filed),
    5: codes(filed),
  })
}
