/** Sharing a bill: links, messages by WhatsApp and mail (domain.md 3.15). */
import { linkPlace } from '#contract/billing/rules/billText.ts'
import type { sendShare } from '#contract/billing/shareCalls.ts'
import type { CallInput } from '#contract/call.ts'
import { waLink } from '#contract/sales/rules/waText.ts'
import { currentDay } from '#contract/values/tanggal.ts'
import type { Trx } from '#server/db/tables.ts'
import { transaction } from '#server/db/transaction.ts'
import { conflict, invalidField } from '#server/errors.ts'
import { inScope, type Handlers } from '#server/http/calls.ts'
import { now, type Ctx } from '#server/http/context.ts'
import { once } from '#server/http/idempotency.ts'
import { countAttempt, dayMs } from '#server/http/limits.ts'
import { billMail } from '#server/mail/mails.ts'
import { billingModule } from '#server/modules/billing/billing.ts'
import { publicPaper } from '#server/modules/billing/papers/papers.ts'
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
import { pdfBytes } from '#server/pdf/pdf.ts'
import { auditEvent } from '#server/resource/auditLog.ts'
import { readSettings } from '#server/settings.ts'

/** Messages and links of one person in a day: an office that sends every bill of a month. */
const mostPerDay = 2000

type Sent = CallInput<typeof sendShare>
/** The recipient that a message goes to. Throws 422 for an address that is none of the family's. */
const recipientOf = (recipients: readonly Recipient[], { kanal, tujuan }: Sent): Recipient => {
  const found = recipients.find((r) => (kanal === 'email' ? r.email : r.phone) === tujuan)
  if (!found) throw invalidField('tujuan', 'Bukan alamat keluarga ini')
  return found
}
/** Why links do not open, for a person. */
const reasonOf = (bill: SharedBill, until: string | null, dicabut_at: string | null) => {
  if (dicabut_at !== null) return 'Dicabut'
  return obstacleOf(bill) ?? (until !== null && until < now() ? 'Kedaluwarsa' : null)
}

/** Writes a message down with its own link, if its text has a place for one. */
const storeMessage = async (
  trx: Trx,
  ctx: Ctx,
  { bill, input, nama }: { bill: SharedBill; input: Sent; nama: string },
) => {
  const obstacle = obstacleOf(bill)
  if (obstacle) throw conflict(obstacle)
  const link = input.isi.includes(linkPlace) ? await makeLink(trx, ctx, bill) : undefined
  const isi = link ? input.isi.replaceAll(linkPlace, () => link.url) : input.isi
  const { id } = await trx
    .insertInto('pesan_keluar')
    .values({
      kanal: input.kanal,
      nama,
      tujuan: input.tujuan,
      template: input.templat,
      billing_id: bill.id,
      tautan_id: link?.id ?? null,
      isi,
      status: input.kanal === 'email' ? 'diproses' : 'dibuka',
      oleh: ctx.actor.id,
      dibuat: now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await auditEvent(trx, ctx, {
    aksi: 'kirim',
    entitas: 'billing',
    entitas_id: bill.id,
    sesudah: JSON.stringify({ kanal: input.kanal, tujuan: input.tujuan }),
    gedung_id: bill.gedung_id,
  })
  return { id, isi }
}

/** Sends the mail with the bill's PDF, and writes down what became of it. */
const sendMail = async (
  ctx: Ctx,
  bill: SharedBill,
  message: { id: number; isi: string; tujuan: string },
): Promise<void> => {
  const settle = async (status: 'terkirim' | 'gagal') => {
    await ctx.db
      .updateTable('pesan_keluar')
      .set({ status })
      .where('id', '=', message.id)
      .execute()
      .catch((err: unknown) => ctx.log.error({ err }, 'fate of a message not stored'))
  }
  try {
    const settings = await readSettings(ctx.db)
    const title = `Tagihan ${bill.nomor}`
    const bytes = await pdfBytes(
      { title, author: settings.nama_sekolah },
      publicPaper(ctx.db, bill.id, settings),
    )
    const mail = billMail(message.tujuan, settings, { title, text: message.isi, pdf: bytes })
    ctx.mail.send(mail, (sent) => void settle(sent ? 'terkirim' : 'gagal'))
  } catch (err) {
    ctx.log.error({ err }, 'bill not sent')
    await settle('gagal')
  }
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
        const { url, berlaku_sampai } = await makeLink(trx, ctx, bill)
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
      const bill = await readBill(ctx.db, id)
      const recipients = await readRecipients(ctx.db, bill.akun_billing_id)
      let stored: { id: number; isi: string } | undefined
      const call = { call: 'billing/share-kirim', body, idempotent: true }
      const response = await transaction(ctx.db, (trx) => {
        stored = undefined
        return once(trx, ctx, call, async () => {
          const { nama } = recipientOf(recipients, input)
          const message = await storeMessage(trx, ctx, { bill, input, nama })
          stored = message
          const wa = input.kanal === 'email' ? null : waLink(input.tujuan, message.isi)
          return { status: 200, data: { pesan_id: message.id, wa } }
        })
      })
      if (stored && input.kanal === 'email')
        void sendMail(ctx, bill, { ...stored, tujuan: input.tujuan })
      return response
    },
  }
