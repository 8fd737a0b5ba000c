/** Calls about promos: a trial computation, and the list of the bill lines that use a promo. */
import * as z from 'zod/mini'
import { byId, call } from '#contract/call.ts'
import { reference, references, id, optional, tanggal, shortText } from '#contract/fields.ts'

/**
 * Computes the discount that each promo would give a student who takes the given courses on a given
 * day. For a promo without a discount, returns the reason. The computation is the same as for
 * bills, but stores nothing. It includes the registration fee of each course that the student has
 * never taken.
 */
export const tryPromo = call({
  method: 'POST',
  path: '/promo/coba',
  access: 'promo/view',
  input: {
    peserta_id: reference('Peserta', 'user', { params: { jenis: 'peserta' } }),
    kursus: references('Kursus', 'kursus', 'Yang belum diikuti dihitung sebagai kursus baru'),
    tanggal: tanggal('Tanggal'),
    kode: optional(shortText('Kode Promo', { max: 30 })),
  },
  output: z.object({
    akun_billing: z.nullable(z.string()),
    /** Number of courses of the family without a line here that count for conditions of promos. */
    kursus_lain: z.int(),
    baris: z.array(
      z.object({
        id: z.int(),
        deskripsi: z.string(),
        bruto: z.int(),
        diskon: z.int(),
        promo: z.array(z.string()),
      }),
    ),
    /** All promos. The promos that give a discount come first. */
    promo: z.array(
      z.object({
        id: id(),
        nama: z.string(),
        kode: z.nullable(z.string()),
        diskon: z.int(),
        putusan: z.array(
          z.object({ baris_id: z.int(), diskon: z.int(), alasan: z.nullable(z.string()) }),
        ),
      }),
    ),
  }),
})
/**
 * Returns one page of the uses of a promo, newest first. A use is a bill line with a discount from
 * the promo. Omits bills outside the caller's scope.
 */
export const promoUses = call({
  method: 'GET',
  path: '/promo/pemakaian',
  access: 'promo/view',
  query: { ...byId, page: z.optional(z.string()), 'per-page': z.optional(z.string()) },
  output: z.object({
    total: z.int(),
    baris: z.array(
      z.object({
        id: id(),
        billing_id: id(),
        nomor: z.nullable(z.string()),
        nama_tagihan: z.string(),
        peserta: z.nullable(z.string()),
        deskripsi: z.string(),
        diskon: z.int(),
        created_at: z.string(),
        dibatalkan_at: z.nullable(z.string()),
      }),
    ),
  }),
})
