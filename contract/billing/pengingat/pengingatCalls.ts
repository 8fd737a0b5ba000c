/** Calls that work through the queue of reminders (domain.md 3.12). */
import * as z from 'zod/mini'
import { call } from '#contract/call.ts'
import { id, idText } from '#contract/fields.ts'

/**
 * The next reminder that can be sent now, after the current one and wrapping around at the end;
 * with the size of the queue.
 */
export const nextPengingat = call({
  method: 'GET',
  path: '/pengingat/berikut',
  access: 'pengingat/index',
  query: { setelah: z.optional(idText('Pengingat tidak dikenal')) },
  output: z.object({
    berikut: z.nullable(z.object({ id: id(), billing_id: id() })),
    /** Number of waiting reminders. */
    menunggu: z.int(),
    /** Number of those that wait for the review of a payment confirmation. */
    tertahan: z.int(),
    /** Number of the remaining ones whose outlet is outside its sending hours. */
    di_luar_jam: z.int(),
  }),
})
