import type { Author } from '#server/http/context.ts'

/** Time and author of a change of lessons. */
export interface Stamp {
  at: Date
  by: Author
}
