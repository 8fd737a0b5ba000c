/** The fixed enumerations, each with its labels and badge colours. Ids are the specification's (section 3 and 4). */
import * as z from 'zod/mini'

export type Tone = 'gray' | 'green' | 'blue' | 'orange' | 'red'

export interface Enum<T extends string | number> {
  readonly options: readonly { readonly value: T; readonly label: string; readonly tone: Tone }[]
  readonly schema: z.ZodMiniLiteral<T>
  /** Indonesian label of a value; the value itself, as text, when it is unknown. */
  label(value: unknown): string
  tone(value: unknown): Tone
}

/** An enumeration: values with their labels and badge colours. */
export const enumOf = <const T extends string | number>(
  rows: readonly (readonly [value: T, label: string, tone?: Tone])[],
): Enum<T> => {
  const options = rows.map(([value, label, tone]) => ({
    value,
    label,
    tone: tone ?? ('gray' as const),
  }))
  const find = (value: unknown) => options.find((o) => o.value === value)
  return {
    options,
    schema: z.literal(rows.map(([value]) => value)),
    label: (value) => find(value)?.label ?? String(value ?? ''),
    tone: (value) => find(value)?.tone ?? 'gray',
  }
}

export const StatusAktif = enumOf([
  ['aktif', 'Aktif', 'green'],
  ['nonaktif', 'Nonaktif'],
])
export const RoleId = enumOf([
  [1, 'Superadmin'],
  [2, 'Admin'],
  [3, 'Guru'],
  [4, 'Sales'],
  [5, 'Akun Billing'],
  [6, 'Peserta'],
])
/** Roles that a custom role may be made from. */
export const RoleDasar = enumOf([
  [2, 'Admin'],
  [3, 'Guru'],
  [4, 'Sales'],
  [5, 'Akun Billing'],
  [6, 'Peserta'],
])
export const JenisAkses = enumOf([
  ['halaman', 'Halaman', 'blue'],
  ['aksi', 'Aksi'],
])
export const UserStatus = enumOf([
  [10, 'Aktif', 'green'],
  [1, 'Nonaktif', 'orange'],
  [0, 'Dihapus', 'red'],
])
export const Gender = enumOf([
  ['Laki-laki', 'Laki-laki'],
  ['Perempuan', 'Perempuan'],
])
export const Religion = enumOf([
  ['ISLAM', 'Islam'],
  ['KRISTEN', 'Kristen'],
  ['KATOLIK', 'Katolik'],
  ['HINDU', 'Hindu'],
  ['BUDHA', 'Budha'],
  ['KONGHUCU', 'Konghucu'],
])
export const Citizenship = enumOf([
  ['WNI', 'WNI'],
  ['WNA', 'WNA'],
])
export const InformationSource = enumOf([
  ['Teman/Saudara/Keluarga', 'Teman/Saudara/Keluarga'],
  ['Media Sosial', 'Media Sosial'],
  ['Media Cetak (Spanduk)', 'Media Cetak (Spanduk)'],
  ['Flyer/Brosur', 'Flyer/Brosur'],
  ['Website Sekolah', 'Website Sekolah'],
  ['Toko Musik', 'Toko Musik'],
])
export const Activation = enumOf([
  [0, 'Belum aktivasi'],
  [1, 'Terdaftar', 'blue'],
  [2, 'Sudah pilih kursus', 'green'],
])
export const SumberUser = enumOf([
  ['admin', 'Admin'],
  ['lead', 'Lead'],
  ['mandiri', 'Mandiri'],
  ['import', 'Impor'],
])
export const JenisUser = enumOf([
  ['pelatih', 'Guru'],
  ['sales', 'Sales / Marketing'],
  ['akun-billing', 'Akun Billing'],
  ['peserta', 'Peserta'],
  ['pendaftar-mandiri', 'Pendaftar Mandiri'],
])
/** What an uploaded file is for: it decides which types and sizes are taken (contract/rules/berkas.ts). */
export const JenisBerkas = enumOf([
  ['foto', 'Foto'],
  ['bukti', 'Bukti'],
])
export const JenisHonor = enumOf([
  ['per_pertemuan', 'Per pertemuan'],
  ['persen', 'Persen'],
  ['tetap', 'Tetap'],
])
export const KirimVia = enumOf([
  ['wa', 'WhatsApp'],
  ['email', 'Email'],
  ['keduanya', 'WhatsApp dan email'],
])

