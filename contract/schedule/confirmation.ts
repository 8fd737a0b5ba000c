/**
 * Input fields with which a user confirms soft conflicts. A soft conflict is allowed if the user
 * confirms it with a reason (domain.md 3.8).
 */
import * as z from 'zod/mini'
import { list, longText, optional, someOf } from '#contract/fields.ts'
import { BentrokLunak, conflictKinds } from '#contract/schedule/rules/conflicts.ts'

/** Returns the field for the kinds of soft conflicts that the user confirms. */
export const konfirmasi = () =>
  z._default(list(z.literal(conflictKinds), conflictKinds.length, 'Terlalu banyak'), [])
/** Fields for the confirmed conflicts and the reason, for inputs without their own reason field. */
export const confirmation = {
  konfirmasi: konfirmasi(),
  alasan: optional(longText('Alasan', { max: 300 })),
}

/**
 * Returns the field for the reason why a user allows a soft conflict. The reason is stored in a
 * column of the class or enrolment.
 */
export const conflictReason = () =>
  optional(longText('Alasan Bentrok', { max: 300, hint: 'Mengapa bentrok yang lunak dibiarkan' }))
/**
 * Returns the field for the kinds of soft conflicts that a user has confirmed for a row; null for
 * readers who may not see them.
 */
export const confirmedConflicts = () => z.nullable(someOf('Bentrok yang Dibiarkan', BentrokLunak))
