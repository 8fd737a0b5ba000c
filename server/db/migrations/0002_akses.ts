import type { Kysely } from 'kysely'
import { ddl } from '#server/db/ddl.ts'

/**
 * People, their roles and profiles, and every way in (docs/domain.md 2.1).
 */
export const up = (db: Kysely<unknown>): Promise<void> =>
  ddl(
    db,
    `
    -- Roles: a base, and access codes as a JSON list.
    create table "role" (
      BASE, name TEXT not null unique, name_kunci TEXT not null, keterangan TEXT,
      dasar_role_id integer, accesses TEXT not null, cari TEXT not null);
    create unique index role_nama on "role"(name_kunci);

    -- Access codes, as the roles' form lists them.
    create table access (
      BASE, kode TEXT not null unique, nama TEXT not null, nama_kunci TEXT not null,
      modul TEXT not null, jenis TEXT not null, sensitif BIT not null default 0,
      cari TEXT not null, bawaan TEXT not null default '[]');

    -- Everybody: staff, payers, students, applicants. token_versi ends all sessions.
    create table "user" (
      BASE, name TEXT not null, name_kunci TEXT not null, nama_panggilan TEXT,
      role_id integer not null references "role"(id), status integer not null,
      username TEXT unique, email TEXT unique, phone TEXT, phone_alt TEXT, gender TEXT,
      religion TEXT, citizenship TEXT not null, information_source TEXT, tempat_lahir TEXT,
      tanggal_lahir TEXT, alamat TEXT, kota TEXT, kode_pos TEXT,
      gedung_id integer references gedung(id), akun_billing_id integer references "user"(id),
      sales_id integer references "user"(id), wali_nama TEXT, wali_hubungan TEXT, wali_phone TEXT,
      activation integer not null default 0, sumber TEXT not null default 'admin',
      persetujuan_at TEXT, persetujuan_oleh TEXT, last_login_at TEXT, password_hash TEXT,
      harus_ganti_password BIT not null default 0, token_versi integer not null default 1,
      cari TEXT not null, nik TEXT, no_paspor TEXT, foto integer, persetujuan_versi TEXT,
      verified_at TEXT, dianonimkan_at TEXT, dilengkapi_at TEXT, ditutup_at TEXT,
      alasan_tutup TEXT check (alasan_tutup in ('spam', 'ganda', 'batal', 'tidak_terhubung', 'lain')),
      catatan_tutup TEXT, usulan_akun_id integer references "user"(id),
      check (status in (0, 1, 10)));
    create index user_nama on "user"(name_kunci, id);
    create index user_sales on "user"(sales_id);
    create index user_gedung_id on "user"(gedung_id);
    create index user_phone on "user"(phone);
    create index user_sumber on "user"(sumber, status, created_at, id);
    create index user_jenis on "user"(role_id, status, name_kunci, id, gedung_id);
    create index user_akun_billing on "user"(akun_billing_id, gedung_id);
    create index user_pencarian on "user"
      (id, cari, name_kunci, role_id, status, akun_billing_id, gedung_id, sales_id)
      where status <> 0;
    create index user_diubah on "user"(updated_at);
    create index user_phone_alt on "user"(phone_alt) where phone_alt is not null;
    create index user_wali_phone on "user"(wali_phone) where wali_phone is not null;
    create index user_pendaftar on "user"(gedung_id, sales_id)
      where sumber = 'mandiri' and status = 1 and activation = 0 and ditutup_at is null;
    create index user_usulan_akun on "user"(usulan_akun_id) where usulan_akun_id is not null;
    create index user_nama_polos on "user"
      (replace(replace(replace(replace(name_kunci, '''', ''), '’', ''), '.', ''), '-', ' '));

    -- Outlets of admins.
    create table user_gedung (
      user_id integer not null references "user"(id),
      gedung_id integer not null references gedung(id),
      primary key (user_id, gedung_id));
    create index user_gedung_gedung on user_gedung(gedung_id);

    -- Whoever has lessons.
    create table peserta_profil (
      user_id integer primary key references "user"(id), no_induk TEXT not null unique,
      sekolah TEXT, instrumen_dimiliki TEXT, catatan TEXT, kursus_minat TEXT not null default '[]');

    -- Whoever pays. saldo_kredit is the sum of mutasi_saldo.
    create table akun_billing_profil (
      user_id integer primary key references "user"(id), nama_tagihan TEXT not null,
      alamat_tagihan TEXT, email_tagihan TEXT, wa_tagihan TEXT,
      kirim_via TEXT not null default 'wa', saldo_kredit RUPIAH not null default 0,
      blokir_tagihan BIT not null default 0,
      check (saldo_kredit >= 0));
    create index akun_billing_profil_nama on akun_billing_profil
      (replace(replace(replace(replace(lower(nama_tagihan), '''', ''), '’', ''), '.', ''), '-', ' '));

    create table akun_billing_kontak (
      id ID, user_id integer not null references "user"(id), nama TEXT not null, hubungan TEXT,
      phone TEXT, email TEXT, terima_tagihan BIT not null default 0);
    create index akun_billing_kontak_user on akun_billing_kontak(user_id);
    create index akun_billing_kontak_nama on akun_billing_kontak
      (replace(replace(replace(replace(lower(nama), '''', ''), '’', ''), '.', ''), '-', ' '));

    create table pelatih_profil (
      user_id integer primary key references "user"(id), kode TEXT not null unique,
      jenis_honor TEXT not null default 'per_pertemuan', bank TEXT, no_rekening TEXT,
      tanggal_masuk TEXT, level_maks integer references course_level(id), tarif_honor RUPIAH);
    create index pelatih_profil_level on pelatih_profil(level_maks);

    create table pelatih_bidang (
      user_id integer not null references "user"(id),
      kategori_kursus_id integer not null references kategori_kursus(id),
      primary key (user_id, kategori_kursus_id));
    create index pelatih_bidang_kategori on pelatih_bidang(kategori_kursus_id);

    create table sales_profil (
      user_id integer primary key references "user"(id), kode TEXT not null unique,
      target_peserta_bulan integer, target_pendapatan_bulan RUPIAH, komisi_persen integer,
      check (komisi_persen between 0 and 10000));

    -- Numbers of identity papers, encrypted.
    create table rahasia (
      user_id integer not null references "user"(id), kolom TEXT not null, kunci_id TEXT not null,
      isi TEXT not null,
      primary key (user_id, kolom));

    create table "sesi" (
      id ID, token_hash TEXT not null unique, user_id integer not null references "user"(id),
      token_versi integer not null, dibuat TEXT not null, terpakai TEXT not null,
      kedaluwarsa TEXT not null, ip TEXT, agen TEXT);
    create index sesi_user on sesi(user_id);
    create index sesi_terpakai on sesi(terpakai);
    create index sesi_kedaluwarsa on sesi(kedaluwarsa);

    -- Codes and links that let somebody set a password, once.
    create table otp (
      id ID, email TEXT, user_id integer references "user"(id) on delete cascade,
      tujuan TEXT not null, kode_hash TEXT not null, dibuat TEXT not null,
      kedaluwarsa TEXT not null, percobaan integer not null default 0, dipakai_at TEXT,
      peminta TEXT, segel TEXT,
      check (tujuan in ('reset', 'undangan')));
    create index otp_email on otp(email);
    create index otp_user on otp(user_id);
    create index otp_kode on otp(kode_hash);
    create index otp_kedaluwarsa on otp(kedaluwarsa);

    -- Mail addresses that staff wants, until they are confirmed (decision 0226).
    create table email_baru (
      user_id integer primary key references "user"(id) on delete cascade, email TEXT not null,
      token_hash TEXT not null unique, segel TEXT not null, dibuat TEXT not null,
      dibuat_oleh integer not null references "user"(id), kedaluwarsa TEXT not null);
    create index email_baru_dibuat_oleh on email_baru(dibuat_oleh);

    -- Devices that may skip the second factor.
    create table perangkat (
      id ID, user_id integer not null references "user"(id) on delete cascade,
      token_hash TEXT not null unique, token_versi integer not null, dibuat TEXT not null,
      terpakai TEXT not null);
    create index perangkat_user on perangkat(user_id);
    create index perangkat_terpakai on perangkat(terpakai);

    create table dua_langkah (
      user_id integer primary key references "user"(id) on delete cascade, aktif_at TEXT,
      disiapkan_at TEXT, langkah integer not null default 0);

    create table kode_pemulihan (
      id ID, user_id integer not null references "user"(id) on delete cascade,
      kode_hash TEXT not null, dipakai_at TEXT);
    create unique index kode_pemulihan_kode on kode_pemulihan(user_id, kode_hash);

    -- Counters of attempts, by key and window.
    create table batas_laju (
      kunci TEXT primary key, mulai TEXT not null, jumlah integer not null, sampai TEXT);
    create index batas_laju_sampai on batas_laju(sampai);

    -- Secret links to calendars.
    create table kalender (
      user_id integer primary key references "user"(id) on delete cascade,
      token_hash TEXT not null unique, dibuat TEXT not null, dibuat_oleh integer not null,
      segel TEXT, terpakai TEXT)
  `,
  )
