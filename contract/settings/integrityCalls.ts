/** Results of the data integrity check. */
import * as z from 'zod/mini'
import { call } from '#contract/call.ts'
import { id } from '#contract/fields.ts'

/**
 * Result of the last check. Inconsistent rows are named where the reader sees them, and otherwise
 * counted.
 */
export const integrity = call({
  method: 'GET',
  path: '/integritas',
  access: 'integritas/index',
  output: z.object({
    /** Names of all rules that are checked. */
    aturan: z.array(z.string()),
    terakhir: z.nullable(
      z.object({
        mulai: z.string(),
        selesai: z.string(),
        /** User who started the check; null: the schedule. */
        oleh: z.nullable(z.string()),
        temuan: z.array(
          z.object({
            aturan: z.string(),
            entitas: z.string(),
            baris: z.array(z.object({ id: id(), nama: z.string() })),
            di_luar_wilayah: z.int(),
            /** There are more findings than are listed. */
            lebih: z.boolean(),
          }),
        ),
      }),
    ),
  }),
})
