/**
 * Fills the queue of reminders (domain.md 3.12). The number of SQL statements does not depend on
 * the number of bills.
 */
import { sql } from 'kysely'
import type { Settings } from '#contract/settings/settings.ts'
import type { Trx } from '#server/db/schema/tables.ts'
import { open } from '#server/modules/billing/bills/scope.ts'
import { stepsOn } from '#server/modules/billing/pengingat/steps.ts'

interface When {
  time: string
  today: string
}

/**
 * Drops at most `most` queued reminders: reminders of paid or void bills, and reminders of bills
 * that have reached a later step. Returns the number of dropped reminders.
 */
export const dropReminders = async (
  trx: Trx,
  { pengingat_hari }: Settings,
  { time, today }: When,
  most: number,
): Promise<number> => {
  const stepSql = stepsOn(pengingat_hari, today)
  const later = stepSql ? sql`or (${stepSql.reached} and ${stepSql.step} > p.langkah)` : sql``
  const { numAffectedRows } = await sql`update pengingat set status = 'gugur', selesai_at = ${time},
      versi = versi + 1, updated_at = ${time}, updated_by = null
    where id in (select p.id from pengingat p join billing on billing.id = p.billing_id
      where p.status = 'menunggu' and (not (${open}) ${later}) order by p.id limit ${sql.lit(most)})`.execute(
    trx,
  )
  return Number(numAffectedRows ?? 0)
}

/**
 * Queues due reminders for at most `most` bills with an id above the cursor `after`. Skips bills
 * that have a waiting reminder or have already had a reminder of this or a later step. Also skips
 * deleted payers. Returns the number of queued reminders and, as the next cursor, the id of the
 * last bill.
 */
export const queueReminders = async (
  trx: Trx,
  { pengingat_hari }: Settings,
  { time, today }: When,
  { after, most }: { after: number; most: number },
): Promise<{ made: number; last: number }> => {
  const stepSql = stepsOn(pengingat_hari, today)
  if (!stepSql) return { made: 0, last: after }
  const { rows } = await sql<{ billing_id: number }>`
    insert into pengingat (billing_id, gedung_id, langkah, status, cari, created_at, updated_at)
    select billing.id, billing.gedung_id, ${stepSql.step}, 'menunggu', lower(coalesce(billing.nomor || ' ', '')) || billing.cari, ${time}, ${time}
    from billing join "user" u on u.id = billing.akun_billing_id
    where ${stepSql.reached} and ${stepSql.step} is not null and u.status <> 0 and billing.id > ${after}
      and not exists (select 1 from pengingat p where p.billing_id = billing.id
        and (p.status = 'menunggu' or p.langkah >= ${stepSql.step}))
    order by billing.id limit ${sql.lit(most)}
    on conflict do nothing returning billing_id`.execute(trx)
  return {
    made: rows.length,
    last: rows.reduce((last, row) => Math.max(last, row.billing_id), after),
  }
}
