import type { Kysely } from 'kysely'
import { ddl } from '#server/db/ddl.ts'
import { giveCodes } from '#server/db/giveCodes.ts'

/**
 * Closings of an outlet's cash (domain.md 3.17): one that holds for each day, what was received on
 * its days by method, bank and receiver, and the notes and coins. Saldo that is paid back in cash
 * comes out of an outlet's till.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await ddl(
    db,
    `
  create table tutup_kas (BASE, gedung_id integer not null references gedung(id), tanggal TEXT not null, dari TEXT not null, kas_awal RUPIAH not null, tunai RUPIAH not null, pengembalian RUPIAH not null,
    kas_masuk RUPIAH not null, kas_keluar RUPIAH not null, keterangan_kas TEXT, seharusnya RUPIAH not null, dihitung RUPIAH not null, selisih RUPIAH not null, alasan_selisih TEXT,
    disetor RUPIAH not null, sisa_kas RUPIAH not null, catatan TEXT, ditutup_oleh integer not null references "user"(id), dibuka_at TEXT, dibuka_oleh integer references "user"(id), dibuka_alasan TEXT,
    cari TEXT not null default '',
    check (dari <= tanggal), check (kas_awal >= 0 and tunai >= 0 and pengembalian >= 0 and kas_masuk >= 0 and kas_keluar >= 0 and dihitung >= 0 and disetor >= 0),
    check (seharusnya = kas_awal + tunai - pengembalian + kas_masuk - kas_keluar), check (selisih = dihitung - seharusnya), check (selisih = 0 or alasan_selisih is not null),
    check (sisa_kas = dihitung - disetor and sisa_kas >= 0), check ((dibuka_at is null) = (dibuka_oleh is null) and (dibuka_at is null) = (dibuka_alasan is null)));
  create unique index tutup_kas_hari on tutup_kas(gedung_id, tanggal) where dibuka_at is null;
  create index tutup_kas_gedung on tutup_kas(gedung_id, tanggal, id);
  create index tutup_kas_tanggal on tutup_kas(tanggal, id);
  create index tutup_kas_selisih on tutup_kas(selisih, id);
  create index tutup_kas_dibuat on tutup_kas(created_at, id);
  create index tutup_kas_penutup on tutup_kas(ditutup_oleh);
  create index tutup_kas_pembuka on tutup_kas(dibuka_oleh) where dibuka_oleh is not null;
  create table tutup_kas_rincian (tutup_kas_id integer not null references tutup_kas(id), urutan integer not null, metode integer not null, bank_id integer references bank(id),
    penerima_id integer not null references "user"(id), banyak integer not null, jumlah RUPIAH not null, banyak_batal integer not null, jumlah_batal RUPIAH not null, primary key (tutup_kas_id, urutan));
  create index tutup_kas_rincian_bank on tutup_kas_rincian(bank_id) where bank_id is not null;
  create index tutup_kas_rincian_penerima on tutup_kas_rincian(penerima_id);
  create table tutup_kas_pecahan (tutup_kas_id integer not null references tutup_kas(id), nilai integer not null, lembar integer not null, primary key (tutup_kas_id, nilai), check (nilai > 0 and lembar > 0));
  create index billing_payment_kas on billing_payment(gedung_id, tanggal);
  alter table mutasi_saldo add column gedung_id integer references gedung(id);
  create index mutasi_saldo_kas on mutasi_saldo(gedung_id, tanggal) where gedung_id is not null
`,
  )
  await giveCodes(db, {
    2: ['index', 'view', 'create', 'ekspor'].map((verb) => `tutup-kas/${verb}`),
  })
}
