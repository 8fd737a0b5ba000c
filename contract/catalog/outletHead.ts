/** Letterheads of outlets, as papers and rows carry them. */
import * as z from 'zod/mini'
import { id } from '#contract/fields.ts'
import { one } from '#contract/resource.ts'

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

/** Outlet of a row as its paper needs the outlet: the letterhead, and the zone of printed times. */
export const outletHead = () =>
  one('gedung', 'gedung_id', { ...letterheadFields, kode: z.string(), zona_waktu: z.string() })
