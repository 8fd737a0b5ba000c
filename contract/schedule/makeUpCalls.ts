/** Call that lists the lessons that a student can attend as a make-up lesson. */
import * as z from 'zod/mini'
import { byId, call } from '#contract/call.ts'
import { id } from '#contract/fields.ts'

/** Maximum number of returned lessons; if there are more, the earliest are returned. */
export const mostBookable = 60
export const bookableLessons = call({
  method: 'GET',
  path: '/kredit-pengganti/pertemuan',
  access: 'kredit-pengganti/pesan',
  query: { ...byId, semua_level: z.optional(z.literal('1')) },
  output: z.object({
    /** Reason why the student cannot book a make-up now; null when the student can. */
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
        /** Number of seats of the lesson that are free for make-ups. */
        sisa: z.int(),
        /** Whether the course of the lesson has another level than the course of the credit. */
        lintas_level: z.boolean(),
      }),
    ),
  }),
})
