/** Calls of leads beside those of a single row (domain.md 2.3). */
import * as z from 'zod/mini'
import { byId, call } from '#contract/call.ts'
import {
  email,
  id,
  idText,
  longText,
  nama,
  optional,
  phoneNumber,
  reference,
} from '#contract/fields.ts'
import { WaTemplate } from '#contract/sales/rules/waText.ts'

const sales = (label: string) => reference(label, 'user', { params: { jenis: 'sales' } })

/**
 * Finds likely the same person: leads, students, payers and applicants by phone, mail and name.
 * Names those in the caller's scope, and counts others with the same phone or mail. Warns only.
 * `kecuali` omits a lead.
 */
export const similarPeople = call({
  method: 'GET',
  path: '/lead/mirip',
  access: 'lead/index',
  query: {
    nama: optional(nama('Nama')),
    phone: optional(phoneNumber()),
    email: optional(email()),
    kecuali: z.optional(idText('Lead tidak dikenal')),
  },
  output: z.object({
    ada: z.array(
      z.object({
        jenis: z.literal(['lead', 'user']),
        id: id(),
        nama: z.string(),
        keterangan: z.string(),
        sama: z.array(z.literal(['phone', 'email', 'nama'])),
      }),
    ),
    di_luar: z.object({ phone: z.int(), email: z.int() }),
  }),
})
/** The templates of the settings filled for one lead. */
export const leadTexts = call({
  method: 'GET',
  path: '/lead/teks',
  access: 'lead/view',
  query: byId,
  output: z.array(z.object({ templat: WaTemplate.schema, isi: z.string() })),
})
/** How many open leads and applicants a sales person holds, in the caller's scope. */
export const leadsHeld = call({
  method: 'GET',
  path: '/lead/dipegang',
  access: 'lead/serahkan',
  query: byId,
  output: z.object({ jumlah: z.int(), pendaftar: z.int() }),
})
/**
 * Hands all open leads and applicants of a sales person who leaves to another, those in the
 * caller's scope.
 */
export const handOverLeads = call({
  method: 'POST',
  path: '/lead/serahkan-semua',
  access: 'lead/serahkan',
  input: {
    dari: sales('Dari'),
    ke: sales('Kepada'),
    alasan: optional(longText('Alasan', { max: 300 })),
  },
  output: z.object({ jumlah: z.int(), pendaftar: z.int() }),
})
