/**
 * Counts the openings of public pages. The counts are stored in batches, so that no page waits for
 * a write.
 */
import type { Logger } from 'pino'
import type { Db } from '#server/db/schema/tables.ts'
import { transaction } from '#server/db/transaction.ts'
import { now } from '#server/http/context.ts'

/** Time in ms from the first opening in a batch until the batch is stored. */
const waitMs = 500
/** User agents that fetch a page without a person reading it, such as link previews and robots. */
const machines = /whatsapp|facebookexternalhit|telegram|bot|crawl|spider|preview|slurp/i

interface Opened {
  times: number
  first: string
  last: string
}
const waiting = new WeakMap<Db, Map<number, Opened>>()

/** Stores the openings that were counted since the last batch. */
export const storeOpens = async (db: Db): Promise<void> => {
  const opened = waiting.get(db)
  waiting.delete(db)
  if (!opened) return
  await transaction(db, async (trx) => {
    for (const [id, { times, first, last }] of [...opened].toSorted(([a], [b]) => a - b))
      await trx
        .updateTable('tautan_tagihan')
        .set((eb) => ({
          dibuka: eb('dibuka', '+', times),
          dibuka_at: eb.fn.coalesce('dibuka_at', eb.val(first)),
          terpakai: last,
        }))
        .where('id', '=', id)
        .execute()
  })
}
/** Counts an opening of a link, unless the user agent is a robot. */
export const countOpen = (db: Db, log: Logger, id: number, agent: string): void => {
  if (machines.test(agent)) return
  const opened = waiting.get(db) ?? new Map<number, Opened>()
  const earlierOpens = opened.get(id)
  const time = now()
  opened.set(id, {
    times: (earlierOpens?.times ?? 0) + 1,
    first: earlierOpens?.first ?? time,
    last: time,
  })
  if (waiting.has(db)) return
  waiting.set(db, opened)
  const store = () =>
    void storeOpens(db).catch((err: unknown) => log.error({ err }, 'openings not counted'))
  setTimeout(store, waitMs).unref()
}
