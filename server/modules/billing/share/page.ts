/** Public page of a bill with its images and its PDF, which needs no login (domain.md 3.15). */
import type { Context, Hono } from 'hono'
import { routePath } from 'hono/route'
import { resources } from '#contract/registry.ts'
import type { Db } from '#server/db/schema/tables.ts'
import { HttpError, notFound } from '#server/errors.ts'
import { openContent } from '#server/files/contents.ts'
import { clientAddress, netOf } from '#server/http/address.ts'
import type { AnswerOptions } from '#server/http/answer.ts'
import { readBytes } from '#server/http/body/body.ts'
import { MB } from '#server/http/body/upload.ts'
import { inUploadPlace } from '#server/http/body/uploadPlaces.ts'
import { countAttempt, fullLimit, hourMs, tooMany } from '#server/http/limits/attemptLimits.ts'
import { makeGate } from '#server/http/limits/concurrencyGate.ts'
import { respondBy } from '#server/http/respond.ts'
import { publicPapers, publicReader } from '#server/modules/billing/papers/papers.ts'
import { readPrintedBills, type PrintedBill } from '#server/modules/billing/papers/readBills.ts'
import { findLink } from '#server/modules/billing/share/links.ts'
import { countOpen } from '#server/modules/billing/share/opens.ts'
import {
  billPage,
  formPolicy,
  pagePolicy,
  pageSettings,
  plainPage,
} from '#server/modules/billing/share/pageHtml.ts'
import {
  enterCode,
  sendCode,
  sendForm,
  showAsk,
  type PayRequest,
  type PageResult,
} from '#server/modules/billing/share/pay.ts'
import { paperBatches } from '#server/pdf/batches.ts'
import { pdfResponse } from '#server/pdf/pdf.ts'
import { readSettings, readSome } from '#server/settings.ts'

/**
 * Maximum number of requests for invalid links per network and hour. The limit is high enough for
 * people who open old links.
 */
const missesPerHour = 60
/** Maximum number of PDF files per link and hour. */
const filesPerHour = 30
/**
 * Maximum numbers of concurrent requests for pages in this process: in total (`all`), per network
 * (`net`), and per link and network (`link`). The limit per network is high because thousands of
 * families may share a network.
 */
const atOnce = { all: 32, net: 24, link: 8 }
const gate = makeGate('bill pages')

const headers = {
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'X-Robots-Tag': 'noindex, nofollow, noarchive',
  'Content-Security-Policy': pagePolicy,
}
const answerPage = (text: string, status = 200, more: Record<string, string> = {}): Response =>
  new Response(text, {
    status,
    headers: { ...headers, 'Content-Type': 'text/html; charset=utf-8', ...more },
  })

interface Asked {
  options: AnswerOptions
  request: Request
  ip: string
  agent: string
  token: string
}
const missKey = (ip: string) => `tautan-ip:${netOf(ip)}`
/**
 * Finds the link of a token. Throws 404 for an invalid link without stating the reason, and 429
 * after too many invalid links.
 */
const readShared = async ({ options: { db }, ip, token }: Asked) => {
  const link = await findLink(db, token)
  if (link) return link
  // Checks the limit before counting, so that requests beyond the limit cause no writes.
  const misses = { key: missKey(ip), limit: missesPerHour, windowMs: hourMs }
  const full = await fullLimit(db, [misses])
  if (full) throw tooMany(full)
  await countAttempt(db, { [misses.key]: missesPerHour }, hourMs)
  throw notFound('Tautan')
}
const readBill = async (db: Db, id: number): Promise<PrintedBill> => {
  const [bill] = await readPrintedBills(db, [id], publicReader)
  if (!bill) throw notFound('Tagihan')
  return bill
}

/**
 * Returns the address of the confirmation form in the app, for payers with an account; undefined if
 * the resource of confirmations is not registered.
 */
const confirmPlace = (id: number): string | undefined =>
  Object.hasOwn(resources, 'konfirmasi-pembayaran')
    ? `/#/konfirmasi-pembayaran/form?billing_id=${id}`
    : undefined

