/** Preview of deleting holidays. */
import * as z from 'zod/mini'
import { call } from '#contract/call.ts'
import { idText } from '#contract/fields.ts'

/** Largest number of lessons listed by name. */
export const namedLessonLimit = 20
/** Largest number of holidays per request. */
export const holidayLimit = 60
const unknown = 'Hari libur tidak dikenal'
export const holidayReturns = call({
  method: 'GET',
  path: '/hari-libur/pratinjau-hapus',
  access: 'hari-libur/delete',
  /** Ids as `1,2,3`: the lessons are computed as if all of them were deleted. */
  query: {
    ids: z.string().check(
      z.refine((text) => {
        const ids = text.split(',', holidayLimit + 1)
        return ids.length <= holidayLimit && ids.every((n) => idText(unknown).safeParse(n).success)
      }, unknown),
    ),
  },
  output: z.object({
    /** Number of lessons that will take place again. */
    kembali: z.int(),
    /** Number of lessons of a fifth week that replaced them and will be cancelled again. */
    libur: z.int(),
    /**
     * Lessons that cannot return because their coach or room is taken, by name, and the number of
     * further ones.
     */
    tidak_kembali: z.array(z.string()),
    lainnya: z.int(),
  }),
})
