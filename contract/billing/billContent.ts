import * as z from 'zod/mini'
import { id } from '#contract/fields.ts'
import type { Shape } from '#contract/resource.ts'

/** Short description of a bill line for lists: the student, and the charged item. */
export const BillContent = {
  /** Id of the student; null on a line without a student. */
  peserta_id: z.nullable(id()),
  peserta: z.nullable(z.string()),
  /**
   * Name of the course that the line charges. For a line without a course, the description of the
   * line.
   */
  isi: z.string(),
} satisfies Shape
