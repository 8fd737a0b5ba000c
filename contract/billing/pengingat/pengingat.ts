import * as z from 'zod/mini'
import { StatusPengingat } from '#contract/billing/pengingat/pengingatEnums.ts'
import { billReference } from '#contract/documentFields.ts'
import {
  fieldMeta,
  id,
  instant,
  longText,
  oneOf,
  reference,
  wholeNumber,
  yesNo,
} from '#contract/fields.ts'
import { one, own, resource } from '#contract/resource.ts'

/**
 * Returns a field that holds the id of a message. The app shows the recipient of the message
 * instead of the id.
 */
const message = (label: string) => {
  const schema = id()
  fieldMeta.add(schema, { label, control: 'picker' })
  return schema
}
const sent = (by: string) =>
  one('pesan_keluar', by, {
    kanal: z.string(),
    nama: z.string(),
    tujuan: z.string(),
    status: z.string(),
    dibuat: z.string(),
  })

/**
 * A reminder of a bill at one of the school's reminder steps; a step is a number of days before or
 * after the due date (domain.md 3.12). A scheduled job creates at most one reminder per bill and
 * step. The text is filled in when the reminder is sent.
 */
export const pengingat = resource({
  name: 'pengingat',
  label: ['Pengingat', 'Pengingat'],
  fields: {},
  computed: {
    billing_id: billReference(),
    gedung_id: reference('Outlet', 'gedung'),
    /** Reminder step: number of days after the due date, or, if negative, before the due date. */
    langkah: wholeNumber('Langkah', { min: -60, max: 180 }),
    status: oneOf('Status', StatusPengingat),
    /**
     * Id of the email that the server sent automatically for the reminder. Null without such an
     * email.
     */
    surat_id: z.nullable(message('Email Dikirim Kepada')),
    /** Id of the message that a user sent for the reminder. Null without such a message. */
    pesan_id: z.nullable(message('Pesan Dikirim Kepada')),
    alasan: z.nullable(longText('Alasan Dilewati')),
    selesai_at: z.nullable(instant('Selesai')),
    selesai_oleh: z.nullable(reference('Oleh', 'user')),
  },
  filters: ['status', 'gedung_id', 'billing_id', 'langkah', 'created_at'],
  customFilters: {
    /** Whether the reminder has the status `menunggu` and its bill is still open. */
    antre: yesNo('Perlu dikirim'),
    /** Whether a payment confirmation for the bill of the reminder waits for review. */
    tertahan: yesNo('Menunggu verifikasi'),
  },
  sort: ['created_at', 'langkah', 'selesai_at'],
  defaultSort: '-created_at',
  search: ['alasan'],
  expand: {
    billing: one('billing', 'billing_id', {
      id: id(),
      nomor: z.nullable(z.string()),
      nama_tagihan: z.string(),
      periode: z.nullable(z.string()),
      jatuh_tempo: z.string(),
      total: z.int(),
      sisa: z.int(),
      void_at: z.nullable(z.string()),
    }),
    gedung: one('gedung', 'gedung_id', { id: id(), nama: z.string(), zona_waktu: z.string() }),
    surat: sent('surat_id'),
    pesan: sent('pesan_id'),
    petugas: one('user', 'selesai_oleh', { id: id(), name: z.string() }),
    /**
     * Time until which the reminder is held back because a payment confirmation for its bill waits
     * for review. Null when the reminder is not held back.
     */
    tahan: own({ sampai: z.string() }),
  },
  actions: { lewati: z.object({ alasan: longText('Alasan', { min: 3, max: 300 }) }) },
  access: {
    index: ['admin', 'sales'],
    view: ['admin', 'sales'],
    create: null,
    update: null,
    delete: null,
    ekspor: ['admin'],
    pilihan: null,
    lewati: ['admin', 'sales'],
  },
})
