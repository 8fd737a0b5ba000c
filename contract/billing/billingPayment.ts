import * as z from 'zod/mini'
import { Alokasi } from '#contract/billing/billing.ts'
import { bankIssue, methodProperties } from '#contract/billing/rules/paymentMethod.ts'
import { outletHead } from '#contract/catalog/outletHead.ts'
import { billReference } from '#contract/documentFields.ts'
import { Kanal, MetodePembayaran } from '#contract/enums.ts'
import {
  alasan,
  fieldMeta,
  id,
  instant,
  list,
  longText,
  nama,
  oneOf,
  optional,
  paperNumber,
  pastDate,
  reference,
  rupiah,
  shortText,
  yesNo,
} from '#contract/fields.ts'
import { many, one, own, resource } from '#contract/resource.ts'

const Receiver = id()
fieldMeta.add(Receiver, { label: 'Diterima Oleh', control: 'number' })

/**
 * Returns the field for the bills that a payment pays. `jumlah` is the amount for each bill in
 * rupiah.
 */
const alokasi = () =>
  list(
    z.object({ billing_id: id(), jumlah: rupiah('Jumlah', { min: 1 }) }),
    200,
    'Maksimal 200 tagihan',
  )

/**
 * A payment, which is printed as a receipt. Without `alokasi`, the amount pays the open bills of
 * the payer in the order of their due dates. The part of the amount that exceeds these bills
 * becomes saldo (domain.md 3.5).
 */
export const billingPayment = resource({
  name: 'billing-payment',
  label: ['Pembayaran', 'Pembayaran'],
  fields: {
    akun_billing_id: reference('Akun Billing', 'user', { params: { jenis: 'akun-billing' } }),
    gedung_id: optional(
      reference('Outlet', 'gedung', {
        hint: 'Jika dikosongkan, memakai outlet tagihan yang dibayar',
      }),
    ),
    tanggal: pastDate('Tanggal'),
    metode: oneOf('Metode', MetodePembayaran),
    kanal: optional(oneOf('Kanal', Kanal)),
    bank_id: optional(reference('Bank', 'bank')),
    jumlah: rupiah('Jumlah', { min: 1 }),
    referensi: optional(shortText('Referensi', { max: 60 })),
    pembayar_nama: optional(
      nama('Sudah Terima Dari', { max: 120, hint: 'Jika dikosongkan, memakai nama akun billing' }),
    ),
    catatan: optional(longText('Catatan', { max: 500 })),
  },
  computed: {
    nomor: paperNumber('Nomor'),
    dialokasikan: rupiah('Dialokasikan'),
    ke_saldo: rupiah('Ke Saldo'),
    diterima_oleh: Receiver,
    /** Id of the payment confirmation whose approval created the payment. */
    konfirmasi_id: z.nullable(id()),
    void_at: z.nullable(instant('Dibatalkan')),
    void_by: z.nullable(z.int()),
    void_alasan: z.nullable(longText('Alasan Batal')),
  },
  extra: {
    alokasi: z.optional(alokasi()),
  },
  editable: ['catatan', 'referensi', 'pembayar_nama'],
  filters: ['akun_billing_id', 'gedung_id', 'metode', 'bank_id', 'tanggal', 'void_at', 'jumlah'],
  customFilters: { batal: yesNo('Batal'), billing_id: billReference() },
  sort: ['nomor', 'tanggal', 'jumlah', 'pembayar_nama', 'created_at'],
  defaultSort: '-created_at',
  search: ['nomor', 'pembayar_nama', 'referensi'],
  codes: ['nomor', 'referensi'],
  choice: { label: 'nomor', note: 'pembayar_nama' },
  expand: {
    alokasi: many('billing_payment_alokasi', 'payment_id', Alokasi),
    akun_billing: one('user', 'akun_billing_id', {
      id: id(),
      name: z.string(),
      phone: z.nullable(z.string()),
    }),
    bank: one('bank', 'bank_id', { id: id(), nama_bank: z.string(), no_rekening: z.string() }),
    gedung: outletHead(),
    penerima: one('user', 'diterima_oleh', { id: id(), name: z.string() }),
    /**
     * Bank statement line that is matched with the payment. Null without a match, and for readers
     * who may not see the statement line.
     */
    mutasi: own({ id: id(), tanggal: z.string(), keterangan: z.string() }),
  },
  actions: {
    batalkan: z.object({ alasan: alasan() }),
    /**
     * Replaces all allocations of the payment. The part of the payment that is not allocated
     * becomes saldo.
     */
    alih: z.object({ alokasi: alokasi(), alasan: alasan() }),
  },
  idempotent: ['create', 'alih'],
  totals: ['jumlah'],
  access: {
    index: ['admin'],
    view: ['admin', 'sales', 'akunbilling'],
    create: ['admin'],
    update: ['admin'],
    delete: null,
    ekspor: ['admin'],
    pilihan: null,
    batalkan: ['admin'],
    alih: ['admin'],
    print: ['admin', 'sales', 'akunbilling'],
  },
  paper: 'print',
  touches: ['billing', 'konfirmasi-pembayaran', 'mutasi-bank', 'mutasi-saldo', 'tutup-kas', 'user'],
  check: (v) => [
    ...(methodProperties(v.metode).hasBank && v.bank_id === null
      ? [{ field: 'bank_id', message: bankIssue }]
      : []),
    ...((v.alokasi ?? []).reduce((sum, a) => sum + a.jumlah, 0) > v.jumlah
      ? [{ field: 'alokasi', message: 'Alokasi melebihi jumlah pembayaran' }]
      : []),
  ],
})
