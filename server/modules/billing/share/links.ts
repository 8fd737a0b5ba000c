/** Creates, finds and revokes the links to the public page of a bill (domain.md 3.15). */
import { createHash, randomBytes } from 'node:crypto'
import { publicPath } from '#contract/billing/shareCalls.ts'
import { BillingStatus, PaymentStatus } from '#contract/enums.ts'
import type { Db, Trx } from '#server/db/schema/tables.ts'
import { conflict } from '#server/errors.ts'
import { authorId, now, type Author, type Ctx } from '#server/http/context.ts'

/** Author of messages and links, and the origin (scheme and host) of the links. */
export interface Sender {
  author: Author
  origin: string
}

/** Number of random bytes of a token. A token of 128 bits cannot be guessed. */
const tokenBytes = 16
const tokenForm = /^[\w-]{22}$/
const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex')
/** Number of days for which a link still opens after the bill was paid in full. */
const daysAfterPaid = 60
const dayMs = 86_400_000

/** Columns of a bill that determine whether and until when its links open. */
interface Shared {
  id: number
  status: number
  payment_status: number
  void_at: string | null
  diterbitkan_at: string | null
}
const sharedColumns = [
  'billing.id',
  'billing.status',
  'billing.payment_status',
  'billing.void_at',
  'billing.diterbitkan_at',
] as const

/**
 * Returns the reason why links to a bill do not open; undefined if the bill is published and not
 * void. Does not check whether the links have expired.
 */
export const obstacleOf = (bill: Shared): string | undefined => {
  if (bill.status !== BillingStatus.terbit) return 'Tagihan masih draft'
  return bill.void_at ? 'Tagihan sudah dibatalkan' : undefined
}
/**
 * Returns the instant until which links to a bill open: 60 days after its last payment was entered.
 * Null while the bill is not paid in full.
 */
export const openUntil = (
  bill: Pick<Shared, 'payment_status' | 'diterbitkan_at'>,
  paidAt: string | null | undefined,
): string | null => {
  if (bill.payment_status !== PaymentStatus.lunas) return null
  const since = paidAt ?? bill.diterbitkan_at ?? now()
  return new Date(Date.parse(since) + daysAfterPaid * dayMs).toISOString()
}
/**
 * Reads the last payment of a bill from the database. Returns the instant until which links to the
 * bill open; null while the bill is not paid in full.
 */
export const validUntil = async (db: Db | Trx, bill: Shared): Promise<string | null> => {
  if (bill.payment_status !== PaymentStatus.lunas) return null
  const paid = await db
    .selectFrom('billing_payment_alokasi')
    .select((eb) => eb.fn.max('created_at').as('at'))
    .where('billing_id', '=', bill.id)
    .where('void_at', 'is', null)
    .executeTakeFirst()
  return openUntil(bill, paid?.at)
}

/** Makes a link to a bill. Throws 409 if links to the bill do not open. */
export const makeLink = async (
  trx: Trx,
  { author, origin }: Sender,
  bill: Shared,
): Promise<{ id: number; url: string; berlaku_sampai: string | null }> => {
  const obstacle = obstacleOf(bill)
  if (obstacle) throw conflict(obstacle)
  const berlaku_sampai = await validUntil(trx, bill)
  if (berlaku_sampai !== null && berlaku_sampai < now())
    throw conflict('Tagihan ini lunas lebih dari 60 hari yang lalu')
  const token = randomBytes(tokenBytes).toString('base64url')
  const { id } = await trx
    .insertInto('tautan_tagihan')
    .values({
      billing_id: bill.id,
      token_hash: hashOf(token),
      dibuat: now(),
      dibuat_oleh: authorId(author),
      dicabut_at: null,
      dicabut_oleh: null,
      dibuka_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, url: origin + publicPath(token), berlaku_sampai }
}

/** Finds the link of a token; undefined for an unknown, revoked or expired link alike. */
export const findLink = async (
  db: Db,
  token: string,
): Promise<{ id: number; billing_id: number } | undefined> => {
  if (!tokenForm.test(token)) return undefined
  const link = await db
    .selectFrom('tautan_tagihan')
    .innerJoin('billing', 'billing.id', 'tautan_tagihan.billing_id')
    .select(['tautan_tagihan.id as tautan_id', 'tautan_tagihan.dicabut_at', ...sharedColumns])
    .where('token_hash', '=', hashOf(token))
    .executeTakeFirst()
  if (!link || link.dicabut_at !== null || obstacleOf(link)) return undefined
  const until = await validUntil(db, link)
  if (until !== null && until < now()) return undefined
  return { id: link.tautan_id, billing_id: link.id }
}

/** Revokes all links of a bill. Returns the number of revoked links. */
export const revokeLinks = async (trx: Trx, ctx: Ctx, billing_id: number): Promise<number> => {
  const revokedLinks = await trx
    .updateTable('tautan_tagihan')
    .set({ dicabut_at: now(), dicabut_oleh: ctx.actor.id })
    .where('billing_id', '=', billing_id)
    .where('dicabut_at', 'is', null)
    .returning('id')
    .execute()
  return revokedLinks.length
}
