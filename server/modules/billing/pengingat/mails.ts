/** Reminders that the server mails by itself (domain.md 3.12). */
import { sql, type SqlBool } from 'kysely'
import type { Settings } from '#contract/settings/settings.ts'
import type { Db, Trx } from '#server/db/tables.ts'
import { clock, now } from '#server/http/context.ts'
import { offeredBanks } from '#server/modules/billing/papers/offeredBanks.ts'
import { isQueued } from '#server/modules/billing/pengingat/pengingat.ts'
import { settleReminder, storeFates } from '#server/modules/billing/pengingat/settle.ts'
import { isPaused, openZones } from '#server/modules/billing/pengingat/steps.ts'
import {
  fillText,
  lostMs,
  readBills,
  readRecipientsOf,
  type SharedBill,
} from '#server/modules/billing/share/messages.ts'
import { storeMessage } from '#server/modules/billing/share/send.ts'

/**
 * Reminders that are to be mailed: of families who want mails and have an address, where it is day,
 * and that no mail has been tried for. In the order of their ids, after one.
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
    .select(['pengingat.id', 'pengingat.billing_id', 'profil.kirim_via'])
    .where(isQueued)
    .where('pengingat.surat_id', 'is', null)
    .where('pengingat.id', '>', after)
    .where('profil.kirim_via', 'in', ['email', 'keduanya'])
    .where((eb) => eb(eb.fn.coalesce('profil.email_tagihan', 'user.email'), 'is not', null))
    .where('gedung.zona_waktu', 'in', zones)
    .where(sql<SqlBool>`not (${isPaused(sql`pengingat.billing_id`, at)})`)
    .orderBy('pengingat.id')
    .limit(most)
    .execute()
}
type Mailable = Awaited<ReturnType<typeof readMailable>>[number]

/** A mail that is written down, and is to be sent now. */
export interface Letter {
  pesan_id: number
  bill: SharedBill
  tujuan: string
  isi: string
}

/** Writes the mail of a reminder down. Who gets WhatsApp too stays in the queue for that. */
const storeLetter = async (
  trx: Trx,
  row: Mailable,
  letter: Omit<Letter, 'pesan_id'> & { nama: string },
  origin: string,
): Promise<Letter> => {
  const { bill, tujuan, isi, nama } = letter
  const message = await storeMessage(trx, { author: clock, origin }, bill, {
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
  if (row.kirim_via === 'email') await settleReminder(trx, row.id, message.id, null)
  return { pesan_id: message.id, bill, tujuan, isi: message.isi }
}

/**
 * Writes the mails of the next reminders down, with what their bills say now. Answers them, and the
 * last reminder that was looked at; `last` undefined: there are no more.
 */
export const storeLetters = async (
  trx: Trx,
  wanted: { settings: Settings; at: number; after: number; most: number; origin: string },
): Promise<{ letters: Letter[]; last: number | undefined }> => {
  const rows = await readMailable(trx, wanted)
  if (rows.length === 0) return { letters: [], last: undefined }
  const bills = await readBills(
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
    const isi = fillText('mail_pengingat', bill, wanted.settings, {
      nama,
      banks: banks.get(bill.akun_billing_id) ?? [],
    })
    letters.push(await storeLetter(trx, row, { bill, tujuan, isi, nama }, wanted.origin))
  }
  return { letters, last: rows.at(-1)?.id }
}

/** Mails that were lost with their server are told as not sent; answers how many. */
export const settleLost = async (db: Db | Trx): Promise<number> => {
  const rows = await db
    .selectFrom('pesan_keluar')
    .select('id')
    .where('status', '=', 'diproses')
    .where('dibuat', '<', new Date(Date.parse(now()) - lostMs).toISOString())
    .orderBy('id')
    .limit(200)
    .execute()
  await storeFates(
    db,
    rows.map((row) => row.id),
    false,
  )
  return rows.length
}
