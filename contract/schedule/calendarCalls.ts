/** Lessons of a range of days for a calendar, with background data. */
import * as z from 'zod/mini'
import { call } from '#contract/call.ts'
import { JenisPertemuan, StatusPertemuan } from '#contract/enums.ts'
import { id, idText, tanggal } from '#contract/fields.ts'

/** Maximum number of days: a week. */
export const mostDays = 7
/**
 * Maximum number of lessons, above what any outlet gives in a week; the response reports when
 * lessons are omitted.
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
        /** Colour of the course category. */
        warna: z.string(),
        pelatih: z.object({ id: id(), name: z.string() }),
        ruang: z.object(named),
        gedung: z.object({ ...named, zona_waktu: z.string() }),
        /** Number of students on that day, and capacity; null: there is no limit. */
        peserta: z.int(),
        kapasitas: z.nullable(z.int()),
        /** Person who takes a trial, with as much of the name as the reader may see. */
        calon: z.nullable(z.string()),
        /** The coach is on leave and there is no substitute yet; not visible to families. */
        perlu_pengganti: z.boolean(),
      }),
    ),
    terpotong: z.boolean(),
    /** Holidays in the range: of one outlet, or of all. */
    libur: z.array(
      z.object({ tanggal: z.string(), nama: z.string(), gedung_id: z.nullable(id()) }),
    ),
    /** Opening hours and rooms of the requested outlet. */
    gedung: z.nullable(
      z.object({
        ...named,
        zona_waktu: z.string(),
        jam_buka: z.string(),
        jam_tutup: z.string(),
        ruang: z.array(z.object(named)),
      }),
    ),
    /** Free slots (the week's text) and approved leave of the requested coach. */
    pelatih: z.nullable(
      z.object({
        id: id(),
        name: z.string(),
        slot: z.string(),
        cuti: z.array(z.object({ mulai: z.string(), selesai: z.string() })),
      }),
    ),
  }),
})
