import type { Db } from '#server/db/schema/tables.ts'

/**
 * Returns whether the database responds to a small query within `ms` milliseconds. Returns false
 * for an error or a timeout, and never throws.
 */
export const answersWithin = async (db: Db, ms: number): Promise<boolean> => {
  const query = db
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
  const answer = await Promise.race([query, promise])
  clearTimeout(timer)
  return answer
}
