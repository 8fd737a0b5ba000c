import * as z from 'zod/mini'
import { letterheadFields } from '#contract/catalog/outletHead.ts'
import { billReference, paymentReference } from '#contract/documentFields.ts'
import { JenisMutasi, MetodePembayaran } from '#contract/enums.ts'
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
 * An entry of a payer's credit ledger (domain.md 2.5): its sum is the saldo. Written by what moves
 * the money, and never changed.
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
    /** Of a credit note. */
    nomor: z.nullable(shortText('Nomor', { max: 40 })),
    payment_id: z.nullable(paymentReference()),
    billing_id: z.nullable(billReference()),
    /** How saldo was paid back. */
    metode: z.nullable(oneOf('Metode', MetodePembayaran)),
    bank_id: z.nullable(reference('Bank', 'bank')),
    /** Whose till it was paid out of. */
    gedung_id: z.nullable(reference('Dari Kas', 'gedung')),
    bukti: z.nullable(fileReference('Bukti', { jenis: 'bukti' })),
    alasan: z.nullable(longText('Alasan', { max: 500 })),
    /** The other half of a transfer between accounts. */
    lawan_id: z.nullable(id()),
  },
  filters: ['akun_billing_id', 'billing_id', 'jenis', 'tanggal'],
  sort: ['tanggal', 'jumlah', 'created_at'],
  defaultSort: '-created_at',
  expand: {
    akun_billing: one('user', 'akun_billing_id', { id: id(), name: z.string() }),
    /** Whose the other half of a transfer is, where that is in scope. */
    lawan: own({ akun_billing_id: id(), name: z.string() }),
    /** What the paper of a credit note says of its bill: seen by who sees the entry. */
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
