/** Uploads and their content. */
import * as z from 'zod/mini'
import { call, byId } from '#contract/call.ts'
import { JenisBerkas } from '#contract/enums.ts'
import { id, oneOf } from '#contract/fields.ts'

/**
 * Stores a file that belongs to nothing yet; saving a row with its id makes it part of that row,
 * else it is gone after a day.
 */
export const fileUpload = call({
  method: 'POST',
  path: '/berkas/unggah',
  access: 'session',
  upload: true,
  input: { jenis: oneOf('Jenis', JenisBerkas) },
  output: z.object({
    id: id(),
    nama: z.string(),
    mime: z.string(),
    ukuran: z.int(),
    lebar: z.nullable(z.int()),
    tinggi: z.nullable(z.int()),
  }),
})
/** A file's bytes, for whoever may see the row that it belongs to. */
export const fileContent = call({
  method: 'GET',
  path: '/berkas',
  access: 'session',
  file: true,
  query: byId,
  output: z.unknown(),
})
