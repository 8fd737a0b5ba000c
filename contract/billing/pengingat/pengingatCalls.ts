/** Call with which a user works through the queue of reminders (domain.md 3.12). */
import * as z from 'zod/mini'
import { call } from '#contract/call.ts'
import { id, idText } from '#contract/fields.ts'

/**
 * Returns the next reminder that can be sent now, and counts of the queue. The search starts after
 * the reminder with the id `setelah`; at the end of the queue, it continues from the start.
 * `berikut` is null when no reminder other than `setelah` can be sent now.
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
    /** Number of reminders in the queue that wait for the review of a payment confirmation. */
    tertahan: z.int(),
    /**
     * Number of reminders in the queue whose outlet is outside its sending hours. Reminders that
     * `tertahan` counts are excluded.
     */
    di_luar_jam: z.int(),
  }),
})
