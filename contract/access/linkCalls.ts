/** Calls with which staff list and revoke the secret links of a user. */
import * as z from 'zod/mini'
import { byId, call } from '#contract/call.ts'
import { enumOf } from '#contract/enums.ts'
import { id, oneOf, optional } from '#contract/fields.ts'

/**
 * Kinds of secret links, whose holder needs no password. A new kind is added to this list so that
 * staff can list and revoke its links.
 */
export const JenisTautan = enumOf([
  ['undangan', 'Undangan mengatur password'],
  ['reset', 'Kode reset password'],
  ['email', 'Konfirmasi email baru'],
  ['kalender', 'Kalender jadwal'],
  ['tagihan', 'Tagihan'],
])

/**
 * Returns the valid secret links of a user, newest first. At most 100 of them are links to bills.
 */
export const tautanUser = call({
  method: 'GET',
  path: '/user/tautan',
  access: 'user/reset-password',
  query: byId,
  output: z.array(
    z.object({
      jenis: JenisTautan.schema,
      /**
       * Id of a link to a bill; null for the other kinds, of which a user has at most one link
       * each.
       */
      tautan_id: z.nullable(id()),
      /**
       * Bill number or email address that the link is for; null when the link is only for the user.
       */
      untuk: z.nullable(z.string()),
      /** Time of creation, in ISO format like the two times below. */
      dibuat: z.string(),
      terakhir: z.nullable(z.string()),
      /** Time of expiry; null for a link that is valid while its bill is open. */
      kedaluwarsa: z.nullable(z.string()),
    }),
  ),
})
/**
 * Revokes one link to a bill, all links of a kind, or all links of a user, and returns the number
 * of revoked links. Returns 422 when `tautan_id` comes without the kind `tagihan`.
 */
export const cabutTautan = call({
  method: 'POST',
  path: '/user/cabut-tautan',
  access: 'user/reset-password',
  query: byId,
  input: { jenis: optional(oneOf('Jenis', JenisTautan)), tautan_id: optional(id()) },
  output: z.object({ jumlah: z.int() }),
})
