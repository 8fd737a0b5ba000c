/** Lifetime of calendar links. A link expires when it has not been read for 180 days. */
import type { Db } from '#server/db/schema/tables.ts'
import { transaction } from '#server/db/transaction.ts'
import { now } from '#server/http/context.ts'

const dayMs = 86_400_000
const unusedDays = 180
/** Minimum time between two updates of the stored read time, in ms. */
const noteMs = 3_600_000

interface Used {
  dibuat: string
  terpakai: string | null
}
/** Returns the ISO time at which a link expires if nobody reads it until then. */
export const calendarEnd = ({ dibuat, terpakai }: Used): string =>
  new Date(Date.parse(terpakai ?? dibuat) + unusedDays * dayMs).toISOString()

/** Stores the current time as the link's last read time, at most once an hour. */
export const noteReading = async (db: Db, user_id: number, { terpakai }: Used): Promise<void> => {
  if (terpakai !== null && Date.parse(now()) - Date.parse(terpakai) < noteMs) return
  await transaction(db, (trx) =>
    trx.updateTable('kalender').set({ terpakai: now() }).where('user_id', '=', user_id).execute(),
  )
}
