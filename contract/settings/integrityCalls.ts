/** Call that reads the result of the data integrity check. */
import * as z from 'zod/mini'
import { call } from '#contract/call.ts'
import { id } from '#contract/fields.ts'

/**
 * Returns the result of the last check; `terakhir` is null before the first. Inconsistent rows are
 * listed by name if the reader may see them; other rows are only counted (`di_luar_wilayah`).
 */
export const integrity = call({
  method: 'GET',
  path: '/integritas',
  access: 'integritas/index',
  output: z.object({
    /** Names of all rules that the check applies. */
    aturan: z.array(z.string()),
    terakhir: z.nullable(
      z.object({
        mulai: z.string(),
        selesai: z.string(),
        /** Name of the user who started the check; null when the schedule started it. */
        oleh: z.nullable(z.string()),
        temuan: z.array(
          z.object({
            aturan: z.string(),
            entitas: z.string(),
            baris: z.array(z.object({ id: id(), nama: z.string() })),
            di_luar_wilayah: z.int(),
            /** Whether more inconsistent rows exist than are listed. */
            lebih: z.boolean(),
          }),
        ),
      }),
    ),
  }),
})
