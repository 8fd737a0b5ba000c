/** Working through the queue of reminders (domain.md 3.12). */
import * as z from 'zod/mini'
import { call } from '#contract/call.ts'
import { id, idText } from '#contract/fields.ts'

/**
 * The next reminder that may be sent now, after the one that is being looked at, from the start
 * again at the end; and how many there are.
 */
export const nextPengingat = call({
  method: 'GET',
  path: '/pengingat/berikut',
  access: 'pengingat/index',
  query: { setelah: z.optional(idText('Pengingat tidak dikenal')) },
  output: z.object({
    berikut: z.nullable(z.object({ id: id(), billing_id: id() })),
    /** All that wait. */
    menunggu: z.int(),
    /** Of them, those that a confirmation holds back. */
    tertahan: z.int(),
    /** Of the rest, those of outlets where it is too early or too late. */
    di_luar_jam: z.int(),
  }),
})
