/**
 * Types of all tables. Types of resource tables are derived from the resources declared in the
 * contract; the other types are written by hand. Booleans are stored as 0 or 1, lists and objects
 * as JSON text.
 */
import type { Generated, Kysely, KyselyPlugin, QueryCreator } from 'kysely'
import type { Alokasi, BillingItem } from '#contract/billing/billing.ts'
import type { JenisHonor, KirimVia, ModeImpor, StatusImpor } from '#contract/enums.ts'
import type { FileKind } from '#contract/fields.ts'
import type { ResourceName, Resources } from '#contract/registry.ts'
import type { AnyResource, Out, Row, Shape } from '#contract/resource.ts'
import type { JobTables } from '#server/db/schema/jobTables.ts'
import type { NoticeTables } from '#server/db/schema/noticeTables.ts'
import type { SalesTables } from '#server/db/schema/salesTables.ts'
import type { ScheduleTables } from '#server/db/schema/scheduleTables.ts'
import type { SessionTables } from '#server/db/schema/sessionTables.ts'
import type { ShareTables } from '#server/db/schema/shareTables.ts'
import type { TillTables } from '#server/db/schema/tillTables.ts'

type Column<T> = T extends boolean ? number : T extends object ? string : T
type Columns<T> = { [K in keyof T]: Column<T[K]> }
type Snake<S extends string> = S extends `${infer A}-${infer B}` ? `${A}_${Snake<B>}` : S
type Own<R extends AnyResource> = Columns<Omit<Row<R>, keyof R['expand'] | 'id'>> & {
  id: Generated<number>
}
type WithId<S extends Shape> = Columns<Omit<Out<S>, 'id'>> & { id: Generated<number> }
/**
 * Column of every resource table, computed by the server: the text that the search box searches.
 */
interface Keys {
  cari: string
}

type ResourceTables = { [N in ResourceName as Snake<N>]: Own<Resources[N]> & Keys }

