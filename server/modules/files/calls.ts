/**
 * Calls for private files. Files are stored in the database or in an object store, and sent only to
 * actors who may see the row that the file belongs to.
 */
import type { Selectable } from 'kysely'
import { fileRules } from '#contract/values/fileRules.ts'
import type { Db, Tables } from '#server/db/schema/tables.ts'
import { transaction } from '#server/db/transaction.ts'
import { HttpError, notFound } from '#server/errors.ts'
import { openContent, withContent } from '#server/files/contents.ts'
import { attachment, MB, readUpload } from '#server/http/body/upload.ts'
import type { Handlers } from '#server/http/calls.ts'
import { allows, type Actor } from '#server/http/context.ts'
import { prepareUpload, storeUpload } from '#server/modules/files/store.ts'
import type { AnyModule } from '#server/resource/module.ts'
import { rowExists } from '#server/resource/rows.ts'
import { readSettings } from '#server/settings.ts'

/**
 * Whether the actor has an access code that permits reading rows of the resource. The row scope is
 * checked separately for the single row.
 */
const opens = (
  actor: Actor,
  { resource: { name, access }, listCodes, fileCodes = [] }: AnyModule,
): boolean =>
  [
    ...(listCodes ?? [`${name}/index`]),
    ...(access.view ? [`${name}/view`] : []),
    ...fileCodes,
  ].some((code) => allows(actor, code))

type StoredFile = Selectable<Tables['berkas']>

/**
 * Whether the actor sees the row that a file belongs to. A file that belongs to no row is visible
 * only to its uploader.
 */
const seesFile = async (
  db: Db,
  actor: Actor,
  file: StoredFile,
  owner: AnyModule | undefined,
): Promise<boolean> => {
  const { entitas, entitas_id } = file
  // Files of the settings, such as the school's logo, are visible to all users.
  if (entitas === 'setting') return true
  if (entitas === null) return file.created_by === actor.id
  const isSelf = entitas === 'user' && entitas_id === actor.id
  if (!owner || !(isSelf || opens(actor, owner))) return false
  return rowExists(db, owner, actor, entitas_id ?? 0)
}

const headersOf = (file: StoredFile) => ({
  // The browser may cache the file, but must revalidate it each time. A user who no longer has
  // access then gets 404 instead of the cached copy.
  'Cache-Control': 'private, no-cache',
  ETag: `"${file.sha256}"`,
  Vary: 'Authorization',
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  'Cross-Origin-Resource-Policy': 'same-origin',
})

/**
 * Returns the 410 error for a file whose content was deleted after its retention time (decision
 * 0171).
 */
const expiredContentError = () =>
  new HttpError(
    410,
    'Bukti ini sudah dihapus: konfirmasinya dibatalkan atau ditolak dan sudah lama lewat.',
  )

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
    const rule = { jenis: input.jenis, usualMaxMb: unggah_maks_mb }
    const { bytes, values } = await prepareUpload(ctx.db, file, rule)
    return withContent(ctx.db, { bytes, sha256: values.sha256 }, (content) =>
      transaction(ctx.db, (trx) => storeUpload(trx, ctx, { content, values })),
    )
  },
  fileContent: async (ctx, _, { id }) => {
    const file = await ctx.db
      .selectFrom('berkas')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst()
    const owner = file?.entitas ? moduleOf(file.entitas) : undefined
    if (!file || !(await seesFile(ctx.db, ctx.actor, file, owner))) throw notFound('Berkas')
    if (file.dikosongkan_at !== null) throw expiredContentError()
    const headers = headersOf(file)
    if (ctx.request.headers.get('if-none-match')?.includes(headers.ETag))
      return new Response(null, { status: 304, headers })
    const { body, size } = await openContent(ctx.db, file)
    return new Response(body, {
      headers: {
        ...headers,
        'Content-Type': file.mime,
        'Content-Length': String(size),
        'Content-Disposition': attachment(file.nama),
      },
    })
  },
})
