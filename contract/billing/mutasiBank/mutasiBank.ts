import * as z from 'zod/mini'
import {
  ArahMutasi,
  JenisUsulan,
  StatusMutasiBank,
} from '#contract/billing/mutasiBank/mutasiBankEnums.ts'
import { paymentReference } from '#contract/documentFields.ts'
import {
  alasan,
  fieldMeta,
  id,
  instant,
  list,
  longText,
  oneOf,
  reference,
  rupiah,
  shortText,
  tanggal,
  withDefault,
  yesNo,
} from '#contract/fields.ts'
import { one, own, owns, resource } from '#contract/resource.ts'

/** The version that the user has seen: a decision on an outdated version is rejected. */
const seenVersion = z.optional(z.int())
const doer = (label: string) => {
  const schema = id()
  fieldMeta.add(schema, { label, control: 'number' })
  return schema
}
const person = (by: string) => one('user', by, { id: id(), name: z.string() })
/** Maximum number of bills that one line can pay. */
const mostMatchedBills = 50

/**
 * A line of a bank statement (domain.md 2.5, 3.7). The line itself does not count as money: a user
 * books it as a payment, at most one per line.
 */
export const mutasiBank = resource({
  name: 'mutasi-bank',
  label: ['Mutasi Bank', 'Mutasi Bank'],
  fields: {},
  computed: {
    bank_id: reference('Rekening', 'bank'),
    tanggal: tanggal('Tanggal'),
    keterangan: longText('Keterangan', { max: 500 }),
    referensi: z.nullable(shortText('Referensi', { max: 60 })),
    masuk: rupiah('Masuk'),
    keluar: rupiah('Keluar'),
    /** Balance of the account after the line, where the file contains it; may be negative. */
    saldo: z.nullable(z.int()),
    status: oneOf('Status', StatusMutasiBank),
    /** The effective payment that the line is matched with. */
    payment_id: z.nullable(paymentReference()),
    /** Whether matching created the payment (true) or linked an existing one. */
    dibukukan: yesNo('Dibukukan dari mutasi'),
    dicocokkan_oleh: z.nullable(doer('Dicocokkan Oleh')),
    dicocokkan_at: z.nullable(instant('Dicocokkan')),
    alasan: z.nullable(longText('Alasan Diabaikan', { max: 500 })),
    diabaikan_oleh: z.nullable(doer('Diabaikan Oleh')),
    diabaikan_at: z.nullable(instant('Diabaikan')),
    /** The import that created the line. */
    impor_id: id(),
  },
  filters: ['status', 'bank_id', 'tanggal', 'masuk', 'keluar'],
  customFilters: { arah: oneOf('Arah', ArahMutasi) },
  sort: ['tanggal', 'masuk', 'keluar'],
  defaultSort: '-tanggal',
  search: ['keterangan', 'referensi'],
  expand: {
    bank: one('bank', 'bank_id', { id: id(), nama_bank: z.string(), no_rekening: z.string() }),
    pencocok: person('dicocokkan_oleh'),
    pengabai: person('diabaikan_oleh'),
    /** The line's payment, where it is in scope. */
    pembayaran: own({
      id: id(),
      nomor: z.string(),
      tanggal: z.string(),
      jumlah: z.int(),
      ke_saldo: z.int(),
      akun_billing_id: id(),
      akun: z.string(),
    }),
    impor: own({ id: id(), nama_berkas: z.string(), created_at: z.string() }),
    /** Match proposals, most likely first, as far as the reader sees them (bank/matchLine.ts). */
    usulan: owns({
      jenis: JenisUsulan.schema,
      id: id(),
      billing_ids: z.array(id()),
      judul: z.string(),
      akun_billing_id: id(),
      akun: z.string(),
      jumlah: z.int(),
      skor: z.int(),
      pasti: z.boolean(),
      alasan: z.array(z.string()),
    }),
  },
  actions: {
    /**
     * Exactly one of: an existing payment, a confirmation to approve, bills to pay, or a payer
     * whose saldo the money becomes.
     */
    cocokkan: z.object({
      billing_payment_id: z.optional(id()),
      konfirmasi_id: z.optional(id()),
      billing_ids: z.optional(list(id(), mostMatchedBills, `Maksimal ${mostMatchedBills} tagihan`)),
      akun_billing_id: z.optional(
        reference('Akun Billing', 'user', { params: { jenis: 'akun-billing' } }),
      ),
      /**
       * Accepts the match only while the server still proposes it as sure; sent when many proposals
       * are accepted at once.
       */
      pasti: z.optional(z.boolean()),
      /**
       * The user has been warned of a payment with the same day and amount, and declares this one
       * to be another.
       */
      bukan_kembar: withDefault(yesNo('Ini memang pembayaran lain'), false),
      versi: seenVersion,
    }),
    abaikan: z.object({ alasan: alasan(), versi: seenVersion }),
    /** Undoes ignoring the line, or its link to an existing payment. */
    lepas: z.object({ versi: seenVersion }),
  },
  idempotent: ['cocokkan'],
  totals: ['masuk', 'keluar'],
  totalsBy: 'status',
  access: {
    index: ['admin'],
    view: ['admin'],
    create: null,
    update: null,
    delete: null,
    ekspor: ['admin'],
    pilihan: null,
    import: ['admin'],
    cocokkan: ['admin'],
    abaikan: ['admin'],
    lepas: ['admin'],
  },
  /** Row scope decides who changes a line: users who see all outlets of the account. */
  personal: true,
  touches: ['billing', 'billing-payment', 'konfirmasi-pembayaran', 'mutasi-saldo', 'user'],
})
