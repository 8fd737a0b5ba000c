/** Links to a bill for whoever has no account, and messages with them (domain.md 3.15). */
import * as z from 'zod/mini'
import { BillTemplate } from '#contract/billing/rules/billText.ts'
import { byId, call } from '#contract/call.ts'
import { enumOf } from '#contract/enums.ts'
import { id, longText, oneOf, shortText } from '#contract/fields.ts'

export const KanalPesan = enumOf([
  ['wa_link', 'WhatsApp'],
  ['email', 'Email'],
])
/** How far a message is. WhatsApp is opened by a person: whether it was sent, it does not tell. */
export const StatusPesan = enumOf([
  ['dibuka', 'Dibuka di WhatsApp'],
  ['diproses', 'Sedang dikirim', 'blue'],
  ['terkirim', 'Terkirim', 'green'],
  ['gagal', 'Gagal', 'red'],
])

/** When it was made, how often its page was opened; `sebab`: why it opens no more. */
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

/** Everything that the screen of a bill's links shows; newest first, at most 50 of each. */
export const shareDetail = call({
  method: 'GET',
  path: '/billing/share-detail',
  access: 'billing/share',
  query: byId,
  output: z.object({
    /** Why it cannot be shared now; null: it can. */
    halangan: z.nullable(z.string()),
    /** Until when links open its page; null: 60 days from its payment. */
    berlaku_sampai: z.nullable(z.string()),
    penerima: z.array(
      z.object({
        nama: z.string(),
        phone: z.nullable(z.string()),
        email: z.nullable(z.string()),
      }),
    ),
    teks: z.array(z.object({ templat: BillTemplate.schema, isi: z.string() })),
    /** The template for WhatsApp that suits it now. */
    usulan: BillTemplate.schema,
    /** Likewise for a mail. */
    usulan_surat: BillTemplate.schema,
    /** The bill as the texts were filled for it. */
    versi: z.int(),
    tautan: z.array(link),
    pesan: z.array(message),
  }),
})
/** Makes a link, answered this once; those before it hold on. */
export const shareBill = call({
  method: 'POST',
  path: '/billing/share',
  access: 'billing/share',
  query: byId,
  output: z.object({ url: z.string(), berlaku_sampai: z.nullable(z.string()) }),
})
/** Ends all links of a bill. */
export const revokeShare = call({
  method: 'POST',
  path: '/billing/share-cabut',
  access: 'billing/share',
  query: byId,
  output: z.object({ jumlah: z.int() }),
})
/**
 * Sends a bill to one of its recipients: by mail with its PDF, or as the address that opens
 * WhatsApp with the text. `{tautan}` becomes a link of its own, so that it is known who has opened
 * it.
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
    /** The bill as the text was filled for it: one that has changed since is refused (409). */
    versi: z.optional(z.int()),
    /** The reminder that this settles (domain.md 3.12). */
    pengingat_id: z.optional(id()),
  },
  output: z.object({ pesan_id: id(), wa: z.nullable(z.string()) }),
})
/** The page of a link, outside the app: `GET /t/{token}`. */
export const publicPath = (token: string): string => `/t/${token}`
