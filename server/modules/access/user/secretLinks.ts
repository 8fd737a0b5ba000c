/**
 * Calls by which staff list and end the secret links of a user (domain.md 3.13): password codes,
 * the link that confirms a new mail address, the calendar link, links to bills, and access tokens.
 */
import { sql, type SqlBool } from 'kysely'
import type { tautanUser } from '#contract/access/linkCalls.ts'
import type { CallOutput } from '#contract/call.ts'
import { BillingStatus } from '#contract/enums.ts'
import type { Db, Trx } from '#server/db/schema/tables.ts'
import { transaction } from '#server/db/transaction.ts'
import { invalidField, notFound } from '#server/errors.ts'
import { inScope, type Handlers } from '#server/http/calls.ts'
import { now, type Actor, type Ctx } from '#server/http/context.ts'
import { accountSeal, calendarSeal } from '#server/modules/access/auth/linkSeal.ts'
import { liveTokens } from '#server/modules/access/auth/token/token.ts'
import { checkTarget } from '#server/modules/access/user/save/bounds.ts'
import { userModule } from '#server/modules/access/user/user.ts'
import { billingScope } from '#server/modules/billing/bills/scope.ts'
import { openUntil } from '#server/modules/billing/share/links.ts'
import { calendarEnd } from '#server/modules/schedule/calendar/calendarLink.ts'
import { auditEvent } from '#server/resource/auditLog.ts'
import type { Condition } from '#server/resource/query/conditions.ts'

type Link = CallOutput<typeof tautanUser>[number]
/** Maximum number of listed links to bills; a family has far fewer open bills. */
const mostBills = 100

/** Reads the valid codes by which the user could set a password. */
const readCodes = async (db: Db, id: number): Promise<Link[]> => {
  const rows = await db
    .selectFrom('otp')
    .select(['tujuan', 'dibuat', 'kedaluwarsa', 'segel'])
    .where('user_id', '=', id)
    .where('dipakai_at', 'is', null)
    .where('kedaluwarsa', '>', now())
    .execute()
  const seal = rows.length > 0 ? await accountSeal(db, id) : null
  return rows
    .filter(({ segel }) => segel === seal)
    .map(({ tujuan, dibuat, kedaluwarsa }) => ({
      jenis: tujuan,
      tautan_id: null,
      untuk: null,
      dibuat,
      terakhir: null,
      kedaluwarsa,
    }))
}
/** Reads the valid link that confirms a new mail address. */
const readNewEmail = async (db: Db, id: number): Promise<Link[]> => {
  const rows = await db
    .selectFrom('email_baru')
    .select(['email', 'dibuat', 'kedaluwarsa', 'segel'])
    .where('user_id', '=', id)
    .where('kedaluwarsa', '>', now())
    .execute()
  const seal = rows.length > 0 ? await accountSeal(db, id) : null
  return rows
    .filter(({ segel }) => segel === seal)
    .map(({ email, dibuat, kedaluwarsa }) => ({
      jenis: 'email',
      tautan_id: null,
      untuk: email,
      dibuat,
      terakhir: null,
      kedaluwarsa,
    }))
}
/** Reads the link to the user's calendar. Returns an empty list if there is no valid link. */
const readCalendars = async (db: Db, id: number): Promise<Link[]> => {
  const rows = await db
    .selectFrom('kalender')
    .innerJoin('user', 'user.id', 'kalender.user_id')
    .leftJoin('user as payer', 'payer.id', 'user.akun_billing_id')
    .select(['kalender.dibuat', 'kalender.terpakai', 'kalender.segel'])
    .select(['user.token_versi', 'user.akun_billing_id', 'payer.token_versi as payer_versi'])
    .where('user.id', '=', id)
    .execute()
  return rows.flatMap((row) => {
    const kedaluwarsa = calendarEnd(row)
    if (row.segel !== calendarSeal(row) || kedaluwarsa <= now()) return []
    const { dibuat, terpakai } = row
    return [
      { jenis: 'kalender', tautan_id: null, untuk: null, dibuat, terakhir: terpakai, kedaluwarsa },
    ]
  })
}
/**
 * Returns the condition for bills in the actor's scope. Links to bills of other outlets are managed
 * by the staff of those outlets.
 */