export const Hari = enumOf([
  [1, 'Senin'],
  [2, 'Selasa'],
  [3, 'Rabu'],
  [4, 'Kamis'],
  [5, 'Jumat'],
  [6, 'Sabtu'],
  [7, 'Minggu'],
])
export const SlotPelatih = enumOf([
  [1, 'Kosong', 'green'],
  [2, 'Tanya dulu', 'orange'],
  [3, 'Tidak bisa'],
])
export const ZonaWaktu = enumOf([
  ['Asia/Jakarta', 'WIB'],
  ['Asia/Makassar', 'WITA'],
  ['Asia/Jayapura', 'WIT'],
])
export const TipeKursus = enumOf([
  ['private', 'Privat'],
  ['group', 'Grup'],
])
export const KursusPesertaStatus = enumOf([
  [0, 'Tidak aktif'],
  [1, 'Aktif', 'green'],
  [2, 'Cuti', 'orange'],
  [9, 'Lulus', 'blue'],
])

export const SifatBilling = enumOf([
  ['kursus', 'Kursus'],
  ['pendaftaran', 'Pendaftaran'],
  ['tambahan', 'Tambahan'],
  ['produk', 'Produk'],
  ['denda', 'Denda'],
  ['lain', 'Lain-lain'],
])
export const PemicuBiaya = enumOf([
  ['pendaftaran', 'Saat mendaftar', 'blue'],
  ['bulanan', 'Tiap bulan', 'green'],
  ['kenaikan_level', 'Naik level'],
  ['cuti', 'Cuti', 'orange'],
  ['manual', 'Manual'],
])
export const TipeProduk = enumOf([
  ['produk', 'Produk', 'blue'],
  ['jasa', 'Jasa'],
])
export const TipePromo = enumOf([
  ['persen', 'Persen'],
  ['nominal', 'Nominal'],
  ['gratis_pendaftaran', 'Gratis pendaftaran'],
  ['gratis_bulan_ke_n', 'Gratis bulan ke-n'],
])
export const BillingStatus = enumOf([
  [0, 'Draft'],
  [1, 'Terbit', 'blue'],
])
export const PaymentStatus = enumOf([
  [0, 'Belum terbayar', 'red'],
  [1, 'Terbayar sebagian', 'orange'],
  [2, 'Lunas', 'green'],
])
export const SumberBilling = enumOf([
  ['generate', 'Generate'],
  ['manual', 'Manual'],
  ['pendaftaran', 'Pendaftaran'],
  ['produk', 'Produk'],
  ['denda', 'Denda'],
])
export const MetodePembayaran = enumOf([
  [0, 'Tunai'],
  [1, 'Transfer'],
  [2, 'Mesin kartu (dua bank)'],
  [3, 'Mesin kartu bank lain'],
  [4, 'Kartu kredit'],
])
export const Kanal = enumOf([
  ['qris', 'QRIS'],
  ['va', 'Virtual account'],
])
export const TipeBank = enumOf([
  ['rekening', 'Rekening'],
  ['edc', 'Mesin EDC'],
  ['qris', 'QRIS'],
  ['va', 'Virtual account'],
])
export const JenisMutasi = enumOf([
  ['lebih_bayar', 'Lebih bayar', 'green'],
  ['pakai', 'Dipakai', 'orange'],
  ['pengembalian', 'Pengembalian'],
  ['koreksi', 'Koreksi'],
  ['batal', 'Batal', 'red'],
])
export const ModeTagihan = enumOf([
  ['per_akun', 'Satu tagihan per akun billing'],
  ['per_peserta', 'Satu tagihan per peserta'],
])
export const HasilGenerate = enumOf([
  ['dibuat', 'Akan dibuat', 'green'],
  ['ada', 'Sudah ada', 'blue'],
  ['cuti', 'Dilewati: cuti', 'orange'],
  ['belum_mulai', 'Dilewati: belum mulai'],
  ['selesai', 'Dilewati: sudah selesai'],
  ['nominal_0', 'Dilewati: nominal 0'],
  ['tanpa_akun', 'Dilewati: tanpa akun billing', 'red'],
  ['diblokir', 'Dilewati: akun diblokir', 'red'],
  ['tanpa_harga', 'Dilewati: kelas tanpa harga', 'red'],
  ['tidak_aktif', 'Dilewati: tidak aktif'],
])
export const ModeImpor = enumOf([
  ['tambah', 'Tambah yang baru'],
  ['perbarui', 'Tambah dan perbarui yang ada'],
])
export const StatusImpor = enumOf([
  ['memeriksa', 'Memeriksa', 'blue'],
  ['siap', 'Siap diimpor', 'orange'],
  ['berjalan', 'Berjalan', 'blue'],
  ['selesai', 'Selesai', 'green'],
  ['dibatalkan', 'Dibatalkan'],
])
export const BatchStatus = enumOf([
  ['berjalan', 'Berjalan', 'blue'],
  ['selesai', 'Selesai', 'green'],
  ['gagal', 'Gagal', 'red'],
])
