/** Calls that look for who could give a lesson (domain.md 3.10), and write nothing. */
import * as z from 'zod/mini'
import { byId, call } from '#contract/call.ts'
import { StatusKeberangkatan } from '#contract/enums.ts'
import { id, idText } from '#contract/fields.ts'
import { Konflik } from '#contract/schedule/conflictCalls.ts'

/** More lessons than a school of one outlet gives in a fortnight; those beyond are counted. */
export const mostOpenLessons = 100
/** So many substitutes are named for each of several lessons. */
export const namedSubstitutes = 3

const named = z.object({ id: id(), nama: z.string() })
const Coach = z.object({ id: id(), name: z.string() })
/** A lesson in the words that a list needs. */
const lesson = {
  id: id(),
  tanggal: z.string(),
  jam_mulai: z.string(),
  jam_selesai: z.string(),
  kursus: named,
  ruang: named,
  gedung: z.object({ id: id(), nama: z.string(), zona_waktu: z.string() }),
  pelatih: Coach,
}

/** Coaches who teach a lesson's bidang, the free ones first, each with what is in the way. */
export const substitutes = call({
  method: 'GET',
  path: '/pertemuan/calon-pengganti',
  access: 'pertemuan/pengganti',
  query: byId,
  output: z.object({
    calon: z.array(
      z.object({
        pelatih: Coach,
        /** The coach of the class, who takes the lesson back. */
        asli: z.boolean(),
        konflik: z.array(Konflik),
      }),
    ),
  }),
})

/** Lessons that a coach's leave leaves open, each with some who are free. */
export const leaveLessons = call({
  method: 'GET',
  path: '/pelatih-libur/pertemuan',
  access: 'pertemuan/pengganti',
  query: byId,
  output: z.object({
    pertemuan: z.array(
      z.object({
        ...lesson,
        /** In whose place the coach on leave gives it. */
        menggantikan: z.nullable(z.string()),
        kosong: z.array(Coach),
      }),
    ),
    /** All of them, also those that are not named. */
    jumlah: z.int(),
  }),
})

/**
 * Lessons whose coach has said not to come, or has not set out half an hour before, and that nobody
 * else gives.
 */
export const unattendedLessons = call({
  method: 'GET',
  path: '/pertemuan/tanpa-guru',
  access: 'pertemuan/pengganti',
  query: { gedung_id: z.optional(idText('Outlet tidak dikenal')) },
  output: z.object({
    pertemuan: z.array(
      z.object({
        ...lesson,
        status_keberangkatan: StatusKeberangkatan.schema,
        alasan: z.nullable(z.string()),
      }),
    ),
  }),
})
