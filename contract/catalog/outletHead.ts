/** Fields of outlets that printed documents need. */
import * as z from 'zod/mini'
import { id } from '#contract/fields.ts'
import { one } from '#contract/resource.ts'

/** Fields of an outlet that appear in the letterhead of a document. */
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
 * Declares the `expand=gedung` of rows that are printed, such as bills: the letterhead fields of
 * the row's outlet, its code, and its time zone for printed times.
 */
export const outletHead = () =>
  one('gedung', 'gedung_id', { ...letterheadFields, kode: z.string(), zona_waktu: z.string() })
