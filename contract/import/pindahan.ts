/**
 * Sheets of the workbook with which a school moves in (decision 0251), in the order in which they
 * are tried and stored: a sheet refers only to sheets before it.
 */
import type { AccessCode } from '#contract/access/access.ts'
import type { ImporName } from '#contract/import/importKeys.ts'

/** Kinds of rows that only the workbook imports, beside those with an import of their own. */
export type SheetName =
  | 'pelatih'
  | 'akun-billing'
  | 'kursus-pelatih'
  | 'kursus-peserta'
  | 'billing'
  | 'mutasi-saldo'
export interface WorkbookSheet {
  /** Import whose rows the sheet has. */
  kunci: ImporName | SheetName
  /** Name of the sheet in the template. */
  label: string
  /** Other usual names of the sheet. */
  alias: readonly string[]
  /** Access codes that the caller needs, because the import creates and updates these rows. */
  codes: readonly AccessCode[]
}

export const workbookSheets: readonly WorkbookSheet[] = [
  {
    kunci: 'gedung',
    label: 'Outlet',
    alias: ['gedung', 'cabang', 'lokasi', 'data outlet', 'data cabang'],
    codes: ['gedung/create', 'gedung/update'],
  },
  {
    kunci: 'ruang',
    label: 'Ruang',
    alias: ['ruangan', 'studio', 'data ruang', 'daftar ruang'],
    codes: ['ruang/create', 'ruang/update'],
  },
  {
    kunci: 'kategori-kursus',
    label: 'Kategori Kursus',
    alias: ['kategori', 'jurusan', 'instrumen'],
    codes: ['kategori-kursus/create', 'kategori-kursus/update'],
  },
  {
    kunci: 'kursus',
    label: 'Kursus',
    alias: ['program', 'paket', 'harga', 'kursus dan harga', 'daftar harga', 'data kursus'],
    codes: ['kursus/create', 'kursus/update'],
  },
  {
    kunci: 'biaya',
    label: 'Biaya',
    alias: ['biaya lain', 'biaya lainnya'],
    codes: ['biaya/create', 'biaya/update'],
  },
  {
    kunci: 'pelatih',
    label: 'Guru',
    alias: ['pelatih', 'pengajar', 'coach', 'instruktur', 'data guru', 'daftar guru'],
    codes: ['user/create', 'user/update', 'user/ubah-jadwal-pelatih'],
  },
  {
    kunci: 'akun-billing',
    label: 'Akun Billing',
    alias: ['pembayar', 'orang tua', 'wali', 'keluarga', 'data orang tua'],
    codes: ['user/create', 'user/update'],
  },
  {
    kunci: 'user',
    label: 'Peserta',
    alias: ['siswa', 'murid', 'data siswa', 'data murid', 'data peserta', 'daftar siswa'],
    codes: ['user/create', 'user/update'],
  },
  {
    kunci: 'kursus-pelatih',
    label: 'Kelas',
    alias: ['jadwal', 'jadwal kelas', 'jadwal guru', 'jadwal mengajar', 'data kelas'],
    codes: ['kursus-pelatih/create', 'kursus-pelatih/update'],
  },
  {
    kunci: 'kursus-peserta',
    label: 'Kursus Peserta',
    alias: ['pendaftaran', 'jadwal peserta', 'jadwal siswa', 'jadwal murid', 'peserta kelas'],
    codes: ['kursus-peserta/create', 'kursus-peserta/update'],
  },
  {
    kunci: 'billing',
    label: 'Tagihan Terbuka',
    alias: ['tagihan', 'tunggakan', 'piutang', 'tagihan belum lunas', 'daftar tunggakan'],
    codes: ['billing/create', 'billing/terbitkan'],
  },
  {
    kunci: 'mutasi-saldo',
    label: 'Saldo Awal',
    alias: ['saldo', 'deposit', 'titipan', 'uang titipan', 'lebih bayar'],
    codes: ['user/koreksi-saldo'],
  },
]

/**
 * Limits of a workbook: rows of all sheets together, columns of a sheet, and lines of a sheet in
 * which its header is searched.
 */
export const workbookLimits = { rows: 5000, columns: 60, headLines: 10 } as const
