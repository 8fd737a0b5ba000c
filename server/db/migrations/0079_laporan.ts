import type { Kysely } from 'kysely'
import { ddl } from '#server/db/ddl.ts'
import { giveCodes } from '#server/db/giveCodes.ts'

/** What reports look for by day: their cost follows the days that are asked for. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await ddl(
    db,
    `
  create index billing_terbit on billing(tanggal_terbit) where status = 1;
  create index billing_jatuh_tempo on billing(jatuh_tempo) where status = 1;
  create index billing_batal on billing(void_at) where void_at is not null;
  create index alokasi_dibuat on billing_payment_alokasi(created_at);
  create index mutasi_saldo_tanggal on mutasi_saldo(tanggal, jenis);
  create index kursus_peserta_mulai on kursus_peserta(mulai);
  create index lead_aktif on lead(aktif_at) where aktif_at is not null;
  create index lead_menang on lead(menang_at) where menang_at is not null;
  create index lead_kalah on lead(tahap_at) where tahap = 'kalah'
`,
  )
  await giveCodes(db, { 2: ['laporan/ekspor'] })
}
