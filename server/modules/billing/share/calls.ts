/** Calls that share a bill by links and by messages through WhatsApp and mail (domain.md 3.15). */
import type { sendShare } from '#contract/billing/shareCalls.ts'
import type { CallInput } from '#contract/call.ts'
import { waLink } from '#contract/sales/rules/waText.ts'
import { currentDay } from '#contract/values/tanggal.ts'
import type { Trx } from '#server/db/schema/tables.ts'
import { transaction } from '#server/db/transaction.ts'
import { conflict, invalidField } from '#server/errors.ts'
import { inScope, type Handlers } from '#server/http/calls.ts'
import { now, type Ctx } from '#server/http/context.ts'
import { once } from '#server/http/idempotency.ts'
import { countAttempt, dayMs } from '#server/http/limits/attemptLimits.ts'
import { billingModule } from '#server/modules/billing/bills/billing.ts'
import {
  checkReminder,
  settleReminder,
  storeMailResults,
} from '#server/modules/billing/pengingat/settle.ts'
import {
  makeLink,
  obstacleOf,
  revokeLinks,
  validUntil,
} from '#server/modules/billing/share/links.ts'
import {
  fillTexts,
  readBill,
  readLinks,
  readMessages,
  readRecipients,
  type Recipient,
  type SharedBill,
} from '#server/modules/billing/share/messages.ts'
import { mailBill, senderOf, storeMessage } from '#server/modules/billing/share/send.ts'
import { auditEvent } from '#server/resource/auditLog.ts'
import { readSettings } from '#server/settings.ts'

/**
 * Maximum number of messages and links per actor and day. It is sufficient for an office that sends
 * all bills of a month.
 */
const mostPerDay = 2000

type Sent = CallInput<typeof sendShare>
/**
 * Returns the recipient whose mail address or phone number is `tujuan`. Throws 422 if the family
 * has no such recipient.
 */
const recipientOf = (recipients: readonly Recipient[], { kanal, tujuan }: Sent): Recipient => {
  const recipient = recipients.find((r) => (kanal === 'email' ? r.email : r.phone) === tujuan)
  if (!recipient) throw invalidField('tujuan', 'Bukan alamat keluarga ini')
  return recipient
}
/**
 * Returns the reason why the links of a bill do not open, as shown to staff; null if the links
 * open.
 */
const reasonOf = (bill: SharedBill, until: string | null, dicabut_at: string | null) => {
  if (dicabut_at !== null) return 'Dicabut'
  return obstacleOf(bill) ?? (until !== null && until < now() ? 'Kedaluwarsa' : null)
}

/** Sends a mail with the PDF of the bill, and stores whether it was sent. */
const sendMail = async (
  ctx: Ctx,
  bill: SharedBill,
  message: { id: number; isi: string; tujuan: string },
): Promise<void> => {
  const sent = await mailBill(ctx, await readSettings(ctx.db), bill, message)
  await storeMailResults(ctx.db, [message.id], sent)
}

/**
 * Throws 409 if the bill has changed since the user opened the text of the message. Throws 404 or
 * 409 if the message is for a reminder that must not be sent.
 */
const checkSent = async (trx: Trx, ctx: Ctx, bill: SharedBill, input: Sent): Promise<void> => {
  if (input.versi !== undefined && input.versi !== bill.versi)
    throw conflict('Tagihan ini baru saja berubah. Periksa lagi teksnya, lalu kirim.')
  if (input.pengingat_id === undefined) return
  const moment = { settings: await readSettings(trx), at: ctx.jobs.now() }
  await checkReminder(trx, input.pengingat_id, bill, moment)
}

/** Stores a message and, if it was sent for a reminder, marks the reminder as sent. */
const storeSent = async (trx: Trx, ctx: Ctx, id: number, input: Sent) => {
  const bill = await readBill(trx, id)
  await checkSent(trx, ctx, bill, input)
  const { nama } = recipientOf(await readRecipients(trx, bill.akun_billing_id), input)
  const message = await storeMessage(trx, senderOf(ctx), bill, { ...input, nama })
  if (input.pengingat_id !== undefined)
    await settleReminder(trx, input.pengingat_id, message.id, ctx.actor.id)
  return { bill, message }
}

export const shareCalls: Pick<Handlers, 'shareDetail' | 'shareBill' | 'revokeShare' | 'sendShare'> =
  {
    shareDetail: async (ctx, _, { id }) => {
      await inScope(ctx, billingModule, id)
      const { db } = ctx
      const bill = await readBill(db, id)
      const settings = await readSettings(db)
      const penerima = await readRecipients(db, bill.akun_billing_id)
      const until = await validUntil(db, bill)
      const isLate = bill.sisa > 0 && bill.jatuh_tempo < currentDay(bill.zona_waktu)
      return {
        halangan: reasonOf(bill, until, null),
        berlaku_sampai: until,
        penerima,
        teks: await fillTexts(db, bill, settings, penerima[0]?.nama ?? bill.nama_tagihan),
        usulan: isLate ? 'wa_pengingat' : 'wa_tagihan',
        usulan_surat: isLate ? 'mail_pengingat' : 'mail_tagihan',
        versi: bill.versi,
        tautan: (await readLinks(db, id)).map(({ dicabut_at, ...link }) => ({
          ...link,
          sebab: reasonOf(bill, until, dicabut_at),
        })),
        pesan: await readMessages(db, id),
      }
    },
    shareBill: async (ctx, _, { id }) => {
      await inScope(ctx, billingModule, id)
      await countAttempt(ctx.db, { [`bagikan:${ctx.actor.id}`]: mostPerDay }, dayMs)
      const bill = await readBill(ctx.db, id)
      return transaction(ctx.db, async (trx) => {
        const { url, berlaku_sampai } = await makeLink(trx, senderOf(ctx), bill)
        const { gedung_id } = bill
        await auditEvent(trx, ctx, {
          aksi: 'bagikan',
          entitas: 'billing',
          entitas_id: id,
          gedung_id,
        })
        return { url, berlaku_sampai }
      })
    },
    revokeShare: async (ctx, _, { id }) => {
      await inScope(ctx, billingModule, id)
      const { gedung_id } = await readBill(ctx.db, id)
      return transaction(ctx.db, async (trx) => {
        const jumlah = await revokeLinks(trx, ctx, id)
        if (jumlah > 0)
          await auditEvent(trx, ctx, {
            aksi: 'cabut-tautan',
            entitas: 'billing',
            entitas_id: id,
            gedung_id,
          })
        return { jumlah }
      })
    },
    sendShare: async (ctx, input, { id }, body) => {
      await inScope(ctx, billingModule, id)
      await countAttempt(ctx.db, { [`bagikan:${ctx.actor.id}`]: mostPerDay }, dayMs)
      let stored: Awaited<ReturnType<typeof storeSent>> | undefined
      const call = { call: 'billing/share-kirim', body, idempotent: true }
      const response = await transaction(ctx.db, (trx) => {
        stored = undefined
        return once(trx, ctx, call, async () => {
          stored = await storeSent(trx, ctx, id, input)
          const { message } = stored
          const wa = input.kanal === 'email' ? null : waLink(input.tujuan, message.isi)
          return { status: 200, data: { pesan_id: message.id, wa } }
        })
      })
      if (stored && input.kanal === 'email')
        void sendMail(ctx, stored.bill, { ...stored.message, tujuan: input.tujuan }).catch(
          (err: unknown) => ctx.log.error({ err }, 'fate of a message not stored'),
        )
      return response
    },
  }
