/** Secret links of a user, for staff: what there is, and ending it. */
import * as z from 'zod/mini'
import { byId, call } from '#contract/call.ts'
import { enumOf } from '#contract/enums.ts'
import { id, oneOf, optional } from '#contract/fields.ts'

/**
 * Kinds of secret links. Who holds one needs no password: a new kind belongs here, and is listed
 * and ended with the others.
 */
export const JenisTautan = enumOf([
  ['undangan', 'Undangan mengatur password'],
  ['reset', 'Kode reset password'],
  ['email', 'Konfirmasi email baru'],
  ['kalender', 'Kalender jadwal'],
  ['tagihan', 'Tagihan'],
])

/** Secret links of a user that hold now, the newest first; bills' at most 100. */
export const tautanUser = call({
  method: 'GET',
  path: '/user/tautan',
  access: 'user/reset-password',
  query: byId,
  output: z.array(
    z.object({
      jenis: JenisTautan.schema,
      /** Id of the link of a bill; null for other kinds, of which a user has one each. */
      tautan_id: z.nullable(id()),
      /** Target of the link beside the user: the number of a bill, a mail address. */
      untuk: z.nullable(z.string()),
      /** ISO times. */
      dibuat: z.string(),
      terakhir: z.nullable(z.string()),
      /** Null: while the bill is open. */
      kedaluwarsa: z.nullable(z.string()),
    }),
  ),
})
/**
 * Ends links of a user: one of a bill, all of a kind, or all. Returns how many there were. 422 for
 * `tautan_id` with another kind, or with none.
 */
export const cabutTautan = call({
  method: 'POST',
  path: '/user/cabut-tautan',
  access: 'user/reset-password',
  query: byId,
  input: { jenis: optional(oneOf('Jenis', JenisTautan)), tautan_id: optional(id()) },
  output: z.object({ jumlah: z.int() }),
})
