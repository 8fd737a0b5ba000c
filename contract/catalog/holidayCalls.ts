/** Effects of holidays that are removed. */
import * as z from 'zod/mini'
import { call } from '#contract/call.ts'
import { idText } from '#contract/fields.ts'

/** Longest list of named lessons that do not come back. */
export const mostStuck = 20
/** Most holidays of a request. */
export const mostReturned = 60
const unknown = 'Hari libur tidak dikenal'
export const holidayReturns = call({
  method: 'GET',
  path: '/hari-libur/pratinjau-hapus',
  access: 'hari-libur/delete',
  /** `1,2,3`: what becomes of lessons when all of these go. */
  query: {
    ids: z.string().check(
      z.refine((text) => {
        const ids = text.split(',', mostReturned + 1)
        return ids.length <= mostReturned && ids.every((n) => idText(unknown).safeParse(n).success)
      }, unknown),
    ),
  },
  output: z.object({
    /** Number of lessons that take place again. */
    kembali: z.int(),
    /** Number of lessons of a fifth week that replaced them and rest again. */
    libur: z.int(),
    /** Lessons whose coach or room is another's by now, by name, and how many more. */
    tidak_kembali: z.array(z.string()),
    lainnya: z.int(),
  }),
})
