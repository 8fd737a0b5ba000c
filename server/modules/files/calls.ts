/**
 * Private files: stored in the database, served only to whoever may see the row that they belong
 * to.
 */
import { createHash } from 'node:crypto'
import type { Selectable } from 'kysely'
import { fileRules } from '#contract/values/fileRules.ts'
import type { Db, Tables, Trx } from '#server/db/tables.ts'
import { transaction } from '#server/db/transaction.ts'
import { HttpError, invalidField, notFound } from '#server/errors.ts'
import type { Handlers } from '#server/http/calls.ts'
import { allows, now, type Actor, type Ctx } from '#server/http/context.ts'
import { barePicture } from '#server/http/picture.ts'
import { attachment, cleanName, MB, readUpload, sniff } from '#server/http/upload.ts'
import { auditEvent } from '#server/resource/auditLog.ts'
import type { AnyModule } from '#server/resource/module.ts'
import { rowExists } from '#server/resource/rows.ts'
import { readSettings } from '#server/settings.ts'

/** Files that a person may have lying about unsaved; older ones go. */
const maxLoose = 20
/** A small file may unpack to a picture that no browser of a school survives. */
const maxPixels = 30_000_000
const maxSide = 12_000

/** Whether the actor may read rows of this kind at all; which ones, the scope says. */
const opens = (
  actor: Actor,
  { resource: { name, access }, listCodes, fileCodes = [] }: AnyModule,
): boolean =>
  [
    ...(listCodes ?? [`${name}/index`]),
    ...(access.view ? [`${name}/view`] : []),
    ...fileCodes,
  ].some((code) => allows(actor, code))

type Kind = keyof typeof fileRules
type StoredFile = Selectable<Tables['berkas']>

/** Refuses a file that is too large, or of another type than its kind has. Throws 413 and 422. */
const checkFile = (bytes: Buffer, jenis: Kind, usualMaxMb: number) => {
  const { mime: allowed, inWords, ...rule } = fileRules[jenis]
  const maxMb = rule.maxMb ?? usualMaxMb
  if (bytes.length > maxMb * MB)
    throw new HttpError(413, `Berkas lebih dari ${maxMb} MB`, {
      errors: [{ field: 'file', message: `Maksimal ${maxMb} MB` }],
    })
  const sniffed = sniff(bytes)
  if (!sniffed || !allowed.includes(sniffed.mime)) throw invalidField('file', `Pilih ${inWords}`)
  return sniffed
}

/** Refuses a picture that is too large to be shown. Throws 422. */
const checkPixels = ({ width, height }: { width: number; height: number }): void => {
  if (width > maxSide || height > maxSide || width * height > maxPixels)
    throw invalidField('file', `Gambar terlalu besar: ${width} × ${height} piksel`)
}

/** A file as it will be stored. Throws 413 and 422. */
const readyToStore = (file: { name: string; bytes: Buffer }, jenis: Kind, usualMaxMb: number) => {
  const { mime, pixels } = checkFile(file.bytes, jenis, usualMaxMb)
  if (pixels) checkPixels(pixels)
  // Where and when it was taken is nobody's business here.
  const bytes = mime === 'application/pdf' ? file.bytes : barePicture(file.bytes, mime)
  if (!bytes)
    throw invalidField('file', 'Gambar rusak. Buka dan simpan lagi, atau kirim tangkapan layarnya.')
  const values = {
    nama: cleanName(file.name, mime),
    jenis,
    mime,
    ukuran: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    lebar: pixels?.width ?? null,
    tinggi: pixels?.height ?? null,
  }
  return { bytes, values }
}
type Ready = ReturnType<typeof readyToStore>

/**
 * Deletes files that were never saved with a row where one person has too many. Those that are old
 * go at night (server/jobs/tidy.ts).
 */
const sweepLoose = async (trx: Trx, actor: Actor): Promise<void> => {
  const tooMany = await trx
    .selectFrom('berkas')
    .select('id')
    .where('entitas', 'is', null)
    .where('created_by', '=', actor.id)
    .orderBy('id', 'desc')
    .offset(maxLoose - 1)
    .limit(200)
    .execute()
  const gone = tooMany.map((f) => f.id)
  if (gone.length > 0) await trx.deleteFrom('berkas').where('id', 'in', gone).execute()
}

/** Stores a file that belongs to no row yet. */
const storeFile = async (trx: Trx, ctx: Ctx, { values, bytes }: Ready) => {
  const { id } = await trx
    .insertInto('berkas')
    .values({
      ...values,
      entitas: null,
      entitas_id: null,
      bidang: null,
      created_at: now(),
      created_by: ctx.actor.id,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await trx.insertInto('berkas_isi').values({ berkas_id: id, isi: bytes }).execute()
  const { nama, jenis, mime, ukuran, lebar, tinggi } = values
  await auditEvent(trx, ctx, {
    aksi: 'unggah',
    entitas: 'berkas',
    entitas_id: id,
    sesudah: JSON.stringify({ nama, jenis, mime, ukuran }),
  })
  return { id, nama, mime, ukuran, lebar, tinggi }
}

/** Whether the actor sees the row that a file belongs to; a loose one is its owner's. */
const seesFile = async (
  db: Db,
  actor: Actor,
  file: StoredFile,
  owner: AnyModule | undefined,
): Promise<boolean> => {
  const { entitas, entitas_id } = file
  // The school's own, such as its logo, is for everyone in it.
  if (entitas === 'setting') return true
  if (entitas === null) return file.created_by === actor.id
  const mine = entitas === 'user' && entitas_id === actor.id
  if (!owner || !(mine || opens(actor, owner))) return false
  return rowExists(db, owner, actor, entitas_id ?? 0)
}

const headersOf = (file: StoredFile) => ({
  // Kept by the browser, but asked for each time: who may no longer see it gets a 404, not a
  // copy.
  'Cache-Control': 'private, no-cache',
  ETag: `"${file.sha256}"`,
  Vary: 'Authorization',
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  'Cross-Origin-Resource-Policy': 'same-origin',
})

export const fileCalls = (
  moduleOf: (name: string) => AnyModule | undefined,
): Pick<Handlers, 'fileUpload' | 'fileContent'> => ({
  fileUpload: async (ctx, read) => {
    const { unggah_maks_mb } = await readSettings(ctx.db)
    const largestMb = Math.max(
      unggah_maks_mb,
      ...Object.values(fileRules).map((rule) => rule.maxMb ?? 0),
    )
    const { file, input } = await read((request) => readUpload(request, largestMb * MB))
    const ready = readyToStore(file, input.jenis, unggah_maks_mb)
    return transaction(ctx.db, async (trx) => {
      await sweepLoose(trx, ctx.actor)
      return storeFile(trx, ctx, ready)
    })
  },
  fileContent: async (ctx, _, { id }) => {
    const file = await ctx.db
      .selectFrom('berkas')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst()
    const owner = file?.entitas ? moduleOf(file.entitas) : undefined
    if (!file || !(await seesFile(ctx.db, ctx.actor, file, owner))) throw notFound('Berkas')
    const headers = headersOf(file)
    if (ctx.request.headers.get('if-none-match')?.includes(headers.ETag))
      return new Response(null, { status: 304, headers })
    const { isi } = await ctx.db
      .selectFrom('berkas_isi')
      .select('isi')
      .where('berkas_id', '=', id)
      .executeTakeFirstOrThrow()
    return new Response(new Uint8Array(isi), {
      headers: {
        ...headers,
        'Content-Type': file.mime,
        'Content-Length': String(isi.length),
        'Content-Disposition': attachment(file.nama),
      },
    })
  },
})
