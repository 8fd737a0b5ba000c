/** Calls by which staff list and revoke the secret links of a user. */
import * as z from 'zod/mini'
import { byId, call } from '#contract/call.ts'
import { enumOf } from '#contract/enums.ts'
import { id, oneOf, optional } from '#contract/fields.ts'

/**
 * Kinds of secret links. The holder of a link needs no password, so every new kind belongs here and
 * is then listed and revoked with the others.
 */
export const JenisTautan = enumOf([
  ['undangan', 'Undangan mengatur password'],
  ['reset', 'Kode reset password'],
  ['email', 'Konfirmasi email baru'],
  ['kalender', 'Kalender jadwal'],
  ['tagihan', 'Tagihan'],
])

/** Valid secret links of a user, newest first; at most 100 links to bills. */
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
      /** Target of the link in addition to the user: a bill number or an email address. */
      untuk: z.nullable(z.string()),
      /** Times in ISO format. */
      dibuat: z.string(),
      terakhir: z.nullable(z.string()),
      /** Null: valid while the bill is open. */
      kedaluwarsa: z.nullable(z.string()),
    }),
  ),
})
/**
 * Revokes links of a user: one link of a bill, all of a kind, or all. Returns their number. 422 for
 * `tautan_id` with a kind other than bills, or without a kind.
 */
export const cabutTautan = call({
  method: 'POST',
  path: '/user/cabut-tautan',
  access: 'user/reset-password',
  query: byId,
  input: { jenis: optional(oneOf('Jenis', JenisTautan)), tautan_id: optional(id()) },
  output: z.object({ jumlah: z.int() }),
})
