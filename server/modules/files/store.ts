/**
 * Uploads: each file is checked by its bytes, stripped of metadata, and stored until a row refers
 * to it.
 */
import { createHash } from 'node:crypto'
import { RoleId } from '#contract/enums.ts'
import { fileRules } from '#contract/values/fileRules.ts'
import type { Db, Trx } from '#server/db/schema/tables.ts'
import { HttpError, invalidField } from '#server/errors.ts'
import type { Kept } from '#server/files/contents.ts'
import { barePicture } from '#server/http/body/picture.ts'
import { cleanName, MB, sniff } from '#server/http/body/upload.ts'
import { now, type Actor, type Ctx } from '#server/http/context.ts'
import { countIn, dayMs, tooMany } from '#server/http/limits/attemptLimits.ts'
import { findPdfFault, type PdfFault } from '#server/modules/files/pdfContent.ts'
import { checkQuota } from '#server/modules/files/storage.ts'
import { auditEvent } from '#server/resource/auditLog.ts'

/**
 * Maximum number of a person's uploads that no row refers to yet. A further upload deletes the
 * oldest of these files.
 */
const maxLoose = 20
/**
 * Maximum total size in bytes of a person's uploads that no row refers to yet. A further upload
 * deletes the oldest of these files.
 */
const maxLooseBytes = 40 * MB
/**
 * Maximum number of uploads of one person in a day. `office` is for staff, who enter documents of
 * other people; `others` is for families and coaches.
 */
const uploadsPerDay = { others: 60, office: 1000 }
const office: readonly number[] = [RoleId.superadmin, RoleId.admin, RoleId.sales]
/**
 * Maximum number of pixels of a picture, because a small file may decode to a picture that crashes
 * a browser.
 */
const maxPixels = 30_000_000
/** Maximum width and maximum height of a picture in pixels. */
const maxSide = 12_000

type Kind = keyof typeof fileRules

/**
 * Returns the type that is detected from the bytes of a file. Throws 413 for a file that is too
 * large, and 422 for a type that files of the kind `jenis` must not have.
 */
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

/** Throws 422 for a picture whose width, height or number of pixels is too large. */
const checkPixels = ({ width, height }: { width: number; height: number }): void => {
  if (width > maxSide || height > maxSide || width * height > maxPixels)
    throw invalidField('file', `Gambar terlalu besar: ${width} × ${height} piksel`)
}

const pdfFaults: Record<PdfFault, string> = {
  active:
    'PDF ini berisi skrip, perintah, atau lampiran, sehingga tidak diterima. Kirim tangkapan layar atau fotonya.',
  locked: 'PDF ini terkunci dengan password. Kirim tangkapan layar atau fotonya.',
  unreadable: 'PDF ini rusak atau tidak dapat diperiksa. Kirim tangkapan layar atau fotonya.',
}
/** Throws 422 for a PDF that has active content, is locked by a password, or cannot be read. */
const checkPdf = (bytes: Buffer): void => {
  const fault = findPdfFault(bytes)
  if (fault) throw invalidField('file', pdfFaults[fault])
}

/**
 * Checks a file and returns its bytes and columns as they will be stored. Throws 507 when the quota
 * is exceeded, 413 for a file that is too large, and 422 for content that is not accepted.
 */
export const prepareUpload = async (
  db: Db,
  file: { name: string; bytes: Buffer },
  { jenis, usualMaxMb }: { jenis: Kind; usualMaxMb: number },
) => {
  await checkQuota(db, file.bytes.length)
  const { mime, pixels } = checkFile(file.bytes, jenis, usualMaxMb)
  if (pixels) checkPixels(pixels)
  if (mime === 'application/pdf') checkPdf(file.bytes)
  // Removes the metadata of a picture, because the place and time of a photo are private.
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
/** Checked file whose content is already stored. */
interface Ready {
  content: Kept
  values: Awaited<ReturnType<typeof prepareUpload>>['values']
}

/**
 * Deletes a person's oldest files that belong to no row, when a further file of `size` bytes would
 * exceed `maxLoose` or `maxLooseBytes`. The nightly job deletes such files by age
 * (server/jobs/tidy.ts).
 */
const sweepLoose = async (trx: Trx, actor: Actor, size: number): Promise<void> => {
  const loose = await trx
    .selectFrom('berkas')
    .select(['id', 'ukuran'])
    .where('entitas', 'is', null)
    .where('created_by', '=', actor.id)
    .orderBy('id', 'desc')
    .limit(200)
    .execute()
  let bytes = size
  const excessIds = loose
    .filter(({ ukuran }, i) => (bytes += ukuran) > maxLooseBytes || i >= maxLoose - 1)
    .map(({ id }) => id)
  if (excessIds.length > 0) await trx.deleteFrom('berkas').where('id', 'in', excessIds).execute()
}

/**
 * Stores a file that belongs to no row yet. Throws 429 if the actor has reached the maximum number
 * of uploads per day.
 */
export const storeUpload = async (trx: Trx, ctx: Ctx, { values, content }: Ready) => {
  const most = uploadsPerDay[office.includes(ctx.actor.dasar) ? 'office' : 'others']
  const full = await countIn(trx, { [`unggah:${ctx.actor.id}`]: most }, dayMs)
  if (full) throw tooMany(full)
  await sweepLoose(trx, ctx.actor, values.ukuran)
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
  await content.attach(trx, id)
  const { nama, jenis, mime, ukuran, lebar, tinggi } = values
  await auditEvent(trx, ctx, {
    aksi: 'unggah',
    entitas: 'berkas',
    entitas_id: id,
    sesudah: JSON.stringify({ nama, jenis, mime, ukuran }),
  })
  return { id, nama, mime, ukuran, lebar, tinggi }
}
