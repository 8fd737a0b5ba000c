import * as z from 'zod/mini'
import { id } from '#contract/fields.ts'
import type { Shape } from '#contract/resource.ts'

/**
 * Student of a bill line, with the course that it charges or else its description; without a
 * student, `peserta` is null.
 */
export const BillContent = {
  peserta_id: z.nullable(id()),
  peserta: z.nullable(z.string()),
  isi: z.string(),
} satisfies Shape
