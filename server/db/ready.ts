import type { Db } from '#server/db/tables.ts'

/**
 * True when the database answers a small question in so many milliseconds; never throws, never
 * takes longer.
 */
export const answersWithin = async (db: Db, ms: number): Promise<boolean> => {
  const asked = db
    .selectFrom('setting')
    .select('key')
    .limit(1)
    .execute()
    .then(
      () => true,
      () => false,
    )
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => resolve(false), ms)
  const answer = await Promise.race([asked, promise])
  clearTimeout(timer)
  return answer
}
