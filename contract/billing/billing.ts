import * as z from 'zod/mini'
import { BillContent } from '#contract/billing/billContent.ts'
import { SumberBilling } from '#contract/billing/rules/billSource.ts'
import { StatusDenda } from '#contract/billing/rules/denda.ts'
import { outletHead } from '#contract/catalog/outletHead.ts'
import { billReference } from '#contract/documentFields.ts'
import { BillingStatus, PaymentStatus } from '#contract/enums.ts'
import {
  alasan,
  id,
  instant,
  list,
  longText,
  maxRupiah,
  moneyDate,
  moneyMonth,
  nama,
  oneOf,
  optional,
  paperNumber,
  reference,
  rupiah,
  shortText,
  wholeNumber,
  withDefault,
  yesNo,
} from '#contract/fields.ts'
import { many, one, own, owns, resource, type Shape } from '#contract/resource.ts'

/**
 * Input of a bill line, as the form and the API send it. The server computes the amounts of the
 * line.
 */
export const BillingItemInput = {
  id: z.optional(id()),
  jenis_billing_id: reference('Jenis Billing', 'jenis-billing'),
  biaya_id: optional(reference('Biaya', 'biaya')),
  produk_jasa_id: optional(reference('Produk atau Jasa', 'produk-jasa')),
  peserta_id: optional(reference('Peserta', 'user', { params: { jenis: 'peserta' } })),
  /**
   * Enrolment whose tuition the line charges for the month of the bill. The enrolment determines
   * the price, the proration and the PPN of the line. Each month of an enrolment can be billed only
   * once.
   */
  kursus_peserta_id: optional(reference('Kursus yang Diikuti', 'kursus-peserta')),
  deskripsi: shortText('Deskripsi', { max: 200 }),
  qty: withDefault(wholeNumber('Jumlah', { min: 1, max: 1000 }), 1),
  harga_satuan: rupiah('Harga Satuan'),
  diskon: withDefault(rupiah('Diskon'), 0),
  diskon_alasan: optional(shortText('Alasan Diskon', { max: 200 })),
  /**
   * Reason for an unusual tuition line. Required when a tuition line has no enrolment, or when its
   * price differs from the price of the enrolment.
   */
  alasan_manual: optional(
    shortText('Alasan', { max: 200, hint: 'Mengapa tidak menurut jadwal kursus' }),
  ),
} satisfies Shape

