/**
 * Payment confirmation on the public page of a bill. The visitor enters a mailed code and then
 * fills in a form (domain.md 3.15).
 */
import { uniqueTransferAmount } from '#contract/billing/rules/paper/paperText.ts'
import type { Issue } from '#contract/resource.ts'
import { parseRupiah } from '#contract/values/amount.ts'
import { transaction } from '#server/db/transaction.ts'
import { HttpError, invalidField } from '#server/errors.ts'
import { withContent } from '#server/files/contents.ts'
import { netOf } from '#server/http/address.ts'
import type { AnswerOptions } from '#server/http/answer.ts'
import { readBytes } from '#server/http/body/body.ts'
import { MB, readUpload } from '#server/http/body/upload.ts'
import type { Actor, Ctx } from '#server/http/context.ts'
import { countAttempt, hourMs } from '#server/http/limits/attemptLimits.ts'
import { payCodeMail } from '#server/mail/mails.ts'
import { konfirmasiPembayaranModule } from '#server/modules/billing/konfirmasi/konfirmasiPembayaran.ts'
import { mailPayer } from '#server/modules/billing/konfirmasi/mails.ts'
import type { PrintedBill } from '#server/modules/billing/papers/readBills.ts'
import {
  hasPermit,
  makeCode,
  readPayerActor,
  usePermit,
  takePermit,
  type CodeRequest,
} from '#server/modules/billing/share/code.ts'
import {
  askPage,
  codePage,
  payPage,
  sentPage,
  type FormPage,
  type Typed,
} from '#server/modules/billing/share/payHtml.ts'
import { prepareUpload, storeUpload } from '#server/modules/files/store.ts'
import { moduleOf } from '#server/modules/registry.ts'
import { writerOf } from '#server/resource/writer.ts'
import { readSettings, readSome } from '#server/settings.ts'

/** Maximum number of sent forms that are read per link and hour. Each form may contain an image. */
const sendsPerHour = 15
const maxCodeBody = 4096

/** Request for one of the pages on which a visitor confirms the payment of an open bill. */
export interface PayRequest {
  options: AnswerOptions
  request: Request
  ip: string
  agent: string
  /** Id of the link with which the visitor opened the page. */
  tautan_id: number
  bill: PrintedBill
  base: string
  confirm: string | undefined
}
const askingOf = ({ tautan_id, bill, ip }: PayRequest): CodeRequest => ({
  tautan_id,
  akun: bill.akun_billing_id,
  net: netOf(ip),
})
/** HTML of a page and its HTTP status. If `status` is undefined, the status is 200. */
export interface PageResult {
  text: string
  status?: number
}

/** Returns the page on which the payer asks for a code by mail. */
export const showAsk = async (paying: PayRequest): Promise<PageResult> => ({
  text: await askPage(paying),
})

/**
 * Mails a code to the payer if the payer has a mail address. The response does not depend on
 * whether an address exists.
 */
export const sendCode = async (paying: PayRequest): Promise<PageResult> => {
  const { options } = paying
  const payCode = await makeCode(options.db, askingOf(paying))
  if (payCode) {
    const { app_nama } = await readSome(options.db, ['app_nama'])
    options.mail.send(payCodeMail(payCode.to, app_nama, payCode.code))
  }
  return { text: await codePage(paying) }
}

/**
 * Returns the page with the confirmation form. Its default amount includes the unique code if the
 * setting `kode_unik` is on.
 */
const formPage = async (
  paying: PayRequest,
  more: Pick<FormPage, 'leave' | 'typed' | 'errors' | 'error'>,
): Promise<string> => {
  const { kode_unik } = await readSome(paying.options.db, ['kode_unik'])
  const amount = uniqueTransferAmount(paying.bill, kode_unik) ?? paying.bill.sisa
  return payPage({ ...paying, ...more, asked: amount })
}
/**
 * Checks the entered code. Returns the confirmation form if the code is right. Otherwise, returns
 * the form of the code with an error.
 */
