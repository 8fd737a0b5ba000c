/**
 * A school of one outlet and 300 payers, the day before it bills another month: two months of bills
 * are there, some of them open. Made in an empty folder, for a server to serve.
 */
import { currentDay } from '#contract/values/tanggal.ts'
import { hashPassword } from '#server/http/auth.ts'
import { openDatabase } from '#server/open.ts'
import { firstStart } from '#server/seed/first.ts'
import { makeSchool } from '#server/seed/school.ts'

export const payers = 300

/** Every account has this password; the superadmin, too. */
export const makeMonthSchool = async (dataDir: string, password: string): Promise<void> => {
  const { db, close } = await openDatabase({ databaseUrl: undefined, dataDir })
  try {
    await firstStart(db, { username: 'superadmin', password })
    await makeSchool(
      db,
      {
        students: 340,
        accounts: payers,
        coaches: 12,
        outlets: 1,
        sales: 2,
        months: 2,
        seed: 7,
        today: currentDay(),
        passwordHash: await hashPassword(password),
      },
      { atomic: true },
    )
  } finally {
    await close()
  }
}
