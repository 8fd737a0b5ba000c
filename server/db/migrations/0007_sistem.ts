import type { Kysely } from 'kysely'
import { ddl } from '#server/db/ddl.ts'

/**
 * Files, the audit log, jobs, imports, notices and what keeps posts from being done twice.
 */
export const up = (db: Kysely<unknown>): Promise<void> =>
  ddl(
    db,
    `
    -- Files; the content is beside them, and goes first.
    create table berkas (
      id ID, nama TEXT not null, jenis TEXT not null, mime TEXT not null, ukuran integer not null,
      sha256 TEXT not null, lebar integer, tinggi integer, entitas TEXT, entitas_id integer,
      bidang TEXT, created_at TEXT not null, created_by integer not null, dikosongkan_at TEXT,
      check (ukuran > 0), check ((entitas is null) = (entitas_id is null)));
    create unique index berkas_pemilik on berkas(entitas, entitas_id, bidang);
    create index berkas_lepas on berkas(created_at) where entitas is null;
    create index berkas_isi_sama on berkas(sha256);
    create index berkas_ukuran on berkas(ukuran) where dikosongkan_at is null;

    create table berkas_isi (
      berkas_id integer primary key references berkas(id) on delete cascade, isi BYTES not null);

    -- Who did what to which row. Never changed.
    create table audit (
      BASE, user_nama TEXT, aksi TEXT not null, entitas TEXT not null, entitas_id integer,
      sebelum TEXT, sesudah TEXT, alasan TEXT, ip TEXT, agen TEXT, gedung_id integer);
    create index audit_entitas on audit(entitas, entitas_id, id);
    create index audit_waktu on audit
      (created_at, id, aksi, entitas, entitas_id, created_by, gedung_id);
    create index audit_orang on audit(created_by, created_at, id);
    create index audit_aksi on audit(aksi, created_at, id);
    create index audit_data on audit(entitas, created_at, id);

    -- Answers by Idempotency-Key, so that nothing is done twice.
    create table idempotensi (
      user_id integer not null references "user"(id), kunci TEXT not null,
      panggilan TEXT not null, body_hash TEXT not null, jawaban TEXT, created_at TEXT not null,
      primary key (user_id, kunci));
    create index idempotensi_selesai on idempotensi(created_at) where jawaban is not null;

    create table saved_view (
      BASE, nama TEXT not null, nama_kunci TEXT not null, resource TEXT not null,
      search TEXT not null, kolom TEXT not null,
      user_id integer not null references "user"(id) on delete cascade,
      unique (user_id, resource, nama_kunci));

    create table import_job (
      id ID, jenis TEXT not null, nama_berkas TEXT not null, mode TEXT not null,
      status TEXT not null, kunci TEXT, sidik TEXT not null, kepala TEXT not null,
      isi TEXT not null, baris integer not null, diproses integer not null,
      berhasil integer not null, diperbarui integer not null, akun_baru integer not null,
      gagal TEXT not null, created_at TEXT not null, created_by integer not null,
      updated_at TEXT not null, catatan TEXT not null default '[]');
    create unique index import_job_kunci on import_job(created_by, kunci) where kunci is not null;
    create index import_job_waktu on import_job(created_at);

    -- Notices of staff.
    create table pemberitahuan (
      id ID, user_id integer not null references "user"(id), teks TEXT not null,
      rute TEXT not null, rute_id integer, kunci TEXT, created_at TEXT not null, dibaca_at TEXT,
      dikirim_at TEXT);
    create unique index pemberitahuan_kunci on pemberitahuan(user_id, kunci)
      where kunci is not null;
    create index pemberitahuan_user on pemberitahuan(user_id, id);
    create index pemberitahuan_belum on pemberitahuan(user_id) where dibaca_at is null;
    create index pemberitahuan_dibuat on pemberitahuan(created_at);

    -- Jobs of the server: which process runs one, and how it ended.
    create table pekerjaan (
      nama TEXT not null primary key, dilayani_sampai TEXT not null,
      percobaan integer not null default 0, coba_lagi TEXT, pemegang TEXT, sewa_sampai TEXT,
      dimulai TEXT, diminta_oleh integer, mulai TEXT, selesai TEXT, hasil TEXT, ringkasan TEXT,
      galat TEXT, oleh integer, berhasil_terakhir TEXT,
      check ((pemegang is null) = (sewa_sampai is null)),
      check ((selesai is null) = (hasil is null)));

    -- The time last seen, in one row: jobs compare the clock with it (decision 0221).
    create table jam_server (
      id integer primary key check (id = 1), terlihat_at TEXT not null);

    -- The last check of all rules.
    create table integritas (
      id ID, mulai TEXT not null, selesai TEXT not null, oleh integer, temuan TEXT not null);

    -- Backups that were made.
    create table cadangan (
      id ID, dibuat TEXT not null, selesai TEXT not null, berkas TEXT, ukuran RUPIAH,
      baris RUPIAH, terenkripsi BIT not null, galat TEXT,
      check ((galat is null) = (berkas is not null)));

    -- A row that is written to see whether the disk takes it.
    create table uji_tulis (
      id ID, isi TEXT not null)
  `,
  )
