/** Calls with which staff list and revoke the secret links of a user. */
import * as z from 'zod/mini'
import { byId, call } from '#contract/call.ts'
import { enumOf } from '#contract/enums.ts'
import { id, oneOf, optional } from '#contract/fields.ts'

/**
 * Kinds of secret links. A secret link works without a password, and so does a personal access
 * token. Add every new kind to this list, because staff can list and revoke only listed kinds.
 */
export const JenisTautan = enumOf([
  ['undangan', 'Undangan mengatur password'],
  ['reset', 'Kode reset password'],
  ['email', 'Konfirmasi email baru'],
  ['kalender', 'Kalender jadwal'],
  ['tagihan', 'Tagihan'],
  ['token', 'Token akses'],
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
       * Id of the link, for a link to a bill and for a token. Null for links of other kinds: a user
       * has at most one link of each of these kinds, so `jenis` alone identifies the link.
       */
      tautan_id: z.nullable(id()),
      /**
       * Number of the bill that the link opens, the email address that the link confirms, or the
       * name of the token. Null for links of other kinds.
       */
      untuk: z.nullable(z.string()),
      /** Time of creation, in ISO format. */
      dibuat: z.string(),
      /**
       * Time of the last use, in ISO format. Null when the link has not been used, or when uses of
       * its kind are not recorded.
       */
      terakhir: z.nullable(z.string()),
      /** Time of expiry, in ISO format; null for a link to a bill that is not paid in full. */
      kedaluwarsa: z.nullable(z.string()),
    }),
  ),
})
/**
 * Revokes secret links of a user and returns the number of revoked links. `jenis` with `tautan_id`
 * revokes one link to a bill or one token; `jenis` alone revokes all links of the kind; without
 * inputs, all links are revoked. Returns 422 when `tautan_id` comes with another kind.
 */
export const cabutTautan = call({
  method: 'POST',
  path: '/user/cabut-tautan',
  access: 'user/reset-password',
  query: byId,
  input: { jenis: optional(oneOf('Jenis', JenisTautan)), tautan_id: optional(id()) },
  output: z.object({ jumlah: z.int() }),
})
