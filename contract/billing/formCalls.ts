/** Calls that the bill form makes while a user fills it in. */
import * as z from 'zod/mini'
import { byId, call } from '#contract/call.ts'
import { id, idText, moneyMonth } from '#contract/fields.ts'

/**
 * Returns the tuition lines for the enrolments of a student in a month, computed like the lines of
 * the monthly generation. Stores nothing. `akun_billing_id` is the payer of the bill.
 */
export const billingKursus = call({
  method: 'GET',
  path: '/billing/kursus',
  access: 'billing/create',
  query: {
    ...byId,
    periode: moneyMonth(),
    akun_billing_id: z.optional(idText('Akun billing tidak dikenal')),
  },
  output: z.object({
    baris: z.array(
      z.object({
        kursus_peserta_id: id(),
        kursus: z.string(),
        jadwal: z.string(),
        gedung_id: id(),
        gedung: z.string(),
        /** Kind of the line; null while the settings do not name a kind for tuition. */
        jenis_billing_id: z.nullable(id()),
        deskripsi: z.string(),
        harga_satuan: z.int(),
        prorata_pembilang: z.nullable(z.int()),
        prorata_penyebut: z.nullable(z.int()),
        ppn_persen: z.int(),
        jumlah: z.int(),
        diskon: z.int(),
        promo: z.nullable(z.string()),
        promo_dekat: z.nullable(z.string()),
        /**
         * Reason why nothing can be billed for the enrolment in this month; null when a line can be
         * billed.
         */
        halangan: z.nullable(z.string()),
        /**
         * Bill that already charges this month of the enrolment; null without such a bill.
         * `billing_id` is null when the caller may not see the bill.
         */
        ada: z.nullable(z.object({ billing_id: z.nullable(id()), tagihan: z.string() })),
      }),
    ),
    /** Tuition lines of the student for this month that are not linked to an enrolment. */
    tanpa_jadwal: z.array(
      z.object({
        billing_id: z.nullable(id()),
        tagihan: z.string(),
        deskripsi: z.nullable(z.string()),
        jumlah: z.int(),
        alasan: z.nullable(z.string()),
      }),
    ),
  }),
})
/**
 * Returns the default due date and outlet for a new bill of a payer. The outlet is the single
 * outlet of the courses of the payer's students; without courses, the single home outlet of the
 * payer and the students. Null when the caller sees several of these outlets, or none.
 */
export const billingDefaults = call({
  method: 'GET',
  path: '/billing/isian',
  access: 'billing/create',
  query: { ...byId, periode: z.optional(moneyMonth()) },
  output: z.object({ gedung_id: z.nullable(id()), jatuh_tempo: z.string() }),
})
