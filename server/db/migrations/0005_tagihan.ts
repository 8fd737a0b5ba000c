import type { Kysely } from 'kysely'
import { ddl } from '#server/db/ddl.ts'

/**
 * Bills, their lines, numbers, late fees, links and reminders (docs/domain.md 2.5, 3.12).
 */
export const up = (db: Kysely<unknown>): Promise<void> =>
  ddl(
    db,
    `
    -- Counters of numbers, locked by who takes one.
    create table penghitung (
      jenis TEXT not null, seri TEXT not null, nilai integer not null,
      primary key (jenis, seri));

    -- Runs of the monthly generation.
    create table generate_batch (
      id ID, kunci TEXT not null, oleh integer not null references "user"(id),
      periode TEXT not null, gedung TEXT not null, mode TEXT not null, status TEXT not null,
      jumlah_akun integer not null default 0, selesai_akun integer not null default 0,
      dilewati integer not null default 0, galat TEXT not null, created_at TEXT not null,
      updated_at TEXT not null,
      unique (oleh, kunci));

    -- Bills. A draft has no number; an issued one is void, never deleted.
    create table billing (
      BASE, nomor TEXT unique, akun_billing_id integer not null references "user"(id),
      gedung_id integer not null references gedung(id), periode TEXT, tanggal_terbit TEXT,
      jatuh_tempo TEXT not null, alamat TEXT, catatan TEXT, status integer not null,
      payment_status integer not null, subtotal RUPIAH not null, total_diskon RUPIAH not null,
      total_ppn RUPIAH not null, total RUPIAH not null, terbayar RUPIAH not null,
      sisa RUPIAH not null, nama_tagihan TEXT not null, nama_tagihan_kunci TEXT not null,
      sumber TEXT not null, generate_batch_id integer references generate_batch(id),
      kunci_generate TEXT unique, void_at TEXT, void_by integer, void_alasan TEXT,
      diterbitkan_at TEXT, diterbitkan_oleh integer, cari TEXT not null, kode_promo TEXT,
      nomor_kunci TEXT, menggantikan_id integer references billing(id),
      check (total >= 0), check (terbayar >= 0 and terbayar <= total),
      check (sisa = total - terbayar), check (status in (0, 1)),
      check (payment_status in (0, 1, 2)), check (status = 0 or nomor is not null));
    create index billing_baru on billing(created_at, id);
    create index billing_akun on billing(akun_billing_id, status, payment_status);
    create index billing_batch on billing(generate_batch_id, id);
    create index billing_bayar on billing(payment_status, created_at, id)
      where status = 1 and void_at is null;
    create index billing_tempo on billing(payment_status, jatuh_tempo, id)
      where status = 1 and void_at is null;
    create index billing_outlet on billing(gedung_id, created_at, id);
    create index billing_outlet_bayar on billing(gedung_id, payment_status, created_at, id)
      where status = 1 and void_at is null;
    create index billing_akun_gedung on billing(akun_billing_id, gedung_id);
    create index billing_draf on billing(gedung_id) where status = 0 and void_at is null;
    create index billing_nomor_kunci on billing(nomor_kunci, id);
    create unique index billing_menggantikan on billing(menggantikan_id)
      where menggantikan_id is not null;
    create index billing_sisa on billing(sisa)
      where status = 1 and void_at is null and payment_status in (0, 1);
    create index billing_sisa_akun on billing(akun_billing_id, sisa)
      where status = 1 and void_at is null and payment_status in (0, 1);
    create index billing_terbit on billing(tanggal_terbit) where status = 1;
    create index billing_jatuh_tempo on billing(jatuh_tempo) where status = 1;
    create index billing_batal on billing(void_at) where void_at is not null;

    -- Lines of bills. kunci_unik keeps a month, a fee or a registration from being billed twice.
    create table billing_item (
      id ID, billing_id integer not null references billing(id) on delete cascade,
      urutan integer not null, jenis_billing_id integer not null references jenis_billing(id),
      peserta_id integer references "user"(id),
      kursus_peserta_id integer references kursus_peserta(id),
      kursus_id integer references kursus(id), deskripsi TEXT not null, periode TEXT,
      qty integer not null, harga_satuan RUPIAH not null, jumlah_bruto RUPIAH not null,
      prorata_pembilang integer, prorata_penyebut integer, diskon RUPIAH not null,
      diskon_alasan TEXT, ppn_persen integer not null, ppn RUPIAH not null,
      jumlah RUPIAH not null, kunci_unik TEXT unique, biaya_id integer references biaya(id),
      produk_jasa_id integer references produk_jasa(id), stok_diambil integer,
      promo_id integer references promo(id), promo_diskon RUPIAH not null default 0,
      promo_kedua_id integer references promo(id), promo_kedua_diskon RUPIAH not null default 0,
      promo_alasan TEXT, alasan_manual TEXT,
      check (qty >= 1), check (jumlah >= 0));
    create index billing_item_billing on billing_item(billing_id);
    create index billing_item_peserta on billing_item(peserta_id);
    create index billing_item_kursus_peserta on billing_item(kursus_peserta_id);
    create index billing_item_biaya on billing_item(biaya_id, periode) where biaya_id is not null;
    create index billing_item_produk on billing_item(produk_jasa_id)
      where produk_jasa_id is not null;
    create index billing_item_promo on billing_item(promo_id) where promo_id is not null;
    create index billing_item_promo_kedua on billing_item(promo_kedua_id)
      where promo_kedua_id is not null;

    -- Uses of promos by issued bills.
    create table promo_pemakaian (
      id ID, promo_id integer not null references promo(id),
      billing_item_id integer not null references billing_item(id),
      akun_billing_id integer not null references "user"(id), diskon RUPIAH not null,
      created_at TEXT not null, dibatalkan_at TEXT,
      unique (billing_item_id, promo_id), check (diskon > 0));
    create index promo_pemakaian_promo on promo_pemakaian(promo_id, id);
    create index promo_pemakaian_berlaku on promo_pemakaian(promo_id, akun_billing_id)
      where dibatalkan_at is null;
    create index promo_pemakaian_akun on promo_pemakaian(akun_billing_id);

    -- Late fees: each is a bill of its own.
    create table denda (
      id ID, billing_id integer not null references billing(id), dari_hari integer not null,
      tagihan_id integer not null unique references billing(id), tanggal TEXT not null,
      tier TEXT not null, dasar RUPIAH not null, jumlah RUPIAH not null, status TEXT not null,
      alasan TEXT, selesai_at TEXT, selesai_oleh integer references "user"(id),
      dibuat TEXT not null,
      unique (billing_id, dari_hari),
      check (status in ('ditagih', 'diganti', 'dihapus', 'gugur')), check (dasar > 0),
      check (jumlah > 0), check ((status = 'ditagih') = (selesai_at is null)),
      check (billing_id <> tagihan_id));
    create unique index denda_hidup on denda(billing_id) where status = 'ditagih';
    create index denda_oleh on denda(selesai_oleh) where selesai_oleh is not null;

    -- Secret links to bills.
    create table "tautan_tagihan" (
      id ID, billing_id integer not null references billing(id), token_hash TEXT not null unique,
      dibuat TEXT not null, dibuat_oleh integer references "user"(id), dicabut_at TEXT,
      dicabut_oleh integer references "user"(id), dibuka integer not null default 0,
      dibuka_at TEXT, terpakai TEXT,
      check (dibuka >= 0));
    create index tautan_tagihan_billing on tautan_tagihan(billing_id, id);
    create index tautan_tagihan_dibuat_oleh on tautan_tagihan(dibuat_oleh)
      where dibuat_oleh is not null;
    create index tautan_tagihan_dicabut_oleh on tautan_tagihan(dicabut_oleh)
      where dicabut_oleh is not null;

    -- Codes that such a link asks for.
    create table kode_tautan (
      id ID, tautan_id integer not null references tautan_tagihan(id), kode_hash TEXT not null,
      percobaan integer not null default 0, dibuat TEXT not null, izin_hash TEXT unique,
      izin_sampai TEXT, dipakai_at TEXT);
    create index kode_tautan_tautan on kode_tautan(tautan_id);
    create index kode_tautan_dibuat on kode_tautan(dibuat);

    -- Messages and mails to families, as they were sent.
    create table "pesan_keluar" (
      id ID, kanal TEXT not null, nama TEXT not null, tujuan TEXT not null,
      template TEXT not null, billing_id integer references billing(id),
      akun_billing_id integer references "user"(id),
      tautan_id integer references "tautan_tagihan"(id), isi TEXT not null, status TEXT not null,
      oleh integer references "user"(id), dibuat TEXT not null,
      check (kanal in ('wa_link', 'email')),
      check (status in ('dibuka', 'diproses', 'terkirim', 'gagal')),
      check ((billing_id is null) <> (akun_billing_id is null)));
    create index pesan_keluar_billing on pesan_keluar(billing_id, id)
      where billing_id is not null;
    create index pesan_keluar_akun on pesan_keluar(akun_billing_id, id)
      where akun_billing_id is not null;
    create index pesan_keluar_tautan on pesan_keluar(tautan_id) where tautan_id is not null;
    create index pesan_keluar_oleh on pesan_keluar(oleh) where oleh is not null;
    create index pesan_keluar_diproses on pesan_keluar(dibuat) where status = 'diproses';

    -- The queue of reminders: of each bill and step one.
    create table pengingat (
      BASE, billing_id integer not null references billing(id),
      gedung_id integer not null references gedung(id), langkah integer not null,
      status TEXT not null, surat_id integer references pesan_keluar(id),
      pesan_id integer references pesan_keluar(id), alasan TEXT, selesai_at TEXT,
      selesai_oleh integer references "user"(id), cari TEXT not null default '',
      unique (billing_id, langkah),
      check (status in ('menunggu', 'terkirim', 'dilewati', 'gugur')),
      check ((status = 'menunggu') = (selesai_at is null)),
      check ((status = 'terkirim') = (pesan_id is not null)),
      check ((status = 'dilewati') = (alasan is not null)));
    create unique index pengingat_menunggu on pengingat(billing_id) where status = 'menunggu';
    create index pengingat_status on pengingat(status, created_at, id);
    create index pengingat_dibuat on pengingat(created_at, id);
    create index pengingat_gedung on pengingat(gedung_id, created_at, id);
    create index pengingat_surat on pengingat(surat_id) where surat_id is not null;
    create index pengingat_pesan on pengingat(pesan_id) where pesan_id is not null;
    create index pengingat_oleh on pengingat(selesai_oleh) where selesai_oleh is not null
  `,
  )
