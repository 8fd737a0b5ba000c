/** Calls that look for substitute coaches without writing anything (domain.md 3.10). */
import * as z from 'zod/mini'
import { byId, call } from '#contract/call.ts'
import { StatusKeberangkatan } from '#contract/enums.ts'
import { id, idText } from '#contract/fields.ts'
import { Konflik } from '#contract/schedule/conflictCalls.ts'

/**
 * Maximum number of lessons that `leaveLessons` and `unattendedLessons` each return. An outlet has
 * fewer such lessons in two weeks. `jumlah` of `leaveLessons` also counts the lessons that are not
 * returned.
 */
export const mostOpenLessons = 100
/** Maximum number of available coaches (`kosong`) for each lesson of a list. */
export const namedSubstitutes = 3

const named = z.object({ id: id(), nama: z.string() })
const Coach = z.object({ id: id(), name: z.string() })
/** Fields that describe a lesson in a list. */
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

/**
 * Returns the coaches who can substitute in a lesson, each with the conflicts that would exist if
 * the coach gave the lesson. These are the coaches who teach the subject, and the coach of the
 * class if the lesson has a substitute. The coach of the class comes first, then the coaches
 * without conflicts.
 */
export const substitutes = call({
  method: 'GET',
  path: '/pertemuan/calon-pengganti',
  access: 'pertemuan/pengganti',
  query: byId,
  output: z.object({
    calon: z.array(
      z.object({
        pelatih: Coach,
        /**
         * Whether the coach is the coach of the class. Choosing this coach removes the present
         * substitute.
         */
        asli: z.boolean(),
        konflik: z.array(Konflik),
      }),
    ),
  }),
})

/**
 * Returns the lessons that need a substitute because of the leave `id` of a coach, each with at
 * most `namedSubstitutes` available coaches.
 */
export const leaveLessons = call({
  method: 'GET',
  path: '/pelatih-libur/pertemuan',
  access: 'pertemuan/pengganti',
  query: byId,
  output: z.object({
    pertemuan: z.array(
      z.object({
        ...lesson,
        /**
         * Name of the coach of the class if the coach on leave only substitutes in this lesson;
         * null if the coach on leave is the coach of the class.
         */
        menggantikan: z.nullable(z.string()),
        kosong: z.array(Coach),
      }),
    ),
    /** Number of lessons that need a substitute, including lessons that are not returned. */
    jumlah: z.int(),
  }),
})

/**
 * Returns the lessons that may lack a coach: the coach has reported an absence, or the lesson
 * begins within half an hour and the coach has not reported to be on the way. For a lesson with a
 * substitute, only the reports of the substitute count.
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
