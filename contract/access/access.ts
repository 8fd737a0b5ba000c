/**
 * Access codes, and the function `can` that decides whether a user holds a code. The server and
 * the app (route guard, menu, buttons) call `can`.
 */
import type { ImporCode } from '#contract/import/importKeys.ts'
import type { ResourceCode } from '#contract/registry.ts'
import type { Role } from '#contract/resource.ts'

/**
 * Access codes that belong to neither a resource nor an import. They permit pages, or actions such
 * as `lead/aktivasi`. Each code has the list of the roles that hold it by default.
 */
export const pages = {
  dashboard: ['admin'],
  'portal/sales': ['sales'],
  'portal/pelatih': ['pelatih'],
  'portal/peserta': ['peserta'],
  'portal/akun-billing': ['akunbilling'],
  'lead/aktivasi': ['admin', 'sales'],
  'lead/urungkan-aktivasi': ['admin'],
  'pendaftar-mandiri/index': ['admin', 'sales'],
  'pendaftar-mandiri/lengkapi-profile': ['admin', 'sales'],
  'pendaftar-mandiri/aktivasi': ['admin', 'sales'],
  'pendaftar-mandiri/ambil': ['sales'],
  'pendaftar-mandiri/serahkan': ['admin'],
  'pendaftar-mandiri/tutup': ['admin', 'sales'],
  'user/tambah-peserta': ['admin', 'sales'],
  'user/tambah-kursus-peserta': ['admin', 'sales'],
  'user/cetak': ['admin'],
  'user/ubah-jadwal-pelatih': ['admin', 'pelatih'],
  'sales/peserta': ['admin', 'sales'],
  'laporan/pendapatan': ['admin'],
  'laporan/piutang': ['admin'],
  'laporan/pengeluaran': ['admin'],
  'laporan/laba-rugi': ['admin'],
  'laporan/performa-sales': ['admin'],
  'laporan/ekspor': ['admin'],

  'pindahan/import': ['admin'],
  'integritas/index': ['admin'],
  'setting/index': [],
  'setting/update': [],
  'setting/cadangan': [],
  'pekerjaan/index': [],
  'pekerjaan/jalankan': [],
  'kursus-peserta/cetak': ['admin', 'sales', 'akunbilling', 'peserta'],
  'kursus-peserta/kelas-selanjutnya': ['admin', 'sales'],
  'kursus-peserta/usulkan-lulus': ['pelatih'],
  'kursus-pelatih/absensi': ['admin', 'pelatih'],
  'honor-periode/hitung': ['admin'],
  'profile/view': ['admin', 'pelatih', 'sales', 'akunbilling', 'peserta'],
  'profile/ubah-password': ['admin', 'pelatih', 'sales', 'akunbilling', 'peserta'],
  'profile/token': ['admin'],
  search: ['admin', 'pelatih', 'sales', 'akunbilling', 'peserta'],
} as const satisfies Record<string, readonly Role[]>

/** All access codes: those of the resources, of the imports and of `pages`. */
export type AccessCode = ResourceCode | ImporCode | keyof typeof pages

/**
 * Returns whether the user holds an access code (domain.md 3.14). A role whose first code is the
 * wildcard `*` holds every code.
 */
export const can = (
  user: { role?: { accesses: readonly string[] } | null } | null | undefined,
  code: AccessCode,
): boolean => {
  const accesses = user?.role?.accesses ?? []
  return accesses[0] === '*' || accesses.includes(code)
}
