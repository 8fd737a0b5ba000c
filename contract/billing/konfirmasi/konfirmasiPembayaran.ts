import * as z from 'zod/mini'
import { StatusKonfirmasi } from '#contract/billing/konfirmasi/konfirmasiEnums.ts'
import { billReference, billReferences, paymentReference } from '#contract/documentFields.ts'
import {
  fieldMeta,
  fileReference,
  id,
  instant,
  list,
  longText,
  moneyDate,
  moneyMonth,
  nama,
  oneOf,
  optional,
  paperNumber,
  reference,
  rupiah,
  shortText,
  withDefault,
  yesNo,
} from '#contract/fields.ts'
import { one, own, owns, resource } from '#contract/resource.ts'

/**
 * Version of the confirmation that the reviewer has seen. A decision is rejected when the
 * confirmation has a newer version.
 */
const seenVersion = z.optional(z.int())
const doer = (label: string) => {
  const schema = id()
  fieldMeta.add(schema, { label, control: 'number' })
  return schema
}
const person = (by: string) => one('user', by, { id: id(), name: z.string() })

/** Maximum number of days between a transfer and the report of this transfer in a confirmation. */
export const confirmableDays = 90
/** Maximum number of bills that one confirmation can contain. */
export const mostConfirmedBills = 50

/**
 * Report of a family that it has made a payment, with a proof (domain.md 2.5, 3.7). A confirmation
 * has no effect until an admin approves it. The approval creates the payment.
 */
