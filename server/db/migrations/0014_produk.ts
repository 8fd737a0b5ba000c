import type { Kysely } from 'kysely'
import { ddl } from '#server/db/ddl.ts'

/**
 * Fees and products, and the lines of bills that they make. `stok_diambil`: what publishing the
 * line took from the stock.
 */
export const up = (db: Kysely<unknown>): Promise<void> =>
  ddl(
    db,
    `
  create table biaya (BASE, kode TEXT not null unique, nama TEXT not null, nama_kunci TEXT not null, jenis_billing_id integer not null references jenis_billing(id), nominal RUPIAH not null,
    pemicu TEXT not null, kursus TEXT not null, gedung TEXT not null, berlaku_mulai TEXT not null, status TEXT not null, cari TEXT not null, check (nominal >= 0));
  create index biaya_jenis on biaya(jenis_billing_id);
  create table produk_jasa (BASE, kode TEXT not null unique, nama TEXT not null, nama_kunci TEXT not null, tipe TEXT not null, jenis_billing_id integer not null references jenis_billing(id),
    harga RUPIAH not null, stok integer, gedung TEXT not null, ppn_kena BIT not null, status TEXT not null, cari TEXT not null, check (harga >= 0), check (stok >= 0), check (tipe = 'produk' or stok is null));
  create index produk_jasa_jenis on produk_jasa(jenis_billing_id);
  alter table billing_item add column biaya_id integer references biaya(id);
  alter table billing_item add column produk_jasa_id integer references produk_jasa(id);
  alter table billing_item add column stok_diambil integer;
  create index billing_item_biaya on billing_item(biaya_id, periode) where biaya_id is not null;
  create index billing_item_produk on billing_item(produk_jasa_id) where produk_jasa_id is not null
`,
  )
