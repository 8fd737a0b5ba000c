/** Calls for uploading and downloading files. */
import * as z from 'zod/mini'
import { call, byId } from '#contract/call.ts'
import { JenisBerkas } from '#contract/enums.ts'
import { id, oneOf } from '#contract/fields.ts'

/**
 * Stores an uploaded file that is not attached to a row yet. The file becomes attached when a row
 * with the id of the file is saved. A file that is not attached within a day is deleted.
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
/** Returns the content of a file, to users who may read the row to which the file is attached. */
export const fileContent = call({
  method: 'GET',
  path: '/berkas',
  access: 'session',
  file: true,
  query: byId,
  output: z.unknown(),
})