interface Extra {
  user: {
    name_kunci: string
    password_hash: string | null
    harus_ganti_password: number
    token_versi: number
    /** Lead from whom the student was made. */
    lead_id: number | null
    usulan_akun_id: number | null
  }
  billing: { kunci_generate: string | null; nama_tagihan_kunci: string; nomor_kunci: string | null }
  pengeluaran_sales: { nomor_kunci: string }
  konfirmasi_pembayaran: { nomor_kunci: string }
  mutasi_bank: { dasar: string; kunci: string }
  gedung: { nama_kunci: string }
  course_level: { judul_kunci: string }
  promo: { nama_kunci: string }
  biaya: { nama_kunci: string }
  produk_jasa: { nama_kunci: string }
  ruang: { nama_kunci: string }
  kursus_pelatih: {
    nama_kunci: string
    lanjutan_dari_id: number | null
    lanjutan_selesai: string | null
  }
  kursus_peserta: {
    peserta_nama_kunci: string
    cuti_lama: string
    sebelumnya_selesai: string | null
    /** Lead whose activation made the enrolment. */
    lead_id: number | null
    /**
     * Time since which an inactive enrolment waits for a payment or for the coach's agreement. It
     * keeps its seat meanwhile.
     */
    tunggu_at: string | null
  }
  audit: { gedung_id: number | null; import_job_id: Generated<number | null> }
  lead: {
    nama_kunci: string
    nama_bunyi: string
    dihapus_at: string | null
    digabung_ke_id: number | null
    /** Student made from the lead. */
    user_id: number | null
  }
}
interface Internal
  extends
    ScheduleTables,
    SalesTables,
    ShareTables,
    TillTables,
    NoticeTables,
    JobTables,
    SessionTables {
  setting: {
    key: string
    value: string
    grup: string
    versi: number
    updated_at: string | null
    updated_by: number | null
  }
  penghitung: { jenis: string; seri: string; nilai: number }
  peserta_profil: {
    user_id: number
    no_induk: string
    sekolah: string | null
    instrumen_dimiliki: string | null
    catatan: string | null
    kursus_minat: Generated<string>
  }
  akun_billing_profil: {
    user_id: number
    nama_tagihan: string
    alamat_tagihan: string | null
    email_tagihan: string | null
    wa_tagihan: string | null
    kirim_via: (typeof KirimVia.options)[number]['value']
    saldo_kredit: number
    blokir_tagihan: number
  }
  akun_billing_kontak: {
    id: Generated<number>
    user_id: number
    nama: string
    hubungan: string | null
    phone: string | null
    email: string | null
    terima_tagihan: number
  }
  pelatih_profil: {
    user_id: number
    kode: string
    jenis_honor: (typeof JenisHonor.options)[number]['value']
    tarif_honor: number | null
    bank: string | null
    no_rekening: string | null
    tanggal_masuk: string | null
    level_maks: number | null
  }
  pelatih_bidang: { user_id: number; kategori_kursus_id: number }
  sales_profil: {
    user_id: number
    kode: string
    target_peserta_bulan: number | null
    target_pendapatan_bulan: number | null
    komisi_persen: number | null
  }
  rahasia: { user_id: number; kolom: string; kunci_id: string; isi: string }
  user_gedung: { user_id: number; gedung_id: number }
  jadwal_kosong_pelatih: { pelatih_id: number; hari: number; jam: string; status: number }
  /**
   * Version number for optimistic locking. It is shared by all free slots (available half hours) of
   * a coach. A coach who has never saved slots has no row.
   */
  jadwal_kosong_versi: {
    pelatih_id: number
    versi: number
    updated_at: string
    updated_by: number | null
  }
  /** New mail address that a user has entered but not yet confirmed. */
  email_baru: {
    user_id: number
    email: string
    token_hash: string
    segel: string
    dibuat: string
    dibuat_oleh: number
    kedaluwarsa: string
  }
  otp: {
    id: Generated<number>
    email: string | null
    user_id: number | null
    tujuan: 'reset' | 'undangan'
    kode_hash: string
    dibuat: string
    kedaluwarsa: string
    percobaan: Generated<number>
    dipakai_at: string | null
    /** Identifies the device or network that requested the code; null if not recorded. */
    peminta: Generated<string | null>
    /**
     * Hash of the state that the account with this mail address had when the code was made. The
     * code is invalid once that state changes. Null if no account has the address.
     */
    segel: string | null
  }
  batas_laju: {
    kunci: string
    mulai: string
    /** Time at which the counter expires and may be deleted. */
    sampai: Generated<string | null>
    jumlah: number
  }
  /**
   * Second factor of a user. `aktif_at` is null until the user has finished the setup begun at
   * `disiapkan_at`. `langkah` is the TOTP time step of the last used code, which cannot be used
   * again.
   */
  dua_langkah: {
    user_id: number
    aktif_at: string | null
    disiapkan_at: string | null
    langkah: Generated<number>
  }
  kode_pemulihan: {
    id: Generated<number>
    user_id: number
    kode_hash: string
    dipakai_at: string | null
  }
  generate_batch: {
    id: Generated<number>
    kunci: string
    oleh: number
    periode: string
    gedung: string
    mode: string
    status: string
    jumlah_akun: number
    selesai_akun: number
    dilewati: number
    galat: string
    created_at: string
    updated_at: string
  }
  billing_item: WithId<typeof BillingItem> & {
    kunci_unik: string | null
    /**
     * Number of pieces that publishing the bill took from the product's stock; null for items
     * without stock.
     */
    stok_diambil: Generated<number | null>
  }
  promo_pemakaian: {
    id: Generated<number>
    promo_id: number
    billing_item_id: number
    akun_billing_id: number
    diskon: number
    created_at: string
    dibatalkan_at: string | null
  }
  billing_payment_alokasi: WithId<typeof Alokasi>
  konfirmasi_tagihan: { konfirmasi_id: number; billing_id: number }
  berkas: {
    id: Generated<number>
    nama: string
    jenis: FileKind
    mime: string
    ukuran: number
    sha256: string
    lebar: number | null
    tinggi: number | null
    entitas: string | null
    entitas_id: number | null
    bidang: string | null
    created_at: string
    created_by: number
    /** Time at which the file's content was removed; null while it exists. */
    dikosongkan_at: string | null
  }
  import_job: {
    id: Generated<number>
    induk_id: Generated<number | null>
    jenis: string
    nama_berkas: string
    mode: (typeof ModeImpor.options)[number]['value']
    status: (typeof StatusImpor.options)[number]['value']
    kunci: string | null
    sidik: string
    /** Descriptions of parts of the file that are not imported, as a JSON list. */
    catatan: Generated<string>
    kepala: string
    isi: string
    baris: number
    diproses: number
    berhasil: number
    diperbarui: number
    akun_baru: number
    gagal: string
    /** Sums for signing of a workbook as JSON (server/import/pindahan/sums.ts). */
    jumlah: Generated<string | null>
    created_at: string
    created_by: number
    updated_at: string
  }
  berkas_isi: { berkas_id: number; isi: Uint8Array }
  berkas_objek: { berkas_id: number; kunci: string }
  berkas_hapus: { kunci: string; mulai: string }
  cadangan: {
    id: Generated<number>
    dibuat: string
    selesai: string
    berkas: string | null
    ukuran: number | null
    baris: number | null
    terenkripsi: number
    galat: string | null
  }
  uji_tulis: { id: Generated<number>; isi: string }
  idempotensi: {
    user_id: number
    kunci: string
    panggilan: string
    body_hash: string
    jawaban: string | null
    created_at: string
  }
}

export type Tables = {
  [T in keyof ResourceTables]: ResourceTables[T] & (T extends keyof Extra ? Extra[T] : {})
} & Internal
type Beside =
  | 'connection'
  | 'destroy'
  | 'executeQuery'
  | 'fn'
  | 'getExecutor'
  | 'introspection'
  | 'isTransaction'
  | 'schema'
  | 'transaction'
/**
 * Database handle with the members of `Kysely<Tables>` that the server uses. With `Kysely<Tables>`
 * itself, the compiler would create 36,000 types to compare Kysely's classes.
 */
export interface Db extends QueryCreator<Tables>, Pick<Kysely<Tables>, Beside> {
  withPlugin(plugin: KyselyPlugin): Db
}
/** Handle of a running transaction, a `Transaction<Tables>`. */
export interface Trx extends Db {
  readonly isTransaction: true
  connection(): never
  destroy(): never
  transaction(): never
}
/** Returns the table of a resource: the resource's name with `_` instead of `-`. */
export const tableOf = (name: string): keyof Tables => name.replaceAll('-', '_') as keyof Tables
