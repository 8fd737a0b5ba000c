/** The audit log: who reads it, and what the app itself reports. */
import { sql } from 'kysely'
import { resources } from '#contract/registry.ts'
import { transaction } from '#server/db/transaction.ts'
import { HttpError } from '#server/errors.ts'
import { countAttempt } from '#server/http/auth.ts'
import type { Handlers } from '#server/http/calls.ts'
import { module } from '#server/http/module.ts'
import { auditEvent } from '#server/http/rows.ts'
import { byRole, never, outlets } from '#server/modules/scope.ts'
import { userModule } from '#server/modules/user/user.ts'

/** Read by superadmin, and by an admin for its own outlets and the people it sees, who may belong to no outlet; no call changes it. */
export const auditModule = module(resources.audit, {
  large: true,
  scope: (actor) => byRole(actor, {
    2: sql`(audit.gedung_id in (${outlets(actor)}) or (audit.entitas = 'user' and audit.entitas_id in (select "user".id from "user" where ${userModule.scope?.(actor) ?? never})))`,
  }),
})

/** Refused routes that one person may report in a quarter of an hour: who clicks through the menu stays below, a script fills nothing. */
const reports = 30
export const auditCalls: Pick<Handlers, 'ruteDitolak'> = {
  ruteDitolak: async (ctx, { route }) => {
    try { await countAttempt(ctx.db, { [`rute:${ctx.actor.id}`]: reports }) } catch (error) {
      if (error instanceof HttpError && error.status === 429) return {}
      throw error
    }
    await transaction(ctx.db, (trx) => auditEvent(trx, ctx, { aksi: 'rute-ditolak', entitas: 'rute', sesudah: JSON.stringify({ route }) }))
    return {}
  },
}
