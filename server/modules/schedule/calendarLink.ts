/** How long a calendar link holds: until nobody has read it for half a year. */
import type { Db } from '#server/db/tables.ts'
import { transaction } from '#server/db/transaction.ts'
import { now } from '#server/http/context.ts'

const dayMs = 86_400_000
const unusedDays = 180
/** A reading is written down no more often than that. */
const noteMs = 3_600_000

interface Used {
  dibuat: string
  terpakai: string | null
}
/** ISO time at which a link that nobody reads ends. */
export const calendarEnd = ({ dibuat, terpakai }: Used): string =>
  new Date(Date.parse(terpakai ?? dibuat) + unusedDays * dayMs).toISOString()

/** Writes down that a link was read, at most once an hour. */
export const noteReading = async (db: Db, user_id: number, { terpakai }: Used): Promise<void> => {
  if (terpakai !== null && Date.parse(now()) - Date.parse(terpakai) < noteMs) return
  await transaction(db, (trx) =>
    trx.updateTable('kalender').set({ terpakai: now() }).where('user_id', '=', user_id).execute(),
  )
}
