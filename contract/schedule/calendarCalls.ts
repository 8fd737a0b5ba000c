/**
 * Call that reads the lessons of a range of days for a calendar, with holidays, opening hours and
 * free slots.
 */
import * as z from 'zod/mini'
import { call } from '#contract/call.ts'
import { JenisPertemuan, StatusPertemuan } from '#contract/enums.ts'
import { id, idText, tanggal } from '#contract/fields.ts'

/** Maximum number of days that one request can span: a week. */
export const mostDays = 7
/**
 * Maximum number of returned lessons. One outlet has fewer lessons in a week, so lessons are
 * omitted only when the request covers several outlets.
 */
export const mostLessons = 1500

const named = { id: id(), nama: z.string() }
export const lessonCalendar = call({
  method: 'GET',
  path: '/pertemuan/kalender',
  access: 'pertemuan/index',
  query: {
    mulai: tanggal('Mulai'),
    selesai: tanggal('Selesai'),
    gedung_id: z.optional(idText('Outlet tidak dikenal')),
    ruang_id: z.optional(idText('Ruang tidak dikenal')),
    pelatih_id: z.optional(idText('Guru tidak dikenal')),
    peserta_id: z.optional(idText('Peserta tidak dikenal')),
  },
  output: z.object({
    pertemuan: z.array(
      z.object({
        id: id(),
        kursus_pelatih_id: z.nullable(id()),
        tanggal: z.string(),
        jam_mulai: z.string(),
        jam_selesai: z.string(),
        jenis: JenisPertemuan.schema,
        status: StatusPertemuan.schema,
        kursus: z.string(),
        /** Colour of the category of the course. */
        warna: z.string(),
        pelatih: z.object({ id: id(), name: z.string() }),
        ruang: z.object(named),
        gedung: z.object({ ...named, zona_waktu: z.string() }),
        /** Number of students in this lesson. */
        peserta: z.int(),
        /** Names of those students of the lesson whom the reader may see. */
        siswa: z.array(z.string()),
        /** Maximum number of students: 1 for a private lesson; null without a limit. */
        kapasitas: z.nullable(z.int()),
        /**
         * Name of the lead or applicant who takes a trial lesson; null for other lessons. Readers
         * who may not see the full name get a shortened name.
         */
        calon: z.nullable(z.string()),
        /**
         * Whether the coach is on leave and no substitute is assigned yet; always false for
         * families.
         */
        perlu_pengganti: z.boolean(),
      }),
    ),
    /** Whether lessons were omitted because there are more than `mostLessons`. */
    terpotong: z.boolean(),
    /** Holidays in the range; a null `gedung_id` means a holiday of all outlets. */
    libur: z.array(
      z.object({ tanggal: z.string(), nama: z.string(), gedung_id: z.nullable(id()) }),
    ),
    /** Opening hours and rooms of the requested outlet; null when no outlet is requested. */
    gedung: z.nullable(
      z.object({
        ...named,
        zona_waktu: z.string(),
        jam_buka: z.string(),
        jam_tutup: z.string(),
        ruang: z.array(z.object(named)),
      }),
    ),
    /** Requested coach; null when no coach is requested. */
    pelatih: z.nullable(
      z.object({
        id: id(),
        name: z.string(),
        /**
         * Free slots of the week, as one digit per half hour
         * (contract/schedule/rules/freeSlots.ts).
         */
        slot: z.string(),
        /** Approved leaves in the range. */
        cuti: z.array(z.object({ mulai: z.string(), selesai: z.string() })),
      }),
    ),
  }),
})