/**
 * Stored bill line. All amounts are whole rupiah. `jumlah` is the amount after discount and
 * including PPN. `diskon` is the sum of the first promo (`promo_diskon`), the second promo
 * (`promo_kedua_diskon`) and the manual discount. A line has a second promo when a promo code is
 * combined with an automatic promo.
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

/**
 * Amount that pays part or all of one bill. It comes from a payment, or from saldo when `mutasi_id`
 * is set. An allocation with `void_at` no longer counts.
 */
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
    akun_billing_id: reference('Akun Billing', 'user', { params: { jenis: 'akun-billing' } }),
    gedung_id: reference('Outlet', 'gedung'),
    periode: optional(moneyMonth()),
    tanggal_terbit: optional(
      moneyDate('Tanggal Terbit', 'Jika dikosongkan, memakai tanggal saat diterbitkan'),
    ),
    jatuh_tempo: moneyDate('Jatuh Tempo'),
    alamat: optional(longText('Alamat', { max: 300 })),
    kode_promo: optional(shortText('Kode Promo', { max: 30, hint: 'Diperiksa saat disimpan' })),
    catatan: optional(longText('Catatan', { max: 500 })),
  },
  computed: {
    nomor: z.nullable(paperNumber('Nomor')),
    status: oneOf('Status', BillingStatus),
    payment_status: oneOf('Pembayaran', PaymentStatus),
    subtotal: rupiah('Subtotal'),
    total_diskon: rupiah('Diskon'),
    total_ppn: rupiah('PPN'),
    total: rupiah('Total'),
    terbayar: rupiah('Terbayar'),
    sisa: rupiah('Sisa'),
    nama_tagihan: nama('Nama Tagihan'),
    sumber: oneOf('Sumber', SumberBilling),
    generate_batch_id: z.nullable(id()),
    /** Id of the void bill that this bill replaces. */
    menggantikan_id: z.nullable(billReference('Menggantikan')),
    void_at: z.nullable(instant('Dibatalkan')),
    void_by: z.nullable(z.int()),
    void_alasan: z.nullable(longText('Alasan Batal')),
    diterbitkan_at: z.nullable(instant('Diterbitkan')),
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
    'menggantikan_id',
    'void_at',
    'total',
    'sisa',
  ],
  customFilters: {
    batal: yesNo('Batal'),
    tunggakan: yesNo('Lewat jatuh tempo'),
    saldo_awal: yesNo('Saldo awal'),
    peserta_id: reference('Peserta', 'user', { params: { jenis: 'peserta' } }),
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
  codes: ['nomor'],
  choice: { label: 'nama_tagihan', note: 'nomor' },
  expand: {
    items: many('billing_item', 'billing_id', BillingItem, 'urutan'),
    alokasi: many('billing_payment_alokasi', 'billing_id', Alokasi),
    /**
     * Payment confirmations for the bill that wait for review. Omits confirmations that the reader
     * may not see.
     */
    konfirmasi: owns({ id: id(), nomor: z.string(), jumlah: z.int(), created_at: z.string() }),
    akun_billing: one('user', 'akun_billing_id', {
      id: id(),
      name: z.string(),
      phone: z.nullable(z.string()),
      email: z.nullable(z.string()),
    }),
    menggantikan: one('billing', 'menggantikan_id', {
      id: id(),
      nomor: z.nullable(z.string()),
    }),
    /**
     * Late fees that were charged because this bill is overdue. Each late fee is charged by a
     * separate bill. Omits late fees that the reader may not see.
     */
    denda: owns({
      id: id(),
      tagihan_id: id(),
      nomor: z.string(),
      tanggal: z.string(),
      tier: z.string(),
      jumlah: z.int(),
      sisa: z.int(),
      status: StatusDenda.schema,
      alasan: z.nullable(z.string()),
    }),
    /**
     * Overdue bill for which this bill charges a late fee. Null when this bill charges no late fee.
     */
    denda_dari: own({
      billing_id: id(),
      nomor: z.string(),
      status: StatusDenda.schema,
    }),
    gedung: outletHead(),
    /** Students and contents of the lines, for lists; see `BillContent`. */
    untuk: owns(BillContent),
    /**
     * Creation time of the latest message about the bill. Failed messages do not count. Null
     * without a message.
     */
    pesan_terakhir: own({ dibuat: z.string() }),
  },
  actions: {
    terbitkan: z.object({}),
    batalkan: z.object({ alasan: alasan() }),
    /** Voids the bill and creates a new draft with the same lines. Returns the draft. */
    'terbit-ulang': z.object({ alasan: alasan() }),
    /**
     * Lowers the bill by `jumlah`. First reduces the unpaid amount of the bill. The part of
     * `jumlah` above the unpaid amount becomes saldo.
     */
    'nota-kredit': z.object({ jumlah: rupiah('Jumlah', { min: 1 }), alasan: alasan() }),
    /**
     * Waives the late fee that this bill charges. Voids the bill, or, when the bill cannot be
     * voided, writes a credit note.
     */
    'hapus-denda': z.object({ alasan: alasan() }),
    'hitung-ulang-promo': z.object({}),
    'pakai-saldo': z.object({ jumlah: optional(rupiah('Jumlah', { min: 1 })) }),
  },
  idempotent: ['terbit-ulang', 'nota-kredit', 'pakai-saldo', 'hapus-denda'],
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
    'terbit-ulang': ['admin'],
    'nota-kredit': ['admin'],
    'hapus-denda': ['admin'],
    'hitung-ulang-promo': ['admin'],
    'pakai-saldo': ['admin'],
    generate: ['admin'],
    share: ['admin', 'sales'],
    download: ['admin', 'sales', 'akunbilling'],
  },
  paper: 'download',
  touches: ['billing-payment', 'mutasi-saldo', 'user', 'produk-jasa', 'promo'],
  // Drafts written by hand. A generated draft also belongs to its generation, and a replacement to
  // the void bill.
  restorable: { status: BillingStatus.draft, sumber: 'manual', menggantikan_id: null },
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
        ? [{ field: `items.${i}.diskon_alasan`, message: 'Wajib diisi jika ada diskon' }]
        : []),
    ]),
  ],
})
