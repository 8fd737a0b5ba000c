import type { Kysely } from 'kysely'
import { ddl } from '#server/db/ddl.ts'

/**
 * Classes, enrolments, lessons, attendance, make-ups and what coaches are paid (docs/domain.md 2.4).
 */
export const up = (db: Kysely<unknown>): Promise<void> =>
  ddl(
    db,
    `
    -- Free hours of coaches: half hours of a week, no row is closed.
    create table jadwal_kosong_pelatih (
      pelatih_id integer not null references "user"(id) on delete cascade, hari integer not null,
      jam TEXT not null, status integer not null,
      primary key (pelatih_id, hari, jam), check (hari between 1 and 7),
      check (status between 1 and 3));

    create table jadwal_kosong_versi (
      pelatih_id integer primary key references "user"(id) on delete cascade,
      versi integer not null, updated_at TEXT not null, updated_by integer);

    create table pelatih_libur (
      BASE, pelatih_id integer not null references "user"(id), mulai TEXT not null,
      selesai TEXT not null, alasan TEXT not null, status TEXT not null, diputuskan_oleh integer,
      diputuskan_at TEXT, alasan_tolak TEXT, cari TEXT not null default '',
      check (mulai <= selesai));
    create index pelatih_libur_pelatih on pelatih_libur(pelatih_id, selesai);
    create index pelatih_libur_status on pelatih_libur(status, mulai);

    -- A weekly class as it is today; other days are in its versions (decision 0130).
    create table kursus_pelatih (
      BASE, kode TEXT not null unique, nama TEXT not null, nama_kunci TEXT not null,
      pelatih_id integer not null references "user"(id),
      kursus_id integer not null references kursus(id),
      gedung_id integer not null references gedung(id),
      ruang_id integer not null references ruang(id), hari integer not null,
      jam_mulai TEXT not null, jam_selesai TEXT not null, mulai TEXT not null, selesai TEXT,
      kapasitas integer, status TEXT not null, catatan TEXT, cari TEXT not null,
      lanjutan_dari_id integer references kursus_pelatih(id), lanjutan_selesai TEXT,
      bentrok TEXT not null default '[]', alasan_bentrok TEXT, tanya_dulu BIT not null default 0,
      tanya_dulu_disetujui_at TEXT, tanya_dulu_disetujui_oleh integer, tanya_dulu_ditolak_at TEXT,
      alasan_tanya_dulu TEXT,
      check (hari between 1 and 7));
    create index kursus_pelatih_pelatih on kursus_pelatih(pelatih_id);
    create index kursus_pelatih_gedung on kursus_pelatih(gedung_id, hari);
    create index kursus_pelatih_kursus on kursus_pelatih(kursus_id);
    create index kursus_pelatih_ruang on kursus_pelatih(ruang_id, hari);
    create index kursus_pelatih_sibuk_guru on kursus_pelatih(pelatih_id, hari)
      where status = 'aktif';
    create index kursus_pelatih_sibuk_ruang on kursus_pelatih(ruang_id, hari)
      where status = 'aktif';
    create index kursus_pelatih_lanjutan on kursus_pelatih(lanjutan_dari_id);
    create index kursus_pelatih_menunggu on kursus_pelatih(pelatih_id)
      where tanya_dulu = 1 and tanya_dulu_disetujui_at is null;

    create table kursus_pelatih_versi (
      id ID, kursus_pelatih_id integer not null references kursus_pelatih(id),
      mulai TEXT not null, selesai TEXT, sebelum TEXT,
      pelatih_id integer not null references "user"(id),
      ruang_id integer not null references ruang(id), hari integer not null,
      jam_mulai TEXT not null, jam_selesai TEXT not null, nama TEXT not null, semula TEXT,
      created_at TEXT not null, created_by integer,
      check (jam_mulai < jam_selesai), check (mulai <= coalesce(selesai, mulai)),
      check ((selesai is null) = (sebelum is not null)));
    create unique index kursus_pelatih_versi_rencana on kursus_pelatih_versi(kursus_pelatih_id)
      where selesai is null;
    create index kursus_pelatih_versi_kelas on kursus_pelatih_versi(kursus_pelatih_id, mulai);
    create index kursus_pelatih_versi_pelatih on kursus_pelatih_versi(pelatih_id);
    create index kursus_pelatih_versi_ruang on kursus_pelatih_versi(ruang_id);

    -- A student in a class. kursus, payer, outlet and sales are those of the day it was made.
    create table kursus_peserta (
      BASE, peserta_id integer not null references "user"(id), peserta_nama TEXT not null,
      peserta_nama_kunci TEXT not null,
      kursus_pelatih_id integer not null references kursus_pelatih(id),
      kursus_id integer not null references kursus(id),
      akun_billing_id integer not null references "user"(id),
      gedung_id integer not null references gedung(id), sales_id integer references "user"(id),
      status integer not null, mulai TEXT not null, selesai TEXT, cuti_mulai TEXT,
      cuti_selesai TEXT, alasan_status TEXT, biaya_bulanan_khusus RUPIAH, alasan_biaya TEXT,
      cari TEXT not null, sebelumnya_id integer references kursus_peserta(id),
      sebelumnya_selesai TEXT, catatan_level TEXT, diakhiri_at TEXT,
      cuti_lama TEXT not null default '[]', permintaan TEXT, permintaan_status TEXT,
      permintaan_mulai TEXT, permintaan_selesai TEXT, permintaan_alasan TEXT, permintaan_at TEXT,
      permintaan_jawaban TEXT, bentrok TEXT not null default '[]', alasan_bentrok TEXT,
      usulan_status TEXT, usulan_catatan TEXT, usulan_at TEXT, usulan_oleh integer,
      usulan_jawaban TEXT, tunggu_at TEXT, biaya_pendaftaran RUPIAH, bebas_pendaftaran TEXT,
      check (status in (0, 1, 2, 9)));
    create unique index kursus_peserta_sekali on kursus_peserta(peserta_id, kursus_pelatih_id)
      where status in (0, 1, 2);
    create index kursus_peserta_kelas on kursus_peserta(kursus_pelatih_id);
    create index kursus_peserta_akun on kursus_peserta(akun_billing_id);
    create index kursus_peserta_sales on kursus_peserta(sales_id);
    create index kursus_peserta_gedung on kursus_peserta(gedung_id, status);
    create index kursus_peserta_nama on kursus_peserta(peserta_nama_kunci, id);
    create index kursus_peserta_kursus on kursus_peserta(kursus_id);
    create unique index kursus_peserta_sebelumnya on kursus_peserta(sebelumnya_id);
    create index kursus_peserta_permintaan on kursus_peserta(permintaan_status, gedung_id)
      where permintaan_status is not null;
    create index kursus_peserta_usulan on kursus_peserta(usulan_status, gedung_id)
      where usulan_status is not null;
    create index kursus_peserta_peserta on kursus_peserta(peserta_id);
    create index kursus_peserta_mulai on kursus_peserta(mulai);
    create index kursus_peserta_tunggu on kursus_peserta(gedung_id)
      where status = 0 and tunggu_at is not null;

    -- A dated lesson. minggu is the regular week that it stands for.
    create table pertemuan (
      BASE, kursus_pelatih_id integer references kursus_pelatih(id),
      kursus_id integer not null references kursus(id),
      gedung_id integer not null references gedung(id),
      ruang_id integer not null references ruang(id),
      pelatih_id integer not null references "user"(id),
      pelatih_asli_id integer references "user"(id), jenis TEXT not null, status TEXT not null,
      tanggal TEXT not null, jam_mulai TEXT not null, jam_selesai TEXT not null,
      mulai_at TEXT not null, selesai_at TEXT not null, minggu TEXT,
      diubah BIT not null default 0, pindah_ke_id integer references pertemuan(id), alasan TEXT,
      catatan TEXT, catatan_materi TEXT, honor_tarif RUPIAH, honor_nominal RUPIAH,
      cari TEXT not null default '', untuk_pengganti BIT not null default 0, honor_persen integer,
      check (jam_mulai < jam_selesai), check (mulai_at < selesai_at),
      check (kursus_pelatih_id is not null or jenis = 'trial'));
    create unique index pertemuan_minggu on pertemuan(kursus_pelatih_id, minggu)
      where jenis = 'reguler';
    create unique index pertemuan_sekali on pertemuan
      (kursus_pelatih_id, tanggal, jenis, jam_mulai)
      where status not in ('batal_pelatih', 'batal_sekolah', 'pindah');
    create index pertemuan_kelas on pertemuan(kursus_pelatih_id, tanggal);
    create index pertemuan_pelatih on pertemuan(pelatih_id, tanggal);
    create index pertemuan_pelatih_asli on pertemuan(pelatih_asli_id, tanggal)
      where pelatih_asli_id is not null;
    create index pertemuan_ruang on pertemuan(ruang_id, tanggal);
    create index pertemuan_gedung on pertemuan(gedung_id, tanggal);
    create index pertemuan_kursus on pertemuan(kursus_id);
    create index pertemuan_mulai on pertemuan(mulai_at, id);
    create index pertemuan_pindah on pertemuan(pindah_ke_id) where pindah_ke_id is not null;

    -- Whether the coach of a lesson came.
    create table absensi_pelatih (
      BASE, pertemuan_id integer not null unique references pertemuan(id),
      status_keberangkatan integer not null, ditandai_at TEXT, ditandai_oleh integer,
      jam_datang TEXT, jam_selesai TEXT, terlambat_menit integer not null default 0, alasan TEXT,
      pengganti_id integer references "user"(id),
      check (status_keberangkatan between 0 and 2), check (terlambat_menit >= 0));
    create index absensi_pelatih_tidak on absensi_pelatih(pertemuan_id)
      where status_keberangkatan = 2;
    create index absensi_pelatih_pengganti on absensi_pelatih(pengganti_id)
      where pengganti_id is not null;

    -- Whether a student came to a lesson.
    create table absensi (
      BASE, pertemuan_id integer not null references pertemuan(id),
      kursus_peserta_id integer not null references kursus_peserta(id),
      peserta_id integer not null references "user"(id), status_keberangkatan integer not null,
      kode_absensi TEXT not null, terlambat_menit integer not null default 0, catatan TEXT,
      ditandai_at TEXT not null, ditandai_oleh integer,
      unique (pertemuan_id, peserta_id), check (status_keberangkatan between 0 and 2),
      check (terlambat_menit >= 0));
    create index absensi_peserta on absensi(peserta_id, pertemuan_id);
    create index absensi_kursus_peserta on absensi(kursus_peserta_id);

    -- Make-ups that are owed, booked, used or lapsed (decision 0064).
    create table kredit_pengganti (
      BASE, peserta_id integer not null references "user"(id),
      kursus_id integer not null references kursus(id),
      kursus_peserta_id integer references kursus_peserta(id),
      gedung_id integer not null references gedung(id),
      asal_absensi_id integer unique references absensi(id),
      asal_pertemuan_id integer references pertemuan(id), jumlah_menit integer not null,
      sebab TEXT not null, diberikan_oleh integer, alasan TEXT, berlaku_sampai TEXT not null,
      status TEXT not null, pertemuan_id integer references pertemuan(id),
      cari TEXT not null default '',
      check (jumlah_menit > 0),
      check ((status in ('dipesan', 'terpakai')) = (pertemuan_id is not null)));
    create index kredit_pengganti_peserta on kredit_pengganti(peserta_id, status);
    create index kredit_pengganti_berlaku on kredit_pengganti(berlaku_sampai)
      where status in ('tersedia', 'dipesan');
    create index kredit_pengganti_gedung on kredit_pengganti(gedung_id, status);
    create index kredit_pengganti_kursus on kredit_pengganti(kursus_id);
    create index kredit_pengganti_ikut on kredit_pengganti(kursus_peserta_id);
    create index kredit_pengganti_asal on kredit_pengganti(asal_pertemuan_id);
    create unique index kredit_pengganti_pesanan on kredit_pengganti(pertemuan_id, peserta_id)
      where pertemuan_id is not null;
    create index kredit_pengganti_dibuat on kredit_pengganti(created_at, id);

    -- What coaches are paid, from a day on (decision 0093).
    create table tarif_honor (
      BASE, pelatih_id integer not null references "user"(id), berlaku_mulai TEXT not null,
      kursus_id integer references kursus(id), gedung_id integer references gedung(id),
      jenis TEXT not null, tarif RUPIAH, persen integer, cari TEXT not null default '',
      check (jenis in ('per_pertemuan', 'persen', 'tetap')),
      check ((jenis = 'persen') = (persen is not null)),
      check ((jenis = 'persen') = (tarif is null)),
      check (jenis <> 'tetap' or (gedung_id is not null and kursus_id is null)));
    create unique index tarif_honor_sekali on tarif_honor
      (pelatih_id, berlaku_mulai, coalesce(kursus_id, 0), coalesce(gedung_id, 0));
    create index tarif_honor_kursus on tarif_honor(kursus_id) where kursus_id is not null;
    create index tarif_honor_gedung on tarif_honor(gedung_id) where gedung_id is not null;
    create index tarif_honor_berlaku on tarif_honor(berlaku_mulai, id);

    -- A coach's month at an outlet; its lines are copies of lessons.
    create table honor_periode (
      BASE, pelatih_id integer not null references "user"(id),
      gedung_id integer not null references gedung(id), periode TEXT not null,
      status TEXT not null, jumlah_pertemuan integer not null default 0,
      total RUPIAH not null default 0, dihitung_at TEXT not null, final_at TEXT,
      final_oleh integer, tanggal_bayar TEXT, metode integer, bank_id integer references bank(id),
      referensi TEXT, dibayar_at TEXT, dibayar_oleh integer, alasan TEXT,
      cari TEXT not null default '',
      unique (pelatih_id, gedung_id, periode), check (status in ('draft', 'final', 'dibayar')),
      check ((status = 'draft') = (final_at is null)),
      check ((status = 'dibayar') = (dibayar_at is not null)),
      check ((dibayar_at is null) = (tanggal_bayar is null)));
    create index honor_periode_periode on honor_periode(periode, id);
    create index honor_periode_gedung on honor_periode(gedung_id, periode);
    create index honor_periode_bank on honor_periode(bank_id) where bank_id is not null;
    create index honor_periode_draf on honor_periode(periode) where status = 'draft';

    create table honor_baris (
      id ID, honor_periode_id integer not null references honor_periode(id),
      pelatih_id integer not null references "user"(id),
      pertemuan_id integer references pertemuan(id), urutan integer not null, jenis TEXT not null,
      tanggal TEXT not null, deskripsi TEXT not null, dasar TEXT not null, jumlah RUPIAH not null,
      check (jenis in ('pertemuan', 'koreksi', 'tetap')),
      check ((jenis = 'tetap') = (pertemuan_id is null)));
    create unique index honor_baris_sekali on honor_baris(pertemuan_id, pelatih_id)
      where jenis = 'pertemuan';
    create unique index honor_baris_isi on honor_baris
      (honor_periode_id, coalesce(pertemuan_id, 0));
    create index honor_baris_pertemuan on honor_baris(pertemuan_id, pelatih_id)
      where pertemuan_id is not null;
    create index honor_baris_pelatih on honor_baris(pelatih_id)
  `,
  )