const showPage = async (visit: Asked): Promise<Response> => {
  const { db, log } = visit.options
  const link = await readShared(visit)
  const bill = await readBill(db, link.billing_id)
  const settings = await readSome(db, pageSettings)
  const base = `/t/${visit.token}`
  const text = await billPage(bill, { settings, base, confirm: confirmPlace(bill.id) })
  countOpen(db, log, link.id, visit.agent)
  return answerPage(text)
}
const showPdf = async (visit: Asked): Promise<Response> => {
  const { db } = visit.options
  const link = await readShared(visit)
  await countAttempt(db, { [`tautan-berkas:${link.id}`]: filesPerHour }, hourMs)
  const settings = await readSettings(db)
  const { nomor } = await readBill(db, link.billing_id)
  return pdfResponse(
    { log: visit.options.log, request: visit.request },
    {
      info: { title: `Tagihan ${nomor}`, author: settings.nama_sekolah },
      batches: paperBatches(db, [link.billing_id], (ids) => publicPapers(db, ids, settings)),
      asker: `tautan:${link.id}`,
      headers,
    },
  )
}
/**
 * Responds with an image of the page: the logo of the letterhead, or the payment code of a bank
 * account. Throws 404 for any other file.
 */
const showPicture = async (visit: Asked, id: number): Promise<Response> => {
  const { db } = visit.options
  const link = await readShared(visit)
  const bill = await readBill(db, link.billing_id)
  const settings = await readSome(db, pageSettings)
  const pictureIds = [bill.gedung.logo ?? settings.logo, ...bill.banks.map((b) => b.gambar)]
  if (!pictureIds.includes(id)) throw notFound('Gambar')
  const file = await db
    .selectFrom('berkas')
    .select(['id', 'mime', 'ukuran', 'sha256'])
    .where('id', '=', id)
    .where('mime', 'in', ['image/jpeg', 'image/png', 'image/webp'])
    .where('dikosongkan_at', 'is', null)
    .executeTakeFirst()
  if (!file) throw notFound('Gambar')
  return new Response((await openContent(db, file)).body, {
    headers: {
      ...headers,
      'Cache-Control': 'private, max-age=3600',
      'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'Content-Type': file.mime,
    },
  })
}

type Show = (asked: Asked) => Promise<Response>
/**
 * Returns a request handler that runs `step` and shows the resulting page, which is one of the
 * pages of the payment confirmation. If the bill is already paid in full, the handler does not run
 * `step` and shows a page that says so.
 */
const payStep =
  (step: (paying: PayRequest) => Promise<PageResult>): Show =>
  async (visit) => {
    const { options, request, ip, agent, token } = visit
    const link = await readShared(visit)
    const bill = await readBill(options.db, link.billing_id)
    const base = `/t/${token}`
    if (bill.sisa <= 0)
      return answerPage(await plainPage('Sudah lunas', 'Tagihan ini tidak menunggu pembayaran.'))
    const confirm = confirmPlace(bill.id)
    const { text, status } = await step({
      options,
      request,
      ip,
      agent,
      tautan_id: link.id,
      bill,
      base,
      confirm,
    })
    return answerPage(text, status, { 'Content-Security-Policy': formPolicy })
  }

const refusal: Record<number, readonly [title: string, text: string]> = {
  404: [
    'Tautan tidak berlaku',
    'Mungkin sudah dicabut, sudah lewat masanya, atau tagihannya dibatalkan. Mintalah tautan yang baru kepada sekolah.',
  ],
  429: ['Terlalu banyak permintaan', 'Coba lagi beberapa saat lagi.'],
}
/** Returns a page that explains an HTTP error to families. */
const refused = async ({ status, message, headers: more }: HttpError): Promise<Response> => {
  const [title, text] = refusal[status] ?? ['Halaman tidak dapat ditampilkan', message]
  return answerPage(await plainPage(title, text), status, more)
}

