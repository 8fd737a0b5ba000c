/** Calls that say what would be in the way, and write nothing (domain.md 3.8). */
import * as z from 'zod/mini'
import { call } from '#contract/call.ts'
import { id, jam, reference, tanggal } from '#contract/fields.ts'
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
const Alternatif = z.object({
  pelatih_id: id(),
  ruang_id: id(),
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
