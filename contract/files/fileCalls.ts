/** Calls for uploading and downloading files. */
import * as z from 'zod/mini'
import { call, byId } from '#contract/call.ts'
import { JenisBerkas } from '#contract/enums.ts'
import { id, oneOf } from '#contract/fields.ts'

/**
 * Stores an unattached file. Saving a row with its id attaches it; an unattached file is deleted
 * after a day.
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
/** Content of a file, for readers of the row that it is attached to. */
export const fileContent = call({
  method: 'GET',
  path: '/berkas',
  access: 'session',
  file: true,
  query: byId,
  output: z.unknown(),
})
