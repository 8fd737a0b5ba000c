/** Writes of who is limited to outlets: their own rows only. */
import { RoleId } from '#contract/enums.ts'
import { outletWriteError } from '#contract/outlets.ts'
import { forbidden } from '#server/errors.ts'
import type { Actor } from '#server/http/context.ts'

/** Outlets that an actor is limited to; empty: to none. */
export const limitedTo = (actor: Actor): readonly number[] =>
  actor.dasar === RoleId.admin ? actor.gedung : []

/**
 * Throws 403 with the reason for a write to a row that does not belong only to the actor's outlets.
 * `proposed`: the values to be stored.
 */
export const checkOutletScope = (
  actor: Actor,
  resource: Parameters<typeof outletWriteError>[1],
  row: Readonly<Record<string, unknown>>,
  proposed = false,
): void => {
  const reason = outletWriteError(limitedTo(actor), resource, row, proposed)
  if (reason) throw forbidden(reason)
}
/**
 * Throws 403 naming `subject` for an actor limited to some outlets, when a change concerns all
 * outlets.
 */
export const demandAllOutlets = (actor: Actor, subject: string): void => {
  if (limitedTo(actor).length > 0)
    throw forbidden(
      `${subject} berlaku di semua outlet: hanya admin semua outlet yang mengubahnya.`,
    )
}
