import * as z from 'zod/mini'
import { ArahMutasi, JenisUsulan, StatusMutasiBank } from '#contract/billing/mutasiBankEnums.ts'
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

/** The version that was looked at: what has changed since is not decided unseen. */
const seen = z.optional(z.int())
const doer = (label: string) => {
  const schema = id()
  fieldMeta.add(schema, { label, control: 'number' })
  return schema
}
const person = (by: string) => one('user', by, { id: id(), name: z.string() })
/** Bills that one line may pay. */
const mostMatchedBills = 50

/**
 * A line of a bank's statement (domain.md 2.5, 3.7). It counts nothing by itself: money is booked
 * as the payment that a person makes of it, and a line is one payment at most.
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
    /** Of the account after the line, where the file tells it; may be less than nothing. */
    saldo: z.nullable(z.int()),
    status: oneOf('Status', StatusMutasiBank),
    /** The live payment that it is. */
    payment_id: z.nullable(paymentReference()),
    /** Whether matching it has made that payment, or only tied it to one that was there. */
    dibukukan: yesNo('Dibukukan dari mutasi'),
    dicocokkan_oleh: z.nullable(doer('Dicocokkan Oleh')),
    dicocokkan_at: z.nullable(instant('Dicocokkan')),
    alasan: z.nullable(longText('Alasan Diabaikan', { max: 500 })),
    diabaikan_oleh: z.nullable(doer('Diabaikan Oleh')),
    diabaikan_at: z.nullable(instant('Diabaikan')),
    /** The import that has brought it. */
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
    /** Its payment, where that is in scope. */
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
    /** What it may be, the likeliest first, of what the reader sees (rules/matchLine.ts). */
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
     * One of them: a payment that is there, a confirmation that is approved by it, bills that it
     * pays, or a payer whose saldo it becomes.
     */
    cocokkan: z.object({
      billing_payment_id: z.optional(id()),
      konfirmasi_id: z.optional(id()),
      billing_ids: z.optional(list(id(), mostMatchedBills, `Maksimal ${mostMatchedBills} tagihan`)),
      akun_billing_id: z.optional(
        reference('Akun Billing', 'user', { params: { jenis: 'akun-billing' } }),
      ),
      /** Only while it is what the server proposes for sure: said by who accepts many at once. */
      pasti: z.optional(z.boolean()),
      /** Said by who has been warned of a payment of that day and amount. */
      bukan_kembar: withDefault(yesNo('Ini memang pembayaran lain'), false),
      versi: seen,
    }),
    abaikan: z.object({ alasan: alasan(), versi: seen }),
    /** Takes back that it was ignored, or tied to a payment that was there. */
    lepas: z.object({ versi: seen }),
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
  /** Its scope says whose it is: of who sees all outlets of the account. */
  personal: true,
  touches: ['billing', 'billing-payment', 'konfirmasi-pembayaran', 'mutasi-saldo', 'user'],
})
