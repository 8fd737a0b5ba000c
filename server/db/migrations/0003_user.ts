import type { Kysely } from 'kysely'
import { ddl } from '#server/db/ddl.ts'

interface Old {
  user: { id: number; role_id: number }
  pelatih_profil: { user_id: number; kode: string }
  sales_profil: { user_id: number; kode: string }
}

/**
 * The whole user: profiles of coaches and sales people, contacts of a family, and numbers that are
 * stored encrypted.
 */
export const up = async (db: Kysely<Old>): Promise<void> => {
  await ddl(
    db as never,
    `
    alter table "user" add column nik TEXT;
    alter table "user" add column no_paspor TEXT;
    alter table "user" add column foto integer;
    alter table "user" add column persetujuan_versi TEXT;
    alter table "user" add column verified_at TEXT;
    alter table "user" add column dianonimkan_at TEXT;
    create index user_sumber on "user"(sumber, status, created_at, id);
    create table pelatih_profil (user_id integer primary key references "user"(id), kode TEXT not null unique, jenis_honor TEXT not null default 'per_pertemuan', bank TEXT, no_rekening TEXT, tanggal_masuk TEXT);
    create table pelatih_bidang (user_id integer not null references "user"(id), kategori_kursus_id integer not null references kategori_kursus(id), primary key (user_id, kategori_kursus_id));
    create index pelatih_bidang_kategori on pelatih_bidang(kategori_kursus_id);
    create table sales_profil (user_id integer primary key references "user"(id), kode TEXT not null unique, target_peserta_bulan integer, target_pendapatan_bulan RUPIAH, komisi_persen integer,
      check (komisi_persen between 0 and 10000));
    create table akun_billing_kontak (id ID, user_id integer not null references "user"(id), nama TEXT not null, hubungan TEXT, phone TEXT, email TEXT, terima_tagihan BIT not null default 0);
    create index akun_billing_kontak_user on akun_billing_kontak(user_id);
    create table rahasia (user_id integer not null references "user"(id), kolom TEXT not null, kunci_id TEXT not null, isi TEXT not null, primary key (user_id, kolom))
  `,
  )
  for (const [role, table, huruf] of [
    [3, 'pelatih_profil', 'G'],
    [4, 'sales_profil', 'S'],
  ] as const)
    for (const { id } of await db
      .selectFrom('user')
      .select('id')
      .where('role_id', '=', role)
      .execute())
      await db
        .insertInto(table)
        .values({ user_id: id, kode: `${huruf}${String(id).padStart(4, '0')}` })
        .execute()
}
