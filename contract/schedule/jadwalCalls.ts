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
  /** Version of the whole week, which every change has to send; 0 before the first change. */
  versi: z.int(),
  updated_at: z.nullable(z.string()),
  diubah_oleh: z.nullable(z.string()),
  /**
   * All 175 slots of the week, day by day. Slots that the coach has never set have status 3 (not
   * available).
   */
  slot: z.array(z.object(slot)),
  /**
   * Active classes of the coach that have not ended. For a class outside the scope of the reader,
   * `id` and other details are null and `nama` is a placeholder.
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
 * Sets the given slots and keeps all other slots. Either all given slots are set, or none. Fails
 * with 409 if an active class occupies a slot that becomes not available (status 3). If only single
 * lessons occupy the slot, the user can confirm the change with a reason.
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
