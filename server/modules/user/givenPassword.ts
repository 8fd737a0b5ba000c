/**
 * A password that staff give to somebody. Judging and hashing it takes up to a second, in which
 * SQLite's one writer would wait with everybody else behind it: both are done before the
 * transaction that stores it.
 */
import * as z from 'zod/mini'
import { user } from '#contract/resources/user.ts'
import { ownerWords, weakPassword, type PasswordOwner } from '#contract/rules/password.ts'
import { invalidField } from '#server/errors.ts'
import { hashPassword } from '#server/http/auth.ts'
import type { Ctx } from '#server/http/context.ts'
import type { Module } from '#server/http/module.ts'
import { parseId } from '#server/http/query.ts'
import { findRow } from '#server/http/rows.ts'
import { judge } from '#server/modules/auth/strength.ts'
import { userScope } from '#server/modules/user/kinds.ts'
import { readSettings } from '#server/settings.ts'

/** Of a password of a request: its hash, or why it is refused. */
interface Prepared {
  password: string
  hash?: string
  refusal?: string
}
const prepared = new WeakMap<Ctx, Prepared>()

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

/** Operations that set a password; with any other one it is not looked at. */
const setting = new Set(['create', 'update', 'reset-password'])

/** Judges and hashes what a request wants to set; what is no password at all is refused later. */
export const preparePassword: NonNullable<Module<typeof user>['prepare']> = async (x) => {
  const { ctx, operation, body } = x
  if (!setting.has(operation) || ctx.actor.dasar === 4) return
  const parsed = z.safeParse(user.actions['reset-password'].shape.password, body.password)
  if (!parsed.success) return
  const password = parsed.data
  const module = { resource: user, scope: userScope }
  const row =
    operation === 'create' ? {} : await findRow(ctx.db, module, ctx.actor, parseId(ctx.url))
  // Somebody else's, or nobody's: refused when the row is read again.
  if (!row) return
  const { app_nama, nama_sekolah } = await readSettings(ctx.db)
  const words = ownerWords({ ...ownerOf(row), ...ownerOf(body) }, [app_nama, nama_sekolah])
  const verdict = await judge(password, words)
  prepared.set(
    ctx,
    verdict.weak
      ? { password, refusal: weakPassword(verdict) }
      : { password, hash: await hashPassword(password) },
  )
}

/** The hash of the password that this request gives. Throws 422 on `password` when it is weak. */
export const preparedHash = (ctx: Ctx, password: string): string => {
  const known = prepared.get(ctx)
  if (known?.refusal !== undefined) throw invalidField('password', known.refusal)
  if (known?.hash === undefined || known.password !== password)
    throw new Error('preparePassword() has not seen this password')
  return known.hash
}
