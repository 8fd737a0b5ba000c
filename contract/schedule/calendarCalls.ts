/** Lessons of some days as a calendar shows them, with what stands behind them. */
import * as z from 'zod/mini'
import { call } from '#contract/call.ts'
import { JenisPertemuan, StatusPertemuan } from '#contract/enums.ts'
import { id, idText, tanggal } from '#contract/fields.ts'

/** A calendar shows a week at most. */
export const mostDays = 7
/** More lessons than any outlet gives in a week; what is beyond is left out and said so. */
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
        /** The colour of the course's category. */
        warna: z.string(),
        pelatih: z.object({ id: id(), name: z.string() }),
        ruang: z.object(named),
        gedung: z.object({ ...named, zona_waktu: z.string() }),
        /** Students who are in it that day, and how many it takes; null: nobody counts. */
        peserta: z.int(),
        kapasitas: z.nullable(z.int()),
        /** Who tries it, by as much of the name as the reader may know. */
        calon: z.nullable(z.string()),
        /** Its coach is on leave, and nobody else gives it yet; families are not told. */
        perlu_pengganti: z.boolean(),
      }),
    ),
    terpotong: z.boolean(),
    /** Holidays of these days: of one outlet, or of all. */
    libur: z.array(
      z.object({ tanggal: z.string(), nama: z.string(), gedung_id: z.nullable(id()) }),
    ),
    /** Of the outlet that is asked for: its hours and rooms. */
    gedung: z.nullable(
      z.object({
        ...named,
        zona_waktu: z.string(),
        jam_buka: z.string(),
        jam_tutup: z.string(),
        ruang: z.array(z.object(named)),
      }),
    ),
    /** Of the coach that is asked for: the week of free slots as text, and approved leave. */
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
