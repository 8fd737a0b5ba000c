import type { Kysely } from 'kysely'
import { ddl } from '#server/db/ddl.ts'

/**
 * Outlets, rooms, days without lessons, courses and what is sold (docs/domain.md 2.2), settings.
 */
export const up = (db: Kysely<unknown>): Promise<void> =>
  ddl(
    db,
    `
    -- An outlet of the school, with its hours and its place in the numbers of bills.
    create table gedung (
      BASE, kode TEXT not null unique, nama TEXT not null unique, nama_kunci TEXT not null,
      alamat TEXT not null, kota TEXT not null, kota_kunci TEXT not null, phone TEXT, email TEXT,
      zona_waktu TEXT not null, jam_buka TEXT not null, jam_tutup TEXT not null, kop_surat TEXT,
      status TEXT not null, cari TEXT not null, logo integer,
      check (jam_buka < jam_tutup));
    create unique index gedung_nama on gedung(nama_kunci);

    create table ruang (
      BASE, nama TEXT not null, nama_kunci TEXT not null,
      gedung_id integer not null references gedung(id), kapasitas integer not null,
      fasilitas TEXT not null, status TEXT not null, cari TEXT not null,
      unique (nama_kunci, gedung_id), check (kapasitas >= 1));
    create index ruang_gedung on ruang(gedung_id);

    -- Days without lessons, of one outlet or of all.
    create table hari_libur (
      BASE, nama TEXT not null, nama_kunci TEXT not null, tanggal TEXT not null,
      gedung_id integer references gedung(id), jenis TEXT not null, prorata BIT not null,
      cari TEXT not null,
      unique (tanggal, gedung_id));
    create unique index hari_libur_umum on hari_libur(tanggal) where gedung_id is null;
    create index hari_libur_gedung on hari_libur(gedung_id) where gedung_id is not null;

    -- Accounts on which money comes in, QRIS and card machines too.
    create table bank (
      BASE, nama_bank TEXT not null, nama_bank_kunci TEXT not null, no_rekening TEXT not null,
      atas_nama TEXT not null, atas_nama_kunci TEXT not null, tipe TEXT not null,
      metode integer not null, gedung TEXT not null, tampil_di_tagihan BIT not null,
      urutan integer not null, status TEXT not null, cari TEXT not null, gambar integer,
      unique (nama_bank, no_rekening));
    create unique index bank_rekening on bank
      (nama_bank_kunci, lower(replace(replace(replace(no_rekening, ' ', ''), '.', ''), '-', '')));

    -- Kinds of lines on bills; sifat says what the rules make of them.
    create table jenis_billing (
      BASE, kode TEXT not null unique, nama TEXT not null unique, nama_kunci TEXT not null,
      sifat TEXT not null, ppn_kena BIT not null, urutan integer not null, status TEXT not null,
      cari TEXT not null);
    create unique index jenis_billing_nama on jenis_billing(nama_kunci);

    create table kategori_kursus (
      BASE, nama TEXT not null unique, nama_kunci TEXT not null, warna TEXT not null,
      urutan integer not null, status TEXT not null, cari TEXT not null);
    create unique index kategori_kursus_nama on kategori_kursus(nama_kunci);

    -- Levels of a category, in their order.
    create table course_level (
      BASE, kategori_kursus_id integer not null references kategori_kursus(id),
      nama TEXT not null, urutan integer not null, judul TEXT not null, judul_kunci TEXT not null,
      cari TEXT not null,
      unique (kategori_kursus_id, nama), unique (kategori_kursus_id, urutan));

    -- What is taught. Its prices hold where no dated one does.
    create table kursus (
      BASE, kode TEXT not null unique, nama TEXT not null, nama_kunci TEXT not null,
      kategori_kursus_id integer not null references kategori_kursus(id), tipe TEXT not null,
      durasi_menit integer not null, pertemuan_per_bulan integer not null, kapasitas_min integer,
      kapasitas_maks integer not null, biaya_bulanan RUPIAH not null, biaya_pendaftaran RUPIAH,
      ppn_kena BIT not null, gedung TEXT not null, status TEXT not null, cari TEXT not null,
      course_level_id integer references course_level(id),
      kursus_selanjutnya_id integer references kursus(id),
      check (biaya_bulanan >= 0));
    create index kursus_kategori on kursus(kategori_kursus_id);
    create index kursus_level on kursus(course_level_id);
    create index kursus_selanjutnya on kursus(kursus_selanjutnya_id);

    -- Prices and registration fees from a day on, for one outlet or for all (decision 0227).
    create table kursus_harga (
      BASE, kursus_id integer not null references kursus(id),
      gedung_id integer references gedung(id), berlaku_mulai TEXT not null,
      biaya_bulanan RUPIAH not null, biaya_pendaftaran RUPIAH,
      unique (kursus_id, gedung_id, berlaku_mulai), check (biaya_bulanan >= 0));
    create unique index kursus_harga_umum on kursus_harga(kursus_id, berlaku_mulai)
      where gedung_id is null;
    create index kursus_harga_gedung on kursus_harga(gedung_id) where gedung_id is not null;

    -- Fees beside tuition, and what brings them.
    create table biaya (
      BASE, kode TEXT not null unique, nama TEXT not null, nama_kunci TEXT not null,
      jenis_billing_id integer not null references jenis_billing(id), nominal RUPIAH not null,
      pemicu TEXT not null, kursus TEXT not null, gedung TEXT not null,
      berlaku_mulai TEXT not null, status TEXT not null, cari TEXT not null,
      check (nominal >= 0));
    create index biaya_jenis on biaya(jenis_billing_id);

    create table produk_jasa (
      BASE, kode TEXT not null unique, nama TEXT not null, nama_kunci TEXT not null,
      tipe TEXT not null, jenis_billing_id integer not null references jenis_billing(id),
      harga RUPIAH not null, stok integer, gedung TEXT not null, ppn_kena BIT not null,
      status TEXT not null, cari TEXT not null,
      check (harga >= 0), check (stok >= 0), check (tipe = 'produk' or stok is null));
    create index produk_jasa_jenis on produk_jasa(jenis_billing_id);

    -- Discounts, automatic ones and those by code.
    create table promo (
      BASE, nama TEXT not null, nama_kunci TEXT not null, kode TEXT unique, tipe TEXT not null,
      nilai RUPIAH not null, maks_diskon RUPIAH, jenis_sifat TEXT not null, kursus TEXT not null,
      kategori TEXT not null, gedung TEXT not null, min_kursus_keluarga integer,
      urutan_anak integer, peserta_baru BIT not null, mulai TEXT not null, selesai TEXT,
      durasi_bulan integer, kuota integer, kuota_per_akun integer, dapat_digabung BIT not null,
      prioritas integer not null, status TEXT not null, cari TEXT not null,
      check (nilai >= 0), check (selesai is null or selesai >= mulai));

    -- Settings by their keys, as JSON (contract/settings/settings.ts).
    create table setting (
      key TEXT primary key, value TEXT not null, grup TEXT not null,
      versi integer not null default 1, updated_at TEXT, updated_by integer)
  `,
  )
