/**
 * Passwords that staff set for a user. Judging and hashing take up to a second, and SQLite has only
 * one writer, so both are done before the transaction that stores the password.
 */
import * as z from 'zod/mini'
import { ownerWords, weakPassword, type PasswordOwner } from '#contract/access/rules/password.ts'
import { user } from '#contract/access/user.ts'
import { RoleId } from '#contract/enums.ts'
import { invalidField } from '#server/errors.ts'
import { hashPassword } from '#server/http/auth.ts'
import { judge } from '#server/modules/access/auth/strength.ts'
import { userScope } from '#server/modules/access/user/kinds.ts'
import type { WriteRequest } from '#server/resource/module.ts'
import { parseId } from '#server/resource/query/query.ts'
import { findRow } from '#server/resource/rows.ts'
import { readSettings } from '#server/settings.ts'

/**
 * Password of a request: with its hash (`hash`), or, if the password is weak, with the message that
 * rejects it (`refusal`).
 */
export type GivenPassword =
  | { password: string; hash: string }
  | { password: string; refusal: string }

const ownerFields = [
  'name',
  'nama_panggilan',
  'username',
  'email',
  'phone',
  'tanggal_lahir',
  'wali_nama',
] as const satisfies readonly (keyof PasswordOwner)[]
const ownerOf = (row: Readonly<Record<string, unknown>>): PasswordOwner =>
  Object.fromEntries(
    ownerFields.flatMap((field) => {
      const value = row[field]
      return typeof value === 'string' ? [[field, value.slice(0, 200)]] : []
    }),
  )

/** Operations on users that set a password. */
const setting = new Set(['create', 'update', 'reset-password'])

/**
 * Judges and hashes the password of a request, before its transaction. Returns undefined when the
 * request sets no password, or will be rejected later for another reason.
 */
export const preparePassword = async ({
  ctx,
  operation,
  body,
}: WriteRequest): Promise<GivenPassword | undefined> => {
  if (!setting.has(operation) || ctx.actor.dasar === RoleId.sales) return
  const parsed = z.safeParse(user.actions['reset-password'].shape.password, body.password)
  if (!parsed.success) return
  const password = parsed.data
  const module = { resource: user, scope: userScope }
  const row =
    operation === 'create' ? {} : await findRow(ctx.db, module, ctx.actor, parseId(ctx.url))
  // If the row is missing or out of scope, the write itself fails later.
  if (!row) return
  const { app_nama, nama_sekolah } = await readSettings(ctx.db)
  const words = ownerWords({ ...ownerOf(row), ...ownerOf(body) }, [app_nama, nama_sekolah])
  const verdict = await judge(password, words)
  return verdict.weak
    ? { password, refusal: weakPassword(verdict) }
    : { password, hash: await hashPassword(password) }
}

/**
 * Returns the hash of a password from the result of `preparePassword`. Throws 422 for the field
 * `password` when the password is weak.
 */
export const preparedHash = (prepared: GivenPassword | undefined, password: string): string => {
  if (prepared && 'refusal' in prepared) throw invalidField('password', prepared.refusal)
  if (prepared?.password !== password)
    throw new Error('preparePassword() has not seen this password')
  return prepared.hash
}
