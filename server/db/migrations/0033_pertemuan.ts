import type { Kysely } from 'kysely'
import { ddl } from '#server/db/ddl.ts'

/**
 * Dated lessons, who was there, what is owed for those that fell out, and coaches' leave (domain.md
 * 2.4). A lesson keeps its days and clock as its outlet reads them, and both instants in UTC, so
 * that lessons of different zones compare. `minggu` is the Monday of the week whose regular lesson
 * it is: a class has one a week, however often it is made and wherever it has been moved since.
 */
export const up = (db: Kysely<unknown>): Promise<void> =>
  ddl(
    db,
    `
  create table pertemuan (BASE, kursus_pelatih_id integer references kursus_pelatih(id), kursus_id integer not null references kursus(id), gedung_id integer not null references gedung(id),
    ruang_id integer not null references ruang(id), pelatih_id integer not null references "user"(id), pelatih_asli_id integer references "user"(id), jenis TEXT not null, status TEXT not null,
    tanggal TEXT not null, jam_mulai TEXT not null, jam_selesai TEXT not null, mulai_at TEXT not null, selesai_at TEXT not null, minggu TEXT, diubah BIT not null default 0,
    pindah_ke_id integer references pertemuan(id), alasan TEXT, catatan TEXT, catatan_materi TEXT, honor_tarif RUPIAH, honor_nominal RUPIAH, cari TEXT not null default '',
    check (jam_mulai < jam_selesai), check (mulai_at < selesai_at), check (kursus_pelatih_id is not null or jenis = 'trial'));
  create unique index pertemuan_minggu on pertemuan(kursus_pelatih_id, minggu) where jenis = 'reguler';
  create unique index pertemuan_sekali on pertemuan(kursus_pelatih_id, tanggal, jenis, jam_mulai) where status not in ('batal_pelatih', 'batal_sekolah', 'pindah');
  create index pertemuan_kelas on pertemuan(kursus_pelatih_id, tanggal);
  create index pertemuan_pelatih on pertemuan(pelatih_id, tanggal);
  create index pertemuan_pelatih_asli on pertemuan(pelatih_asli_id, tanggal) where pelatih_asli_id is not null;
  create index pertemuan_ruang on pertemuan(ruang_id, tanggal);
  create index pertemuan_gedung on pertemuan(gedung_id, tanggal);
  create index pertemuan_kursus on pertemuan(kursus_id);
  create index pertemuan_mulai on pertemuan(mulai_at, id);
  create index pertemuan_pindah on pertemuan(pindah_ke_id) where pindah_ke_id is not null;

  create table absensi_pelatih (BASE, pertemuan_id integer not null unique references pertemuan(id), status_keberangkatan integer not null, ditandai_at TEXT, ditandai_oleh integer, jam_datang TEXT,
    jam_selesai TEXT, terlambat_menit integer not null default 0, alasan TEXT, pengganti_id integer references "user"(id), check (status_keberangkatan between 0 and 2), check (terlambat_menit >= 0));

  create table absensi (BASE, pertemuan_id integer not null references pertemuan(id), kursus_peserta_id integer not null references kursus_peserta(id), peserta_id integer not null references "user"(id),
    status_keberangkatan integer not null, kode_absensi TEXT not null, terlambat_menit integer not null default 0, catatan TEXT, ditandai_at TEXT not null, ditandai_oleh integer,
    unique (pertemuan_id, peserta_id), check (status_keberangkatan between 0 and 2), check (terlambat_menit >= 0));
  create index absensi_peserta on absensi(peserta_id, pertemuan_id);
  create index absensi_kursus_peserta on absensi(kursus_peserta_id);

  create table kredit_pengganti (BASE, peserta_id integer not null references "user"(id), kursus_id integer not null references kursus(id), kursus_peserta_id integer references kursus_peserta(id),
    gedung_id integer not null references gedung(id), asal_absensi_id integer unique references absensi(id), asal_pertemuan_id integer references pertemuan(id), jumlah_menit integer not null,
    sebab TEXT not null, diberikan_oleh integer, alasan TEXT, berlaku_sampai TEXT not null, status TEXT not null, pertemuan_id integer references pertemuan(id), cari TEXT not null default '',
    check (jumlah_menit > 0), check ((status in ('dipesan', 'terpakai')) = (pertemuan_id is not null)));
  create index kredit_pengganti_peserta on kredit_pengganti(peserta_id, status);
  create index kredit_pengganti_berlaku on kredit_pengganti(berlaku_sampai) where status in ('tersedia', 'dipesan');
  create index kredit_pengganti_gedung on kredit_pengganti(gedung_id, status);
  create index kredit_pengganti_kursus on kredit_pengganti(kursus_id);
  create index kredit_pengganti_ikut on kredit_pengganti(kursus_peserta_id);
  create index kredit_pengganti_asal on kredit_pengganti(asal_pertemuan_id);
  create unique index kredit_pengganti_pesanan on kredit_pengganti(pertemuan_id, peserta_id) where pertemuan_id is not null;

  create table pelatih_libur (BASE, pelatih_id integer not null references "user"(id), mulai TEXT not null, selesai TEXT not null, alasan TEXT not null, status TEXT not null, diputuskan_oleh integer,
    diputuskan_at TEXT, alasan_tolak TEXT, cari TEXT not null default '', check (mulai <= selesai));
  create index pelatih_libur_pelatih on pelatih_libur(pelatih_id, selesai);
  create index pelatih_libur_status on pelatih_libur(status, mulai)
`,
  )
