/** Calls of the bill form while it is filled in. */
import * as z from 'zod/mini'
import { byId, call } from '#contract/call.ts'
import { id, idText, moneyMonth } from '#contract/fields.ts'

/**
 * Bill lines of a student's enrolments in a month, computed as the generation does; nothing is
 * written. `akun_billing_id`: the payer to be billed.
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
        /** Null while no setting names a billing type. */
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
        /** Why there is nothing to bill in this month; null when there is. */
        halangan: z.nullable(z.string()),
        /**
         * The bill that already charges this month; without an id where the caller may not see the
         * bill.
         */
        ada: z.nullable(z.object({ billing_id: z.nullable(id()), tagihan: z.string() })),
      }),
    ),
    /** Tuition lines of the student in this month that name no enrolment. */
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
 * Defaults of a new bill of a payer: the outlet of the students, where they share one, and the due
 * date.
 */
export const billingDefaults = call({
  method: 'GET',
  path: '/billing/isian',
  access: 'billing/create',
  query: { ...byId, periode: z.optional(moneyMonth()) },
  output: z.object({ gedung_id: z.nullable(id()), jatuh_tempo: z.string() }),
})
