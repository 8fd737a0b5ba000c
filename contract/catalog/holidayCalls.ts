/** Call that previews the deletion of holidays. */
import * as z from 'zod/mini'
import { call } from '#contract/call.ts'
import { idText } from '#contract/fields.ts'

/** Maximum number of lessons in `tidak_kembali`. */
export const namedLessonLimit = 20
/** Maximum number of holidays per request. */
export const holidayLimit = 60
const unknown = 'Hari libur tidak dikenal'
export const holidayReturns = call({
  method: 'GET',
  path: '/hari-libur/pratinjau-hapus',
  access: 'hari-libur/delete',
  /** Ids of the holidays as `1,2,3`. The result assumes that all of them are deleted. */
  query: {
    ids: z.string().check(
      z.refine((text) => {
        const ids = text.split(',', holidayLimit + 1)
        return ids.length <= holidayLimit && ids.every((n) => idText(unknown).safeParse(n).success)
      }, unknown),
    ),
  },
  output: z.object({
    /** Number of lessons that will take place again after the deletion. */
    kembali: z.int(),
    /**
     * Number of lessons in a fifth week that will be cancelled: they only took place to replace
     * lessons on the holidays.
     */
    libur: z.int(),
    /**
     * Descriptions of lessons that cannot take place again because their coach or room has other
     * lessons meanwhile; at most `namedLessonLimit`. `lainnya` is the number of those omitted.
     */
    tidak_kembali: z.array(z.string()),
    lainnya: z.int(),
  }),
})