/** Maximum number of bytes of a form without a file, such as the form of the code. */
const shortBody = 4096
/** Maximum number of bytes of the text fields in a form with a file. */
const textsBesideFile = 64 * 1024
type FormKind = 'short' | 'file'
/**
 * Reads the whole body before `work` runs. Otherwise, a slow or endless body would count against
 * the limit of concurrent page requests. A body with a file is read only for a valid link, and only
 * within the limits of uploads (`inUploadPlace`).
 */
const withWholeBody = async <T>(
  visit: Asked,
  form: FormKind,
  work: (whole: Asked) => Promise<T>,
): Promise<T> => {
  const { request } = visit
  if (request.method !== 'POST') return work(visit)
  const read = async (maxBody: number) => {
    const tooLarge = () => new HttpError(413, 'Kiriman terlalu besar')
    const headers = new Headers(request.headers)
    const body = await readBytes(request, maxBody, tooLarge).catch((error: unknown) => {
      if (form === 'short' || !(error instanceof HttpError && error.status === 413)) throw error
      // Replaces a body that exceeds the limit with a body of one byte, and sets `content-length`
      // above the limit. The handler of the form then rejects the request and shows the form again.
      headers.set('content-length', String(maxBody + 1))
      return Buffer.of(0)
    })
    const { url, signal } = request
    const whole = new Request(url, { method: 'POST', headers, signal, body: new Uint8Array(body) })
    return work({ ...visit, request: whole })
  }
  if (form === 'short') return read(shortBody)
  const link = await readShared(visit)
  const { unggah_maks_mb } = await readSome(visit.options.db, ['unggah_maks_mb'])
  const place = { asker: `tautan:${link.id}`, signal: request.signal }
  return inUploadPlace(place, () => read(unggah_maks_mb * MB + textsBesideFile))
}

/**
 * Adds the routes below `/t/<token>`: the page, its PDF and images, and the pages of the payment
 * confirmation.
 */
export const addSharePages = (app: Hono, options: AnswerOptions): void => {
  const answer = (c: Context, show: Show, form: FormKind = 'short') => {
    const token = c.req.param('token') ?? ''
    const showForm: Parameters<typeof respondBy>[1] = async ({ request, env, asker }) => {
      const forwarded = request.headers.get('x-forwarded-for')
      const ip = clientAddress(options.peer(env), forwarded, options.trustProxy)
      asker.ip = ip
      const shares = [
        { key: 'all', most: atOnce.all },
        { key: netOf(ip), most: atOnce.net },
        { key: `${netOf(ip)} ${token}`, most: atOnce.link },
      ]
      const agent = request.headers.get('user-agent') ?? ''
      const showInPlace = async (whole: Asked): Promise<Response> => {
        const leave = gate.enter(shares, { signal: request.signal })
        if (!leave) throw new HttpError(429, '', { retryAfter: 5 })
        try {
          return await show(whole)
        } finally {
          leave()
        }
      }
      try {
        return await withWholeBody({ options, request, ip, agent, token }, form, showInPlace)
      } catch (error) {
        if (error instanceof HttpError) return await refused(error)
        throw error
      }
    }
    return respondBy(options, showForm, `${c.req.method} ${routePath(c)}`)(c)
  }
  app.get('/t/:token', (c) => answer(c, showPage))
  app.get('/t/:token/bayar', (c) => answer(c, payStep(showAsk)))
  app.post('/t/:token/kode', (c) => answer(c, payStep(sendCode)))
  app.post('/t/:token/masuk', (c) => answer(c, payStep(enterCode)))
  app.post('/t/:token/kirim/:leave', (c) => {
    const leave = c.req.param('leave')
    const send = payStep((paying) => sendForm(paying, leave))
    return answer(c, send, 'file')
  })
  app.get('/t/:token/pdf', (c) => answer(c, showPdf))
  app.get('/t/:token/gambar/:id', (c) => {
    const id = c.req.param('id')
    const file = /^\d{1,9}$/.test(id) ? Number(id) : 0
    return answer(c, (visit) => showPicture(visit, file))
  })
}
