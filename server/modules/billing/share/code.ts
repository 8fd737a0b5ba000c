/**
 * Codes that are mailed to the payer of a bill and can be used once (domain.md 3.15). With a code,
 * the holder of a link can confirm a payment without a login. Responses never reveal whether the
 * payer has a mail address.
 */
import { randomBytes, randomInt } from 'node:crypto'
import { RoleId, UserStatus } from '#contract/enums.ts'
import type { Db, Trx } from '#server/db/schema/tables.ts'
import { transaction } from '#server/db/transaction.ts'
import { hashPassword, sha256, verifyPassword } from '#server/http/auth.ts'
import { allows, now, type Actor } from '#server/http/context.ts'
import {
  countLimits,
  dayMs,
  hourMs,
  quarterMs,
  tooMany,
  type Limit,
} from '#server/http/limits/attemptLimits.ts'

const minuteMs = 60_000
/** Validity of a code in ms. */
const codeMs = 10 * minuteMs
/** Validity in ms of the permit (`izin`) that a visitor gets for the correct code. */
const leaveMs = 45 * minuteMs
/** Maximum number of attempts per code. */
const maxTries = 5
/**
 * Limits of codes and attempts. `link`, `akun` and `net` are the maximum numbers of codes per hour
 * for a link, a payer and a network. `triesAkun` is the maximum number of attempts for a payer per
 * day. `triesNet` is the maximum number of attempts from a network per quarter of an hour. The
 * limits of a network are high because thousands of families may share it.
 */
const most = { link: 5, akun: 8, net: 200, triesAkun: 40, triesNet: 200 }

/**
 * Request for a code, or an attempt to enter a code: the link, the payer of its bill, and the
 * network of the client.
 */
export interface CodeRequest {
  tautan_id: number
  akun: number
  net: string
}
const countAll = async (trx: Trx, limits: readonly Limit[]): Promise<void> => {
  const { full } = await countLimits(trx, limits)
  if (full) throw tooMany(full)
}

/**
 * Returns the mail address for the bills of a payer; undefined if the payer has none or is not
 * active.
 */
const readAddress = async (db: Db, akun: number): Promise<string | undefined> => {
  const row = await db
    .selectFrom('user')
    .leftJoin('akun_billing_profil as profil', 'profil.user_id', 'user.id')
    .select(['user.email', 'profil.email_tagihan'])
    .where('user.id', '=', akun)
    .where('user.status', '=', UserStatus.aktif)
    .executeTakeFirst()
  return row?.email_tagihan ?? row?.email ?? undefined
}

/**
 * Makes a code that replaces the earlier codes of the link. Returns the code and the mail address.
 * For a payer without an address, does the same work but returns undefined, so that the response
 * time does not reveal the missing address. Throws 429 if a limit is exceeded.
 */
export const makeCode = async (
  db: Db,
  { tautan_id, akun, net }: CodeRequest,
): Promise<{ to: string; code: string } | undefined> => {
  // Counts the limits before the expensive hash is computed, so that repeated requests cannot slow
  // down the server.
  await transaction(db, (trx) =>
    countAll(trx, [
      { key: `tautan-kode-jeda:${tautan_id}`, limit: 1, windowMs: minuteMs },
      { key: `tautan-kode:${tautan_id}`, limit: most.link, windowMs: hourMs },
      { key: `tautan-kode-akun:${akun}`, limit: most.akun, windowMs: hourMs },
      { key: `tautan-kode-ip:${net}`, limit: most.net, windowMs: hourMs },
    ]),
  )
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const kode_hash = await hashPassword(code, 'guest')
  const to = await readAddress(db, akun)
  await transaction(db, async (trx) => {
    const old = new Date(Date.now() - dayMs).toISOString()
    await trx
      .deleteFrom('kode_tautan')
      .where((eb) =>
        eb.or([
          eb.and([eb('tautan_id', '=', tautan_id), eb('izin_hash', 'is', null)]),
          eb('dibuat', '<', old),
        ]),
      )
      .execute()
    await trx
      .insertInto('kode_tautan')
      .values({
        tautan_id,
        kode_hash,
        dibuat: now(),
        izin_hash: null,
        izin_sampai: null,
        dipakai_at: null,
      })
      .execute()
  })
  return to === undefined ? undefined : { to, code }
}

