import type { Kysely } from 'kysely'
import { giveCodes } from '#server/db/giveCodes.ts'

/**
 * Sales give make-ups to their own students, and coaches read those of their classes (domain.md
 * section 4). Coaches' are found by the class of the enrolment.
 */
export const up = (db: Kysely<unknown>): Promise<void> =>
  giveCodes(db, {
    3: ['kredit-pengganti/index', 'kredit-pengganti/view'],
    4: ['kredit-pengganti/create'],
  })
