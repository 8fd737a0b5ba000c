import type { Kysely } from 'kysely'
import { ddl } from '#server/db/ddl.ts'
import { giveCodes } from '#server/db/giveCodes.ts'

/**
 * What coaches are paid (domain.md 2.5): rates from a day on, each once; a coach, an outlet and a
 * month once; and the lines that were made final. A lesson is paid once to a coach: what is more or
 * less later is a correction.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await ddl(
    db,
    `
  create table tarif_honor (BASE, pelatih_id integer not null references "user"(id), berlaku_mulai TEXT not null, kursus_id integer references kursus(id), gedung_id integer references gedung(id),
    jenis TEXT not null, tarif RUPIAH, persen integer, cari TEXT not null default '',
    check (jenis in ('per_pertemuan', 'persen', 'tetap')), check ((jenis = 'persen') = (persen is not null)), check ((jenis = 'persen') = (tarif is null)), check (jenis <> 'tetap' or (gedung_id is not null and kursus_id is null)));
  create unique index tarif_honor_sekali on tarif_honor(pelatih_id, berlaku_mulai, coalesce(kursus_id, 0), coalesce(gedung_id, 0));
  create index tarif_honor_kursus on tarif_honor(kursus_id) where kursus_id is not null;
  create index tarif_honor_gedung on tarif_honor(gedung_id) where gedung_id is not null;
  create index tarif_honor_berlaku on tarif_honor(berlaku_mulai, id);

  create table honor_periode (BASE, pelatih_id integer not null references "user"(id), gedung_id integer not null references gedung(id), periode TEXT not null, status TEXT not null,
    jumlah_pertemuan integer not null default 0, total RUPIAH not null default 0, dihitung_at TEXT not null, final_at TEXT, final_oleh integer, tanggal_bayar TEXT, metode integer, bank_id integer references bank(id),
    referensi TEXT, dibayar_at TEXT, dibayar_oleh integer, alasan TEXT, cari TEXT not null default '', unique (pelatih_id, gedung_id, periode),
    check (status in ('draft', 'final', 'dibayar')), check ((status = 'draft') = (final_at is null)), check ((status = 'dibayar') = (dibayar_at is not null)), check ((dibayar_at is null) = (tanggal_bayar is null)));
  create index honor_periode_periode on honor_periode(periode, id);
  create index honor_periode_gedung on honor_periode(gedung_id, periode);
  create index honor_periode_bank on honor_periode(bank_id) where bank_id is not null;
  create index honor_periode_draf on honor_periode(periode) where status = 'draft';

  create table honor_baris (id ID, honor_periode_id integer not null references honor_periode(id), pelatih_id integer not null references "user"(id), pertemuan_id integer references pertemuan(id), urutan integer not null,
    jenis TEXT not null, tanggal TEXT not null, deskripsi TEXT not null, dasar TEXT not null, jumlah RUPIAH not null,
    check (jenis in ('pertemuan', 'koreksi', 'tetap')), check ((jenis = 'tetap') = (pertemuan_id is null)));
  create unique index honor_baris_sekali on honor_baris(pertemuan_id, pelatih_id) where jenis = 'pertemuan';
  create unique index honor_baris_isi on honor_baris(honor_periode_id, coalesce(pertemuan_id, 0));
  create index honor_baris_pertemuan on honor_baris(pertemuan_id, pelatih_id) where pertemuan_id is not null;
  create index honor_baris_pelatih on honor_baris(pelatih_id);

  alter table pertemuan add column honor_persen integer
`,
  )
  const honor = ['honor-periode/index', 'honor-periode/view']
  const rates = ['index', 'view', 'create', 'update', 'delete', 'ekspor'].map(
    (verb) => `tarif-honor/${verb}`,
  )
  const office = ['ekspor', 'finalkan', 'bayar', 'hitung'].map((verb) => `honor-periode/${verb}`)
  await giveCodes(db, { 2: [...honor, ...office, ...rates], 3: honor })
}