/**
 * Counts an attempt to enter the code of the link. Returns the id and the hash of the code;
 * undefined if the code has expired, was already used or has no attempts left. Throws 429 if a
 * limit is exceeded.
 */
const takeTry = (db: Db, { tautan_id, akun, net }: CodeRequest) =>
  transaction(db, async (trx) => {
    await countAll(trx, [
      { key: `tautan-coba-akun:${akun}`, limit: most.triesAkun, windowMs: dayMs },
      { key: `tautan-coba-ip:${net}`, limit: most.triesNet, windowMs: quarterMs },
    ])
    return trx
      .updateTable('kode_tautan')
      .set((eb) => ({ percobaan: eb('percobaan', '+', 1) }))
      .where('tautan_id', '=', tautan_id)
      .where('izin_hash', 'is', null)
      .where('percobaan', '<', maxTries)
      .where('dibuat', '>', new Date(Date.now() - codeMs).toISOString())
      .returning(['id', 'kode_hash'])
      .executeTakeFirst()
  })

/** Returns a permit for sending one confirmation if the code is right; otherwise undefined. */
export const takePermit = async (
  db: Db,
  asking: CodeRequest,
  code: string,
): Promise<string | undefined> => {
  const row = await takeTry(db, asking)
  const isRight = await verifyPassword(row?.kode_hash, code, 'guest')
  if (!row || !isRight) return undefined
  const leave = randomBytes(16).toString('base64url')
  const usedCode = await transaction(db, (trx) =>
    trx
      .updateTable('kode_tautan')
      .set({
        izin_hash: sha256(leave),
        izin_sampai: new Date(Date.now() + leaveMs).toISOString(),
      })
      .where('id', '=', row.id)
      .where('izin_hash', 'is', null)
      .returning('id')
      .executeTakeFirst(),
  )
  return usedCode && leave
}

/** Whether a permit of a link is valid and not used yet. */
export const hasPermit = async (db: Db, tautan_id: number, leave: string): Promise<boolean> =>
  (await db
    .selectFrom('kode_tautan')
    .select('id')
    .where('izin_hash', '=', sha256(leave))
    .where('tautan_id', '=', tautan_id)
    .where('dipakai_at', 'is', null)
    .where('izin_sampai', '>', now())
    .executeTakeFirst()) !== undefined

/** Marks a permit as used. Returns false if another request has already used it. */
export const usePermit = async (trx: Trx, leave: string): Promise<boolean> =>
  (await trx
    .updateTable('kode_tautan')
    .set({ dipakai_at: now() })
    .where('izin_hash', '=', sha256(leave))
    .where('dipakai_at', 'is', null)
    .returning('id')
    .executeTakeFirst()) !== undefined

/**
 * Returns the payer as the actor who files the confirmation. Returns undefined if the payer is
 * inactive or may not create confirmations.
 */
export const readPayerActor = async (db: Db, akun: number): Promise<Actor | undefined> => {
  const row = await db
    .selectFrom('user')
    .innerJoin('role', 'role.id', 'user.role_id')
    .select(['user.id', 'user.name', 'user.role_id', 'role.dasar_role_id', 'role.accesses'])
    .where('user.id', '=', akun)
    .where('user.status', '=', UserStatus.aktif)
    .executeTakeFirst()
  if (!row) return undefined
  const accesses: string[] = JSON.parse(row.accesses)
  const customRoles = await db
    .selectFrom('role')
    .select(['id', 'dasar_role_id'])
    .where('id', '>', 6)
    .execute()
  const actor: Actor = {
    id: row.id,
    name: row.name,
    role_id: row.role_id,
    dasar: row.dasar_role_id ?? row.role_id,
    accesses,
    allowed: new Set(accesses),
    gedung: [],
    token_hash: '',
    customRoles: customRoles.map((role) => ({ id: role.id, dasar: role.dasar_role_id ?? 0 })),
    harus_ganti_password: false,
  }
  const may = actor.dasar === RoleId.akunBilling && allows(actor, 'konfirmasi-pembayaran/create')
  return may ? actor : undefined
}
