/**
 * Sends statements to one or many payers by mail. Also returns credit notes as printable documents
 * (domain.md 3.5, 3.6).
 */
import type { kirimRekeningKoran } from '#contract/billing/saldoCalls.ts'
import type { CallInput } from '#contract/call.ts'
import { statementTexts } from '#contract/settings/mailText.ts'
import type { Settings } from '#contract/settings/settings.ts'
import { formatRupiah } from '#contract/values/rupiah.ts'
import { formatTanggal } from '#contract/values/tanggal.ts'
import { transaction } from '#server/db/transaction.ts'
import { HttpError } from '#server/errors.ts'
import { inScope, type Handlers } from '#server/http/calls.ts'
import { now, type Ctx } from '#server/http/context.ts'
import { once } from '#server/http/idempotency.ts'
import { countAttempt, dayMs } from '#server/http/limits/attemptLimits.ts'
import { paperMail } from '#server/mail/mails.ts'
import { userModule } from '#server/modules/access/user/user.ts'
import { creditNotePaper, readCreditNote } from '#server/modules/billing/papers/creditNotePaper.ts'
import { storeMailResults } from '#server/modules/billing/pengingat/settle.ts'
import { mutasiSaldoModule } from '#server/modules/billing/saldo/mutasiSaldo.ts'
import { readStatement, statementFile } from '#server/modules/billing/saldo/statement.ts'
import { readAccountMessages, readRecipients } from '#server/modules/billing/share/messages.ts'
import { paperBatch } from '#server/pdf/batches.ts'
import { pdfBytes, pdfResponse } from '#server/pdf/pdf.ts'
import { auditEvent } from '#server/resource/auditLog.ts'
import { readSettings } from '#server/settings.ts'

/** Maximum number of statements that an actor can mail per day. */
const mostPerDay = 2000

type Statement = Awaited<ReturnType<typeof readStatement>>
interface Letter {
  data: Statement
  nama: string
  tujuan: string
  isi: string
}
/** Returns the mail for a payer. If no mail can be sent, returns the reason as text (`pesan`). */
const letterOf = async (
  ctx: Ctx,
  settings: Settings,
  period: { id: number; dari: string; sampai: string },
): Promise<Letter | { nama: string; pesan: string }> => {
  const data = await readStatement(ctx, period)
  const { id, nama_tagihan } = data.akun_billing
  const to = (await readRecipients(ctx.db, id)).find((r) => r.email !== null)
  if (!to?.email) return { nama: nama_tagihan, pesan: 'Tidak punya alamat email' }
  if (data.di_luar_wilayah > 0)
    return { nama: nama_tagihan, pesan: 'Ada transaksi di luar wilayah Anda' }
  const isi = statementTexts.fill(settings.mail_rekening_koran, {
    nama: to.nama,
    sekolah: settings.nama_sekolah,
    aplikasi: settings.app_nama,
    dari: formatTanggal(data.dari),
    sampai: formatTanggal(data.sampai),
    sisa: formatRupiah(Math.max(0, data.akhir.sisa)),
    saldo: formatRupiah(data.akhir.saldo),
  })
  return { data, nama: to.nama, tujuan: to.email, isi }
}

