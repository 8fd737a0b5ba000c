import * as z from 'zod/mini'
import { SifatBilling, StatusAktif, TipePromo } from '#contract/enums.ts'
import {
  acuanBanyak,
  awal,
  beberapaDari,
  bilangan,
  hintAllOutlets,
  maxRupiah,
  nama,
  opsional,
  rupiah,
  satuDari,
  startDate,
  tanggal,
  teks,
  ya,
} from '#contract/fields.ts'
import { own, resource } from '#contract/resource.ts'

/** What stays open on a promo that bills have. */
export const promoTerbuka: readonly string[] = ['selesai', 'status', 'kuota']

/** A discount: automatic, or for whoever gives its code. What it takes off is computed by contract/rules/promo.ts. */
export const promo = resource({
  name: 'promo',
  label: ['Promo', 'Promo'],
  fields: {
    nama: nama('Nama Promo', { max: 80 }),
    kode: opsional(
      teks('Kode Promo', {
        max: 30,
        pattern: /^[A-Z0-9-]+$/,
        patternMessage: 'Huruf besar, angka, dan strip saja',
        hint: 'Kosong: berlaku otomatis saat generate',
      }),
    ),
    tipe: awal(satuDari('Tipe', TipePromo), 'persen'),
    nilai: awal(
      bilangan('Nilai', {
        max: maxRupiah,
        hint: 'Perseratus persen, rupiah, atau bulan ke berapa, menurut tipe',
      }),
      0,
    ),
    maks_diskon: opsional(rupiah('Diskon Paling Banyak', { min: 1, hint: 'Per baris tagihan' })),
    jenis_sifat: awal(
      beberapaDari('Jenis Tagihan', SifatBilling, 'Kosong berarti semua jenis'),
      [],
    ),
    kursus: awal(acuanBanyak('Kursus', 'kursus', 'Kosong berarti semua kursus'), []),
    kategori: awal(
      acuanBanyak('Kategori Kursus', 'kategori-kursus', 'Kosong berarti semua kategori'),
      [],
    ),
    gedung: awal(acuanBanyak('Outlet', 'gedung', hintAllOutlets), []),
    min_kursus_keluarga: opsional(bilangan('Minimal Kursus Sekeluarga', { min: 1, max: 50 })),
    urutan_anak: opsional(
      bilangan('Mulai Anak ke', {
        min: 2,
        max: 20,
        hint: 'Menurut lama belajar dalam satu akun billing',
      }),
    ),
    peserta_baru: awal(
      ya('Hanya peserta baru', 'Kursus pertamanya dimulai sejak promo mulai'),
      false,
    ),
    mulai: startDate('Mulai'),
    selesai: opsional(tanggal('Selesai', 'Kosong: tanpa batas')),
    durasi_bulan: opsional(
      bilangan('Durasi (bulan)', { min: 1, max: 120, hint: 'Sejak peserta pertama memakainya' }),
    ),
    kuota: opsional(
      bilangan('Kuota', { min: 1, hint: 'Baris tagihan terbit; kosong: tanpa batas' }),
    ),
    kuota_per_akun: opsional(bilangan('Kuota per Akun Billing', { min: 1 })),
    dapat_digabung: awal(
      ya('Dapat digabung', 'Berlaku bersama promo lain yang dapat digabung'),
      false,
    ),
    prioritas: awal(
      bilangan('Prioritas', { max: 9999, hint: 'Yang tertinggi didahulukan pada baris yang sama' }),
      0,
    ),
    status: awal(satuDari('Status', StatusAktif), 'aktif'),
  },
  filters: ['status', 'tipe', 'mulai', 'selesai'],
  sort: ['nama', 'kode', 'prioritas', 'mulai', 'selesai'],
  defaultSort: '-mulai',
  search: ['nama', 'kode'],
  choice: { label: 'nama', note: 'kode' },
  expand: {
    /** Published uses that count, in lines, rupiah and families. */
    pemakaian: own({ terpakai: z.int(), diskon: z.int(), keluarga: z.int() }),
    /** Set while bills have it, drafts too: then only `promoTerbuka` can be changed. How many of them are drafts. */
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
  check: (v) => [
    ...(v.tipe === 'persen' && v.nilai > 10_000
      ? [{ field: 'nilai', message: 'Paling banyak 100 %' }]
      : []),
    ...(v.tipe === 'persen' && v.nilai < 1
      ? [{ field: 'nilai', message: 'Harus lebih dari 0 %' }]
      : []),
    ...(v.tipe === 'nominal' && v.nilai < 1
      ? [{ field: 'nilai', message: 'Harus lebih dari Rp0' }]
      : []),
    ...(v.tipe === 'gratis_bulan_ke_n' && (v.nilai < 1 || v.nilai > 120)
      ? [{ field: 'nilai', message: 'Isi bulan ke-1 sampai ke-120' }]
      : []),
    ...(v.tipe === 'gratis_pendaftaran' &&
    v.jenis_sifat.length > 0 &&
    !v.jenis_sifat.includes('pendaftaran')
      ? [{ field: 'jenis_sifat', message: 'Gratis pendaftaran berlaku untuk jenis Pendaftaran' }]
      : []),
    ...(v.tipe === 'gratis_bulan_ke_n' &&
    v.jenis_sifat.length > 0 &&
    !v.jenis_sifat.includes('kursus')
      ? [{ field: 'jenis_sifat', message: 'Gratis bulan berlaku untuk jenis Kursus' }]
      : []),
    ...(v.selesai !== null && v.selesai < v.mulai
      ? [{ field: 'selesai', message: 'Tidak boleh sebelum mulai' }]
      : []),
  ],
})
