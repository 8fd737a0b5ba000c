import * as z from 'zod/mini'
import { BillingStatus, PaymentStatus, SumberBilling } from '#contract/enums.ts'
import {
  acuan,
  alasan,
  awal,
  bilangan,
  id,
  instan,
  list,
  maxRupiah,
  moneyDate,
  moneyMonth,
  nama,
  opsional,
  rupiah,
  satuDari,
  teks,
  uraian,
  ya,
} from '#contract/fields.ts'
import { many, one, resource, type Shape } from '#contract/resource.ts'

/** A line as form and API give it; the server computes its amounts. */
export const BillingItemInput = {
  id: z.optional(id()),
  jenis_billing_id: acuan('Jenis Billing', 'jenis-billing'),
  biaya_id: opsional(acuan('Biaya', 'biaya')),
  produk_jasa_id: opsional(acuan('Produk atau Jasa', 'produk-jasa')),
  peserta_id: opsional(acuan('Peserta', 'user', { params: { jenis: 'peserta' } })),
  /** The enrolment that a line of tuition bills for the bill's month: it gives price, proration and PPN, and is billed once a month. */
  kursus_peserta_id: opsional(acuan('Kursus yang Diikuti', 'kursus-peserta')),
  deskripsi: teks('Deskripsi', { max: 200 }),
  qty: awal(bilangan('Jumlah', { min: 1, max: 1000 }), 1),
  harga_satuan: rupiah('Harga Satuan'),
  diskon: awal(rupiah('Diskon'), 0),
  diskon_alasan: opsional(teks('Alasan Diskon', { max: 200 })),
  /** Asked for where tuition names no enrolment, or another price than its. */
  alasan_manual: opsional(
    teks('Alasan', { max: 200, hint: 'Mengapa tidak menurut jadwal kursus' }),
  ),
} satisfies Shape

/**
 * A line as it is stored. `jumlah` is net of discount and with PPN; all amounts are whole rupiah. `diskon` is all that is taken off: `promo_diskon`,
 * `promo_kedua_diskon` (a code that joins an automatic promo) and what was typed.
 */
export const BillingItem = {
  id: id(),
  billing_id: id(),
  urutan: z.int(),
  jenis_billing_id: id(),
  biaya_id: z.nullable(id()),
  produk_jasa_id: z.nullable(id()),
  peserta_id: z.nullable(id()),
  kursus_peserta_id: z.nullable(id()),
  kursus_id: z.nullable(id()),
  deskripsi: z.string(),
  periode: z.nullable(z.string()),
  qty: z.int(),
  harga_satuan: z.int(),
  jumlah_bruto: z.int(),
  prorata_pembilang: z.nullable(z.int()),
  prorata_penyebut: z.nullable(z.int()),
  diskon: z.int(),
  diskon_alasan: z.nullable(z.string()),
  alasan_manual: z.nullable(z.string()),
  promo_id: z.nullable(id()),
  promo_diskon: z.int(),
  promo_kedua_id: z.nullable(id()),
  promo_kedua_diskon: z.int(),
  promo_alasan: z.nullable(z.string()),
  ppn_persen: z.int(),
  ppn: z.int(),
  jumlah: z.int(),
} satisfies Shape

/** An allocation of a payment (or of saldo, when `mutasi_id` is set) to a bill; dead when `void_at` is set. */
export const Alokasi = {
  id: id(),
  payment_id: z.nullable(id()),
  mutasi_id: z.nullable(id()),
  billing_id: id(),
  jumlah: z.int(),
  void_at: z.nullable(z.string()),
  created_at: z.string(),
} satisfies Shape