const billsInScope = (actor: Actor): Condition => billingScope(actor) ?? sql<SqlBool>`1 = 1`
/** Reads the valid links to bills that the user pays. */
const readBillLinks = async ({ db, actor }: Ctx, id: number): Promise<Link[]> => {
  const rows = await db
    .selectFrom('tautan_tagihan')
    .innerJoin('billing', 'billing.id', 'tautan_tagihan.billing_id')
    .select(['tautan_tagihan.id', 'tautan_tagihan.dibuat', 'terpakai', 'billing.nomor'])
    .select(['billing.payment_status', 'billing.diterbitkan_at'])
    .select((eb) =>
      eb
        .selectFrom('billing_payment_alokasi as a')
        .select((e) => e.fn.max('a.created_at').as('at'))
        .whereRef('a.billing_id', '=', 'billing.id')
        .where('a.void_at', 'is', null)
        .as('dibayar_at'),
    )
    .where('billing.akun_billing_id', '=', id)
    .where('billing.status', '=', BillingStatus.terbit)
    .where('billing.void_at', 'is', null)
    .where('dicabut_at', 'is', null)
    .where(billsInScope(actor))
    .orderBy('tautan_tagihan.id', 'desc')
    .limit(mostBills)
    .execute()
  return rows.flatMap(({ id: tautan_id, nomor, dibuat, terpakai, dibayar_at, ...bill }) => {
    const kedaluwarsa = openUntil(bill, dibayar_at)
    if (kedaluwarsa !== null && kedaluwarsa <= now()) return []
    return [{ jenis: 'tagihan', tautan_id, untuk: nomor, dibuat, terakhir: terpakai, kedaluwarsa }]
  })
}

/** Reads the valid personal access tokens of the user. */
const readTokens = async (db: Db, id: number): Promise<Link[]> =>
  (await liveTokens(db, id)).map(({ id: tautan_id, nama, dibuat, terpakai, kedaluwarsa }) => ({
    jenis: 'token',
    tautan_id,
    untuk: nama,
    dibuat,
    terakhir: terpakai,
    kedaluwarsa,
  }))

interface Chosen {
  jenis: Link['jenis'] | null
  tautan_id: number | null
}
/**
 * Ends the secret links of a kind and returns the number of ended links. Ends links of all kinds if
 * `jenis` is null. With `tautan_id`, ends only that link to a bill or that token.
 */
const endLinks = async (
  trx: Trx,
  ctx: Ctx,
  id: number,
  { jenis, tautan_id }: Chosen,
): Promise<number> => {
  let count = 0
  for (const tujuan of ['undangan', 'reset'] as const) {
    if (jenis !== null && jenis !== tujuan) continue
    const codes = trx.deleteFrom('otp').where('user_id', '=', id).where('tujuan', '=', tujuan)
    count += (await codes.where('dipakai_at', 'is', null).returning('id').execute()).length
  }
  if (jenis === null || jenis === 'email') {
    const wishes = trx.deleteFrom('email_baru').where('user_id', '=', id)
    count += (await wishes.returning('user_id').execute()).length
  }
  if (jenis === null || jenis === 'kalender') {
    const calendars = trx.deleteFrom('kalender').where('user_id', '=', id)
    count += (await calendars.returning('user_id').execute()).length
  }
  if (jenis === null || jenis === 'tagihan') {
    const links = trx
      .updateTable('tautan_tagihan')
      .set({ dicabut_at: now(), dicabut_oleh: ctx.actor.id })
      .where('dicabut_at', 'is', null)
      .where('billing_id', 'in', (eb) =>
        eb
          .selectFrom('billing')
          .select('id')
          .where('akun_billing_id', '=', id)
          .where(billsInScope(ctx.actor)),
      )
    const chosen = tautan_id === null ? links : links.where('id', '=', tautan_id)
    count += (await chosen.returning('id').execute()).length
  }
  if (jenis === null || jenis === 'token') {
    const tokens = trx.deleteFrom('token_akses').where('user_id', '=', id)
    const chosen = tautan_id === null ? tokens : tokens.where('id', '=', tautan_id)
    count += (await chosen.returning('id').execute()).length
  }
  return count
}

export const secretLinkCalls: Pick<Handlers, 'tautanUser' | 'cabutTautan'> = {
  tautanUser: async (ctx, _, { id }) => {
    await inScope(ctx, userModule, id)
    const links = [
      ...(await readCodes(ctx.db, id)),
      ...(await readNewEmail(ctx.db, id)),
      ...(await readCalendars(ctx.db, id)),
      ...(await readBillLinks(ctx, id)),
      ...(await readTokens(ctx.db, id)),
    ]
    return links.toSorted((a, b) => (a.dibuat < b.dibuat ? 1 : -1))
  },
  cabutTautan: async (ctx, { jenis, tautan_id }, { id }) => {
    if (tautan_id !== null && jenis !== 'tagihan' && jenis !== 'token')
      throw invalidField('tautan_id', 'Hanya tautan tagihan dan token yang dicabut satu per satu')
    await inScope(ctx, userModule, id)
    return transaction(ctx.db, async (trx) => {
      const row = await trx
        .selectFrom('user')
        .select(['id', 'role_id', 'gedung_id'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow(() => notFound('User'))
      await checkTarget(trx, ctx.actor, row, 'Cabut tautan sendiri di Profil')
      const jumlah = await endLinks(trx, ctx, id, { jenis, tautan_id })
      if (jumlah > 0)
        await auditEvent(trx, ctx, {
          aksi: 'cabut-tautan',
          entitas: 'user',
          entitas_id: id,
          gedung_id: row.gedung_id,
          sesudah: JSON.stringify({ Jenis: jenis ?? 'semua', Jumlah: jumlah }),
        })
      return { jumlah }
    })
  },
}
