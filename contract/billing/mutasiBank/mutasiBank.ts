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

/**
 * Version of the statement line that the user has seen. A decision is rejected when the line has a
 * newer version.
 */
const seenVersion = z.optional(z.int())
const doer = (label: string) => {
  const schema = id()
  fieldMeta.add(schema, { label, control: 'number' })
  return schema
}
const person = (by: string) => one('user', by, { id: id(), name: z.string() })
/** Maximum number of bills that one statement line can pay. */
const mostMatchedBills = 50

/**
 * A line of a bank statement (domain.md 2.5, 3.7). The line itself is not a payment. A user matches
 * the line with at most one payment: an existing payment, or a new payment that the match creates.
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
    /**
     * Balance of the bank account after this line, in rupiah; it can be negative. Null when the
     * file contains no balances.
     */
    saldo: z.nullable(z.int()),
    status: oneOf('Status', StatusMutasiBank),
    /** Id of the payment with which the line is matched. Null when the line is not matched. */
    payment_id: z.nullable(paymentReference()),
    /**
     * Whether the match created the payment. False when the line was matched with an existing
     * payment.
     */
    dibukukan: yesNo('Dibukukan dari mutasi'),
    dicocokkan_oleh: z.nullable(doer('Dicocokkan Oleh')),
    dicocokkan_at: z.nullable(instant('Dicocokkan')),
    alasan: z.nullable(longText('Alasan Diabaikan', { max: 500 })),
    diabaikan_oleh: z.nullable(doer('Diabaikan Oleh')),
    diabaikan_at: z.nullable(instant('Diabaikan')),
    /** Id of the import that created the line. */
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
    /**
     * Payment with which the line is matched. Null without a match, and when the payment is outside
     * the scope of the reader.
     */
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
    /**
     * Proposed matches, most likely first (rules/bank/matchLine.ts). Omits proposals that the
     * reader may not see.
     */
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
     * Matches the line. The request contains exactly one of four inputs: an existing payment
     * (`billing_payment_id`), a confirmation to approve (`konfirmasi_id`), bills to pay
     * (`billing_ids`), or a payer whose saldo receives the money (`akun_billing_id`).
     */
    cocokkan: z.object({
      billing_payment_id: z.optional(id()),
      konfirmasi_id: z.optional(id()),
      billing_ids: z.optional(list(id(), mostMatchedBills, `Maksimal ${mostMatchedBills} tagihan`)),
      akun_billing_id: z.optional(
        reference('Akun Billing', 'user', { params: { jenis: 'akun-billing' } }),
      ),
      /**
       * Whether the server makes the match only if its own current proposals rate the match as
       * sure. Set when a user accepts many proposals at once.
       */
      pasti: z.optional(z.boolean()),
      /**
       * Whether to match the line despite a warning, such as that the payer already has a payment
       * with the same bank account, date and amount.
       */
      bukan_kembar: withDefault(yesNo('Ini memang pembayaran lain'), false),
      versi: seenVersion,
    }),
    abaikan: z.object({ alasan: alasan(), versi: seenVersion }),
    /**
     * Makes the line unmatched again. Only possible for an ignored line, and for a line that is
     * matched with a payment that the match did not create.
     */
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
  /**
   * Makes the row scope decide who may change a line. By default the outlet field of a row decides,
   * but a line has no outlet field. Users may change a line when their scope contains all outlets
   * of the bank account.
   */
  personal: true,
  touches: ['billing', 'billing-payment', 'konfirmasi-pembayaran', 'mutasi-saldo', 'user'],
})
