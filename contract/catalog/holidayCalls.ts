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
     * Number of lessons in a fifth week that the deletion will cancel, because they only replaced
     * lessons on the holidays.
     */
    libur: z.int(),
    /**
     * Descriptions of lessons that stay cancelled, because their coach, their room or one of their
     * students is busy by now; at most `namedLessonLimit`.
     */
    tidak_kembali: z.array(z.string()),
    /** Number of lessons that `tidak_kembali` omits. */
    lainnya: z.int(),
  }),
})
