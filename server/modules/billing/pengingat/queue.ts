/** Makes the queue of reminders: some statements for all bills, however many (domain.md 3.12). */
import { sql } from 'kysely'
import type { Settings } from '#contract/settings/settings.ts'
import type { Trx } from '#server/db/tables.ts'
import { stepsOn } from '#server/modules/billing/pengingat/steps.ts'
import { open } from '#server/modules/billing/scope.ts'

interface When {
  time: string
  today: string
}

/**
 * Takes reminders out of the queue whose bill is paid or void, or has reached a later step; at most
 * `most`. Answers how many.
 */
export const dropReminders = async (
  trx: Trx,
  { pengingat_hari }: Settings,
  { time, today }: When,
  most: number,
): Promise<number> => {
  const at = stepsOn(pengingat_hari, today)
  const later = at ? sql`or (${at.reached} and ${at.step} > p.langkah)` : sql``
  const { numAffectedRows } = await sql`update pengingat set status = 'gugur', selesai_at = ${time},
      versi = versi + 1, updated_at = ${time}, updated_by = null
    where id in (select p.id from pengingat p join billing on billing.id = p.billing_id
      where p.status = 'menunggu' and (not (${open}) ${later}) order by p.id limit ${sql.lit(most)})`.execute(
    trx,
  )
  return Number(numAffectedRows ?? 0)
}

/**
 * Queues what is to be reminded of and has not been: of bills after an id, at most `most`. Answers
 * how many, and the last bill; people who are gone are not written to.
 */
export const queueReminders = async (
  trx: Trx,
  { pengingat_hari }: Settings,
  { time, today }: When,
  { after, most }: { after: number; most: number },
): Promise<{ made: number; last: number }> => {
  const at = stepsOn(pengingat_hari, today)
  if (!at) return { made: 0, last: after }
  const { rows } = await sql<{ billing_id: number }>`
    insert into pengingat (billing_id, gedung_id, langkah, status, cari, created_at, updated_at)
    select billing.id, billing.gedung_id, ${at.step}, 'menunggu', billing.cari, ${time}, ${time}
    from billing join "user" u on u.id = billing.akun_billing_id
    where ${at.reached} and ${at.step} is not null and u.status <> 0 and billing.id > ${after}
      and not exists (select 1 from pengingat p where p.billing_id = billing.id
        and (p.status = 'menunggu' or p.langkah >= ${at.step}))
    order by billing.id limit ${sql.lit(most)}
    on conflict do nothing returning billing_id`.execute(trx)
  return {
    made: rows.length,
    last: rows.reduce((last, row) => Math.max(last, row.billing_id), after),
  }
}
