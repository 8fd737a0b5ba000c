/** Writes of who is limited to outlets: their own rows only. */
import { RoleId } from '#contract/enums.ts'
import { whyNotYours } from '#contract/outlets.ts'
import { forbidden } from '#server/errors.ts'
import type { Actor } from '#server/http/context.ts'

/** Outlets that an actor is limited to; empty: to none. */
export const limitedTo = (actor: Actor): readonly number[] =>
  actor.dasar === RoleId.admin ? actor.gedung : []

/**
 * Refuses to write a row that is not the actor's outlets' alone. `proposed`: what is to be stored.
 * Throws 403 with the reason.
 */
export const refuseForeign = (
  actor: Actor,
  resource: Parameters<typeof whyNotYours>[1],
  row: Readonly<Record<string, unknown>>,
  proposed = false,
): void => {
  const reason = whyNotYours(limitedTo(actor), resource, row, proposed)
  if (reason) throw forbidden(reason)
}
/** Refuses what concerns every outlet to who is limited to some. Throws 403 naming it. */
export const demandAllOutlets = (actor: Actor, what: string): void => {
  if (limitedTo(actor).length > 0)
    throw forbidden(`${what} berlaku di semua outlet: hanya admin semua outlet yang mengubahnya.`)
}
