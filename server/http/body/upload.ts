/**
 * Reads uploads: one file in a multipart body, read at most to a size limit. Detects the file type
 * from the first bytes, because the type that the client declares cannot be trusted.
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
/**
 * Maximum number of bytes of a multipart body in addition to the file itself: boundaries, headers
 * and form fields.
 */
const overhead = 16 * 1024

/**
 * Reads a multipart body: a file of at most `maxBytes` bytes in the field `file`, and text fields.
 * Throws 413 for a larger file, 400 for a body that is not valid multipart, and 422 when the file
 * is missing, empty, or not the only one.
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

/** Type of a file as detected from its bytes. */
export interface Sniffed {
  mime: FileType
  /** Size of a picture in pixels; undefined for a PDF. */
  pixels?: { width: number; height: number }
}

const jpegSize = (b: Buffer): Sniffed['pixels'] => {
  let offset = 2
  while (offset + 9 < b.length && b[offset] === 0xff) {
    const marker = b.readUInt8(offset + 1)
    // Frame headers, which contain the size, have the markers C0 to CF, except C4, C8 and CC, which
    // mean other segments.
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
 * Detects the type of a file from its first bytes, and the size of a picture. Returns undefined for
 * a type that the app does not accept and for a picture without a valid size.
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
 * Returns a file name without folders and unsafe characters (control characters, text direction
 * marks, `"<>:|?*`), of at most 80 characters, with the extension of the file type.
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
 * Returns the value of the `Content-Disposition` header that makes a browser save a file. The value
 * contains the name twice: in ASCII for old browsers, and in Unicode.
 */
export const attachment = (name: string): string =>
  `attachment; filename="${name
    .normalize('NFD')
    .replace(/[^\x20-\x7e]/g, '')
    .replace(
      /["\\]/g,
      '',
    )}"; filename*=UTF-8''${encodeURIComponent(name).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)}`
