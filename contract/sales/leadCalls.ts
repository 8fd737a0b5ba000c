/** Calls of leads that are not actions of a single row (domain.md 2.3). */
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
 * Finds possible duplicates: leads, students, payers and applicants with the same or similar phone,
 * email and name. Names those in the caller's scope, and counts others with the same phone or
 * email. Never blocks. `kecuali` excludes a lead.
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
/** Message templates of the settings, filled in for one lead. */
export const leadTexts = call({
  method: 'GET',
  path: '/lead/teks',
  access: 'lead/view',
  query: byId,
  output: z.array(z.object({ templat: WaTemplate.schema, isi: z.string() })),
})
/** Numbers of open leads and applicants of a sales person, in the caller's scope. */
export const leadsHeld = call({
  method: 'GET',
  path: '/lead/dipegang',
  access: 'lead/serahkan',
  query: byId,
  output: z.object({ jumlah: z.int(), pendaftar: z.int() }),
})
/**
 * Reassigns all open leads and applicants of a departing sales person to another, within the
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
