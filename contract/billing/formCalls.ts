/** What the form of a bill asks for while it is filled. */
import * as z from 'zod/mini'
import { byId, call } from '#contract/call.ts'
import { id, idText, moneyMonth } from '#contract/fields.ts'

/**
 * A student's enrolments as lines of a bill of a month, computed as the generation does; nothing is
 * written. `akun_billing_id`: who will be billed.
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
        /** Null while the setting names none. */
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
        /** Why there is nothing to bill in this month. */
        halangan: z.nullable(z.string()),
        /** The bill that has this month already; without id where it is not the caller's to see. */
        ada: z.nullable(z.object({ billing_id: z.nullable(id()), tagihan: z.string() })),
      }),
    ),
    /** Tuition of the student in this month that names no enrolment. */
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
 * What a new bill of an account begins with: the outlet of its students, where they have but one,
 * and when it is due.
 */
export const billingDefaults = call({
  method: 'GET',
  path: '/billing/isian',
  access: 'billing/create',
  query: { ...byId, periode: z.optional(moneyMonth()) },
  output: z.object({ gedung_id: z.nullable(id()), jatuh_tempo: z.string() }),
})
