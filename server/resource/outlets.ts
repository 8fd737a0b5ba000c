/**
 * Limits the writes of admins who are assigned to certain outlets: they can write only rows that
 * belong to these outlets.
 */
import { RoleId } from '#contract/enums.ts'
import { outletWriteError } from '#contract/outlets.ts'
import { forbidden } from '#server/errors.ts'
import type { Actor } from '#server/http/context.ts'

/**
 * Returns the ids of the outlets to which an actor's writes are limited; an empty list if they are
 * not limited.
 */
export const limitedTo = (actor: Actor): readonly number[] =>
  actor.dasar === RoleId.admin ? actor.gedung : []

/**
 * Throws 403 when the actor is limited to certain outlets, and the row belongs to any other outlet
 * or to all outlets. `proposed` is true when `row` holds values that are not stored yet.
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
 * Throws 403 if the actor is limited to certain outlets. Use it before changes that concern all
 * outlets. `subject` is the subject of the error message.
 */
export const checkSeesAllOutlets = (actor: Actor, subject: string): void => {
  if (limitedTo(actor).length > 0)
    throw forbidden(
      `${subject} berlaku di semua outlet: hanya admin semua outlet yang mengubahnya.`,
    )
}
