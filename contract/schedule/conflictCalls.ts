/** Calls that check for conflicts without writing anything (domain.md 3.8). */
import * as z from 'zod/mini'
import { call } from '#contract/call.ts'
import { Hari } from '#contract/enums.ts'
import { id, jam, oneOf, optional, reference, tanggal, wholeNumber } from '#contract/fields.ts'
import { conflictKinds } from '#contract/schedule/rules/conflicts.ts'

export const Konflik = z.object({
  jenis: z.literal(conflictKinds),
  /**
   * Severity. A `keras` (hard) conflict is always rejected. A `lunak` (soft) conflict is allowed if
   * the user confirms it with a reason.
   */
  tingkat: z.literal(['keras', 'lunak']),
  pesan: z.string(),
  /**
   * Row that causes the conflict, such as another lesson or a holiday; its id is null when the
   * reader may not see the row.
   */
  dengan: z.object({ resource: z.string(), id: z.nullable(id()), label: z.string() }),
  mulai: z.string(),
  selesai: z.string(),
})
export const Alternatif = z.object({
  pelatih_id: id(),
  ruang_id: id(),
  /** Id of an existing class that the student can join. */
  kursus_pelatih_id: z.optional(id()),
  hari: z.optional(z.int()),
  tanggal: z.optional(z.string()),
  jam_mulai: z.string(),
  label: z.string(),
})
/**
 * Returns the conflicts of a lesson. Without `id`, the input is checked as a new lesson. With `id`,
 * the input is checked as a move of the lesson `id`.
 */
export const examinePertemuan = call({
  method: 'POST',
  path: '/pertemuan/periksa',
  access: 'pertemuan/create',
  input: {
    id: z.optional(id()),
    kursus_pelatih_id: z.optional(z.nullable(reference('Kelas', 'kursus-pelatih'))),
    kursus_id: z.optional(reference('Kursus', 'kursus')),
    pelatih_id: z.optional(reference('Guru', 'user', { params: { jenis: 'pelatih' } })),
    ruang_id: z.optional(reference('Ruang', 'ruang')),
    tanggal: tanggal('Tanggal'),
    jam_mulai: jam('Jam Mulai'),
  },
  output: z.object({ konflik: z.array(Konflik), alternatif: z.array(Alternatif) }),
})

/**
 * Returns the conflicts of the current input of the class form. Without `id`, the input is checked
 * as a new class. With `id`, the input is checked as a change of the class `id`.
 */
export const examineKelas = call({
  method: 'POST',
  path: '/kursus-pelatih/periksa',
  access: 'kursus-pelatih/create',
  input: {
    id: z.optional(id()),
    pelatih_id: reference('Guru', 'user', { params: { jenis: 'pelatih' } }),
    kursus_id: reference('Kursus', 'kursus'),
    gedung_id: reference('Outlet', 'gedung'),
    ruang_id: reference('Ruang', 'ruang'),
    hari: oneOf('Hari', Hari),
    jam_mulai: jam('Jam Mulai'),
    mulai: tanggal('Mulai'),
    selesai: optional(tanggal('Selesai')),
    berlaku_mulai: optional(tanggal('Berlaku Mulai')),
    /** Capacity of the class; rooms with a smaller capacity are not proposed. */
    kapasitas: optional(wholeNumber('Kapasitas', { min: 1, max: 100 })),
  },
  output: z.object({
    konflik: z.array(Konflik),
    alternatif: z.array(Alternatif),
    /**
     * Whether the coach has marked this time as "ask first". The saved class then waits for the
     * approval of the coach.
     */
    tanya_dulu: z.boolean(),
  }),
})
/**
 * Returns the conflicts of enrolling a student in a class. Without `id`, the input is checked as a
 * new enrolment. With `id`, the input is checked as a change of the enrolment `id`.
 */
export const examineEnrolment = call({
  method: 'POST',
  path: '/kursus-peserta/periksa',
  access: 'kursus-peserta/create',
  input: {
    id: z.optional(id()),
    peserta_id: reference('Peserta', 'user', { params: { jenis: 'peserta' } }),
    kursus_pelatih_id: reference('Kelas', 'kursus-pelatih'),
    mulai: tanggal('Mulai'),
    selesai: optional(tanggal('Selesai')),
  },
  output: z.object({
    konflik: z.array(Konflik),
    alternatif: z.array(Alternatif),
    /** Notes for the user about consequences of the enrolment other than conflicts. */
    catatan: z.array(z.string()),
  }),
})
