/** Call that reads the result of the data integrity check. */
import * as z from 'zod/mini'
import { call } from '#contract/call.ts'
import { id } from '#contract/fields.ts'

/** Returns the rules of the integrity check and the result of the last check. */
export const integrity = call({
  method: 'GET',
  path: '/integritas',
  access: 'integritas/index',
  output: z.object({
    /** Names of all rules of the check. */
    aturan: z.array(z.string()),
    /** Result of the last check; null before the first check. */
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
            /** Inconsistent rows that the reader may see. */
            baris: z.array(z.object({ id: id(), nama: z.string() })),
            /** Number of inconsistent rows that the reader may not see. */
            di_luar_wilayah: z.int(),
            /**
             * Whether the check found more inconsistent rows than it stores. `baris` and
             * `di_luar_wilayah` cover only the stored rows.
             */
            lebih: z.boolean(),
          }),
        ),
      }),
    ),
  }),
})
