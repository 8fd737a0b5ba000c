/** Inputs of whoever writes something that soft conflicts stand against (domain.md 3.8). */
import * as z from 'zod/mini'
import { list, longText, optional, someOf } from '#contract/fields.ts'
import { BentrokLunak, conflictKinds } from '#contract/schedule/rules/conflicts.ts'

/** The soft conflicts that one knows of, by their kinds. */
export const konfirmasi = () =>
  z._default(list(z.literal(conflictKinds), conflictKinds.length, 'Terlalu banyak'), [])
/** Both, where nothing else asks for a reason. */
export const confirmation = {
  konfirmasi: konfirmasi(),
  alasan: optional(longText('Alasan', { max: 300 })),
}

/** The reason of who lets a conflict stand, kept on the row and shown with it. */
export const conflictReason = () =>
  optional(longText('Alasan Bentrok', { max: 300, hint: 'Mengapa bentrok yang lunak dibiarkan' }))
/** The conflicts that were let stand; null for who may not know of them. */
export const confirmedConflicts = () => z.nullable(someOf('Bentrok yang Dibiarkan', BentrokLunak))
