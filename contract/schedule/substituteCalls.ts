/** Calls that look for substitute coaches (domain.md 3.10); they write nothing. */
import * as z from 'zod/mini'
import { byId, call } from '#contract/call.ts'
import { StatusKeberangkatan } from '#contract/enums.ts'
import { id, idText } from '#contract/fields.ts'
import { Konflik } from '#contract/schedule/conflictCalls.ts'

/**
 * Maximum number of returned lessons, more than a single outlet gives in two weeks; further ones
 * are only counted.
 */
export const mostOpenLessons = 100
/** Number of substitutes named per lesson in a list of lessons. */
export const namedSubstitutes = 3

const named = z.object({ id: id(), nama: z.string() })
const Coach = z.object({ id: id(), name: z.string() })
/** Description of a lesson for lists. */
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

/** Coaches who teach the lesson's subject, available ones first, each with conflicts. */
export const substitutes = call({
  method: 'GET',
  path: '/pertemuan/calon-pengganti',
  access: 'pertemuan/pengganti',
  query: byId,
  output: z.object({
    calon: z.array(
      z.object({
        pelatih: Coach,
        /** Whether the coach is the one of the class, who takes the lesson back. */
        asli: z.boolean(),
        konflik: z.array(Konflik),
      }),
    ),
  }),
})

/** Lessons without a coach because of a leave, each with some available coaches. */
export const leaveLessons = call({
  method: 'GET',
  path: '/pelatih-libur/pertemuan',
  access: 'pertemuan/pengganti',
  query: byId,
  output: z.object({
    pertemuan: z.array(
      z.object({
        ...lesson,
        /** Name of the original coach, where the coach on leave is a substitute. */
        menggantikan: z.nullable(z.string()),
        kosong: z.array(Coach),
      }),
    ),
    /** Number of all lessons, including those that are not returned. */
    jumlah: z.int(),
  }),
})

/**
 * Lessons without a substitute whose coach has cancelled, or has not set out half an hour before.
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
