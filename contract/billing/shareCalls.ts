/**
 * Links to a bill for recipients without an account, and messages with such links (domain.md 3.15).
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
 * State of a message. WhatsApp is opened by the user, so it is unknown whether that message was
 * sent.
 */
export const StatusPesan = enumOf([
  ['dibuka', 'Dibuka di WhatsApp'],
  ['diproses', 'Sedang dikirim', 'blue'],
  ['terkirim', 'Terkirim', 'green'],
  ['gagal', 'Gagal', 'red'],
])

/** A link: when it was created, how often its page was opened; `sebab`: why the link is invalid. */
const link = z.object({
  id: id(),
  dibuat: z.string(),
  oleh: z.string(),
  dibuka: z.int(),
  dibuka_at: z.nullable(z.string()),
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

/** Data of the screen for a bill's links: newest first, at most 50 of each kind. */
export const shareDetail = call({
  method: 'GET',
  path: '/billing/share-detail',
  access: 'billing/share',
  query: byId,
  output: z.object({
    /** Why the bill cannot be shared now; null when it can. */
    halangan: z.nullable(z.string()),
    /** When links to the bill expire; null: 60 days after its payment. */
    berlaku_sampai: z.nullable(z.string()),
    penerima: z.array(
      z.object({
        nama: z.string(),
        phone: z.nullable(z.string()),
        email: z.nullable(z.string()),
      }),
    ),
    teks: z.array(z.object({ templat: BillTemplate.schema, isi: z.string() })),
    /** Recommended WhatsApp template for the current state. */
    usulan: BillTemplate.schema,
    /** Recommended email template for the current state. */
    usulan_surat: BillTemplate.schema,
    /** Version of the bill that the texts were filled with. */
    versi: z.int(),
    tautan: z.array(link),
    pesan: z.array(message),
  }),
})
/** Creates a link, which is returned only once; earlier links remain valid. */
export const shareBill = call({
  method: 'POST',
  path: '/billing/share',
  access: 'billing/share',
  query: byId,
  output: z.object({ url: z.string(), berlaku_sampai: z.nullable(z.string()) }),
})
/** Revokes all links of a bill. */
export const revokeShare = call({
  method: 'POST',
  path: '/billing/share-cabut',
  access: 'billing/share',
  query: byId,
  output: z.object({ jumlah: z.int() }),
})
/**
 * Sends a bill to one of its recipients: by email with its PDF, or by returning a WhatsApp address
 * with the text. `{tautan}` becomes a link of its own for each message, so that it is known which
 * recipient has opened it.
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
    /** Version of the bill that the text was filled with; 409 when the bill has changed since. */
    versi: z.optional(z.int()),
    /** The reminder that this message completes (domain.md 3.12). */
    pengingat_id: z.optional(id()),
  },
  output: z.object({ pesan_id: id(), wa: z.nullable(z.string()) }),
})
/** Returns the path of a link's page, outside the app: `GET /t/{token}`. */
export const publicPath = (token: string): string => `/t/${token}`