export const konfirmasiPembayaran = resource({
  name: 'konfirmasi-pembayaran',
  label: ['Konfirmasi Pembayaran', 'Konfirmasi Pembayaran'],
  fields: {
    akun_billing_id: reference('Akun Billing', 'user', { params: { jenis: 'akun-billing' } }),
    bank_tujuan_id: reference('Rekening Tujuan', 'bank'),
    jumlah: rupiah('Jumlah', { min: 1, hint: 'Sebesar yang ditransfer' }),
    tanggal_transfer: moneyDate('Tanggal Transfer'),
    bukti: fileReference('Bukti', {
      jenis: 'bukti',
      hint: 'Foto, tangkapan layar, atau PDF bukti transfer',
    }),
    pengirim_nama: nama('Nama Pengirim', { max: 120, hint: 'Seperti pada bukti transfer' }),
    bank_asal: optional(shortText('Bank Pengirim', { max: 60 })),
    catatan: optional(longText('Catatan', { max: 500 })),
  },
  computed: {
    nomor: paperNumber('Nomor'),
    /**
     * Outlet of one bill: among the bills in this confirmation, the bill with the earliest due
     * date.
     */
    gedung_id: reference('Outlet', 'gedung'),
    status: oneOf('Status', StatusKonfirmasi),
    ditinjau_oleh: z.nullable(doer('Ditinjau Oleh')),
    ditinjau_at: z.nullable(instant('Ditinjau')),
    alasan_tolak: z.nullable(longText('Alasan Ditolak', { max: 300 })),
    dibatalkan_oleh: z.nullable(doer('Dibatalkan Oleh')),
    dibatalkan_at: z.nullable(instant('Dibatalkan')),
    /**
     * Id of the payment that the approval created. Null before the approval, and when this payment
     * was voided.
     */
    payment_id: z.nullable(paymentReference()),
  },
  extra: {
    billing_ids: billReferences().check(
      z.minLength(1, 'Pilih tagihan yang dibayar'),
      z.maxLength(mostConfirmedBills, `Maksimal ${mostConfirmedBills} tagihan`),
    ),
    /**
     * Whether to store the confirmation although it looks like a duplicate of an earlier one. The
     * server first rejects it with a warning. The sender sets this field to declare that both
     * confirmations are about different transfers.
     */
    bukan_kembar: withDefault(yesNo('Ini memang transfer lain'), false),
  },
  filters: [
    'status',
    'akun_billing_id',
    'gedung_id',
    'bank_tujuan_id',
    'tanggal_transfer',
    'jumlah',
  ],
  customFilters: { bulan: moneyMonth('Bulan'), billing_id: billReference() },
  sort: ['nomor', 'tanggal_transfer', 'jumlah', 'created_at'],
  defaultSort: '-created_at',
  search: ['nomor', 'pengirim_nama'],
  codes: ['nomor'],
  choice: { label: 'nomor', note: 'pengirim_nama' },
  expand: {
    akun_billing: one('user', 'akun_billing_id', {
      id: id(),
      name: z.string(),
      phone: z.nullable(z.string()),
    }),
    bank: one('bank', 'bank_tujuan_id', {
      id: id(),
      nama_bank: z.string(),
      no_rekening: z.string(),
      atas_nama: z.string(),
    }),
    gedung: one('gedung', 'gedung_id', {
      id: id(),
      nama: z.string(),
      zona_waktu: z.string(),
    }),
    /** User who sent the confirmation. */
    pengaju: own({ id: id(), name: z.string() }),
    peninjau: person('ditinjau_oleh'),
    /** Bills that the family wants to pay, with their current amounts. */
    tagihan: owns({
      id: id(),
      nomor: z.nullable(z.string()),
      periode: z.nullable(z.string()),
      jatuh_tempo: z.string(),
      total: z.int(),
      terbayar: z.int(),
      sisa: z.int(),
      void_at: z.nullable(z.string()),
    }),
    /** Payments that approvals of this confirmation created. Includes void payments. */
    pembayaran: owns({
      id: id(),
      nomor: z.string(),
      tanggal: z.string(),
      jumlah: z.int(),
      ke_saldo: z.int(),
      void_at: z.nullable(z.string()),
      void_alasan: z.nullable(z.string()),
    }),
    /**
     * Possible duplicates: confirmations with the same bank account, date and amount, or with the
     * same proof file (`bukti_sama`). Omits confirmations that the reader may not see.
     */
    kembar: owns({
      id: id(),
      nomor: z.string(),
      akun: z.string(),
      tanggal_transfer: z.string(),
      status: StatusKonfirmasi.schema,
      bukti_sama: z.boolean(),
    }),
    /**
     * Latest payments of the payer, without payments that this confirmation created. `mirip` is
     * true for a payment with the same day and amount as this confirmation.
     */
    sebelumnya: owns({
      id: id(),
      nomor: z.string(),
      tanggal: z.string(),
      jumlah: z.int(),
      mirip: z.boolean(),
    }),
  },
  actions: {
    setujui: z.object({
      /** Received amount. Only set when it differs from the amount that the family reported. */
      jumlah: z.optional(rupiah('Jumlah Diterima', { min: 1 })),
      /** Date of receipt. Only set when it differs from the date that the family reported. */
      tanggal: z.optional(moneyDate('Tanggal Diterima')),
      alokasi: z.optional(
        list(
          z.object({ billing_id: id(), jumlah: rupiah('Jumlah', { min: 1 }) }),
          200,
          'Maksimal 200 tagihan',
        ),
      ),
      /**
       * Whether to approve the confirmation despite a warning. The server warns when the payer
       * already has a payment with the same bank account, date and amount, or when the new payment
       * would pay no bill.
       */
      bukan_kembar: withDefault(yesNo('Ini memang pembayaran lain'), false),
      versi: seenVersion,
    }),
    tolak: z.object({ alasan: longText('Alasan', { min: 10, max: 300 }), versi: seenVersion }),
    batalkan: z.object({ versi: seenVersion }),
  },
  idempotent: ['create', 'setujui'],
  totals: ['jumlah'],
  totalsBy: 'status',
  access: {
    index: ['admin', 'sales', 'akunbilling'],
    view: ['admin', 'sales', 'akunbilling'],
    create: ['admin', 'sales', 'akunbilling'],
    update: null,
    delete: null,
    ekspor: ['admin'],
    pilihan: null,
    setujui: ['admin'],
    tolak: ['admin'],
    batalkan: ['admin', 'sales', 'akunbilling'],
  },
  touches: ['billing', 'billing-payment', 'user'],
})
