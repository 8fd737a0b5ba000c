/** Call that reads how far the setup of the school is (domain.md section 5). */
import * as z from 'zod/mini'
import { call } from '#contract/call.ts'
import { id } from '#contract/fields.ts'
import { setupNames } from '#contract/settings/setupSteps.ts'

/** Facts that the first documents of a school would lack. */
const firstDocumentFacts = ['nama', 'logo', 'rekening'] as const
export type FirstDocumentFact = (typeof firstDocumentFacts)[number]

const StepState = z.object({
  kunci: z.literal(setupNames),
  selesai: z.boolean(),
  dilewati: z.boolean(),
  /** Whether the reader may do the step. */
  boleh: z.boolean(),
  /** Number of rows that the step has made, at most 1000; null if the reader may not know it. */
  jumlah: z.nullable(z.int()),
  /** Name of the only row; null for several rows, and for rows without a name. */
  nama: z.nullable(z.string()),
  /**
   * Row with which the step goes on: the only category for a coach, a coach without hours, a
   * student without a class, a draft, or an unpaid bill. Null without such a row.
   */
  sasaran: z.nullable(id()),
})
/**
 * Returns the state of each step, derived from the rows of the whole school. Readers limited to
 * outlets learn only whether a step is done.
 */
export const setupState = call({
  method: 'GET',
  path: '/dashboard/panduan',
  access: 'dashboard',
  output: z.object({
    /** Whether all required steps are done. */
    siap: z.boolean(),
    langkah: z.array(StepState),
    /** Facts that the first bill would lack. Empty once a bill has been published. */
    kurang: z.array(z.literal(firstDocumentFacts)),
    /** Versions of the settings that close the guide and skip its steps. */
    versi: z.object({ panduan: z.int(), panduan_dilewati: z.int() }),
  }),
})
