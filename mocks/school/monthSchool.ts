/**
 * Creates a school of one outlet with about 300 billed families, in the empty data folder of a
 * server. The school has two months of bills, some of them unpaid. The bills of the next month are
 * not made yet, but can be made on any day.
 */
import { currentDay } from '#contract/values/tanggal.ts'
import { transaction } from '#server/db/transaction.ts'
import { hashPassword } from '#server/http/auth.ts'
import { openDatabase } from '#server/runtime/openDatabase.ts'
import { firstStart } from '#server/seed/first.ts'
import { makeSchool, setSettings } from '#server/seed/school.ts'

/**
 * Number of payers. The number exceeds the number of billed families, because some families have
 * left or are on leave.
 */
const payers = 340

/**
 * Creates the school. Every account, including superadmin, has the given password. The issue date
 * of a month's bills is set to the first day of the month before it, so that the bills of the next
 * month can be published on any day.
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
