import type { Kysely } from 'kysely'
import { ddl } from '#server/db/ddl.ts'

/** Identity, catalogue, classes, bills, payments, saldo, idempotency and audit. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await ddl(
    db,
    `
    create table "role" (BASE, name TEXT not null unique, name_kunci TEXT not null, keterangan TEXT, dasar_role_id integer, accesses TEXT not null, cari TEXT not null);
    create table access (BASE, kode TEXT not null unique, nama TEXT not null, nama_kunci TEXT not null, modul TEXT not null, jenis TEXT not null, sensitif BIT not null default 0, cari TEXT not null);
    create table setting (key TEXT primary key, value TEXT not null, grup TEXT not null, versi integer not null default 1, updated_at TEXT, updated_by integer);
    create table penghitung (jenis TEXT not null, gedung_id integer not null, tahun integer not null, bulan integer not null, nilai integer not null, primary key (jenis, gedung_id, tahun, bulan));

    create table gedung (BASE, kode TEXT not null unique, nama TEXT not null unique, nama_kunci TEXT not null, alamat TEXT not null, kota TEXT not null, kota_kunci TEXT not null,
      phone TEXT, email TEXT, zona_waktu TEXT not null, jam_buka TEXT not null, jam_tutup TEXT not null, kop_surat TEXT, status TEXT not null, cari TEXT not null, check (jam_buka < jam_tutup));
    create table bank (BASE, nama_bank TEXT not null, nama_bank_kunci TEXT not null, no_rekening TEXT not null, atas_nama TEXT not null, atas_nama_kunci TEXT not null, tipe TEXT not null,
      metode integer not null, gedung TEXT not null, tampil_di_tagihan BIT not null, urutan integer not null, status TEXT not null, cari TEXT not null, unique (nama_bank, no_rekening));
    create table jenis_billing (BASE, kode TEXT not null unique, nama TEXT not null unique, nama_kunci TEXT not null, sifat TEXT not null, ppn_kena BIT not null, urutan integer not null,
      status TEXT not null, cari TEXT not null);
    create table kategori_kursus (BASE, nama TEXT not null unique, nama_kunci TEXT not null, warna TEXT not null, urutan integer not null, status TEXT not null, cari TEXT not null);
    create table kursus (BASE, kode TEXT not null unique, nama TEXT not null, nama_kunci TEXT not null, kategori_kursus_id integer not null references kategori_kursus(id), tipe TEXT not null,
      durasi_menit integer not null, pertemuan_per_bulan integer not null, kapasitas_min integer, kapasitas_maks integer not null, biaya_bulanan RUPIAH not null, biaya_pendaftaran RUPIAH,
      ppn_kena BIT not null, gedung TEXT not null, status TEXT not null, cari TEXT not null, check (biaya_bulanan >= 0));
    create index kursus_kategori on kursus(kategori_kursus_id);
    create table kursus_harga (BASE, kursus_id integer not null references kursus(id), gedung_id integer references gedung(id), berlaku_mulai TEXT not null, biaya_bulanan RUPIAH not null,
      unique (kursus_id, gedung_id, berlaku_mulai), check (biaya_bulanan >= 0));
    create unique index kursus_harga_umum on kursus_harga(kursus_id, berlaku_mulai) where gedung_id is null;

    create table "user" (BASE, name TEXT not null, name_kunci TEXT not null, nama_panggilan TEXT, role_id integer not null references "role"(id), status integer not null, username TEXT unique,
      email TEXT unique, phone TEXT, phone_alt TEXT, gender TEXT, religion TEXT, citizenship TEXT not null, information_source TEXT, tempat_lahir TEXT, tanggal_lahir TEXT, alamat TEXT, kota TEXT,
      kode_pos TEXT, gedung_id integer references gedung(id), akun_billing_id integer references "user"(id), sales_id integer references "user"(id), wali_nama TEXT, wali_hubungan TEXT,
      wali_phone TEXT, activation integer not null default 0, sumber TEXT not null default 'admin', persetujuan_at TEXT, persetujuan_oleh TEXT, last_login_at TEXT,
      password_hash TEXT, harus_ganti_password BIT not null default 0, token_versi integer not null default 1, cari TEXT not null, check (status in (0, 1, 10)));
    create index user_jenis on "user"(role_id, status, name_kunci, id);
    create index user_nama on "user"(name_kunci, id);
    create index user_akun_billing on "user"(akun_billing_id);
    create index user_sales on "user"(sales_id);
    create index user_gedung_id on "user"(gedung_id);
    create index user_phone on "user"(phone);
    create table peserta_profil (user_id integer primary key references "user"(id), no_induk TEXT not null unique, sekolah TEXT, instrumen_dimiliki TEXT, catatan TEXT);
    create table akun_billing_profil (user_id integer primary key references "user"(id), nama_tagihan TEXT not null, alamat_tagihan TEXT, email_tagihan TEXT, wa_tagihan TEXT,
      kirim_via TEXT not null default 'wa', saldo_kredit RUPIAH not null default 0, blokir_tagihan BIT not null default 0, check (saldo_kredit >= 0));
    create table user_gedung (user_id integer not null references "user"(id), gedung_id integer not null references gedung(id), primary key (user_id, gedung_id));
    create table sesi (token_hash TEXT primary key, user_id integer not null references "user"(id), token_versi integer not null, dibuat TEXT not null, terpakai TEXT not null,
      kedaluwarsa TEXT not null, ip TEXT, agen TEXT);
    create index sesi_user on sesi(user_id);
    create table batas_laju (kunci TEXT primary key, mulai TEXT not null, jumlah integer not null);

    create table kursus_pelatih (BASE, kode TEXT not null unique, nama TEXT not null, nama_kunci TEXT not null, pelatih_id integer not null references "user"(id),
      kursus_id integer not null references kursus(id), gedung_id integer not null references gedung(id), ruang TEXT not null, hari integer not null, jam_mulai TEXT not null,
      jam_selesai TEXT not null, mulai TEXT not null, selesai TEXT, kapasitas integer, status TEXT not null, catatan TEXT, cari TEXT not null, check (hari between 1 and 7));
    create index kursus_pelatih_pelatih on kursus_pelatih(pelatih_id);
    create index kursus_pelatih_gedung on kursus_pelatih(gedung_id, hari);
    create index kursus_pelatih_kursus on kursus_pelatih(kursus_id);
    create table kursus_peserta (BASE, peserta_id integer not null references "user"(id), peserta_nama TEXT not null, peserta_nama_kunci TEXT not null,
      kursus_pelatih_id integer not null references kursus_pelatih(id), kursus_id integer not null references kursus(id), akun_billing_id integer not null references "user"(id),
      gedung_id integer not null references gedung(id), sales_id integer references "user"(id), status integer not null, mulai TEXT not null, selesai TEXT, cuti_mulai TEXT, cuti_selesai TEXT,
      alasan_status TEXT, biaya_bulanan_khusus RUPIAH, alasan_biaya TEXT, cari TEXT not null, check (status in (0, 1, 2, 9)));
    create unique index kursus_peserta_sekali on kursus_peserta(peserta_id, kursus_pelatih_id) where status in (0, 1, 2);
    create index kursus_peserta_kelas on kursus_peserta(kursus_pelatih_id);
    create index kursus_peserta_akun on kursus_peserta(akun_billing_id);
    create index kursus_peserta_sales on kursus_peserta(sales_id);
    create index kursus_peserta_gedung on kursus_peserta(gedung_id, status);
    create index kursus_peserta_nama on kursus_peserta(peserta_nama_kunci, id);

    create table generate_batch (id ID, kunci TEXT not null, oleh integer not null references "user"(id), periode TEXT not null, gedung TEXT not null, mode TEXT not null, status TEXT not null,
      jumlah_akun integer not null default 0, selesai_akun integer not null default 0, dilewati integer not null default 0, galat TEXT not null, created_at TEXT not null, updated_at TEXT not null,
      unique (oleh, kunci));
    create table billing (BASE, nomor TEXT unique, akun_billing_id integer not null references "user"(id), gedung_id integer not null references gedung(id), periode TEXT, tanggal_terbit TEXT,
      jatuh_tempo TEXT not null, alamat TEXT, catatan TEXT, status integer not null, payment_status integer not null, subtotal RUPIAH not null, total_diskon RUPIAH not null,
      total_ppn RUPIAH not null, total RUPIAH not null, terbayar RUPIAH not null, sisa RUPIAH not null, nama_tagihan TEXT not null, nama_tagihan_kunci TEXT not null, sumber TEXT not null,
      generate_batch_id integer references generate_batch(id), kunci_generate TEXT unique, void_at TEXT, void_by integer, void_alasan TEXT, diterbitkan_at TEXT, diterbitkan_oleh integer,
      cari TEXT not null, check (total >= 0), check (terbayar >= 0 and terbayar <= total), check (sisa = total - terbayar), check (status in (0, 1)), check (payment_status in (0, 1, 2)),
      check (status = 0 or nomor is not null));
    create index billing_baru on billing(created_at, id);
    create index billing_akun on billing(akun_billing_id, status, payment_status);
    create index billing_batch on billing(generate_batch_id, id);
    create index billing_bayar on billing(payment_status, created_at, id) where status = 1 and void_at is null;
    create index billing_tempo on billing(payment_status, jatuh_tempo, id) where status = 1 and void_at is null;
    create index billing_outlet on billing(gedung_id, created_at, id);
    create index billing_outlet_bayar on billing(gedung_id, payment_status, created_at, id) where status = 1 and void_at is null;
    create table billing_item (id ID, billing_id integer not null references billing(id) on delete cascade, urutan integer not null, jenis_billing_id integer not null references jenis_billing(id),
      peserta_id integer references "user"(id), kursus_peserta_id integer references kursus_peserta(id), kursus_id integer references kursus(id), deskripsi TEXT not null, periode TEXT,
      qty integer not null, harga_satuan RUPIAH not null, jumlah_bruto RUPIAH not null, prorata_pembilang integer, prorata_penyebut integer, diskon RUPIAH not null, diskon_alasan TEXT,
      ppn_persen integer not null, ppn RUPIAH not null, jumlah RUPIAH not null, kunci_unik TEXT unique, check (qty >= 1), check (jumlah >= 0));
    create index billing_item_billing on billing_item(billing_id);
    create index billing_item_peserta on billing_item(peserta_id);
    create index billing_item_kursus_peserta on billing_item(kursus_peserta_id);

    create table billing_payment (BASE, nomor TEXT not null unique, akun_billing_id integer not null references "user"(id), gedung_id integer not null references gedung(id), tanggal TEXT not null,
      metode integer not null, kanal TEXT, bank_id integer references bank(id), jumlah RUPIAH not null, referensi TEXT, pembayar_nama TEXT not null, pembayar_nama_kunci TEXT not null, catatan TEXT,
      dialokasikan RUPIAH not null, ke_saldo RUPIAH not null, diterima_oleh integer not null references "user"(id), void_at TEXT, void_by integer, void_alasan TEXT, cari TEXT not null,
      check (jumlah > 0), check (jumlah = dialokasikan + ke_saldo));
    create index billing_payment_baru on billing_payment(created_at, id);
    create index billing_payment_tanggal on billing_payment(tanggal, id);
    create index billing_payment_akun on billing_payment(akun_billing_id);
    create index billing_payment_gedung on billing_payment(gedung_id, created_at, id);
    create table mutasi_saldo (id ID, akun_billing_id integer not null references "user"(id), jenis TEXT not null, jumlah RUPIAH not null, payment_id integer references billing_payment(id),
      billing_id integer references billing(id), keterangan TEXT not null, created_at TEXT not null, created_by integer);
    create index mutasi_saldo_akun on mutasi_saldo(akun_billing_id, id);
    create index mutasi_saldo_payment on mutasi_saldo(payment_id);
    create table billing_payment_alokasi (id ID, payment_id integer references billing_payment(id), mutasi_id integer references mutasi_saldo(id), billing_id integer not null references billing(id),
      jumlah RUPIAH not null, void_at TEXT, created_at TEXT not null, unique (payment_id, billing_id), check (jumlah > 0), check ((payment_id is null) <> (mutasi_id is null)));
    create unique index alokasi_mutasi on billing_payment_alokasi(mutasi_id) where mutasi_id is not null;
    create index alokasi_billing on billing_payment_alokasi(billing_id);
    create table idempotensi (user_id integer not null references "user"(id), kunci TEXT not null, panggilan TEXT not null, body_hash TEXT not null, jawaban TEXT, created_at TEXT not null,
      primary key (user_id, kunci));

    create table audit (BASE, user_nama TEXT, aksi TEXT not null, entitas TEXT not null, entitas_id integer, sebelum TEXT, sesudah TEXT, alasan TEXT, ip TEXT, agen TEXT, gedung_id integer);
    create index audit_entitas on audit(entitas, entitas_id, id);
    create index audit_waktu on audit(created_at, id)
  `,
  )
}
