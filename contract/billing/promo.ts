import * as z from 'zod/mini'
import { SifatBilling, StatusAktif, TipePromo } from '#contract/enums.ts'
import {
  references,
  withDefault,
  someOf,
  wholeNumber,
  hintAllOutlets,
  maxRupiah,
  nama,
  optional,
  rupiah,
  oneOf,
  startDate,
  tanggal,
  shortText,
  yesNo,
} from '#contract/fields.ts'
import { own, resource, type Issue } from '#contract/resource.ts'

/** Names of the promo fields that can still be changed when a bill uses the promo. */
export const openPromoFields: readonly string[] = ['selesai', 'status', 'kuota']

interface Benefit {
  tipe: string
  nilai: number
  jenis_sifat: readonly string[]
  mulai: string
  selesai: string | null
}
/**
 * Returns an issue when `nilai` is out of range for the type of the promo. Depending on the type,
 * `nilai` is in hundredths of a percent, in rupiah, or the number of a month.
 */
const checkNilai = ({ tipe, nilai }: Benefit): Issue[] => {
  const message = (text: string): Issue[] => [{ field: 'nilai', message: text }]
  if (tipe === 'persen' && nilai > 10_000) return message('Paling banyak 100 %')
  if (tipe === 'persen' && nilai < 1) return message('Harus lebih dari 0 %')
  if (tipe === 'nominal' && nilai < 1) return message('Harus lebih dari Rp0')
  const isMonth = nilai >= 1 && nilai <= 120
  return tipe === 'gratis_bulan_ke_n' && !isMonth ? message('Isi bulan ke-1 sampai ke-120') : []
}
/**
 * Returns an issue when `jenis_sifat` excludes the only kind of bill line that the promo can make
 * free. This kind is the registration fee for the type `gratis_pendaftaran`, and tuition for the
 * type `gratis_bulan_ke_n`. An empty `jenis_sifat` contains every kind.
 */
const checkJenis = ({ tipe, jenis_sifat }: Benefit): Issue[] => {
  const misses = (sifat: string) => jenis_sifat.length > 0 && !jenis_sifat.includes(sifat)
  const field = 'jenis_sifat'
  if (tipe === 'gratis_pendaftaran' && misses('pendaftaran'))
    return [{ field, message: 'Gratis pendaftaran berlaku untuk jenis Pendaftaran' }]
  if (tipe === 'gratis_bulan_ke_n' && misses('kursus'))
    return [{ field, message: 'Gratis bulan berlaku untuk jenis Kursus' }]
  return []
}
const checkDays = ({ mulai, selesai }: Benefit): Issue[] =>
  selesai !== null && selesai < mulai
    ? [{ field: 'selesai', message: 'Tidak boleh sebelum mulai' }]
    : []

/**
 * A rule for a discount. A promo without a code applies automatically. The amounts are computed in
 * contract/billing/rules/promo/computePromo.ts.
 */
export const promo = resource({
  name: 'promo',
  label: ['Promo', 'Promo'],
  fields: {
    nama: nama('Nama Promo', { max: 80 }),
    kode: optional(
      shortText('Kode Promo', {
        max: 30,
        pattern: /^[A-Z0-9-]+$/,
        patternMessage: 'Huruf besar, angka, dan strip saja',
        isUpper: true,
        hint: 'Jika dikosongkan, berlaku otomatis saat generate',
      }),
    ),
    tipe: withDefault(oneOf('Tipe', TipePromo), 'persen'),
    nilai: withDefault(
      wholeNumber('Nilai', {
        max: maxRupiah,
        hint: 'Menurut tipe: persen kali 100 (25% = 2500), rupiah, atau bulan ke berapa',
      }),
      0,
    ),
    maks_diskon: optional(rupiah('Diskon Paling Banyak', { min: 1, hint: 'Per baris tagihan' })),
    jenis_sifat: withDefault(
      someOf('Jenis Tagihan', SifatBilling, 'Jika dikosongkan, semua jenis'),
      [],
    ),
    kursus: withDefault(references('Kursus', 'kursus', 'Jika dikosongkan, semua kursus'), []),
    kategori: withDefault(
      references('Kategori Kursus', 'kategori-kursus', 'Jika dikosongkan, semua kategori'),
      [],
    ),
    gedung: withDefault(references('Outlet', 'gedung', hintAllOutlets), []),
    min_kursus_keluarga: optional(wholeNumber('Minimal Kursus Sekeluarga', { min: 1, max: 50 })),
    urutan_anak: optional(
      wholeNumber('Mulai Anak ke', {
        min: 2,
        max: 20,
        hint: 'Menurut lama belajar dalam satu akun billing',
      }),
    ),
    peserta_baru: withDefault(
      yesNo('Hanya peserta baru', 'Kursus pertamanya dimulai sejak promo mulai'),
      false,
    ),
    mulai: startDate('Mulai'),
    selesai: optional(tanggal('Selesai', 'Jika dikosongkan, tanpa batas')),
    durasi_bulan: optional(
      wholeNumber('Durasi (bulan)', { min: 1, max: 120, hint: 'Sejak peserta pertama memakainya' }),
    ),
    kuota: optional(
      wholeNumber('Kuota', { min: 1, hint: 'Baris tagihan terbit; jika dikosongkan, tanpa batas' }),
    ),
    kuota_per_akun: optional(wholeNumber('Kuota per Akun Billing', { min: 1 })),
    dapat_digabung: withDefault(
      yesNo('Dapat digabung', 'Berlaku bersama promo lain yang dapat digabung'),
      false,
    ),
    prioritas: withDefault(
      wholeNumber('Prioritas', {
        max: 9999,
        hint: 'Yang tertinggi didahulukan pada baris yang sama',
      }),
      0,
    ),
    status: withDefault(oneOf('Status', StatusAktif), 'aktif'),
  },
  filters: ['status', 'tipe', 'mulai', 'selesai'],
  sort: ['nama', 'kode', 'prioritas', 'mulai', 'selesai'],
  defaultSort: '-mulai',
  search: ['nama', 'kode'],
  choice: { label: 'nama', note: 'kode' },
  restorable: {},
  expand: {
    /**
     * Totals of the uses of the promo on published bills: number of bill lines (`terpakai`),
     * discount in rupiah (`diskon`), and number of families (`keluarga`).
     */
    pemakaian: own({ terpakai: z.int(), diskon: z.int(), keluarga: z.int() }),
    /**
     * Lock of the promo. It is set while published bills or drafts use the promo, and null
     * otherwise. A locked promo can be changed only in `openPromoFields`. `draft` is the number of
     * drafts that use the promo.
     */
    terkunci: own({ draft: z.int() }),
  },
  access: {
    index: ['admin'],
    view: ['admin'],
    create: ['admin'],
    update: ['admin'],
    delete: ['admin'],
    ekspor: ['admin'],
    pilihan: ['admin', 'sales'],
  },
  check: (v) => [...checkNilai(v), ...checkJenis(v), ...checkDays(v)],
})
