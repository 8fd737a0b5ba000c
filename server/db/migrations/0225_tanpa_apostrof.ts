import { sql, type Kysely } from 'kysely'

/** Keys of names and texts that are searched, by table; keys that are unique stay as they are. */
const columns: Readonly<Record<string, readonly string[]>> = {
  access: ['nama_kunci', 'cari'],
  bank: ['atas_nama_kunci', 'cari'],
  biaya: ['nama_kunci', 'cari'],
  billing: ['nama_tagihan_kunci', 'cari'],
  billing_payment: ['pembayar_nama_kunci', 'cari'],
  course_level: ['cari'],
  gedung: ['kota_kunci', 'cari'],
  hari_libur: ['nama_kunci', 'cari'],
  honor_periode: ['cari'],
  jenis_billing: ['cari'],
  kategori_kursus: ['cari'],
  konfirmasi_pembayaran: ['cari'],
  kredit_pengganti: ['cari'],
  kursus: ['nama_kunci', 'cari'],
  kursus_pelatih: ['nama_kunci', 'cari'],
  kursus_peserta: ['peserta_nama_kunci', 'cari'],
  lead: ['nama_kunci', 'cari'],
  mutasi_bank: ['cari'],
  mutasi_saldo: ['cari'],
  pelatih_libur: ['cari'],
  pengeluaran_sales: ['cari'],
  pengingat: ['cari'],
  pertemuan: ['cari'],
  produk_jasa: ['nama_kunci', 'cari'],
  promo: ['nama_kunci', 'cari'],
  role: ['cari'],
  ruang: ['nama_kunci', 'cari'],
  tarif_honor: ['cari'],
  tutup_kas: ['cari'],
  user: ['name_kunci', 'cari'],
}

/** Apostrophes in all their forms (server/db/fold.ts). */
const signs = ["'", '’', '‘', 'ʼ', 'ʻ', '´', '`', '＇']

/**
 * Keys without apostrophes, so that a name is found however its apostrophe is typed, or without it.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const [table, names] of Object.entries(columns))
    for (const name of names) {
      const column = sql.ref(name)
      const bare = signs.reduce((text, sign) => sql`replace(${text}, ${sign}, '')`, sql`${column}`)
      await sql`update ${sql.table(table)} set ${column} = ${bare} where ${column} <> ${bare}`.execute(
        db,
      )
    }
}
