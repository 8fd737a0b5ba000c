/**
 * Audit log: the entries that a user may read, the columns of its exported file, and the entries
 * for calls that the server rejected.
 */
import { sql, type SqlBool } from 'kysely'
import { resources } from '#contract/registry.ts'
import type { Db } from '#server/db/schema/tables.ts'
import { transaction } from '#server/db/transaction.ts'
import { textSaid } from '#server/export/cellExpressions.ts'
import { sha256 } from '#server/http/auth.ts'
import type { Handlers } from '#server/http/calls.ts'
import type { Actor } from '#server/http/context.ts'
import { countLimits, fullLimit, quarterMs, type Limit } from '#server/http/limits/attemptLimits.ts'
import { auditNames } from '#server/modules/access/auditNames.ts'
import { userModule } from '#server/modules/access/user/user.ts'
import { billingPaymentModule } from '#server/modules/billing/payments/billingPayment.ts'
import { byRole, never, outlets } from '#server/modules/scope.ts'
import { auditEvent } from '#server/resource/auditLog.ts'
import { module, type FileColumn, type FileFor, type ModuleOf } from '#server/resource/module.ts'

/** Returns a subquery of the users in the actor's scope. */
const people = (actor: Actor) =>
  sql`(select "user".id from "user" where ${userModule.scope?.(actor) ?? never})`
/**
 * Returns a subquery of the receipts in the actor's scope. A receipt that also pays a bill of
 * another outlet is outside the scope, and so are its audit entries.
 */
const receipts = (actor: Actor) =>
  sql`(select billing_payment.id from billing_payment where ${billingPaymentModule.scope?.(actor) ?? never})`

/**
 * Fields of a logged row that may hold the name of the row, in order of preference. The first field
 * with a value is used.
 */
const nameKeys = ['nomor', 'nama', 'name', 'peserta_nama', 'nama_bank', 'kode']
/**
 * Regular expression for JSON escapes of characters that PostgreSQL cannot store as text: NUL and
 * halves of surrogate pairs.
 */
const noText = sql.lit(String.raw`\\u(d[89a-f][0-9a-f]{2}|0000)`)
/**
 * Returns the additional column of exported files: the name that the logged row had when the entry
 * was written.
 */
const fileColumns = ({ engine, actor }: FileFor): FileColumn[] => {
  const storedNames = nameKeys.flatMap((key) =>
    ['sesudah', 'sebelum'].map((column) => {
      const stored = sql.ref(`audit.${column}`)
      return engine === 'sqlite'
        ? sql`${stored} ->> ${sql.lit(key)}`
        : sql`regexp_replace(${stored}, ${noText}, ${sql.lit(String.raw`\\ufffd`)}, 'gi')::json ->> ${sql.lit(key)}`
    }),
  )
  // The entry of a login holds no name, so the user's current name is read instead.
  const person = sql`(select "user".name from "user" where audit.entitas = 'user' and "user".id = audit.entitas_id and ${userModule.scope?.(actor) ?? sql`1 = 1`})`
  return [
    {
      name: 'data',
      label: 'Nama Data',
      said: textSaid(sql`coalesce(${sql.join([...storedNames, person])})`),
    },
  ]
}

/**
 * Module of the audit log. A superadmin reads all entries. An admin reads the entries of the
 * admin's outlets, the entries about users in scope, and entries about actions of users in scope,
 * if the entry names neither a row nor an outlet. Examples of such actions are an export and a
 * denied page. No call changes an entry.
 */
export const auditModuleFor = (moduleOf: ModuleOf) =>
  module(resources.audit, {
    large: true,
    scope: (actor) =>
      byRole(actor, {
        admin: sql`((audit.gedung_id in (${outlets(actor)}) and (audit.entitas <> 'billing-payment' or audit.entitas_id in ${receipts(actor)}))
      or (audit.entitas = 'user' and audit.entitas_id in ${people(actor)}) or (audit.gedung_id is null and audit.entitas_id is null and audit.created_by in ${people(actor)}))`,
      }),
    expands: { data: (reading) => auditNames(reading, moduleOf) },
    exported: fileColumns,
    filters: { oleh: (id) => sql<SqlBool>`audit.created_by = ${id}` },
  })

/**
 * Maximum number of rejected calls of a user that are logged within 15 minutes, so that a script
 * cannot flood the log. A person who tries every menu item causes fewer rejected calls.
 */
const reports = 30
const limitsOf = (user: number, call: string): Limit[] => [
  { key: `ditolak:${user}:${call}`, limit: 1, windowMs: quarterMs },
  { key: `rute:${user}`, limit: reports, windowMs: quarterMs },
]
type Who = Parameters<typeof auditEvent>[1] & { actor: Pick<Actor, 'id' | 'name'> }
/**
 * Logs a rejected call, unless the same call of the user was already logged within 15 minutes or
 * the user has reached the limit `reports`. In these cases nothing is written, not even a counter.
 */
const noteRefusal = async (
  db: Db,
  ctx: Who,
  call: string,
  event: Pick<Parameters<typeof auditEvent>[2], 'aksi' | 'entitas' | 'sesudah'>,
): Promise<void> => {
  const limits = limitsOf(ctx.actor.id, call)
  if (await fullLimit(db, limits)) return
  await transaction(db, async (trx) => {
    const { full } = await countLimits(trx, limits)
    if (!full) await auditEvent(trx, ctx, event)
  })
}
/**
 * Logs a call that the server rejected, with its method, path, row id and error message. The body
 * of the call is never logged.
 */
export const noteRefusedCall = (
  db: Db,
  ctx: Who,
  {
    method,
    path,
    id,
    message,
  }: { method: string; path: string; id: string | null; message: string },
): Promise<void> =>
  noteRefusal(db, ctx, `${method} ${path}`, {
    aksi: 'panggilan-ditolak',
    entitas: 'panggilan',
    sesudah: JSON.stringify({
      Panggilan: `${method} ${path}`,
      ...(id !== null && /^\d{1,10}$/.test(id) && { Data: `#${id}` }),
      Jawaban: message,
    }),
  })

export const auditCalls: Pick<Handlers, 'refusedRoute'> = {
  refusedRoute: async (ctx, { route }) => {
    await noteRefusal(ctx.db, ctx, `rute ${sha256(route).slice(0, 32)}`, {
      aksi: 'rute-ditolak',
      entitas: 'rute',
      sesudah: JSON.stringify({ Halaman: route }),
    })
    return {}
  },
}
