/** The audit log: who reads it, and what the app itself reports. */
import { sql, type SqlBool } from 'kysely'
import { resources } from '#contract/registry.ts'
import type { Db } from '#server/db/tables.ts'
import { transaction } from '#server/db/transaction.ts'
import { textSaid } from '#server/export/said.ts'
import { sha256 } from '#server/http/auth.ts'
import type { Handlers } from '#server/http/calls.ts'
import type { Actor } from '#server/http/context.ts'
import { countLimits, fullLimit, quarterMs, type Limit } from '#server/http/limits.ts'
import { auditNames, type ModuleOf } from '#server/modules/access/auditNames.ts'
import { userModule } from '#server/modules/access/user/user.ts'
import { billingPaymentModule } from '#server/modules/billing/payment.ts'
import { byRole, never, outlets } from '#server/modules/scope.ts'
import { auditEvent } from '#server/resource/auditLog.ts'
import { module, type FileColumn, type FileFor } from '#server/resource/module.ts'

/** People whom an admin of some outlets sees. */
const people = (actor: Actor) =>
  sql`(select "user".id from "user" where ${userModule.scope?.(actor) ?? never})`
/** A receipt that also pays a bill elsewhere is not theirs to see, nor is what happened to it. */
const receipts = (actor: Actor) =>
  sql`(select billing_payment.id from billing_payment where ${billingPaymentModule.scope?.(actor) ?? never})`

/** What a row is called, as its entry says: in the order in which one looks for it. */
const nameKeys = ['nomor', 'nama', 'name', 'peserta_nama', 'nama_bank', 'kode']
/** Half a character, and none: JSON may hold them, PostgreSQL makes no text of them. */
const noText = sql.lit(String.raw`\\u(d[89a-f][0-9a-f]{2}|0000)`)
/** Which row an entry of a file is about: its name as it was then. */
const fileColumns = ({ engine, actor }: FileFor): FileColumn[] => {
  const told = nameKeys.flatMap((key) =>
    ['sesudah', 'sebelum'].map((column) => {
      const stored = sql.ref(`audit.${column}`)
      return engine === 'sqlite'
        ? sql`${stored} ->> ${sql.lit(key)}`
        : sql`regexp_replace(${stored}, ${noText}, ${sql.lit(String.raw`\\ufffd`)}, 'gi')::json ->> ${sql.lit(key)}`
    }),
  )
  // A login tells no name.
  const person = sql`(select "user".name from "user" where audit.entitas = 'user' and "user".id = audit.entitas_id and ${userModule.scope?.(actor) ?? sql`1 = 1`})`
  return [
    {
      name: 'data',
      label: 'Nama Data',
      said: textSaid(sql`coalesce(${sql.join([...told, person])})`),
    },
  ]
}

/**
 * Read by superadmin, and by an admin for its own outlets and the people it sees, who may belong to
 * no outlet: what happened to them, and what they did that is of no row, such as an export or a
 * refused page. No call changes it.
 */
export const auditModuleFor = (moduleOf: ModuleOf) => module(resources.audit, {
  large: true,
  scope: (actor) =>
    byRole(actor, {
      2: sql`((audit.gedung_id in (${outlets(actor)}) and (audit.entitas <> 'billing-payment' or audit.entitas_id in ${receipts(actor)}))
      or (audit.entitas = 'user' and audit.entitas_id in ${people(actor)}) or (audit.gedung_id is null and audit.entitas_id is null and audit.created_by in ${people(actor)}))`,
    }),
  expands: { data: (reading) => auditNames(reading, moduleOf) },
  exported: fileColumns,
  filters: { oleh: (id) => sql<SqlBool>`audit.created_by = ${id}` },
})

/**
 * Refusals of one person that are written in a quarter of an hour: who clicks through the menu
 * stays below, a script fills nothing.
 */
const reports = 30
const limitsOf = (user: number, what: string): Limit[] => [
  { key: `ditolak:${user}:${what}`, limit: 1, windowMs: quarterMs },
  { key: `rute:${user}`, limit: reports, windowMs: quarterMs },
]
type Who = Parameters<typeof auditEvent>[1] & { actor: Pick<Actor, 'id' | 'name'> }
/**
 * Writes a refusal down, unless the same one was within a quarter of an hour, or there were too
 * many. A loop of them writes nothing, not even that it counts.
 */
const noteRefusal = async (
  db: Db,
  who: Who,
  what: string,
  event: Pick<Parameters<typeof auditEvent>[2], 'aksi' | 'entitas' | 'sesudah'>,
): Promise<void> => {
  const limits = limitsOf(who.actor.id, what)
  if (await fullLimit(db, limits)) return
  await transaction(db, async (trx) => {
    const { full } = await countLimits(trx, limits)
    if (!full) await auditEvent(trx, who, event)
  })
}
/**
 * A call that the server refused to somebody: which, of which row, and why. Never what else was
 * sent.
 */
export const noteRefusedCall = (
  db: Db,
  who: Who,
  {
    method,
    path,
    id,
    message,
  }: { method: string; path: string; id: string | null; message: string },
): Promise<void> =>
  noteRefusal(db, who, `${method} ${path}`, {
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
