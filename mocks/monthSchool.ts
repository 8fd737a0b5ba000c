/**
 * A school of one outlet that bills some 300 families, before it bills the next month: two months
 * of bills are there, some of them open. Made in an empty folder, for a server to serve.
 */
import { currentDay } from '#contract/values/tanggal.ts'
import { transaction } from '#server/db/transaction.ts'
import { hashPassword } from '#server/http/auth.ts'
import { openDatabase } from '#server/open.ts'
import { firstStart } from '#server/seed/first.ts'
import { makeSchool, setSettings } from '#server/seed/school.ts'

/** Some have left, or are on leave. */
const payers = 340

/**
 * Every account has this password; the superadmin, too. Bills are dated the first of the month
 * before, so that on any day the next month's are issued already.
 */
export const makeMonthSchool = async (dataDir: string, password: string): Promise<void> => {
  const { db, close } = await openDatabase({ databaseUrl: undefined, dataDir })
  try {
    await firstStart(db, { username: 'superadmin', password })
    await transaction(db, (trx) => setSettings(trx, { hari_terbit: 1 }))
    await makeSchool(
      db,
      {
        students: 380,
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
