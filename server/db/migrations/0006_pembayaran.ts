import type { Kysely } from 'kysely'
import { ddl } from '#server/db/ddl.ts'

/**
 * Payments, credit, confirmations, bank statements and the cash of a day (docs/domain.md 2.5).
 */
export const up = (db: Kysely<unknown>): Promise<void> =>
  ddl(
    db,
    `
    -- Receipts.
    create table billing_payment (
      BASE, nomor TEXT not null unique, akun_billing_id integer not null references "user"(id),
      gedung_id integer not null references gedung(id), tanggal TEXT not null,
      metode integer not null, kanal TEXT, bank_id integer references bank(id),
      jumlah RUPIAH not null, referensi TEXT, pembayar_nama TEXT not null,
      pembayar_nama_kunci TEXT not null, catatan TEXT, dialokasikan RUPIAH not null,
      ke_saldo RUPIAH not null, diterima_oleh integer not null references "user"(id),
      void_at TEXT, void_by integer, void_alasan TEXT, cari TEXT not null, nomor_kunci TEXT,
      check (jumlah > 0), check (jumlah = dialokasikan + ke_saldo));
    create index billing_payment_baru on billing_payment(created_at, id);
    create index billing_payment_tanggal on billing_payment(tanggal, id);
    create index billing_payment_gedung on billing_payment(gedung_id, created_at, id);
    create index billing_payment_bank on billing_payment(bank_id);
    create index billing_payment_nomor_kunci on billing_payment(nomor_kunci, id);
    create index billing_payment_penerima on billing_payment(diterima_oleh);
    create index billing_payment_kas on billing_payment(gedung_id, tanggal);
    create index billing_payment_akun on billing_payment(akun_billing_id, tanggal);

    -- The ledger of credit: never changed, never deleted.
    create table mutasi_saldo (
      id ID, akun_billing_id integer not null references "user"(id), jenis TEXT not null,
      jumlah RUPIAH not null, payment_id integer references billing_payment(id),
      billing_id integer references billing(id), keterangan TEXT not null,
      created_at TEXT not null, created_by integer, cari TEXT not null default '',
      versi integer not null default 1, updated_at TEXT not null default '', updated_by integer,
      tanggal TEXT not null default '', nomor TEXT, metode integer,
      bank_id integer references bank(id), bukti integer, alasan TEXT,
      lawan_id integer references mutasi_saldo(id), gedung_id integer references gedung(id));
    create index mutasi_saldo_akun on mutasi_saldo(akun_billing_id, id);
    create index mutasi_saldo_payment on mutasi_saldo(payment_id);
    create unique index mutasi_saldo_nomor on mutasi_saldo(nomor) where nomor is not null;
    create index mutasi_saldo_bank on mutasi_saldo(bank_id) where bank_id is not null;
    create unique index mutasi_saldo_lawan on mutasi_saldo(lawan_id) where lawan_id is not null;
    create index mutasi_saldo_tagihan on mutasi_saldo(billing_id) where billing_id is not null;
    create index mutasi_saldo_kas on mutasi_saldo(gedung_id, tanggal) where gedung_id is not null;
    create index mutasi_saldo_tanggal on mutasi_saldo(tanggal, jenis);

    -- Which bill a payment, or an entry of credit, pays.
    create table "billing_payment_alokasi" (
      id ID, payment_id integer references billing_payment(id),
      mutasi_id integer references mutasi_saldo(id),
      billing_id integer not null references billing(id), jumlah RUPIAH not null, void_at TEXT,
      created_at TEXT not null,
      check (jumlah > 0), check ((payment_id is null) <> (mutasi_id is null)));
    create unique index alokasi_mutasi on billing_payment_alokasi(mutasi_id)
      where mutasi_id is not null;
    create index alokasi_billing on billing_payment_alokasi(billing_id);
    create unique index alokasi_hidup on billing_payment_alokasi(payment_id, billing_id)
      where void_at is null;
    create index alokasi_payment on billing_payment_alokasi(payment_id)
      where payment_id is not null;
    create index alokasi_dibuat on billing_payment_alokasi(created_at);

    -- What families say they have paid, with its proof.
    create table konfirmasi_pembayaran (
      BASE, nomor TEXT not null unique, nomor_kunci TEXT not null,
      akun_billing_id integer not null references "user"(id),
      gedung_id integer not null references gedung(id),
      bank_tujuan_id integer not null references bank(id), jumlah RUPIAH not null,
      tanggal_transfer TEXT not null, bukti integer not null, pengirim_nama TEXT not null,
      bank_asal TEXT, catatan TEXT, status TEXT not null, ditinjau_oleh integer, ditinjau_at TEXT,
      alasan_tolak TEXT, dibatalkan_oleh integer, dibatalkan_at TEXT, payment_id integer,
      cari TEXT not null default '',
      check (jumlah > 0), check (status in ('menunggu', 'disetujui', 'ditolak', 'dibatalkan')),
      check ((status = 'disetujui') = (payment_id is not null)),
      check ((status in ('disetujui', 'ditolak')) = (ditinjau_at is not null)),
      check ((ditinjau_at is null) = (ditinjau_oleh is null)),
      check ((status = 'ditolak') = (alasan_tolak is not null)),
      check ((status = 'dibatalkan') = (dibatalkan_at is not null)));
    create index konfirmasi_pembayaran_nomor_kunci on konfirmasi_pembayaran(nomor_kunci, id);
    create index konfirmasi_pembayaran_akun on konfirmasi_pembayaran
      (akun_billing_id, tanggal_transfer);
    create index konfirmasi_pembayaran_bank on konfirmasi_pembayaran
      (bank_tujuan_id, tanggal_transfer, jumlah);
    create index konfirmasi_pembayaran_gedung on konfirmasi_pembayaran(gedung_id, created_at);
    create index konfirmasi_pembayaran_tanggal on konfirmasi_pembayaran(tanggal_transfer, id);
    create index konfirmasi_pembayaran_jumlah on konfirmasi_pembayaran(jumlah, id);
    create index konfirmasi_pembayaran_dibuat on konfirmasi_pembayaran(created_at, id);
    create index konfirmasi_pembayaran_menunggu on konfirmasi_pembayaran(created_at, id)
      where status = 'menunggu';

    alter table billing_payment add column konfirmasi_id integer references konfirmasi_pembayaran(id);

    create unique index billing_payment_konfirmasi on billing_payment(konfirmasi_id) where konfirmasi_id is not null and void_at is null;

    create index billing_payment_dari_konfirmasi on billing_payment(konfirmasi_id) where konfirmasi_id is not null;

    create table konfirmasi_tagihan (
      konfirmasi_id integer not null references konfirmasi_pembayaran(id),
      billing_id integer not null references billing(id),
      primary key (konfirmasi_id, billing_id));
    create index konfirmasi_tagihan_billing on konfirmasi_tagihan(billing_id);

    -- Files of bank statements.
    create table impor_mutasi (
      id ID, bank_id integer not null references bank(id), nama_berkas TEXT not null,
      pemetaan TEXT not null, baris integer not null, baru integer not null, ada integer not null,
      dilewati integer not null, dari TEXT, sampai TEXT, created_at TEXT not null,
      created_by integer not null);
    create index impor_mutasi_bank on impor_mutasi(bank_id, id);

    -- Lines of bank statements.
    create table mutasi_bank (
      BASE, bank_id integer not null references bank(id),
      impor_id integer not null references impor_mutasi(id), tanggal TEXT not null,
      keterangan TEXT not null, referensi TEXT, masuk RUPIAH not null, keluar RUPIAH not null,
      saldo RUPIAH, dasar TEXT not null, kunci TEXT not null,
      status TEXT not null default 'belum', payment_id integer references billing_payment(id),
      dibukukan BIT not null default 0, dicocokkan_oleh integer, dicocokkan_at TEXT, alasan TEXT,
      diabaikan_oleh integer, diabaikan_at TEXT, cari TEXT not null default '',
      check (masuk >= 0 and keluar >= 0 and (masuk > 0) <> (keluar > 0)),
      check (status in ('belum', 'cocok', 'diabaikan')),
      check ((status = 'cocok') = (payment_id is not null)),
      check ((payment_id is null) = (dicocokkan_at is null)),
      check ((dicocokkan_at is null) = (dicocokkan_oleh is null)),
      check (payment_id is null or masuk > 0),
      check ((status = 'diabaikan') = (alasan is not null)),
      check ((alasan is null) = (diabaikan_at is null)),
      check ((diabaikan_at is null) = (diabaikan_oleh is null)),
      check (dibukukan = 0 or payment_id is not null));
    create unique index mutasi_bank_kunci on mutasi_bank(bank_id, kunci);
    create index mutasi_bank_dasar on mutasi_bank(dasar);
    create unique index mutasi_bank_pembayaran on mutasi_bank(payment_id)
      where payment_id is not null;
    create index mutasi_bank_impor on mutasi_bank(impor_id);
    create index mutasi_bank_tanggal on mutasi_bank(tanggal, id);
    create index mutasi_bank_rekening on mutasi_bank(bank_id, tanggal, id);
    create index mutasi_bank_status on mutasi_bank(status, tanggal, id);
    create index mutasi_bank_masuk on mutasi_bank(masuk, id);
    create index mutasi_bank_keluar on mutasi_bank(keluar, id);

    -- The cash of an outlet and a day, counted and closed.
    create table tutup_kas (
      BASE, gedung_id integer not null references gedung(id), tanggal TEXT not null,
      dari TEXT not null, kas_awal RUPIAH not null, tunai RUPIAH not null,
      pengembalian RUPIAH not null, kas_masuk RUPIAH not null, kas_keluar RUPIAH not null,
      keterangan_kas TEXT, seharusnya RUPIAH not null, dihitung RUPIAH not null,
      selisih RUPIAH not null, alasan_selisih TEXT, disetor RUPIAH not null,
      sisa_kas RUPIAH not null, catatan TEXT, ditutup_oleh integer not null references "user"(id),
      dibuka_at TEXT, dibuka_oleh integer references "user"(id), dibuka_alasan TEXT,
      cari TEXT not null default '',
      check (dari <= tanggal),
      check (kas_awal >= 0 and tunai >= 0 and pengembalian >= 0 and kas_masuk >= 0 and kas_keluar >= 0 and dihitung >= 0 and disetor >= 0),
      check (seharusnya = kas_awal + tunai - pengembalian + kas_masuk - kas_keluar),
      check (selisih = dihitung - seharusnya), check (selisih = 0 or alasan_selisih is not null),
      check (sisa_kas = dihitung - disetor and sisa_kas >= 0),
      check ((dibuka_at is null) = (dibuka_oleh is null) and (dibuka_at is null) = (dibuka_alasan is null)));
    create unique index tutup_kas_hari on tutup_kas(gedung_id, tanggal) where dibuka_at is null;
    create index tutup_kas_gedung on tutup_kas(gedung_id, tanggal, id);
    create index tutup_kas_tanggal on tutup_kas(tanggal, id);
    create index tutup_kas_selisih on tutup_kas(selisih, id);
    create index tutup_kas_dibuat on tutup_kas(created_at, id);
    create index tutup_kas_penutup on tutup_kas(ditutup_oleh);
    create index tutup_kas_pembuka on tutup_kas(dibuka_oleh) where dibuka_oleh is not null;

    create table tutup_kas_rincian (
      tutup_kas_id integer not null references tutup_kas(id), urutan integer not null,
      metode integer not null, bank_id integer references bank(id),
      penerima_id integer not null references "user"(id), banyak integer not null,
      jumlah RUPIAH not null, banyak_batal integer not null, jumlah_batal RUPIAH not null,
      primary key (tutup_kas_id, urutan));
    create index tutup_kas_rincian_bank on tutup_kas_rincian(bank_id) where bank_id is not null;
    create index tutup_kas_rincian_penerima on tutup_kas_rincian(penerima_id);

    create table tutup_kas_pecahan (
      tutup_kas_id integer not null references tutup_kas(id), nilai integer not null,
      lembar integer not null,
      primary key (tutup_kas_id, nilai), check (nilai > 0 and lembar > 0))
  `,
  )
