import * as z from 'zod/mini'
import { id } from '#contract/fields.ts'
import { one } from '#contract/resource.ts'

/** A row's outlet as its paper needs it: the letterhead, and the clock by which it tells times. */
export const outletHead = () =>
  one('gedung', 'gedung_id', {
    id: id(),
    nama: z.string(),
    kode: z.string(),
    alamat: z.string(),
    kota: z.string(),
    phone: z.nullable(z.string()),
    email: z.nullable(z.string()),
    logo: z.nullable(id()),
    kop_surat: z.nullable(z.string()),
    zona_waktu: z.string(),
  })
