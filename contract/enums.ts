/** The fixed enumerations (domain.md 2.0), each with its labels and badge colours. */
import * as z from 'zod/mini'

export type Tone = 'gray' | 'green' | 'blue' | 'orange' | 'red'

export interface Enum<T extends string | number> {
  readonly options: readonly { readonly value: T; readonly label: string; readonly tone: Tone }[]
  readonly schema: z.ZodMiniLiteral<T>
  /** Returns the Indonesian label of a value, or the value itself as text when it is unknown. */
  label(value: unknown): string
  tone(value: unknown): Tone
}

/** Returns an enumeration of values with labels and badge colours; the default colour is grey. */
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

/**
 * Returns an enumeration of numbers that code can use by name (`RoleId.admin` is 2). The options
 * are in the order of `rows`.
 */
const numbered = <
  const R extends Record<string, readonly [value: number, label: string, tone?: Tone]>,
>(
  rows: R,
): Enum<R[keyof R][0]> & { readonly [Name in keyof R]: R[Name][0] } => {
  const values = Object.fromEntries(Object.entries(rows).map(([name, [value]]) => [name, value]))
  // The cast is needed because Object.fromEntries loses the type of each value.
  return { ...(values as { [Name in keyof R]: R[Name][0] }), ...enumOf(Object.values(rows)) }
}

export const StatusAktif = enumOf([
  ['aktif', 'Aktif', 'green'],
  ['nonaktif', 'Nonaktif'],
])
export const RoleId = numbered({
  superadmin: [1, 'Superadmin'],
  admin: [2, 'Admin'],
  pelatih: [3, 'Guru'],
  sales: [4, 'Sales'],
  akunBilling: [5, 'Akun Billing'],
  peserta: [6, 'Peserta'],
})
/** Built-in roles that can be the base of a custom role. */
export const RoleDasar = numbered({
  admin: [2, 'Admin'],
  pelatih: [3, 'Guru'],
  sales: [4, 'Sales'],
  akunBilling: [5, 'Akun Billing'],
  peserta: [6, 'Peserta'],
})
export const JenisAkses = enumOf([
  ['halaman', 'Halaman', 'blue'],
  ['aksi', 'Aksi'],
])
export const UserStatus = numbered({
  aktif: [10, 'Aktif', 'green'],
  nonaktif: [1, 'Nonaktif', 'orange'],
  dihapus: [0, 'Dihapus', 'red'],
})
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
export const Activation = numbered({
  belum: [0, 'Belum aktivasi'],
  terdaftar: [1, 'Terdaftar', 'blue'],
  pilihKursus: [2, 'Sudah pilih kursus', 'green'],
})
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
/**
 * Purposes of an uploaded file. The purpose decides the allowed types and sizes
 * (contract/values/fileRules.ts).
 */
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

export const Hari = numbered({
  senin: [1, 'Senin'],
  selasa: [2, 'Selasa'],
  rabu: [3, 'Rabu'],
  kamis: [4, 'Kamis'],
  jumat: [5, 'Jumat'],
  sabtu: [6, 'Sabtu'],
  minggu: [7, 'Minggu'],
})
export const SlotPelatih = numbered({
  kosong: [1, 'Kosong', 'green'],
  tanyaDulu: [2, 'Tanya dulu', 'orange'],
  tidakBisa: [3, 'Tidak bisa'],
})
export const ZonaWaktu = enumOf([
  ['Asia/Jakarta', 'WIB'],
  ['Asia/Makassar', 'WITA'],
  ['Asia/Jayapura', 'WIT'],
])
export const TipeKursus = enumOf([
  ['private', 'Privat'],
  ['group', 'Grup'],
])
export const KursusPesertaStatus = numbered({
  tidakAktif: [0, 'Tidak aktif'],
  aktif: [1, 'Aktif', 'green'],
  cuti: [2, 'Cuti', 'orange'],
  lulus: [9, 'Lulus', 'blue'],
})
/** Kinds of requests that a family can make about an enrolment. */
export const JenisPermintaan = enumOf([
  ['cuti', 'Cuti', 'orange'],
  ['berhenti', 'Berhenti'],
])
export const StatusPermintaan = enumOf([
  ['diajukan', 'Menunggu', 'orange'],
  ['disetujui', 'Disetujui', 'green'],
  ['ditolak', 'Ditolak', 'red'],
  ['ditarik', 'Ditarik'],
])
/** Choices for bills that already charge lessons which a leave or a stop later removes. */
export const PilihanTagihan = enumOf([
  ['biarkan', 'Biarkan seperti adanya'],
  ['batalkan', 'Batalkan bulan yang belum dimulai'],
  ['prorata', 'Hitung ulang menurut pertemuan'],
])

