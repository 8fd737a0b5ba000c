/** Stores messages about bills with their links, and sends messages by mail. */
import { linkPlace } from '#contract/billing/rules/paper/billText.ts'
import type { Settings } from '#contract/settings/settings.ts'
import type { Db, Tables, Trx } from '#server/db/schema/tables.ts'
import { conflict } from '#server/errors.ts'
import { authorId, now, originOf, type Ctx } from '#server/http/context.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import { paperMail } from '#server/mail/mails.ts'
import { publicPapers } from '#server/modules/billing/papers/papers.ts'
import { makeLink, obstacleOf, type Sender } from '#server/modules/billing/share/links.ts'
import type { SharedBill } from '#server/modules/billing/share/messages.ts'
import { paperBatches } from '#server/pdf/batches.ts'
import { pdfBytes } from '#server/pdf/pdf.ts'
import { auditEvent } from '#server/resource/auditLog.ts'

export const senderOf = (ctx: Ctx): Sender => ({ author: ctx, origin: originOf(ctx) })

export interface Outgoing {
  kanal: Tables['pesan_keluar']['kanal']
  nama: string
  tujuan: string
  templat: Tables['pesan_keluar']['template']
  isi: string
}
/**
 * Stores a message. If the text has a placeholder for a link, a new link is made for the message.
 * Throws 409 if links to the bill do not open.
 */
export const storeMessage = async (
  trx: Trx,
  sender: Sender,
  bill: SharedBill,
  { kanal, nama, tujuan, templat, isi: text }: Outgoing,
): Promise<{ id: number; isi: string }> => {
  const obstacle = obstacleOf(bill)
  if (obstacle) throw conflict(obstacle)
  const link = text.includes(linkPlace) ? await makeLink(trx, sender, bill) : undefined
  const isi = link ? text.replaceAll(linkPlace, () => link.url) : text
  const { id } = await trx
    .insertInto('pesan_keluar')
    .values({
      kanal,
      nama,
      tujuan,
      template: templat,
      billing_id: bill.id,
      akun_billing_id: null,
      tautan_id: link?.id ?? null,
      isi,
      status: kanal === 'email' ? 'diproses' : 'dibuka',
      oleh: authorId(sender.author),
      dibuat: now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await auditEvent(trx, sender.author, {
    aksi: 'kirim',
    entitas: 'billing',
    entitas_id: bill.id,
    sesudah: JSON.stringify({ kanal, tujuan }),
    gedung_id: bill.gedung_id,
  })
  return { id, isi }
}

/** Sends a mail with the PDF of its bill. Returns whether the mail was sent, and never throws. */
export const mailBill = async (
  { db, mail, log }: { db: Db; mail: Mailer; log: Ctx['log'] },
  settings: Settings,
  bill: SharedBill,
  { tujuan, isi }: { tujuan: string; isi: string },
): Promise<boolean> => {
  try {
    const title = `Tagihan ${bill.nomor}`
    const pdf = await pdfBytes(
      { title, author: settings.nama_sekolah },
      paperBatches(db, [bill.id], (ids) => publicPapers(db, ids, settings)),
    )
    const { promise, resolve } = Promise.withResolvers<boolean>()
    mail.send(paperMail(tujuan, settings, { title, text: isi, pdf }), resolve)
    return await promise
  } catch (err) {
    log.error({ err }, 'bill not sent')
    return false
  }
}
