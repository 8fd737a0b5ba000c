/** Inputs of whoever writes something that soft conflicts stand against (domain.md 3.8). */
import * as z from 'zod/mini'
import { list, longText, optional } from '#contract/fields.ts'
import { conflictKinds } from '#contract/schedule/rules/conflicts.ts'

/** The soft conflicts that one knows of, by their kinds. */
export const konfirmasi = () =>
  z._default(list(z.literal(conflictKinds), conflictKinds.length, 'Terlalu banyak'), [])
/** Both, where nothing else asks for a reason. */
export const confirmation = {
  konfirmasi: konfirmasi(),
  alasan: optional(longText('Alasan', { max: 300 })),
}