/**
 * Choices for a published bill that charges too few lessons, because the start of an enrolment or
 * the return from a leave adds lessons to the billed month.
 */
export const PilihanPertemuanKembali = enumOf([
  ['biarkan', 'Biarkan seperti adanya'],
  ['prorata', 'Batalkan dan buat draft menurut pertemuan'],
])
export const JenisPertemuan = enumOf([
  ['reguler', 'Reguler', 'blue'],
  ['pengganti', 'Pengganti', 'orange'],
  ['trial', 'Trial', 'green'],
  ['tambahan', 'Tambahan'],
])
export const StatusPertemuan = enumOf([
  ['terjadwal', 'Terjadwal', 'blue'],
  ['selesai', 'Selesai', 'green'],
  ['batal_pelatih', 'Batal oleh guru', 'red'],
  ['batal_sekolah', 'Batal oleh sekolah', 'red'],
  ['libur', 'Libur'],
  ['minggu_5', 'Minggu kelima'],
  ['pindah', 'Dipindahkan', 'orange'],
])
export const StatusKeberangkatan = numbered({
  belum: [0, 'Belum diketahui'],
  berangkat: [1, 'Berangkat', 'green'],
  tidakBerangkat: [2, 'Tidak berangkat', 'red'],
})
export const KodeAbsensi = enumOf([
  ['HADIR', 'Hadir', 'green'],
  ['TERLAMBAT', 'Terlambat', 'orange'],
  ['IZIN', 'Izin', 'blue'],
  ['SAKIT', 'Sakit', 'blue'],
  ['ALPA', 'Tanpa kabar', 'red'],
  ['IZIN_MENDADAK', 'Izin mendadak', 'orange'],
  ['PELATIH_TIDAK_HADIR', 'Guru tidak hadir', 'red'],
  ['LIBUR', 'Libur'],
])
export const StatusLibur = enumOf([
  ['diajukan', 'Diajukan', 'orange'],
  ['disetujui', 'Disetujui', 'green'],
  ['ditolak', 'Ditolak', 'red'],
])
export const SebabKredit = enumOf([
  ['siswa', 'Peserta berhalangan', 'blue'],
  ['pelatih', 'Guru tidak hadir', 'orange'],
  ['sekolah', 'Dibatalkan sekolah'],
  ['manual', 'Diberikan admin'],
])
export const StatusKredit = enumOf([
  ['tersedia', 'Tersedia', 'green'],
  ['dipesan', 'Dipesan', 'blue'],
  ['terpakai', 'Terpakai'],
  ['kedaluwarsa', 'Kedaluwarsa', 'orange'],
  ['dicabut', 'Dicabut', 'red'],
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
export const BillingStatus = numbered({
  draft: [0, 'Draft'],
  terbit: [1, 'Terbit', 'blue'],
})
export const PaymentStatus = numbered({
  belum: [0, 'Belum terbayar'],
  sebagian: [1, 'Terbayar sebagian', 'orange'],
  lunas: [2, 'Lunas', 'green'],
})
export const MetodePembayaran = numbered({
  tunai: [0, 'Tunai'],
  transfer: [1, 'Transfer'],
  mesinDuaBank: [2, 'Mesin kartu (dua bank)'],
  mesinBankLain: [3, 'Mesin kartu bank lain'],
  kartuKredit: [4, 'Kartu kredit'],
})
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
/**
 * Results of a server job. `temuan` means that the job succeeded but found something that an admin
 * should look at.
 */
export const HasilPekerjaan = enumOf([
  ['berhasil', 'Berhasil', 'green'],
  ['temuan', 'Ada temuan', 'orange'],
  ['gagal', 'Gagal', 'red'],
  ['lewat_waktu', 'Lewat waktu', 'red'],
])
export const BatchStatus = enumOf([
  ['berjalan', 'Berjalan', 'blue'],
  ['selesai', 'Selesai', 'green'],
  ['gagal', 'Gagal', 'red'],
])
