/** Calls that read and change the free slots (half hours of the week) of a coach. */
import * as z from 'zod/mini'
import { call, byId } from '#contract/call.ts'
import { Hari, SlotPelatih } from '#contract/enums.ts'
import { id, list, oneOf } from '#contract/fields.ts'
import { confirmation } from '#contract/schedule/confirmation.ts'
import { slotTimes } from '#contract/schedule/rules/freeSlots.ts'

const slot = {
  hari: oneOf('Hari', Hari),
  jam: z.literal(slotTimes, 'Bukan jam mulai slot'),
  status: oneOf('Status', SlotPelatih),
}
const JadwalPelatih = z.object({
  pelatih: z.object({ id: id(), name: z.string() }),
  /** Version of the whole week, which a save has to send; 0 before the first save. */
  versi: z.int(),
  updated_at: z.nullable(z.string()),
  diubah_oleh: z.nullable(z.string()),
  /**
   * All 175 slots of the week, day by day. Slots that the coach has never set have status 3 (not
   * available).
   */
  slot: z.array(z.object(slot)),
  /**
   * Active classes that occupy slots now or later. A class outside the scope of the reader has no
   * `id` and shows only its time.
   */
  kelas: z.array(
    z.object({
      id: z.nullable(id()),
      nama: z.string(),
      kursus: z.nullable(z.string()),
      gedung: z.nullable(z.string()),
      ruang: z.nullable(z.string()),
      hari: Hari.schema,
      jam_mulai: z.string(),
      jam_selesai: z.string(),
      mulai: z.string(),
      selesai: z.nullable(z.string()),
    }),
  ),
})
export const jadwalPelatih = call({
  method: 'GET',
  path: '/user/jadwal-pelatih',
  access: 'user/jadwal-pelatih',
  query: byId,
  output: JadwalPelatih,
})
/**
 * Sets either all of the given slots or none, and keeps the other slots. A slot cannot become not
 * available (3) while an active class occupies it (409). While only a single lesson occupies it,
 * the change requires a reason.
 */
export const updateJadwalPelatih = call({
  method: 'POST',
  path: '/user/ubah-jadwal-pelatih',
  access: 'user/ubah-jadwal-pelatih',
  query: byId,
  input: {
    versi: z.int(),
    slot: list(z.object(slot), 175, 'Maksimal 175 slot').check(
      z.minLength(1, 'Tidak ada yang diubah'),
    ),
    ...confirmation,
  },
  output: JadwalPelatih,
})
