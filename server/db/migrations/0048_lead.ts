import type { Kysely } from 'kysely'
import { ddl } from '#server/db/ddl.ts'

/**
 * Leads and what was done with them (domain.md 2.3). A lead that was deleted, or merged into
 * another, keeps its row and is listed no more. `nama_bunyi` is the name as it sounds, by which
 * those of nearly one name stand beside each other. A phone number is looked for in every column of
 * people that holds one.
 */
export const up = (db: Kysely<unknown>): Promise<void> =>
  ddl(
    db,
    `
  create table lead (BASE, nama TEXT not null, nama_kunci TEXT not null, nama_bunyi TEXT not null, phone TEXT not null, gedung_id integer not null references gedung(id),
    sales_id integer not null references "user"(id), email TEXT, usia integer, wali_nama TEXT, information_source TEXT, kursus_minat TEXT not null, tindak_lanjut_at TEXT, tindak_lanjut TEXT,
    catatan TEXT, tahap TEXT not null, tahap_at TEXT not null, alasan_kalah TEXT, activation integer not null default 0, aktivitas_at TEXT, aktif_at TEXT, menang_at TEXT, dihapus_at TEXT,
    digabung_ke_id integer references lead(id), cari TEXT not null, check (activation between 0 and 2),
    check (tahap in ('baru', 'dihubungi', 'trial_dijadwalkan', 'trial_hadir', 'penawaran', 'menang', 'kalah')),
    check ((tahap = 'kalah') = (alasan_kalah is not null)), check (digabung_ke_id is null or dihapus_at is not null));
  create index lead_baru on lead(created_at, id) where dihapus_at is null;
  create index lead_tahap on lead(tahap, created_at, id) where dihapus_at is null;
  create index lead_sales on lead(sales_id, tahap, created_at, id) where dihapus_at is null;
  create index lead_gedung on lead(gedung_id, tahap, created_at, id) where dihapus_at is null;
  create index lead_lanjut on lead(tindak_lanjut_at, sales_id, gedung_id) where dihapus_at is null and tindak_lanjut_at is not null and tahap not in ('menang', 'kalah');
  create index lead_nama on lead(nama_kunci, id);
  create index lead_bunyi on lead(nama_bunyi, id);
  create index lead_phone on lead(phone);
  create index lead_email on lead(email) where email is not null;
  create index lead_digabung on lead(digabung_ke_id) where digabung_ke_id is not null;

  create table lead_aktivitas (id ID, lead_id integer not null references lead(id), jenis TEXT not null, isi TEXT not null, pada_at TEXT not null, oleh integer references "user"(id),
    check (jenis in ('telepon', 'wa', 'kunjungan', 'trial', 'catatan')));
  create index lead_aktivitas_lead on lead_aktivitas(lead_id, pada_at, id);
  create index lead_aktivitas_oleh on lead_aktivitas(oleh);

  create index user_phone_alt on "user"(phone_alt) where phone_alt is not null;
  create index user_wali_phone on "user"(wali_phone) where wali_phone is not null
`,
  )
