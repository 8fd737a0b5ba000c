/**
 * Stores notices about changes, in the transaction of the change. The rule for the entity and
 * action of an audit log entry returns the notices; the author of the change gets none.
 */
import type { Trx } from '#server/db/schema/tables.ts'
import { moneyRules } from '#server/notices/moneyRules.ts'
import { storeNotices, type NoticeRules } from '#server/notices/notice.ts'
import { peopleRules } from '#server/notices/peopleRules.ts'

const rules: NoticeRules = { ...moneyRules, ...peopleRules }

interface Event {
  entitas: string
  aksi: string
  entitas_id?: number | null
  /** Row after the change, if the caller knows it. */
  row?: Readonly<Record<string, unknown>> | undefined
}
/**
 * Stores the notices about changes (`events`), with the time `time`. `by` is the id of the user who
 * made the changes; null if the server made them.
 */
export const notify = async (
  trx: Trx,
  events: readonly Event[],
  { time, by }: { time: string; by: number | null },
): Promise<void> => {
  const ruledEvents = events.filter(({ entitas, aksi }) =>
    Object.hasOwn(rules, `${entitas}/${aksi}`),
  )
  for (const [name, group] of Map.groupBy(ruledEvents, (e) => `${e.entitas}/${e.aksi}`)) {
    const ids = group.flatMap((e) => e.entitas_id ?? [])
    const rows = group.map((e) => e.row).filter((row) => row !== undefined)
    if (ids.length > 0)
      await storeNotices(trx, (await rules[name]?.(trx, ids, rows)) ?? [], time, by)
  }
}
