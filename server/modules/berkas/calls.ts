/** Private files: stored in the database, served only to whoever may see the row that they belong to. */
import { createHash } from 'node:crypto'
import { aturanBerkas } from '#contract/rules/berkas.ts'
import { transaction } from '#server/db/transaction.ts'
import { HttpError, invalidField, notFound } from '#server/errors.ts'
import type { Handlers } from '#server/http/calls.ts'
import { allows, now, type Actor } from '#server/http/context.ts'
import type { AnyModule } from '#server/http/module.ts'
import { barePicture } from '#server/http/picture.ts'
import { auditEvent, rowExists } from '#server/http/rows.ts'
import { attachment, cleanName, MB, readUpload, sniff } from '#server/http/upload.ts'
import { readSettings } from '#server/settings.ts'

const dayMs = 86_400_000
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

export const berkasCalls = (
  moduleOf: (name: string) => AnyModule | undefined,
): Pick<Handlers, 'berkasUnggah' | 'berkasIsi'> => ({
  berkasUnggah: async (ctx, read) => {
    const { unggah_maks_mb } = await readSettings(ctx.db)
    const {
      file,
      input: { jenis },
    } = await read((request) =>
      readUpload(
        request,
        Math.max(unggah_maks_mb, ...Object.values(aturanBerkas).map((a) => a.maksMb ?? 0)) * MB,
      ),
    )
    const { mime: allowed, maksMb, sebutan } = aturanBerkas[jenis]
    const maks = maksMb ?? unggah_maks_mb
    if (file.bytes.length > maks * MB)
      throw new HttpError(413, `Berkas lebih dari ${maks} MB`, {
        errors: [{ field: 'file', message: `Maksimal ${maks} MB` }],
      })
    const sniffed = sniff(file.bytes)
    if (!sniffed || !allowed.includes(sniffed.mime)) throw invalidField('file', `Pilih ${sebutan}`)
    const { mime, pixels } = sniffed
    if (
      pixels &&
      (pixels.width > maxSide ||
        pixels.height > maxSide ||
        pixels.width * pixels.height > maxPixels)
    )
      throw invalidField('file', `Gambar terlalu besar: ${pixels.width} × ${pixels.height} piksel`)
    // Where and when it was taken is nobody's business here.
    const bytes = mime === 'application/pdf' ? file.bytes : barePicture(file.bytes, mime)
    if (!bytes)
      throw invalidField(
        'file',
        'Gambar rusak. Buka dan simpan lagi, atau kirim tangkapan layarnya.',
      )
    const values = {
      nama: cleanName(file.name, mime),
      jenis,
      mime,
      ukuran: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      lebar: pixels?.width ?? null,
      tinggi: pixels?.height ?? null,
    }
    return transaction(ctx.db, async (trx) => {
      const loose = trx.selectFrom('berkas').select('id').where('entitas', 'is', null)
      const old = await loose
        .where('created_at', '<', new Date(Date.now() - dayMs).toISOString())
        .limit(200)
        .execute()
      const tooMany = await loose
        .where('created_by', '=', ctx.actor.id)
        .orderBy('id', 'desc')
        .offset(maxLoose - 1)
        .limit(200)
        .execute()
      const gone = [...old, ...tooMany].map((f) => f.id)
      if (gone.length > 0) await trx.deleteFrom('berkas').where('id', 'in', gone).execute()
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
      const { nama, ukuran, lebar, tinggi } = values
      await auditEvent(trx, ctx, {
        aksi: 'unggah',
        entitas: 'berkas',
        entitas_id: id,
        sesudah: JSON.stringify({ nama, jenis, mime, ukuran }),
      })
      return { id, nama, mime, ukuran, lebar, tinggi }
    })
  },
  berkasIsi: async (ctx, _, { id }) => {
    const { actor } = ctx
    const file = await ctx.db
      .selectFrom('berkas')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst()
    const owner = file?.entitas ? moduleOf(file.entitas) : undefined
    const mine = file?.entitas === 'user' && file.entitas_id === actor.id
    // The school's own, such as its logo, is for everyone in it.
    const visible =
      file &&
      (file.entitas === 'setting' ||
        (file.entitas === null
          ? file.created_by === actor.id
          : owner &&
            (mine || opens(actor, owner)) &&
            (await rowExists(ctx.db, owner, actor, file.entitas_id ?? 0))))
    if (!file || !visible) throw notFound('Berkas')
    const headers = {
      // Kept by the browser, but asked for each time: who may no longer see it gets a 404, not a copy.
      'Cache-Control': 'private, no-cache',
      ETag: `"${file.sha256}"`,
      Vary: 'Authorization',
      'X-Content-Type-Options': 'nosniff',
      'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'Cross-Origin-Resource-Policy': 'same-origin',
    }
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