/** Stores the mails before they are sent. Returns their ids in the same order. */
const storeLetters = async (
  trx: Parameters<typeof auditEvent>[0],
  ctx: Ctx,
  letters: readonly Letter[],
): Promise<number[]> => {
  const ids: number[] = []
  for (const { data, nama, tujuan, isi } of letters) {
    const { id } = await trx
      .insertInto('pesan_keluar')
      .values({
        kanal: 'email',
        nama,
        tujuan,
        isi,
        template: 'mail_rekening_koran',
        billing_id: null,
        akun_billing_id: data.akun_billing.id,
        tautan_id: null,
        status: 'diproses',
        oleh: ctx.actor.id,
        dibuat: now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    ids.push(id)
    await auditEvent(trx, ctx, {
      aksi: 'kirim',
      entitas: 'user',
      entitas_id: data.akun_billing.id,
      sesudah: JSON.stringify({ kanal: 'email', tujuan, dari: data.dari, sampai: data.sampai }),
      gedung_id: data.akun_billing.gedung_id,
    })
  }
  return ids
}

/**
 * Makes the PDF of a statement and mails it, and stores whether the mail was sent. Never throws.
 */
const send = async (ctx: Ctx, settings: Settings, id: number, letter: Letter): Promise<void> => {
  try {
    const { info, batches } = await statementFile(ctx.db, letter.data, settings)
    const pdf = await pdfBytes(info, batches)
    const mail = paperMail(letter.tujuan, settings, { title: info.title, text: letter.isi, pdf })
    const { promise, resolve } = Promise.withResolvers<boolean>()
    ctx.mail.send(mail, resolve)
    await storeMailResults(ctx.db, [id], await promise)
  } catch (err) {
    ctx.log.error({ err }, 'statement not sent')
    await storeMailResults(ctx.db, [id], false).catch(() => {})
  }
}

/** Returns the mails that can be sent, and the skipped payers with the reasons. */
const prepare = async (
  ctx: Ctx,
  settings: Settings,
  { akun, dari, sampai }: CallInput<typeof kirimRekeningKoran>,
) => {
  const letters: Letter[] = []
  const dilewati: { id: number; nama: string; pesan: string }[] = []
  for (const id of new Set(akun)) {
    try {
      const letter = await letterOf(ctx, settings, { id, dari, sampai })
      if ('data' in letter) letters.push(letter)
      else dilewati.push({ id, ...letter })
    } catch (error) {
      // Skips only payers that are not found. Any other error, such as an invalid date range, would
      // occur for all payers.
      if (!(error instanceof HttpError) || error.status !== 404) throw error
      dilewati.push({ id, nama: `Akun #${id}`, pesan: 'Tidak ditemukan' })
    }
  }
  return { letters, dilewati }
}

export const statementMailCalls: Pick<
  Handlers,
  'kirimRekeningKoran' | 'rekeningKoranTerkirim' | 'notaKreditPdf' | 'notaKreditKertas'
> = {
  kirimRekeningKoran: async (ctx, input, _, body) => {
    await countAttempt(ctx.db, { [`rekening:${ctx.actor.id}`]: mostPerDay }, dayMs)
    const settings = await readSettings(ctx.db)
    const { letters, dilewati } = await prepare(ctx, settings, input)
    let ids: number[] = []
    const call = { call: 'user/kirim-rekening-koran', body, idempotent: true }
    const response = await transaction(ctx.db, (trx) => {
      ids = []
      return once(trx, ctx, call, async () => {
        ids = await storeLetters(trx, ctx, letters)
        return { status: 200, data: { dikirim: ids.length, dilewati } }
      })
    })
    // Sends the mails one after another, so that many statements do not flood the mail server.
    void (async () => {
      for (const [i, id] of ids.entries()) {
        const letter = letters[i]
        if (letter) await send(ctx, settings, id, letter)
      }
    })()
    return response
  },
  rekeningKoranTerkirim: async (ctx, _, { id }) => {
    await inScope(ctx, userModule, id)
    return readAccountMessages(ctx.db, id)
  },
  notaKreditKertas: async (ctx, _, { id }) => {
    await inScope(ctx, mutasiSaldoModule, id)
    const note = await readCreditNote(ctx.db, id)
    return creditNotePaper(ctx.db, note, await readSettings(ctx.db))
  },
  notaKreditPdf: async (ctx, _, { id }) => {
    await inScope(ctx, mutasiSaldoModule, id)
    const note = await readCreditNote(ctx.db, id)
    const settings = await readSettings(ctx.db)
    return pdfResponse(ctx, {
      info: { title: `Nota Kredit ${note.nomor}`, author: settings.nama_sekolah },
      batches: paperBatch(ctx.db, await creditNotePaper(ctx.db, note, settings)),
      asker: `user:${ctx.actor.id}`,
    })
  },
}
