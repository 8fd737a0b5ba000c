/** Limits the writes of outlet admins to rows of their own outlets. */
import { RoleId } from '#contract/enums.ts'
import { outletWriteError } from '#contract/outlets.ts'
import { forbidden } from '#server/errors.ts'
import type { Actor } from '#server/http/context.ts'

/** Returns the outlets to which an actor is limited; empty for an actor without a limit. */
export const limitedTo = (actor: Actor): readonly number[] =>
  actor.dasar === RoleId.admin ? actor.gedung : []

/**
 * Throws 403 with the reason when a row does not belong only to the actor's outlets. With
 * `proposed`, `row` holds the values to be stored instead of the stored ones.
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
 * Throws 403 that names `subject` if the actor is limited to some outlets; for changes that concern
 * all outlets.
 */
export const demandAllOutlets = (actor: Actor, subject: string): void => {
  if (limitedTo(actor).length > 0)
    throw forbidden(
      `${subject} berlaku di semua outlet: hanya admin semua outlet yang mengubahnya.`,
    )
}
