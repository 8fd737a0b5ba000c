/**
 * Reads uploads: a single file in a multipart body, never read beyond its size limit. The file type
 * is found from the bytes, not from the declared type.
 */
import { fileExtensions, type FileType } from '#contract/values/fileRules.ts'
import { HttpError, invalidField } from '#server/errors.ts'
import { readBytes } from '#server/http/body/body.ts'
import { partsOf } from '#server/http/body/multipart.ts'

export interface Uploaded {
  name: string
  bytes: Buffer
}
export const MB = 1024 * 1024
/** Maximum number of bytes of boundaries, headers and texts in addition to the file. */
const overhead = 16 * 1024

/**
 * Reads the file, of at most `maxBytes`, and the texts of a multipart body. Throws 413 as soon as
 * it is longer, 400 when it is no multipart body, and 422 unless it has exactly one file, named
 * `file`.
 */
export const readUpload = async (
  request: Request,
  maxBytes: number,
): Promise<{ file: Uploaded; fields: Record<string, string> }> => {
  const tooLarge = () =>
    new HttpError(
      413,
      `Berkas lebih dari ${(maxBytes / MB).toLocaleString('id-ID', { maximumFractionDigits: 1 })} MB`,
    )
  const type = request.headers.get('content-type') ?? ''
  if (!/^multipart\/form-data\b/i.test(type) || !request.body)
    throw new HttpError(400, 'Kirim berkas sebagai multipart/form-data')
  const parts = partsOf(await readBytes(request, maxBytes + overhead, tooLarge), type)
  if (!parts) throw new HttpError(400, 'Isi multipart tidak dapat dibaca')
  const files = parts.filter((part) => part.filename !== undefined)
  const file = files.find((part) => part.name === 'file')
  if (!file || file.bytes.length === 0)
    throw invalidField('file', 'Pilih berkas yang akan diunggah')
  if (files.length > 1) throw invalidField('file', 'Kirim satu berkas saja')
  if (file.bytes.length > maxBytes) throw tooLarge()
  const fields = Object.fromEntries(
    parts
      .filter((part) => part.filename === undefined)
      .map((part) => [part.name, part.bytes.toString('utf8')]),
  )
  return { file: { name: file.filename ?? '', bytes: file.bytes }, fields }
}

export interface Sniffed {
  mime: FileType
  /** Size of a picture in pixels. */
  pixels?: { width: number; height: number }
}

const jpegSize = (b: Buffer): Sniffed['pixels'] => {
  let offset = 2
  while (offset + 9 < b.length && b[offset] === 0xff) {
    const marker = b.readUInt8(offset + 1)
    // Frame headers are SOF0 to SOF15; DHT, JPG and DAC are in the same range but are no frame
    // headers.
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return { height: b.readUInt16BE(offset + 5), width: b.readUInt16BE(offset + 7) }
    offset += marker === 0xff ? 1 : 2 + b.readUInt16BE(offset + 2)
  }
  return undefined
}
const webpSize = (b: Buffer): Sniffed['pixels'] => {
  const kind = b.toString('latin1', 12, 16)
  if (kind === 'VP8X') return { width: b.readUIntLE(24, 3) + 1, height: b.readUIntLE(27, 3) + 1 }
  if (kind === 'VP8L') {
    const bits = b.readUInt32LE(21)
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
  }
  if (kind === 'VP8 ')
    return { width: b.readUInt16LE(26) & 0x3fff, height: b.readUInt16LE(28) & 0x3fff }
  return undefined
}
/**
 * Returns the type of a file by its first bytes, with the size of a picture. Undefined for a type
 * that the app does not accept, and for a picture without a valid size.
 */
export const sniff = (b: Buffer): Sniffed | undefined => {
  const text = (start: number, end: number) => b.toString('latin1', start, end)
  const picture = (mime: FileType, pixels: Sniffed['pixels']): Sniffed | undefined =>
    pixels && pixels.width > 0 && pixels.height > 0 ? { mime, pixels } : undefined
  if (b.length < 32) return undefined
  if (text(0, 8) === '\x89PNG\r\n\x1a\n' && text(12, 16) === 'IHDR')
    return picture('image/png', { width: b.readUInt32BE(16), height: b.readUInt32BE(20) })
  if (b[0] === 0xff && b[1] === 0xd8 && b[2] === 0xff) return picture('image/jpeg', jpegSize(b))
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') return picture('image/webp', webpSize(b))
  return text(0, 5) === '%PDF-' ? { mime: 'application/pdf' } : undefined
}

/**
 * Returns a file name without folders, control characters and characters of writing direction, with
 * the extension of the file type.
 */
export const cleanName = (name: string, mime: FileType): string => {
  const base = (name.split(/[\\/]/).at(-1) ?? '')
    .normalize('NFC')
    .replace(/[\p{C}\p{Zl}\p{Zp}"<>:|?*]/gu, '')
    .replace(/\s+/g, ' ')
    .replace(/\.[^.]*$/, '')
    .replace(/^[.\s]+/, '')
    .trim()
  return `${[...base].slice(0, 80).join('') || 'berkas'}.${fileExtensions[mime]}`
}
/**
 * Returns the `Content-Disposition` for saving a file, with its name in ASCII for old browsers and
 * in Unicode.
 */
export const attachment = (name: string): string =>
  `attachment; filename="${name
    .normalize('NFD')
    .replace(/[^\x20-\x7e]/g, '')
    .replace(
      /["\\]/g,
      '',
    )}"; filename*=UTF-8''${encodeURIComponent(name).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)}`
