/** Whether the data agree with themselves: what was checked last, when, and what does not. */
import * as z from 'zod/mini'
import { call } from '#contract/call.ts'
import { id } from '#contract/fields.ts'

/**
 * The result of the last check. Of what does not agree, rows that the reader sees are named, the
 * others counted.
 */
export const integrity = call({
  method: 'GET',
  path: '/integritas',
  access: 'integritas/index',
  output: z.object({
    /** All that is checked, by what it is called. */
    aturan: z.array(z.string()),
    terakhir: z.nullable(
      z.object({
        mulai: z.string(),
        selesai: z.string(),
        /** Null: by the clock. */
        oleh: z.nullable(z.string()),
        temuan: z.array(
          z.object({
            aturan: z.string(),
            entitas: z.string(),
            baris: z.array(z.object({ id: id(), nama: z.string() })),
            di_luar_wilayah: z.int(),
            /** There are more than are named. */
            lebih: z.boolean(),
          }),
        ),
      }),
    ),
  }),
})
