/** Calls with which staff list and revoke the secret links of a user. */
import * as z from 'zod/mini'
import { byId, call } from '#contract/call.ts'
import { enumOf } from '#contract/enums.ts'
import { id, oneOf, optional } from '#contract/fields.ts'

/**
 * Kinds of secret links, which work without a password. Every new kind has to be added here:
 * staff can only list and revoke links of these kinds.
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
       * Id of a link to a bill. Null for the other kinds: a user has at most one link of each of
       * these kinds, so the kind identifies the link.
       */
      tautan_id: z.nullable(id()),
      /**
       * Number of the bill that the link opens, or email address that the link confirms; null for
       * other kinds.
       */
      untuk: z.nullable(z.string()),
      /** Time of creation, in ISO format. */
      dibuat: z.string(),
      /** Time of the last use, in ISO format; null without a use, or when uses are not recorded. */
      terakhir: z.nullable(z.string()),
      /** Time of expiry, in ISO format; null for a link to a bill that is not paid in full. */
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
