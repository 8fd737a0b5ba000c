import * as z from 'zod/mini'
import { JenisMutasi } from '#contract/billing/rules/ledgerKind.ts'
import { letterheadFields } from '#contract/catalog/outletHead.ts'
import { billReference, paymentReference } from '#contract/documentFields.ts'
import { MetodePembayaran } from '#contract/enums.ts'
import {
  fileReference,
  id,
  longText,
  oneOf,
  reference,
  shortText,
  signedRupiah,
  tanggal,
} from '#contract/fields.ts'
import { one, own, resource } from '#contract/resource.ts'

/**
 * An entry in the saldo ledger of a payer. The saldo of the payer is the sum of the entries
 * (domain.md 2.5). Payments, refunds, transfers and corrections create entries. An entry never
 * changes.
 */
export const mutasiSaldo = resource({
  name: 'mutasi-saldo',
  label: ['Mutasi Saldo', 'Mutasi Saldo'],
  fields: {},
  computed: {
    akun_billing_id: reference('Akun Billing', 'user', { params: { jenis: 'akun-billing' } }),
    tanggal: tanggal('Tanggal'),
    jenis: oneOf('Jenis', JenisMutasi),
    jumlah: signedRupiah('Jumlah'),
    keterangan: shortText('Keterangan', { max: 200 }),
    /** Document number of a credit note; null for other entries. */
    nomor: z.nullable(shortText('Nomor', { max: 40 })),
    payment_id: z.nullable(paymentReference()),
    billing_id: z.nullable(billReference()),
    /** Payment method of a refund; null for other entries. */
    metode: z.nullable(oneOf('Metode', MetodePembayaran)),
    bank_id: z.nullable(reference('Bank', 'bank')),
    /** Outlet whose till paid the money of a cash refund. */
    gedung_id: z.nullable(reference('Dari Kas', 'gedung')),
    bukti: z.nullable(fileReference('Bukti', { jenis: 'bukti' })),
    alasan: z.nullable(longText('Alasan', { max: 500 })),
    /**
     * Id of the opposite entry of a transfer, which belongs to the other payer. Null for other
     * entries.
     */
    lawan_id: z.nullable(id()),
  },
  filters: ['akun_billing_id', 'billing_id', 'jenis', 'tanggal'],
  sort: ['tanggal', 'jumlah', 'created_at'],
  defaultSort: '-created_at',
  expand: {
    akun_billing: one('user', 'akun_billing_id', { id: id(), name: z.string() }),
    /**
     * Payer on the other side of a transfer. Null for other entries, and when this payer is outside
     * the scope of the reader.
     */
    lawan: own({ akun_billing_id: id(), name: z.string() }),
    /** Bill that a credit note lowers, with the data for printing the credit note. */
    tagihan: own({
      nomor: z.nullable(z.string()),
      tanggal_terbit: z.nullable(z.string()),
      total: z.int(),
      nama_tagihan: z.string(),
      alamat: z.nullable(z.string()),
      void_at: z.nullable(z.string()),
      gedung: z.nullable(z.object({ ...letterheadFields, zona_waktu: z.string() })),
    }),
    bank: one('bank', 'bank_id', { id: id(), nama_bank: z.string() }),
  },
  totals: ['jumlah'],
  access: {
    index: ['admin', 'sales', 'akunbilling'],
    view: ['admin', 'sales', 'akunbilling'],
    create: null,
    update: null,
    delete: null,
    ekspor: ['admin'],
    pilihan: null,
  },
})
