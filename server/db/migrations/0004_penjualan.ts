import type { Kysely } from 'kysely'
import { ddl } from '#server/db/ddl.ts'

/**
 * Leads, their activation and what sales people spend (docs/domain.md 2.3).
 */
export const up = (db: Kysely<unknown>): Promise<void> =>
  ddl(
    db,
    `
    -- Somebody who may become a student.
    create table lead (
      BASE, nama TEXT not null, nama_kunci TEXT not null, nama_bunyi TEXT not null,
      phone TEXT not null, gedung_id integer not null references gedung(id),
      sales_id integer not null references "user"(id), email TEXT, usia integer, wali_nama TEXT,
      information_source TEXT, kursus_minat TEXT not null, tindak_lanjut_at TEXT,
      tindak_lanjut TEXT, catatan TEXT, tahap TEXT not null, tahap_at TEXT not null,
      alasan_kalah TEXT, activation integer not null default 0, aktivitas_at TEXT, aktif_at TEXT,
      menang_at TEXT, dihapus_at TEXT, digabung_ke_id integer references lead(id),
      cari TEXT not null, user_id integer references "user"(id),
      trial_pertemuan_id integer references pertemuan(id),
      check (activation between 0 and 2),
      check (tahap in ('baru', 'dihubungi', 'trial_dijadwalkan', 'trial_hadir', 'penawaran', 'menang', 'kalah')),
      check ((tahap = 'kalah') = (alasan_kalah is not null)),
      check (digabung_ke_id is null or dihapus_at is not null));
    create index lead_baru on lead(created_at, id) where dihapus_at is null;
    create index lead_tahap on lead(tahap, created_at, id) where dihapus_at is null;
    create index lead_sales on lead(sales_id, tahap, created_at, id) where dihapus_at is null;
    create index lead_gedung on lead(gedung_id, tahap, created_at, id) where dihapus_at is null;
    create index lead_lanjut on lead(tindak_lanjut_at, sales_id, gedung_id)
      where dihapus_at is null and tindak_lanjut_at is not null and tahap not in ('menang', 'kalah');
    create index lead_nama on lead(nama_kunci, id);
    create index lead_bunyi on lead(nama_bunyi, id);
    create index lead_phone on lead(phone);
    create index lead_email on lead(email) where email is not null;
    create index lead_digabung on lead(digabung_ke_id) where digabung_ke_id is not null;
    create index lead_user on lead(user_id) where user_id is not null;
    create unique index lead_trial on lead(trial_pertemuan_id)
      where trial_pertemuan_id is not null;
    create index lead_aktif on lead(aktif_at) where aktif_at is not null;
    create index lead_menang on lead(menang_at) where menang_at is not null;
    create index lead_kalah on lead(tahap_at) where tahap = 'kalah';

    alter table "user" add column lead_id integer references lead(id);

    create unique index user_lead on "user"(lead_id) where lead_id is not null;

    alter table kursus_peserta add column lead_id integer references lead(id);

    create unique index kursus_peserta_lead on kursus_peserta(lead_id) where lead_id is not null;

    create table lead_aktivitas (
      id ID, lead_id integer not null references lead(id), jenis TEXT not null, isi TEXT not null,
      pada_at TEXT not null, oleh integer references "user"(id),
      check (jenis in ('telepon', 'wa', 'kunjungan', 'trial', 'catatan')));
    create index lead_aktivitas_lead on lead_aktivitas(lead_id, pada_at, id);
    create index lead_aktivitas_oleh on lead_aktivitas(oleh);

    -- Hours that are kept for a lead or an applicant for a while.
    create table slot_ditahan (
      BASE, lead_id integer unique references lead(id),
      peserta_id integer unique references "user"(id),
      kursus_id integer not null references kursus(id),
      gedung_id integer not null references gedung(id),
      kursus_pelatih_id integer references kursus_pelatih(id),
      pelatih_id integer not null references "user"(id),
      ruang_id integer not null references ruang(id), hari integer not null,
      jam_mulai TEXT not null, jam_selesai TEXT not null, mulai TEXT not null,
      sampai_at TEXT not null, diperpanjang_at TEXT,
      check ((lead_id is null) <> (peserta_id is null)), check (hari between 1 and 7),
      check (jam_mulai < jam_selesai));
    create index slot_ditahan_pelatih on slot_ditahan(pelatih_id, sampai_at);
    create index slot_ditahan_ruang on slot_ditahan(ruang_id, sampai_at);
    create index slot_ditahan_kelas on slot_ditahan(kursus_pelatih_id)
      where kursus_pelatih_id is not null;
    create index slot_ditahan_kursus on slot_ditahan(kursus_id);
    create index slot_ditahan_gedung on slot_ditahan(gedung_id);

    -- How far an activation has come, and what was typed and not sent yet.
    create table aktivasi (
      BASE, lead_id integer unique references lead(id),
      peserta_id integer unique references "user"(id), langkah TEXT, isian TEXT,
      kelas_baru_id integer,
      check ((lead_id is null) <> (peserta_id is null)),
      check (langkah is null or langkah in ('peserta', 'kursus')));

    -- Trial lessons of leads.
    create table trial_lead (
      BASE, pertemuan_id integer not null unique references pertemuan(id),
      lead_id integer not null references lead(id), kode_absensi TEXT, catatan TEXT,
      ditandai_at TEXT, ditandai_oleh integer,
      check ((kode_absensi is null) = (ditandai_at is null)));
    create index trial_lead_lead on trial_lead(lead_id);

    -- What sales people spend. Nobody approves their own.
    create table pengeluaran_sales (
      BASE, nomor TEXT not null unique, nomor_kunci TEXT not null,
      sales_id integer not null references "user"(id),
      gedung_id integer not null references gedung(id), tanggal TEXT not null,
      kategori TEXT not null, keterangan TEXT not null, jumlah RUPIAH not null,
      metode integer not null, bukti integer, status TEXT not null,
      diajukan_oleh integer not null, disetujui_oleh integer, disetujui_at TEXT,
      ditolak_oleh integer, ditolak_at TEXT, alasan_tolak TEXT, void_at TEXT, void_by integer,
      void_alasan TEXT, cari TEXT not null default '', lead_id integer references lead(id),
      check (jumlah > 0), check (status in ('diajukan', 'disetujui', 'ditolak')),
      check ((status = 'disetujui') = (disetujui_at is not null)),
      check ((disetujui_at is null) = (disetujui_oleh is null)),
      check (disetujui_oleh <> sales_id), check (status <> 'ditolak' or alasan_tolak is not null),
      check ((void_at is null) = (void_alasan is null)));
    create index pengeluaran_sales_nomor_kunci on pengeluaran_sales(nomor_kunci, id);
    create index pengeluaran_sales_sales on pengeluaran_sales(sales_id, tanggal);
    create index pengeluaran_sales_gedung on pengeluaran_sales(gedung_id, tanggal);
    create index pengeluaran_sales_tanggal on pengeluaran_sales(tanggal, id);
    create index pengeluaran_sales_dibuat on pengeluaran_sales(created_at, id);
    create index pengeluaran_sales_menunggu on pengeluaran_sales(gedung_id)
      where status = 'diajukan' and void_at is null;
    create index pengeluaran_sales_lead on pengeluaran_sales(lead_id) where lead_id is not null
  `,
  )
