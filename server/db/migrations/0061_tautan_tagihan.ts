import type { Kysely } from 'kysely'
import { ddl } from '#server/db/ddl.ts'

/**
 * Links to the public page of a bill, of their tokens the hash alone (domain.md 3.15), and the
 * messages with which bills were sent, each with the link that it holds.
 */
export const up = (db: Kysely<unknown>): Promise<void> =>
  ddl(
    db,
    `
  create table tautan_tagihan (id ID, billing_id integer not null references billing(id), token_hash TEXT not null unique, dibuat TEXT not null, dibuat_oleh integer not null references "user"(id),
    dicabut_at TEXT, dicabut_oleh integer references "user"(id), dibuka integer not null default 0, dibuka_at TEXT, check (dibuka >= 0));
  create index tautan_tagihan_billing on tautan_tagihan(billing_id, id);
  create index tautan_tagihan_dibuat_oleh on tautan_tagihan(dibuat_oleh);
  create index tautan_tagihan_dicabut_oleh on tautan_tagihan(dicabut_oleh) where dicabut_oleh is not null;

  create table pesan_keluar (id ID, kanal TEXT not null, nama TEXT not null, tujuan TEXT not null, template TEXT not null, billing_id integer not null references billing(id),
    tautan_id integer references tautan_tagihan(id), isi TEXT not null, status TEXT not null, oleh integer not null references "user"(id), dibuat TEXT not null,
    check (kanal in ('wa_link', 'email')), check (status in ('dibuka', 'diproses', 'terkirim', 'gagal')));
  create index pesan_keluar_billing on pesan_keluar(billing_id, id);
  create index pesan_keluar_tautan on pesan_keluar(tautan_id) where tautan_id is not null;
  create index pesan_keluar_oleh on pesan_keluar(oleh)
`,
  )
