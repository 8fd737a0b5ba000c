/**
 * Every access code with its name, module and default roles, computed from the registry of
 * resources. Only the server and tests import the list; the app reads the codes from the server, as
 * rows of the resource `access`.
 */
import { pages, type AccessCode } from '#contract/access/access.ts'
import { imporNames } from '#contract/import/importKeys.ts'
import { resources } from '#contract/registry.ts'
import type { AnyResource, Role } from '#contract/resource.ts'
import { routes } from '#contract/routes.ts'

const all = resources as Record<string, AnyResource>
/**
 * Names of modules whose codes belong to no declared resource. The key of an entry is the first
 * part of the codes: the key `portal` is for codes such as `portal/sales`.
 */
const modules: Record<string, string> = {
  dashboard: 'Dashboard',
  portal: 'Portal',
  'pendaftar-mandiri': 'Pendaftar Mandiri',
  sales: 'Sales',
  'konfirmasi-pembayaran': 'Konfirmasi Pembayaran',
  laporan: 'Laporan',
  setting: 'Setting',
  integritas: 'Integritas data',
  pekerjaan: 'Pekerjaan server',
  profile: 'Profil',
  search: 'Pencarian',
  berkas: 'Berkas',
}
const verbs: Record<string, string> = {
  index: 'Lihat daftar',
  view: 'Lihat detail',
  create: 'Tambah',
  update: 'Ubah',
  delete: 'Hapus',
  ekspor: 'Ekspor',
  import: 'Impor',
  template: 'Unduh template impor',
  pilihan: 'Pilih di formulir',
  terbitkan: 'Terbitkan',
  batalkan: 'Batalkan',
  generate: 'Generate',
  share: 'Bagikan',
  download: 'Unduh',
  print: 'Cetak',
  cetak: 'Cetak',
  'pakai-saldo': 'Pakai saldo',
  'hitung-ulang-promo': 'Hitung ulang promo',
  'hapus-denda': 'Hapus denda',
  'kirim-rekening-koran': 'Kirim rekening koran',
  setujui: 'Setujui',
  cocokkan: 'Cocokkan',
  abaikan: 'Abaikan',
  lepas: 'Lepaskan kembali',
  tolak: 'Tolak',
  pindah: 'Pindahkan',
  pengganti: 'Ganti guru',
  batal: 'Batalkan',
  activate: 'Aktifkan',
  'disable-enable': 'Nonaktifkan atau aktifkan kembali',
  restore: 'Pulihkan',
  upgrade: 'Jadikan akun billing',
  downgrade: 'Jadikan peserta',
  anonimkan: 'Anonimkan',
  'reset-password': 'Reset password',
  'reset-dua-langkah': 'Reset verifikasi dua langkah',
  undangan: 'Buat tautan undangan',
  'lihat-nik': 'Lihat NIK',
  'ubah-email': 'Ganti email masuk',
  'info-billing': 'Lihat saldo dan tagihan',
  'info-peserta': 'Lihat peserta akun billing',
  'list-payment-bank': 'Lihat rekening pembayaran',
  'jadwal-pelatih': 'Lihat jadwal kosong',
  cadangan: 'Lihat cadangan',
  jalankan: 'Jalankan',
  aktivasi: 'Aktivasi',
  'urungkan-aktivasi': 'Urungkan aktivasi',
  tahap: 'Pindah tahap',
  catat: 'Catat aktivitas',
  serahkan: 'Serahkan',
  gabung: 'Gabungkan',
  ambil: 'Ambil',
  tutup: 'Tutup dan buka',
  buka: 'Buka kembali',
}
const titles = new Map<string, string>(
  Object.values(routes)
    .flatMap((r) => (r.access ? [[r.access, r.title] as [string, string]] : []))
    .reverse(),
)
const sensitive =
  /^(role|access|setting|pekerjaan)\/|\/(batalkan|terbitkan|hapus-denda|generate|ekspor|import|delete|pakai-saldo|lihat-nik|ubah-email|reset-password|reset-dua-langkah|undangan|activate|disable-enable|restore|upgrade|downgrade|anonimkan|setujui|buka)$/

/** Returns the Indonesian label of a code's module. */
const modulOf = (kode: string): string => {
  const [key = ''] = kode.split('/')
  return all[key]?.label[0] ?? modules[key] ?? key
}

export interface CodeInfo {
  kode: AccessCode
  nama: string
  modul: string
  jenis: 'halaman' | 'aksi'
  sensitif: boolean
  roles: readonly Role[]
}
const info = (kode: AccessCode, roles: readonly Role[]): CodeInfo => {
  const [modul, verb = kode.split('/')[1] ?? kode] = [
    modulOf(kode),
    verbs[kode.split('/')[1] ?? ''],
  ]
  return {
    kode,
    modul,
    roles,
    nama: titles.get(kode) ?? `${verb} ${modul.toLowerCase()}`,
    jenis: titles.has(kode) ? 'halaman' : 'aksi',
    sensitif: sensitive.test(kode),
  }
}

/**
 * All access codes: first those of the declared resources, then those of the imports and of the
 * pages.
 */
export const accessCodes: CodeInfo[] = [
  ...Object.values(all).flatMap((r) =>
    Object.entries(r.access).flatMap(([verb, roles]) =>
      roles === null ? [] : [info(`${r.name}/${verb}` as AccessCode, roles)],
    ),
  ),
  // Skips the import `user`, because the resource `user` already declares the codes of this import.
  ...imporNames
    .filter((name) => name !== 'user')
    .flatMap((name) => [info(`${name}/import`, ['admin']), info(`${name}/template`, ['admin'])]),
  ...Object.entries(pages).map(([kode, roles]) => info(kode as AccessCode, roles)),
]
/**
 * Returns the ids of the built-in roles that hold a code by default. Omits the role superadmin (id
 * 1), which holds every code because of its wildcard.
 */
export const defaultRolesOf = ({ roles }: CodeInfo): number[] =>
  (['admin', 'pelatih', 'sales', 'akunbilling', 'peserta'] as const).flatMap((role, i) =>
    roles.includes(role) ? [i + 2] : [],
  )
