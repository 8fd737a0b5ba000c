import * as z from 'zod/mini'
import { letterheadFields } from '#contract/catalog/letterheadCalls.ts'
import { one } from '#contract/resource.ts'

/** A row's outlet as its paper needs it: the letterhead, and the clock by which it tells times. */
export const outletHead = () =>
  one('gedung', 'gedung_id', { ...letterheadFields, kode: z.string(), zona_waktu: z.string() })
