/** The call that reads the letterhead of an outlet. */
import * as z from 'zod/mini'
import { call } from '#contract/call.ts'
import { id, idText } from '#contract/fields.ts'

/** Fields of the letterhead of a paper. */
export const letterheadFields = {
  id: id(),
  nama: z.string(),
  alamat: z.string(),
  kota: z.string(),
  phone: z.nullable(z.string()),
  email: z.nullable(z.string()),
  logo: z.nullable(id()),
  kop_surat: z.nullable(z.string()),
}

/**
 * The letterhead of an outlet, for all who may choose it: they print papers of it, though only
 * admins open its record.
 */
export const letterhead = call({
  method: 'GET',
  path: '/gedung/kop',
  access: 'gedung/pilihan',
  query: { gedung_id: idText('Outlet tidak dikenal') },
  output: z.object(letterheadFields),
})
