/** Call with which a user works through the queue of reminders (domain.md 3.12). */
import * as z from 'zod/mini'
import { call } from '#contract/call.ts'
import { id, idText } from '#contract/fields.ts'

/**
 * Returns the next reminder of the queue that can be sent now, and counts of the queue. The search
 * starts after the reminder with the id `setelah` and continues from the start of the queue when it
 * reaches the end. `berikut` is null when no reminder except `setelah` can be sent now.
 */
export const nextPengingat = call({
  method: 'GET',
  path: '/pengingat/berikut',
  access: 'pengingat/index',
  query: { setelah: z.optional(idText('Pengingat tidak dikenal')) },
  output: z.object({
    berikut: z.nullable(z.object({ id: id(), billing_id: id() })),
    /** Number of reminders in the queue. */
    menunggu: z.int(),
    /**
     * Number of reminders in the queue that are held back until a payment confirmation is reviewed.
     */
    tertahan: z.int(),
    /**
     * Number of reminders in the queue that cannot be sent now, because their outlet is outside its
     * sending hours. Reminders that `tertahan` counts are not included.
     */
    di_luar_jam: z.int(),
  }),
})
