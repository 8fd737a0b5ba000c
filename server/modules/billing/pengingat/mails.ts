/** Reminders that the server sends automatically by mail (domain.md 3.12). */
import { sql, type SqlBool } from 'kysely'
import type { Settings } from '#contract/settings/settings.ts'
import type { Db, Trx } from '#server/db/schema/tables.ts'
import { systemAuthor, now } from '#server/http/context.ts'
import { offeredBanks } from '#server/modules/billing/papers/offeredBanks.ts'
import { isQueued } from '#server/modules/billing/pengingat/pengingat.ts'
import { settleReminder, storeMailResults } from '#server/modules/billing/pengingat/settle.ts'
import { isPaused, openZones } from '#server/modules/billing/pengingat/steps.ts'
import {
  fillText,
  mailTimeoutMs,
  readSharedBills,
  readRecipientsOf,
  type SharedBill,
} from '#server/modules/billing/share/messages.ts'
import { storeMessage } from '#server/modules/billing/share/send.ts'

/** Condition for payers whose only way is mail: they chose mail, or have no number for WhatsApp. */
const byMailOnly = sql<SqlBool>`(profil.kirim_via = 'email' or coalesce(profil.wa_tagihan, "user".phone) is null)`

/**
 * Returns the next batch of reminders to mail: at most `most` reminders with an id above the cursor
 * `after`, sorted by id. Selects only reminders to families that have a mail address and either
 * want mails or have no number for WhatsApp, and only at outlets where the present time is within
 * the sending hours. Excludes
 * reminders that a confirmation pauses, and reminders whose mail was attempted before.
 */
const readMailable = async (
  trx: Trx,
  { settings, at, after, most }: { settings: Settings; at: number; after: number; most: number },
) => {
  const zones = openZones(settings, at)
  if (zones.length === 0) return []
  return trx
    .selectFrom('pengingat')
    .innerJoin('billing as b', 'b.id', 'pengingat.billing_id')
    .innerJoin('gedung', 'gedung.id', 'pengingat.gedung_id')
    .innerJoin('user', 'user.id', 'b.akun_billing_id')
    .innerJoin('akun_billing_profil as profil', 'profil.user_id', 'b.akun_billing_id')
    .select(['pengingat.id', 'pengingat.billing_id'])
    .select(sql<number>`case when ${byMailOnly} then 1 else 0 end`.as('byMailOnly'))
    .where(isQueued)
    .where('pengingat.surat_id', 'is', null)
    .where('pengingat.id', '>', after)
    .where((eb) => eb.or([byMailOnly, eb('profil.kirim_via', '=', 'keduanya')]))
    .where((eb) => eb(eb.fn.coalesce('profil.email_tagihan', 'user.email'), 'is not', null))
    .where('gedung.zona_waktu', 'in', zones)
    .where(sql<SqlBool>`not (${isPaused(sql`pengingat.billing_id`, at)})`)
    .orderBy('pengingat.id')
    .limit(most)
    .execute()
}
type Mailable = Awaited<ReturnType<typeof readMailable>>[number]

/** Stored mail that is ready to be sent. */
export interface Letter {
  pesan_id: number
  bill: SharedBill
  tujuan: string
  isi: string
}

/**
 * Stores the mail of a reminder. The reminder stays in the queue if the family also wants a
 * WhatsApp message.
 */
const storeLetter = async (
  trx: Trx,
  row: Mailable,
  letter: Omit<Letter, 'pesan_id'> & { nama: string },
  origin: string,
): Promise<Letter> => {
  const { bill, tujuan, isi, nama } = letter
  const message = await storeMessage(trx, { author: systemAuthor, origin }, bill, {
    kanal: 'email',
    templat: 'mail_pengingat',
    nama,
    tujuan,
    isi,
  })
  await trx
    .updateTable('pengingat')
    .set({ surat_id: message.id })
    .where('id', '=', row.id)
    .execute()
  if (row.byMailOnly === 1) await settleReminder(trx, row.id, message.id, null)
  return { pesan_id: message.id, bill, tujuan, isi: message.isi }
}

/**
 * Stores the mails of the next batch of reminders. Returns the mails and, as the next cursor, the
 * id of the last reminder of the batch (`last`). `last` is undefined if no reminders remain.
 */
export const storeLetters = async (
  trx: Trx,
  mailing: { settings: Settings; at: number; after: number; most: number; origin: string },
): Promise<{ letters: Letter[]; last: number | undefined }> => {
  const rows = await readMailable(trx, mailing)
  if (rows.length === 0) return { letters: [], last: undefined }
  const bills = await readSharedBills(
    trx,
    rows.map((row) => row.billing_id),
  )
  const payers = bills.map((bill) => bill.akun_billing_id)
  const [recipients, banks] = [await readRecipientsOf(trx, payers), await offeredBanks(trx, payers)]
  const letters: Letter[] = []
  for (const row of rows) {
    const bill = bills.find((b) => b.id === row.billing_id)
    const to = recipients.get(bill?.akun_billing_id ?? 0)?.find((r) => r.email !== null)
    if (!bill || !to?.email) continue
    const { nama, email: tujuan } = to
    const isi = fillText('mail_pengingat', bill, mailing.settings, {
      nama,
      banks: banks.get(bill.akun_billing_id) ?? [],
    })
    letters.push(await storeLetter(trx, row, { bill, tujuan, isi, nama }, mailing.origin))
  }
  return { letters, last: rows.at(-1)?.id }
}

/**
 * Marks mails that were lost in a restart of the server as failed, at most 200 per call. A mail
 * counts as lost if it is still being sent after `mailTimeoutMs`. Returns the number of lost mails.
 */
export const settleLost = async (db: Db | Trx): Promise<number> => {
  const rows = await db
    .selectFrom('pesan_keluar')
    .select('id')
    .where('status', '=', 'diproses')
    .where('dibuat', '<', new Date(Date.parse(now()) - mailTimeoutMs).toISOString())
    .orderBy('id')
    .limit(200)
    .execute()
  await storeMailResults(
    db,
    rows.map((row) => row.id),
    false,
  )
  return rows.length
}
