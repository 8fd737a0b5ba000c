import type { Kysely } from 'kysely'
import { ddl } from '#server/db/ddl.ts'

/**
 * Promos, what lines of bills have of them, and their published uses. A line has at most an
 * automatic promo and one by code.
 */
export const up = (db: Kysely<unknown>): Promise<void> =>
  ddl(
    db,
    `
  create table promo (BASE, nama TEXT not null, nama_kunci TEXT not null, kode TEXT unique, tipe TEXT not null, nilai RUPIAH not null, maks_diskon RUPIAH, jenis_sifat TEXT not null, kursus TEXT not null,
    kategori TEXT not null, gedung TEXT not null, min_kursus_keluarga integer, urutan_anak integer, peserta_baru BIT not null, mulai TEXT not null, selesai TEXT, durasi_bulan integer, kuota integer,
    kuota_per_akun integer, dapat_digabung BIT not null, prioritas integer not null, status TEXT not null, cari TEXT not null, check (nilai >= 0), check (selesai is null or selesai >= mulai));
  alter table billing add column kode_promo TEXT;
  alter table billing_item add column promo_id integer references promo(id);
  alter table billing_item add column promo_diskon RUPIAH not null default 0;
  alter table billing_item add column promo_kedua_id integer references promo(id);
  alter table billing_item add column promo_kedua_diskon RUPIAH not null default 0;
  alter table billing_item add column promo_alasan TEXT;
  create index billing_item_promo on billing_item(promo_id) where promo_id is not null;
  create index billing_item_promo_kedua on billing_item(promo_kedua_id) where promo_kedua_id is not null;
  create table promo_pemakaian (id ID, promo_id integer not null references promo(id), billing_item_id integer not null references billing_item(id), akun_billing_id integer not null references "user"(id),
    diskon RUPIAH not null, created_at TEXT not null, dibatalkan_at TEXT, unique (billing_item_id, promo_id), check (diskon > 0));
  create index promo_pemakaian_promo on promo_pemakaian(promo_id, id);
  create index promo_pemakaian_berlaku on promo_pemakaian(promo_id, akun_billing_id) where dibatalkan_at is null
`,
  )
