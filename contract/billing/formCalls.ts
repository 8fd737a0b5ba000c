/** Calls that the bill form makes while a user fills it in. */
import * as z from 'zod/mini'
import { byId, call } from '#contract/call.ts'
import { id, idText, moneyMonth } from '#contract/fields.ts'

/**
 * Returns the tuition lines that the enrolments of a student need in a month. The lines are
 * computed by the rules of the monthly generation, but not stored. `akun_billing_id` is the payer
 * of the bill.
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
        /** Kind of the bill line. Null while the settings do not define a kind for tuition. */
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
        /** Reason why the enrolment cannot be billed for this month. Null when it can be billed. */
        halangan: z.nullable(z.string()),
        /**
         * Bill that already charges the tuition of this enrolment for this month. Null without such
         * a bill. `billing_id` is null when the caller may not see the bill.
         */
        ada: z.nullable(z.object({ billing_id: z.nullable(id()), tagihan: z.string() })),
      }),
    ),
    /** Existing tuition lines of the student for this month that are not linked to an enrolment. */
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
 * Returns the default due date and the default outlet for a new bill of a payer. Possible outlets
 * are the outlets of the courses that the payer's students take. Without such courses, they are the
 * home outlets of the payer and the students. `gedung_id` is the only possible outlet that the
 * caller may see, or null when the caller may see none or several.
 */
export const billingDefaults = call({
  method: 'GET',
  path: '/billing/isian',
  access: 'billing/create',
  query: { ...byId, periode: z.optional(moneyMonth()) },
  output: z.object({ gedung_id: z.nullable(id()), jatuh_tempo: z.string() }),
})