export const enterCode = async (paying: PayRequest): Promise<PageResult> => {
  const body = await readBytes(
    paying.request,
    maxCodeBody,
    () => new HttpError(413, 'Isian terlalu panjang'),
  )
  const typed = new URLSearchParams(body.toString('utf8')).get('kode') ?? ''
  const leave = await takePermit(
    paying.options.db,
    askingOf(paying),
    typed.replaceAll(/\s/g, '').slice(0, 6),
  )
  if (leave) return { text: await formPage(paying, { leave }) }
  const error = 'Kode salah atau tidak berlaku lagi. Periksa lagi, atau minta kode yang baru.'
  return { text: await codePage({ ...paying, error }), status: 422 }
}

const ctxOf = ({ options, request, ip, agent }: PayRequest, actor: Actor): Ctx => ({
  ...options,
  actor,
  ip,
  agent,
  url: new URL(request.url),
  parts: {},
  request,
  secure: false,
  key: undefined,
})

/** Converts the fields of the form to the body of the create call of confirmations. */
const bodyOf = ({ bill }: PayRequest, fields: Typed, bukti: number) => ({
  akun_billing_id: bill.akun_billing_id,
  billing_ids: [bill.id],
  bank_tujuan_id: Number(fields.bank_tujuan_id),
  jumlah: parseRupiah(fields.jumlah ?? '') ?? undefined,
  tanggal_transfer: fields.tanggal_transfer,
  pengirim_nama: fields.pengirim_nama,
  bank_asal: fields.bank_asal || null,
  bukti,
  bukan_kembar: fields.bukan_kembar === '1',
})

const confirmations = writerOf(konfirmasiPembayaranModule, moduleOf)
/**
 * Files the confirmation with the payer as its actor, at most once per permit (`leave`). Throws the
 * same errors as the create call of confirmations.
 */
const file = async (
  paying: PayRequest,
  leave: string,
  { fields, file: sent }: { fields: Typed; file: { name: string; bytes: Buffer } },
): Promise<string> => {
  const { db } = paying.options
  const payer = await readPayerActor(db, paying.bill.akun_billing_id)
  if (!payer) throw new HttpError(409, 'Kirim buktinya langsung kepada sekolah.')
  const ctx = ctxOf(paying, payer)
  const { unggah_maks_mb } = await readSettings(db)
  const rule = { jenis: 'bukti', usualMaxMb: unggah_maks_mb } as const
  const { bytes, values } = await prepareUpload(db, sent, rule)
  const row = await withContent(db, { bytes, sha256: values.sha256 }, (content) =>
    transaction(
      db,
      async (trx) => {
        if (!(await usePermit(trx, leave)))
          throw new HttpError(409, 'Konfirmasi ini sudah terkirim.')
        const { id } = await storeUpload(trx, ctx, { content, values })
        const body = bodyOf(paying, fields, id)
        return confirmations.guarded(() => confirmations.create(trx, ctx, body))
      },
      { queueFor: ['penghitung'] },
    ),
  )
  await mailPayer(ctx, row.id, 'mail_konfirmasi_diterima')
  return String(row.nomor)
}

/** Returns the issues of a rejected form by field; undefined if the error is not about the form. */
const issuesOf = ({ status, errors = [], message }: HttpError): readonly Issue[] | undefined => {
  if (errors.length > 0) return errors
  return status === 422 || status === 413 ? [{ field: 'file', message }] : undefined
}

/**
 * Files the confirmation of a sent form, and returns the next page. If the form is rejected,
 * returns the form with its issues.
 */
export const sendForm = async (paying: PayRequest, leave: string): Promise<PageResult> => {
  const { db } = paying.options
  if (!(await hasPermit(db, paying.tautan_id, leave))) {
    const error = 'Kode ini sudah dipakai atau lewat masanya. Minta kode yang baru.'
    return { text: await askPage({ ...paying, error }), status: 409 }
  }
  await countAttempt(db, { [`tautan-kirim:${paying.tautan_id}`]: sendsPerHour }, hourMs)
  const { unggah_maks_mb } = await readSettings(db)
  let typed: Typed = {}
  try {
    const sent = await readUpload(paying.request, unggah_maks_mb * MB)
    typed = sent.fields
    if (parseRupiah(typed.jumlah ?? '') === null)
      throw invalidField('jumlah', 'Rupiah bulat saja, misalnya 1.250.000')
    return { text: await sentPage(paying, await file(paying, leave, sent)) }
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    const errors = issuesOf(error)
    if (!errors) throw error
    const text = await formPage(paying, { leave, typed, errors, error: error.message })
    return { text, status: error.status }
  }
}
