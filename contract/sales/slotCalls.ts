/** Calls that hold slots for leads and applicants who have not decided yet (domain.md 2.3). */
import * as z from 'zod/mini'
import { call } from '#contract/call.ts'
import { Hari } from '#contract/enums.ts'
import { id, idText, jam, longText, oneOf, optional, reference, tanggal } from '#contract/fields.ts'
import { conflictReason, konfirmasi } from '#contract/schedule/confirmation.ts'

/** A weekly hour that is held for a lead or applicant, and its expiry (`sampai_at`). */
export const Slot = z.object({
  id: id(),
  versi: z.int(),
  kursus: z.object({ id: id(), nama: z.string() }),
  gedung: z.object({ id: id(), nama: z.string(), zona_waktu: z.string() }),
  /**
   * Class in which a seat is held; null when the coach, room and time are held for a class that
   * does not exist yet.
   */
  kelas: z.nullable(z.object({ id: id(), nama: z.string() })),
  pelatih: z.object({ id: id(), name: z.string() }),
  ruang: z.object({ id: id(), nama: z.string() }),
  hari: Hari.schema,
  jam_mulai: z.string(),
  jam_selesai: z.string(),
  /** Day on which the family wants to begin the course. */
  mulai: z.string(),
  sampai_at: z.string(),
  /** Whether the hold has expired, so that other people can take the slot. */
  habis: z.boolean(),
  boleh_diperpanjang: z.boolean(),
})

/**
 * Returns the fields for the person for whom a slot is held: a lead, or an applicant who registered
 * online.
 */
const calon = () => ({
  lead_id: optional(reference('Lead', 'lead')),
  peserta_id: optional(reference('Pendaftar', 'user', { params: { jenis: 'peserta' } })),
})

/**
 * Returns the slot that is held for a person, even if the hold has expired. `slot` is null when no
 * slot is held.
 */
export const heldSlot = call({
  method: 'GET',
  path: '/lead/slot',
  access: 'lead/aktivasi',
  query: {
    lead_id: z.optional(idText('Lead tidak dikenal')),
    peserta_id: z.optional(idText('Pendaftar tidak dikenal')),
  },
  output: z.object({ slot: z.nullable(Slot) }),
})
/**
 * Holds a slot for the number of hours in the settings. A slot is a seat in a class
 * (`kursus_pelatih_id`), or a weekly hour of a coach in a room. Releases any other slot that is
 * held for the same person. A repeated call returns the existing hold.
 */
export const holdSlot = call({
  method: 'POST',
  path: '/lead/tahan-slot',
  access: 'lead/aktivasi',
  input: {
    ...calon(),
    kursus_pelatih_id: optional(reference('Kelas', 'kursus-pelatih')),
    kursus_id: optional(reference('Kursus', 'kursus')),
    gedung_id: optional(reference('Outlet', 'gedung')),
    pelatih_id: optional(reference('Guru', 'user', { params: { jenis: 'pelatih' } })),
    ruang_id: optional(reference('Ruang', 'ruang')),
    hari: optional(oneOf('Hari', Hari)),
    jam_mulai: optional(jam('Jam Mulai')),
    mulai: tanggal('Mulai'),
    konfirmasi: konfirmasi(),
    alasan_bentrok: conflictReason(),
  },
  output: z.object({ slot: Slot }),
})
const version = { id: id(), versi: z.int() }
/** Extends a hold by the number of hours in the settings. A hold can be extended once. */
export const prolongSlot = call({
  method: 'POST',
  path: '/lead/perpanjang-slot',
  access: 'lead/aktivasi',
  input: version,
  output: z.object({ slot: Slot }),
})
export const releaseSlot = call({
  method: 'POST',
  path: '/lead/lepas-slot',
  access: 'lead/aktivasi',
  input: { id: id(), alasan: optional(longText('Alasan', { max: 300 })) },
  output: z.object({ id: id() }),
})
