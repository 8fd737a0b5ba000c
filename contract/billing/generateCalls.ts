/**
 * Calls of the monthly generation of bills: preview, start of a run, progress, and publication of
 * the drafts.
 */
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
  /**
   * Kind of the line: tuition (`kursus`), the registration fee of the course (`pendaftaran`), or a
   * monthly fee (`biaya`, with the id `biaya_id`).
   */
  jenis: z.literal(['kursus', 'pendaftaran', 'biaya']),
  /** Enrolment whose tuition or fee the line charges. */
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
  /** Total discount from automatic promos, in rupiah. */
  diskon: z.int(),
  /** Names of the automatic promos that give the discount. */
  promo: z.nullable(z.string()),
  /**
   * Text about automatic promos that begin or end near the first day of the month. Null without
   * such promos.
   */
  promo_dekat: z.nullable(z.string()),
  /**
   * Warning about a possible duplicate, only on lines that will be created. Lists existing tuition
   * lines of the same student and month that are not linked to an enrolment, because a user may
   * have entered them by hand for the same course. Null without such lines.
   */
  tanpa_jadwal: z.nullable(z.string()),
  /**
   * Names of other courses in the same category for which the student is also billed in this month,
   * if the billed days overlap. Only set on lines that will be created.
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
    /** Totals of the preview. */
    ringkasan: z.object({
      /**
       * Number of bills that would be created. Existing drafts that would get more lines do not
       * count.
       */
      tagihan: z.int(),
      /** Number of bill lines that would be created. */
      baris: z.int(),
      /** Sum of the bill lines that would be created, in rupiah. */
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
 * Returns the progress of a run. The run is found by its id or by `kunci`, the Idempotency-Key of
 * the request that started the run. With the key, a client can read the progress before the
 * response of that request arrives.
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
 * Publishes drafts one after another. A draft that cannot be published does not stop the
 * publication of the next drafts. The input is either a list of at most 200 ids, or the id of a
 * run; for a run, the call publishes its next 200 drafts. `tersisa` is the number of drafts that
 * remain for the next call.
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
