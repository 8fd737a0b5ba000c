/** Calls of the monthly generation: preview, run, progress, bulk publishing. */
import * as z from 'zod/mini'
import { call } from '#contract/call.ts'
import { BatchStatus, HasilGenerate, ModeTagihan } from '#contract/enums.ts'
import { id, list, maxId, moneyMonth, oneOf } from '#contract/fields.ts'

const generateInput = {
  periode: moneyMonth(),
  gedung_id: z.optional(list(id(), 200, 'Maksimal 200 outlet')),
  mode: z.optional(oneOf('Mode', ModeTagihan)),
}
export const PreviewLine = z.object({
  /** Tuition, the course's registration fee, or a monthly fee (`biaya_id`). */
  jenis: z.literal(['kursus', 'pendaftaran', 'biaya']),
  /** The enrolment that is billed, or that the fee belongs to. */
  kursus_peserta_id: id(),
  biaya_id: z.nullable(id()),
  peserta_id: id(),
  peserta: z.string(),
  akun_billing_id: z.nullable(id()),
  akun_billing: z.nullable(z.string()),
  gedung_id: id(),
  gedung: z.string(),
  kursus: z.string(),
  hasil: HasilGenerate.schema,
  deskripsi: z.string(),
  jumlah: z.int(),
  prorata_pembilang: z.nullable(z.int()),
  prorata_penyebut: z.nullable(z.int()),
  /** Discount of automatic promos in rupiah, and their names. */
  diskon: z.int(),
  promo: z.nullable(z.string()),
  /** Automatic promos that begin or end near the first day of the month, in words. */
  promo_dekat: z.nullable(z.string()),
  /**
   * Only on lines to be created: tuition of the same student and month without an enrolment,
   * possibly the same course entered by hand.
   */
  tanpa_jadwal: z.nullable(z.string()),
  /**
   * Only on lines to be created: other courses of the same category that the student attends in the
   * month.
   */
  sekategori: z.nullable(z.string()),
})
export const previewBills = call({
  method: 'POST',
  path: '/billing/pratinjau',
  access: 'billing/generate',
  input: generateInput,
  output: z.object({
    periode: z.string(),
    tanggal_terbit: z.string(),
    jatuh_tempo: z.string(),
    baris: z.array(PreviewLine),
    /**
     * `tagihan`: number of bills to create (lines added to an open draft create none); `baris`:
     * number of new lines; `total`: their sum in rupiah.
     */
    ringkasan: z.object({
      tagihan: z.int(),
      baris: z.int(),
      total: z.int(),
      dilewati: z.int(),
      ada: z.int(),
    }),
  }),
})
export const generate = call({
  method: 'POST',
  path: '/billing/generate',
  access: 'billing/generate',
  idempotent: true,
  input: generateInput,
  output: z.object({ generate_batch_id: id(), dibuat: z.int(), dilewati: z.int() }),
})
/**
 * Progress of a run: by its id, or by the Idempotency-Key that started it (`kunci`), which the
 * client knows before the response.
 */
export const generateBatch = call({
  method: 'GET',
  path: '/billing/generate-batch',
  access: 'billing/generate',
  query: { id: z.optional(id()), kunci: z.optional(z.string().check(z.maxLength(80))) },
  output: z.object({
    id: id(),
    periode: z.string(),
    status: BatchStatus.schema,
    jumlah_akun: z.int(),
    selesai_akun: z.int(),
    dibuat: z.int(),
    dilewati: z.int(),
    total: z.int(),
    galat: z.array(z.object({ akun_billing_id: z.nullable(z.int()), pesan: z.string() })),
  }),
})
/**
 * Publishes drafts separately: a failure leaves the others published. Takes at most 200 ids, or the
 * next 200 drafts of a run; `tersisa` above 0 means that the call has to be repeated.
 */
export const publishMany = call({
  method: 'POST',
  path: '/billing/terbitkan-banyak',
  access: 'billing/terbitkan',
  input: {
    ids: z.optional(list(id(), 200, 'Maksimal 200 tagihan')),
    generate_batch_id: z.optional(id()),
    setelah_id: z.optional(z.int().check(z.gte(0), z.lte(maxId))),
  },
  output: z.object({
    berhasil: z.int(),
    gagal: z.array(z.object({ id: id(), pesan: z.string() })),
    tersisa: z.int(),
    terakhir_id: z.int(),
  }),
})
