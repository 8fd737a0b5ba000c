/** Lessons that a make-up can be booked into. */
import * as z from 'zod/mini'
import { byId, call } from '#contract/call.ts'
import { id } from '#contract/fields.ts'

/** So many are told, the nearest first. */
export const mostBookable = 60
export const bookableLessons = call({
  method: 'GET',
  path: '/kredit-pengganti/pertemuan',
  access: 'kredit-pengganti/pesan',
  query: { ...byId, semua_level: z.optional(z.literal('1')) },
  output: z.object({
    /** Why nothing can be booked now; null: it can. */
    terhalang: z.nullable(z.string()),
    pertemuan: z.array(
      z.object({
        id: id(),
        tanggal: z.string(),
        jam_mulai: z.string(),
        jam_selesai: z.string(),
        zona_waktu: z.string(),
        kursus: z.string(),
        pelatih: z.string(),
        ruang: z.string(),
        gedung: z.string(),
        /** Seats that are left. */
        sisa: z.int(),
        /** Of another level than the make-up is owed in. */
        lintas_level: z.boolean(),
      }),
    ),
  }),
})
