/**
 * Calls that create links to a bill for recipients without an account, and send messages with these
 * links (domain.md 3.15).
 */
import * as z from 'zod/mini'
import { BillTemplate } from '#contract/billing/rules/paper/billText.ts'
import { byId, call } from '#contract/call.ts'
import { enumOf } from '#contract/enums.ts'
import { id, longText, oneOf, shortText } from '#contract/fields.ts'

export const KanalPesan = enumOf([
  ['wa_link', 'WhatsApp'],
  ['email', 'Email'],
])
/**
 * States of a message. A WhatsApp message only has the state `dibuka`: the user sends it in
 * WhatsApp, so it is unknown whether it was sent.
 */
export const StatusPesan = enumOf([
  ['dibuka', 'Dibuka di WhatsApp'],
  ['diproses', 'Sedang dikirim', 'blue'],
  ['terkirim', 'Terkirim', 'green'],
  ['gagal', 'Gagal', 'red'],
])

const link = z.object({
  id: id(),
  dibuat: z.string(),
  oleh: z.string(),
  /** Number of times that the link was opened. */
  dibuka: z.int(),
  /** Time at which the link was first opened; null for a link that was never opened. */
  dibuka_at: z.nullable(z.string()),
  /** Reason why the link is invalid; null for a valid link. */
  sebab: z.nullable(z.string()),
})
const message = z.object({
  id: id(),
  kanal: KanalPesan.schema,
  nama: z.string(),
  tujuan: z.string(),
  status: StatusPesan.schema,
  oleh: z.string(),
  dibuat: z.string(),
  dibuka_at: z.nullable(z.string()),
})

/**
 * Returns the data for the screen that shares a bill. Links and messages are returned newest first,
 * at most 50 of each.
 */
export const shareDetail = call({
  method: 'GET',
  path: '/billing/share-detail',
  access: 'billing/share',
  query: byId,
  output: z.object({
    /** Reason why the bill cannot be shared now; null when it can be shared. */
    halangan: z.nullable(z.string()),
    /**
     * Time at which all links to the bill expire, 60 days after the last payment of the bill; null
     * while the bill is not paid in full.
     */
    berlaku_sampai: z.nullable(z.string()),
    penerima: z.array(
      z.object({
        nama: z.string(),
        phone: z.nullable(z.string()),
        email: z.nullable(z.string()),
      }),
    ),
    teks: z.array(z.object({ templat: BillTemplate.schema, isi: z.string() })),
    /** WhatsApp template that suits the current state of the bill. */
    usulan: BillTemplate.schema,
    /** Email template that suits the current state of the bill. */
    usulan_surat: BillTemplate.schema,
    /** Version of the bill from which the texts (`teks`) were filled. */
    versi: z.int(),
    tautan: z.array(link),
    pesan: z.array(message),
  }),
})
/**
 * Creates a link to a bill and returns the URL of the link. No other call returns this URL. Earlier
 * links to the bill remain valid.
 */
export const shareBill = call({
  method: 'POST',
  path: '/billing/share',
  access: 'billing/share',
  query: byId,
  output: z.object({ url: z.string(), berlaku_sampai: z.nullable(z.string()) }),
})
/** Revokes all links to a bill and returns the number of revoked links. */
export const revokeShare = call({
  method: 'POST',
  path: '/billing/share-cabut',
  access: 'billing/share',
  query: byId,
  output: z.object({ jumlah: z.int() }),
})
/**
 * Sends a bill to one of its recipients. By email, the call sends the text with the PDF of the
 * bill. For WhatsApp, the call sends nothing and returns a WhatsApp URL that contains the text. The
 * placeholder `{tautan}` in the text becomes a link that only this message has, so that an opened
 * link identifies the recipient.
 */
export const sendShare = call({
  method: 'POST',
  path: '/billing/share-kirim',
  access: 'billing/share',
  idempotent: true,
  query: byId,
  input: {
    kanal: oneOf('Kirim lewat', KanalPesan),
    tujuan: shortText('Tujuan', { max: 120 }),
    templat: oneOf('Teks', BillTemplate),
    isi: longText('Isi', { max: 2000 }),
    /**
     * Version of the bill from which the text was filled. The call fails with 409 when the bill has
     * a newer version.
     */
    versi: z.optional(z.int()),
    /** Id of the reminder that is marked as sent by this message (domain.md 3.12). */
    pengingat_id: z.optional(id()),
  },
  output: z.object({ pesan_id: id(), wa: z.nullable(z.string()) }),
})
/**
 * Returns the path of the public page that a link to a bill opens. `token` is the secret part of
 * the link. The server renders this page without the app.
 */
export const publicPath = (token: string): string => `/t/${token}`
