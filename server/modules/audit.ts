import { sql } from 'kysely'
import { resources } from '#contract/registry.ts'
import { module } from '#server/http/module.ts'
import { byRole, outlets } from '#server/modules/scope.ts'

/** Read by superadmin, and by an admin for its own outlets; no call changes it. */
export const auditModule = module(resources.audit, { scope: (actor) => byRole(actor, { 2: sql`audit.gedung_id in (${outlets(actor)})` }) })
