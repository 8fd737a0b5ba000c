/** Creates a school without any rows, as after the first start, in an empty data folder. */
import { openDatabase } from '#server/runtime/openDatabase.ts'
import { firstStart } from '#server/seed/first.ts'

/** Creates the school with the account superadmin. */
export const makeEmptySchool = async (dataDir: string, password: string): Promise<void> => {
  const { db, close } = await openDatabase({ databaseUrl: undefined, dataDir })
  try {
    await firstStart(db, { username: 'superadmin', password })
  } finally {
    await close()
  }
}