export const billing = resource({
  name: 'billing',
  label: ['Tagihan', 'Tagihan'],
  fields: {
    akun_billing_id: acuan('Akun Billing', 'user', { params: { jenis: 'akun-billing' } }),
    gedung_id: acuan('Outlet', 'gedung'),
    periode: opsional(moneyMonth()),
    tanggal_terbit: opsional(moneyDate('Tanggal Terbit', 'Kosong: tanggal saat diterbitkan')),
    jatuh_tempo: moneyDate('Jatuh Tempo'),
    alamat: opsional(uraian('Alamat', { max: 300 })),
    kode_promo: opsional(teks('Kode Promo', { max: 30, hint: 'Diperiksa saat disimpan' })),
    catatan: opsional(uraian('Catatan', { max: 500 })),
  },
  computed: {
    nomor: z.nullable(teks('Nomor')),
    status: satuDari('Status', BillingStatus),
    payment_status: satuDari('Pembayaran', PaymentStatus),
    subtotal: rupiah('Subtotal'),
    total_diskon: rupiah('Diskon'),
    total_ppn: rupiah('PPN'),
    total: rupiah('Total'),
    terbayar: rupiah('Terbayar'),
    sisa: rupiah('Sisa'),
    nama_tagihan: nama('Nama Tagihan'),
    sumber: satuDari('Sumber', SumberBilling),
    generate_batch_id: z.nullable(id()),
    void_at: z.nullable(instan('Dibatalkan')),
    void_by: z.nullable(z.int()),
    void_alasan: z.nullable(uraian('Alasan Batal')),
    diterbitkan_at: z.nullable(instan('Diterbitkan')),
    diterbitkan_oleh: z.nullable(z.int()),
  },
  extra: {
    items: list(z.object(BillingItemInput), 200, 'Maksimal 200 baris').check(
      z.minLength(1, 'Minimal satu baris'),
    ),
  },
  filters: [
    'status',
    'payment_status',
    'gedung_id',
    'akun_billing_id',
    'periode',
    'jatuh_tempo',
    'tanggal_terbit',
    'sumber',
    'generate_batch_id',
    'void_at',
    'total',
    'sisa',
  ],
  customFilters: {
    batal: ya('Batal'),
    tunggakan: ya('Lewat jatuh tempo'),
    peserta_id: acuan('Peserta', 'user', { params: { jenis: 'peserta' } }),
    payment_id: id(),
  },
  sort: [
    'nomor',
    'nama_tagihan',
    'periode',
    'jatuh_tempo',
    'tanggal_terbit',
    'total',
    'terbayar',
    'sisa',
    'created_at',
  ],
  defaultSort: '-created_at',
  search: ['nomor', 'nama_tagihan'],
  choice: { label: 'nama_tagihan', note: 'nomor' },
  expand: {
    items: many('billing_item', 'billing_id', BillingItem, 'urutan'),
    alokasi: many('billing_payment_alokasi', 'billing_id', Alokasi),
    akun_billing: one('user', 'akun_billing_id', {
      id: id(),
      name: z.string(),
      phone: z.nullable(z.string()),
      email: z.nullable(z.string()),
    }),
    gedung: one('gedung', 'gedung_id', {
      id: id(),
      nama: z.string(),
      kode: z.string(),
      alamat: z.string(),
      kota: z.string(),
      phone: z.nullable(z.string()),
      email: z.nullable(z.string()),
      logo: z.nullable(id()),
      kop_surat: z.nullable(z.string()),
      zona_waktu: z.string(),
    }),
  },
  actions: {
    terbitkan: z.object({}),
    batalkan: z.object({ alasan: alasan() }),
    'hitung-ulang-promo': z.object({}),
    'pakai-saldo': z.object({ jumlah: opsional(rupiah('Jumlah', { min: 1 })) }),
  },
  idempotent: ['pakai-saldo'],
  totals: ['total', 'terbayar', 'sisa'],
  access: {
    index: ['admin', 'sales', 'akunbilling'],
    view: ['admin', 'sales', 'akunbilling'],
    create: ['admin'],
    update: ['admin'],
    delete: ['admin'],
    ekspor: ['admin', 'sales'],
    pilihan: ['admin', 'sales', 'akunbilling'],
    terbitkan: ['admin'],
    batalkan: ['admin'],
    'hitung-ulang-promo': ['admin'],
    'pakai-saldo': ['admin'],
    generate: ['admin'],
    share: ['admin', 'sales'],
    download: ['admin', 'sales', 'akunbilling'],
  },
  touches: ['billing-payment', 'user', 'produk-jasa', 'promo'],
  check: (v) => [
    ...(v.tanggal_terbit && v.jatuh_tempo < v.tanggal_terbit
      ? [{ field: 'jatuh_tempo', message: 'Tidak boleh sebelum tanggal terbit' }]
      : []),
    ...(v.items.reduce((sum, item) => sum + item.qty * item.harga_satuan, 0) > maxRupiah
      ? [{ field: 'items', message: 'Total tagihan terlalu besar' }]
      : []),
    ...v.items.flatMap((item, i) => [
      ...(item.qty * item.harga_satuan > maxRupiah
        ? [{ field: `items.${i}.harga_satuan`, message: 'Jumlah baris terlalu besar' }]
        : []),
      ...(item.biaya_id !== null && item.produk_jasa_id !== null
        ? [
            {
              field: `items.${i}.produk_jasa_id`,
              message: 'Satu baris untuk biaya atau untuk produk, tidak keduanya',
            },
          ]
        : []),
      ...(item.diskon > item.qty * item.harga_satuan
        ? [{ field: `items.${i}.diskon`, message: 'Tidak boleh melebihi jumlah baris' }]
        : []),
      ...(item.diskon > 0 && !item.diskon_alasan
        ? [{ field: `items.${i}.diskon_alasan`, message: 'Wajib diisi bila ada diskon' }]
        : []),
    ]),
  ],
})
