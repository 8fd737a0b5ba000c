/** Calls with which staff list, create and revoke their own access tokens (domain.md 2.1). */
import { randomBytes } from 'node:crypto'
import { tokensPerUser, type makeToken } from '#contract/access/tokenCalls.ts'
import type { CallInput } from '#contract/call.ts'
import { fromJson } from '#server/db/json.ts'
import type { Db, Trx } from '#server/db/schema/tables.ts'
import { transaction } from '#server/db/transaction.ts'
import { conflict, forbidden, invalidField, notFound } from '#server/errors.ts'
import {
  heldCodes,
  heldOutlets,
  mayLimitOutlets,
  mayUseTokens,
  tokenPrefix,
} from '#server/http/accessToken.ts'
import { sha256 } from '#server/http/auth.ts'
import type { Handlers } from '#server/http/calls.ts'
import { now, type Actor, type Ctx } from '#server/http/context.ts'
import { checkOwnPassword } from '#server/modules/access/auth/ownPassword.ts'
import { auditEvent } from '#server/resource/auditLog.ts'

const dayMs = 86_400_000
/** Length of the random part of a token in bytes. */
const tokenBytes = 32
/** Number of characters of a token that lists show. */
const shownLength = tokenPrefix.length + 4

/** Returns the valid tokens of a user, newest first. */
export const liveTokens = (db: Db | Trx, user_id: number) =>
  db
    .selectFrom('token_akses')
    .innerJoin('user', 'user.id', 'token_akses.user_id')
    .whereRef('user.token_versi', '=', 'token_akses.token_versi')
    .select(['token_akses.id', 'token_akses.nama', 'token_akses.awalan', 'token_akses.kode'])
    .select(['token_akses.gedung', 'token_akses.dibuat', 'token_akses.terpakai'])
    .select('token_akses.kedaluwarsa')
    .where('token_akses.user_id', '=', user_id)
    .where('token_akses.kedaluwarsa', '>', now())
    .orderBy('token_akses.id', 'desc')
    .execute()

/** Throws 403 for families, even if their custom role holds the code of tokens. */
const checkStaff = (actor: Actor): void => {
  if (!mayUseTokens(actor)) throw forbidden('Token akses hanya untuk petugas sekolah')
}
/** Throws 422 unless the caller holds every chosen access code and outlet. */
const checkScope = async (
  { db, actor }: Ctx,
  { kode, gedung }: Pick<CallInput<typeof makeToken>, 'kode'> & { gedung: readonly number[] },
): Promise<void> => {
  if (kode.length === 0) throw invalidField('kode', 'Pilih paling sedikit satu akses')
  const held = heldCodes(actor, kode)
  const beyond = kode.filter((code) => !held.includes(code))
  if (beyond.length > 0)
    throw invalidField('kode', `Tidak dapat diberikan: ${beyond.slice(0, 3).join(', ')}`)
  if (gedung.length === 0) return
  if (!mayLimitOutlets(actor))
    throw invalidField('gedung', 'Hanya token admin yang dapat dibatasi per outlet')
  const rows = await db.selectFrom('gedung').select('id').where('id', 'in', gedung).execute()
  const ownOutlets = heldOutlets(
    actor,
    rows.map(({ id }) => id),
  )
  if (gedung.some((id) => !ownOutlets.includes(id)))
    throw invalidField('gedung', 'Bukan outlet Anda')
}

export const tokenCalls: Pick<Handlers, 'tokenList' | 'makeToken' | 'revokeToken'> = {
  tokenList: async ({ db, actor }) => {
    checkStaff(actor)
    const tokens = await liveTokens(db, actor.id)
    const outlets = await db.selectFrom('gedung').select(['id', 'nama']).execute()
    return tokens.map(({ kode, gedung, ...token }) => {
      const chosen = fromJson<number[]>(gedung)
      return {
        ...token,
        kode: heldCodes(actor, fromJson<string[]>(kode)),
        gedung: outlets.filter(({ id }) => chosen.includes(id)),
      }
    })
  },
  makeToken: async (ctx, { nama, masa, gedung, kode, password }) => {
    const { db, actor } = ctx
    checkStaff(actor)
    await checkScope(ctx, { kode, gedung })
    await checkOwnPassword(ctx, password)
    const token = `${tokenPrefix}${randomBytes(tokenBytes).toString('base64url')}`
    const kedaluwarsa = new Date(Date.now() + masa * dayMs).toISOString()
    return transaction(db, async (trx) => {
      const tokens = await liveTokens(trx, actor.id)
      if (tokens.length >= tokensPerUser)
        throw conflict(`Sudah ada ${tokensPerUser} token. Cabut yang tidak dipakai dahulu.`)
      if (tokens.some((row) => row.nama === nama))
        throw invalidField('nama', 'Sudah ada token dengan nama ini')
      const { id } = await trx
        .insertInto('token_akses')
        .values((eb) => ({
          user_id: actor.id,
          nama,
          awalan: token.slice(0, shownLength),
          token_hash: sha256(token),
          token_versi: eb.selectFrom('user').select('token_versi').where('id', '=', actor.id),
          kode: JSON.stringify([...new Set(kode)]),
          gedung: JSON.stringify([...new Set(gedung)]),
          dibuat: now(),
          terpakai: null,
          kedaluwarsa,
        }))
        .returning('id')
        .executeTakeFirstOrThrow()
      await auditEvent(trx, ctx, {
        aksi: 'buat-token',
        entitas: 'user',
        entitas_id: actor.id,
        sesudah: JSON.stringify({ Nama: nama, Akses: kode.length, 'Berlaku sampai': kedaluwarsa }),
      })
      return { id, token, kedaluwarsa }
    })
  },
  revokeToken: async (ctx, { id }) => {
    await transaction(ctx.db, async (trx) => {
      const token = await trx
        .deleteFrom('token_akses')
        .where('id', '=', id)
        .where('user_id', '=', ctx.actor.id)
        .returning('nama')
        .executeTakeFirst()
      if (!token) throw notFound('Token akses')
      await auditEvent(trx, ctx, {
        aksi: 'cabut-token',
        entitas: 'user',
        entitas_id: ctx.actor.id,
        sebelum: JSON.stringify({ Nama: token.nama }),
      })
    })
    return {}
  },
}
