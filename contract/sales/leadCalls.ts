/** Calls about leads that are not actions on a single lead (domain.md 2.3). */
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
 * Returns possible duplicates of a lead: leads, students, payers and applicants with the same phone
 * or email, or with a similar name. `ada` lists people in the scope of the caller. `di_luar` only
 * counts people outside the scope, by phone and email. The app shows the result as a warning;
 * saving remains possible. `kecuali` is the id of a lead to omit: the lead being edited.
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
/** Returns the message templates of the settings, filled in for one lead. */
export const leadTexts = call({
  method: 'GET',
  path: '/lead/teks',
  access: 'lead/view',
  query: byId,
  output: z.array(z.object({ templat: WaTemplate.schema, isi: z.string() })),
})
/**
 * Returns how many open leads (`jumlah`) and applicants (`pendaftar`) a sales person has, within
 * the scope of the caller.
 */
export const leadsHeld = call({
  method: 'GET',
  path: '/lead/dipegang',
  access: 'lead/serahkan',
  query: byId,
  output: z.object({ jumlah: z.int(), pendaftar: z.int() }),
})
/**
 * Assigns all open leads and applicants of one sales person (`dari`) to another, for example when
 * `dari` leaves the school. Skips rows outside the scope of the caller. Returns the numbers of
 * reassigned leads (`jumlah`) and applicants.
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
