import type { Kysely } from 'kysely'
import { ddl } from '#server/db/ddl.ts'

/**
 * References that had no index of their own: what belongs to a student, an account or an outlet is
 * found without reading the table, and a row that is deleted is checked against them.
 */
export const up = (db: Kysely<unknown>): Promise<void> =>
  ddl(
    db,
    `
  create index kursus_peserta_peserta on kursus_peserta(peserta_id);
  create index mutasi_saldo_tagihan on mutasi_saldo(billing_id) where billing_id is not null;
  create index promo_pemakaian_akun on promo_pemakaian(akun_billing_id);
  create index billing_payment_penerima on billing_payment(diterima_oleh);
  create index absensi_pelatih_pengganti on absensi_pelatih(pengganti_id) where pengganti_id is not null;
  create index user_gedung_gedung on user_gedung(gedung_id);
  create index kursus_harga_gedung on kursus_harga(gedung_id) where gedung_id is not null;
  create index hari_libur_gedung on hari_libur(gedung_id) where gedung_id is not null
`,
  )
