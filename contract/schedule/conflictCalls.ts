/** Calls that say what would be in the way, and write nothing (domain.md 3.8). */
import * as z from 'zod/mini'
import { call } from '#contract/call.ts'
import { Hari } from '#contract/enums.ts'
import { id, jam, oneOf, optional, reference, tanggal, wholeNumber } from '#contract/fields.ts'
import { conflictKinds } from '#contract/schedule/rules/conflicts.ts'

export const Konflik = z.object({
  jenis: z.literal(conflictKinds),
  /** A hard one is refused whatever is confirmed. */
  tingkat: z.literal(['keras', 'lunak']),
  pesan: z.string(),
  /** Without an id where the reader may not see it. */
  dengan: z.object({ resource: z.string(), id: z.nullable(id()), label: z.string() }),
  mulai: z.string(),
  selesai: z.string(),
})
export const Alternatif = z.object({
  pelatih_id: id(),
  ruang_id: id(),
  /** A class that is there already, for a student. */
  kursus_pelatih_id: z.optional(id()),
  hari: z.optional(z.int()),
  tanggal: z.optional(z.string()),
  jam_mulai: z.string(),
  label: z.string(),
})
/** A lesson that there is (`id`), elsewhere; or one that is to be made. */
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

/** A class as its form has it so far; with `id` one that there is, as it would be. */
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
    /** Seats of the class: no smaller room is offered. */
    kapasitas: optional(wholeNumber('Kapasitas', { min: 1, max: 100 })),
  },
  output: z.object({
    konflik: z.array(Konflik),
    alternatif: z.array(Alternatif),
    /** Saved, it waits for the coach, who wants to be asked first. */
    tanya_dulu: z.boolean(),
  }),
})
/** A student in a class; with `id` an enrolment that there is, as it would be. */
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
    /** What else will follow from it. */
    catatan: z.array(z.string()),
  }),
})
