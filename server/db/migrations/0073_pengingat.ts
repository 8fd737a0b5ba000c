import type { Kysely } from 'kysely'
import { ddl } from '#server/db/ddl.ts'
import { giveCodes } from '#server/db/giveCodes.ts'

const reads = ['pengingat/index', 'pengingat/view', 'pengingat/lewati']

/**
 * The queue of reminders (domain.md 3.12): one row for each bill and step, at most one of a bill
 * waits. What the server sends by itself is nobody's, and a message may be about an account, of no
 * one bill.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await ddl(
    db,
    `
  create table tautan_baru (id ID, billing_id integer not null references billing(id), token_hash TEXT not null unique, dibuat TEXT not null, dibuat_oleh integer references "user"(id),
    dicabut_at TEXT, dicabut_oleh integer references "user"(id), dibuka integer not null default 0, dibuka_at TEXT, check (dibuka >= 0));
  insert into tautan_baru (id, billing_id, token_hash, dibuat, dibuat_oleh, dicabut_at, dicabut_oleh, dibuka, dibuka_at)
    select id, billing_id, token_hash, dibuat, dibuat_oleh, dicabut_at, dicabut_oleh, dibuka, dibuka_at from tautan_tagihan;
  create table pesan_baru (id ID, kanal TEXT not null, nama TEXT not null, tujuan TEXT not null, template TEXT not null, billing_id integer references billing(id), akun_billing_id integer references "user"(id),
    tautan_id integer references tautan_baru(id), isi TEXT not null, status TEXT not null, oleh integer references "user"(id), dibuat TEXT not null,
    check (kanal in ('wa_link', 'email')), check (status in ('dibuka', 'diproses', 'terkirim', 'gagal')), check ((billing_id is null) <> (akun_billing_id is null)));
  insert into pesan_baru (id, kanal, nama, tujuan, template, billing_id, tautan_id, isi, status, oleh, dibuat)
    select id, kanal, nama, tujuan, template, billing_id, tautan_id, isi, status, oleh, dibuat from pesan_keluar;
  drop table pesan_keluar;
  drop table tautan_tagihan;
  alter table tautan_baru rename to tautan_tagihan;
  alter table pesan_baru rename to pesan_keluar;
  create index tautan_tagihan_billing on tautan_tagihan(billing_id, id);
  create index tautan_tagihan_dibuat_oleh on tautan_tagihan(dibuat_oleh) where dibuat_oleh is not null;
  create index tautan_tagihan_dicabut_oleh on tautan_tagihan(dicabut_oleh) where dicabut_oleh is not null;
  create index pesan_keluar_billing on pesan_keluar(billing_id, id) where billing_id is not null;
  create index pesan_keluar_akun on pesan_keluar(akun_billing_id, id) where akun_billing_id is not null;
  create index pesan_keluar_tautan on pesan_keluar(tautan_id) where tautan_id is not null;
  create index pesan_keluar_oleh on pesan_keluar(oleh) where oleh is not null;
  create index pesan_keluar_diproses on pesan_keluar(dibuat) where status = 'diproses';

  create table pengingat (BASE, billing_id integer not null references billing(id), gedung_id integer not null references gedung(id), langkah integer not null, status TEXT not null,
    surat_id integer references pesan_keluar(id), pesan_id integer references pesan_keluar(id), alasan TEXT, selesai_at TEXT, selesai_oleh integer references "user"(id), cari TEXT not null default '',
    unique (billing_id, langkah), check (status in ('menunggu', 'terkirim', 'dilewati', 'gugur')), check ((status = 'menunggu') = (selesai_at is null)),
    check ((status = 'terkirim') = (pesan_id is not null)), check ((status = 'dilewati') = (alasan is not null)));
  create unique index pengingat_menunggu on pengingat(billing_id) where status = 'menunggu';
  create index pengingat_status on pengingat(status, created_at, id);
  create index pengingat_dibuat on pengingat(created_at, id);
  create index pengingat_gedung on pengingat(gedung_id, created_at, id);
  create index pengingat_surat on pengingat(surat_id) where surat_id is not null;
  create index pengingat_pesan on pengingat(pesan_id) where pesan_id is not null;
  create index pengingat_oleh on pengingat(selesai_oleh) where selesai_oleh is not null
`,
  )
  await giveCodes(db, { 2: [...reads, 'pengingat/ekspor'], 4: reads })
}
