/** Inputs that confirm soft conflicts of a write (domain.md 3.8). */
import * as z from 'zod/mini'
import { list, longText, optional, someOf } from '#contract/fields.ts'
import { BentrokLunak, conflictKinds } from '#contract/schedule/rules/conflicts.ts'

/** Kinds of soft conflicts that the user confirms. */
export const konfirmasi = () =>
  z._default(list(z.literal(conflictKinds), conflictKinds.length, 'Terlalu banyak'), [])
/** Confirmation with its reason, for inputs that have no other reason field. */
export const confirmation = {
  konfirmasi: konfirmasi(),
  alasan: optional(longText('Alasan', { max: 300 })),
}

/** Reason for allowing a conflict, stored and shown with the row. */
export const conflictReason = () =>
  optional(longText('Alasan Bentrok', { max: 300, hint: 'Mengapa bentrok yang lunak dibiarkan' }))
/** Confirmed conflicts; null for readers who may not see them. */
export const confirmedConflicts = () => z.nullable(someOf('Bentrok yang Dibiarkan', BentrokLunak))
