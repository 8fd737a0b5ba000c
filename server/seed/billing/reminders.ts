/**
 * Makes the reminders of a generated school. The reminders of today and of the two days before are
 * waiting; older reminders have been sent or skipped.
 */
import { makeRandom, type Random } from '#contract/values/random.ts'
import { addDays } from '#contract/values/tanggal.ts'
import type { Db, Trx } from '#server/db/schema/tables.ts'
import { transaction } from '#server/db/transaction.ts'
import { queueReminders } from '#server/modules/billing/pengingat/queue.ts'
import {
  fillText,
  readSharedBills,
  readRecipientsOf,
  type Recipient,
  type SharedBill,
} from '#server/modules/billing/share/messages.ts'
import { momentOf } from '#server/seed/maker.ts'
import { pick } from '#server/seed/names.ts'
import { readSettings } from '#server/settings.ts'

/** Number of days before today for which reminders are made. */
const days = 20
/**
 * Number of days before today whose reminders are still waiting. Reminders of today are waiting
 * too.
 */
const unsent = 2
const most = 5000
const reasons = ['Sudah ditelepon', 'Berjanji bayar akhir pekan', 'Keluarga sedang di luar kota']

interface World {
  trx: Trx
  random: Random
  by: number
  settings: Awaited<ReturnType<typeof readSettings>>
}
/**
 * Stores a WhatsApp message of an admin to a family about a bill. Returns the id of the message.
 */
const storeMessage = async (
  { trx, settings, by }: World,
  bill: SharedBill,
  to: Recipient,
  dibuat: string,
): Promise<number> => {
  const { id } = await trx
    .insertInto('pesan_keluar')
    .values({
      kanal: 'wa_link',
      nama: to.nama,
      tujuan: to.phone ?? '',
      template: 'wa_pengingat',
      billing_id: bill.id,
      akun_billing_id: null,
      tautan_id: null,
      isi: fillText('wa_pengingat', bill, settings, { nama: to.nama, banks: [] }),
      status: 'dibuka',
      oleh: by,
      dibuat,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
/** Marks all waiting reminders as sent or skipped, and stores that this was done on `day`. */
const settleAll = async (world: World, day: string): Promise<void> => {
  const { trx, random, by } = world
  const rows = await trx
    .selectFrom('pengingat')
    .select(['id', 'billing_id'])
    .where('status', '=', 'menunggu')
    .orderBy('id')
    .execute()
  if (rows.length === 0) return
  const ids = rows.map((row) => row.billing_id)
  const bills = new Map((await readSharedBills(trx, ids)).map((bill) => [bill.id, bill]))
  const payers = [...bills.values()].map((bill) => bill.akun_billing_id)
  const recipients = await readRecipientsOf(trx, payers)
  for (const [i, row] of rows.entries()) {
    const bill = bills.get(row.billing_id)
    const to = recipients.get(bill?.akun_billing_id ?? 0)?.find((r) => r.phone !== null)
    const time = momentOf(day, 9000 + i * 60)
    const isSkipped = !bill || !to || random.chance(0.1)
    const fate = isSkipped
      ? { status: 'dilewati' as const, alasan: pick(random, reasons) }
      : { status: 'terkirim' as const, pesan_id: await storeMessage(world, bill, to, time) }
    await trx
      .updateTable('pengingat')
      .set({ ...fate, selesai_at: time, selesai_oleh: by, updated_at: time, updated_by: by })
      .where('id', '=', row.id)
      .execute()
  }
}

/** Stores the reminders of a school for the days up to `today`. */
export const makeReminders = (db: Db, today: string): Promise<void> =>
  transaction(db, async (trx) => {
    const admin = await trx
      .selectFrom('user')
      .select('id')
      .where('username', '=', 'admin')
      .executeTakeFirstOrThrow()
    const settings = await readSettings(trx)
    const world = { trx, settings, by: admin.id, random: makeRandom(73) }
    for (let back = days; back >= 0; back--) {
      const day = addDays(today, -back)
      const when = { time: momentOf(day, 0), today: day }
      await queueReminders(trx, settings, when, { after: 0, most })
      if (back > unsent) await settleAll(world, day)
    }
  })
