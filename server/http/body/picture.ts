/**
 * Removes metadata from pictures without re-encoding them: location, time, camera, owner, comments,
 * earlier versions, and anything after the end of the picture. Keeps only the data that a browser
 * needs to show the same picture: sizes, colours, animation frames, and orientation.
 */
import { crc32 } from 'node:zlib'
import type { PictureType } from '#contract/values/fileRules.ts'

/**
 * Maximum number of parts (segments or chunks) in a picture file. Real pictures have fewer. A
 * forged file could have countless tiny parts, which would take long to join.
 */
const maxParts = 20_000
const upright = 1

/**
 * Returns the orientation (1 to 8) from EXIF data, which has the format of a TIFF file. Returns 1
 * (upright) when the first directory of the data contains no valid orientation.
 */
const orientationOf = (tiff: Buffer): number => {
  const order = tiff.toString('latin1', 0, 2)
  if (tiff.length < 14 || (order !== 'II' && order !== 'MM')) return upright
  const little = order === 'II'
  const short = (offset: number) => (little ? tiff.readUInt16LE(offset) : tiff.readUInt16BE(offset))
  const directory = little ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4)
  if (directory + 2 > tiff.length) return upright
  const entries = short(directory)
  for (
    let offset = directory + 2, n = 0;
    n < entries && offset + 12 <= tiff.length;
    n++, offset += 12
  ) {
    if (short(offset) !== 0x0112) continue
    const value = short(offset + 8)
    return value >= 1 && value <= 8 ? value : upright
  }
  return upright
}
/** Returns EXIF data that contains only the orientation. */
const exifOf = (orientation: number): Buffer =>
  Buffer.from([
    0x49,
    0x49,
    0x2a,
    0,
    8,
    0,
    0,
    0,
    1,
    0,
    0x12,
    0x01,
    3,
    0,
    1,
    0,
    0,
    0,
    orientation,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
  ])

const startsWith = (bytes: Buffer, text: string) =>
  bytes.toString('latin1', 0, text.length) === text
const jpegExif = 'Exif\0\0'
const marker = { startOfScan: 0xda, end: 0xd9, app0: 0xe0, app1: 0xe1, app2: 0xe2, app14: 0xee }
/**
 * Returns whether a JPEG segment is needed to show the picture. `kind` is the second byte of its
 * marker, `body` the bytes after its length field.
 */
const isJpegNeeded = (kind: number, body: Buffer): boolean => {
  if (kind === marker.app0) return startsWith(body, 'JFIF\0')
  if (kind === marker.app2) return startsWith(body, 'ICC_PROFILE\0')
  if (kind === marker.app14) return startsWith(body, 'Adobe')
  return kind >= 0xc0 && kind < marker.app0
}
/**
 * Returns the offset at which the image data (scan) that starts at `from` ends: at the next marker
 * that does not belong to the data, or at the end of the file.
 */
const endOfScan = (bytes: Buffer, from: number): number => {
  for (let offset = from; offset + 1 < bytes.length; offset++) {
    if (bytes[offset] !== 0xff) continue
    const next = bytes.readUInt8(offset + 1)
    const isScanData = next === 0 || next === 0xff || (next >= 0xd0 && next <= 0xd7)
    if (!isScanData) return offset
  }
  return bytes.length
}
/**
 * Returns whether a marker stands alone, without a length field and data after it. Examples are
 * fill bytes and restart markers.
 */
const isAlone = (kind: number): boolean =>
  kind === 0xff || kind === 0x01 || (kind >= 0xd0 && kind <= 0xd7)
/** Segment of a JPEG file: marker, length field and data. */
interface JpegSegment {
  /** Bytes of the segment including marker and length field. */
  whole: Buffer
  /** Bytes after the length field. */
  body: Buffer
}
/** Returns the JPEG segment at an offset; undefined when its length is invalid. */
const jpegSegment = (bytes: Buffer, offset: number): JpegSegment | undefined => {
  const length = offset + 4 <= bytes.length ? bytes.readUInt16BE(offset + 2) : 0
  const end = offset + 2 + length
  if (length < 2 || end > bytes.length) return undefined
  return {
    whole: bytes.subarray(offset, end),
    body: bytes.subarray(offset + 4, end),
  }
}
/**
 * Returns the segments and scans of a JPEG that are needed to show the picture, and the orientation
 * of the picture. Returns undefined for a broken JPEG or one with too many parts.
 */
const readJpeg = (bytes: Buffer): { parts: Buffer[]; orientation: number } | undefined => {
  const parts: Buffer[] = []
  let orientation = upright
  let scans = 0
  for (let offset = 2; offset < bytes.length && parts.length < maxParts;) {
    if (bytes[offset] !== 0xff || offset + 1 >= bytes.length) return undefined
    const kind = bytes.readUInt8(offset + 1)
    if (kind === marker.end) break
    if (isAlone(kind)) {
      offset += kind === 0xff ? 1 : 2
      continue
    }
    const segment = jpegSegment(bytes, offset)
    if (!segment) return undefined
    const { whole, body } = segment
    if (isJpegNeeded(kind, body)) parts.push(whole)
    if (kind === marker.app1 && startsWith(body, jpegExif))
      orientation = orientationOf(body.subarray(jpegExif.length))
    offset += whole.length
    if (kind !== marker.startOfScan) continue
    const end = endOfScan(bytes, offset)
    parts.push(bytes.subarray(offset, end))
    scans++
    offset = end
  }
  return scans === 0 || parts.length >= maxParts ? undefined : { parts, orientation }
}
const bareJpeg = (bytes: Buffer): Buffer | undefined => {
  const read = readJpeg(bytes)
  if (!read) return undefined
  const exif = Buffer.concat([
    Buffer.from([0xff, marker.app1, 0, 34]),
    Buffer.from(jpegExif, 'latin1'),
    exifOf(read.orientation),
  ])
  return Buffer.concat([
    bytes.subarray(0, 2),
    ...(read.orientation === upright ? [] : [exif]),
    ...read.parts,
    Buffer.from([0xff, marker.end]),
  ])
}

const pngDrawn = 'IHDR PLTE IDAT IEND tRNS acTL fcTL fdAT'
const pngColours = 'cHRM gAMA iCCP sBIT sRGB cICP mDCV cLLI bKGD hIST pHYs'
const pngNeeded = new Set(`${pngDrawn} ${pngColours}`.split(' '))
const pngSignature = 8
const pngChunk = (type: string, data: Buffer): Buffer => {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}
const barePng = (bytes: Buffer): Buffer | undefined => {
  const parts = [bytes.subarray(0, pngSignature)]
  for (let offset = pngSignature; offset + 12 <= bytes.length && parts.length < maxParts;) {
    const end = offset + 12 + bytes.readUInt32BE(offset)
    const type = bytes.toString('latin1', offset + 4, offset + 8)
    if (end > bytes.length) return undefined
    if (pngNeeded.has(type)) parts.push(bytes.subarray(offset, end))
    const orientation =
      type === 'eXIf' ? orientationOf(bytes.subarray(offset + 8, end - 4)) : upright
    if (orientation !== upright) parts.push(pngChunk('eXIf', exifOf(orientation)))
    if (type === 'IEND') return Buffer.concat(parts)
    offset = end
  }
  return undefined
}

const webpNeeded = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ANMF', 'ICCP'])
const webpHead = 12
const extendedLength = 10
/**
 * Bits in the first byte of a VP8X chunk's data, which are set if the file contains EXIF or XMP
 * data.
 */
const [hasExif, hasXmp] = [0x08, 0x04]
const webpChunk = (type: string, data: Buffer): Buffer => {
  const length = Buffer.alloc(4)
  length.writeUInt32LE(data.length)
  return Buffer.concat([Buffer.from(type, 'latin1'), length, data, Buffer.alloc(data.length % 2)])
}
const bareWebp = (bytes: Buffer): Buffer | undefined => {
  const parts: Buffer[] = []
  let orientation = upright
  let extended: Buffer | undefined
  const stop = Math.min(bytes.length, 8 + bytes.readUInt32LE(4))
  for (let offset = webpHead; offset + 8 <= stop;) {
    const length = bytes.readUInt32LE(offset + 4)
    const type = bytes.toString('latin1', offset, offset + 4)
    if (offset + 8 + length > bytes.length || parts.length >= maxParts) return undefined
    const data = bytes.subarray(offset + 8, offset + 8 + length)
    if (type === 'VP8X' && length < extendedLength) return undefined
    if (webpNeeded.has(type)) parts.push(webpChunk(type, data))
    if (type === 'VP8X') extended = parts.at(-1)
    if (type === 'EXIF')
      orientation = orientationOf(
        startsWith(data, jpegExif) ? data.subarray(jpegExif.length) : data,
      )
    offset += 8 + length + (length % 2)
  }
  if (parts.length === 0) return undefined
  const turned = extended !== undefined && orientation !== upright
  if (extended) extended[8] = (extended.readUInt8(8) & ~(hasExif | hasXmp)) | (turned ? hasExif : 0)
  if (turned) parts.push(webpChunk('EXIF', exifOf(orientation)))
  const body = Buffer.concat([Buffer.from('WEBP'), ...parts])
  const head = Buffer.from('RIFF\0\0\0\0', 'latin1')
  head.writeUInt32LE(body.length, 4)
  return Buffer.concat([head, body])
}

const bareOf: Record<PictureType, (bytes: Buffer) => Buffer | undefined> = {
  'image/jpeg': bareJpeg,
  'image/png': barePng,
  'image/webp': bareWebp,
}
/**
 * Returns a picture without its metadata; undefined for a picture that is broken or has too many
 * parts.
 */
export const barePicture = (bytes: Buffer, mime: PictureType): Buffer | undefined =>
  bareOf[mime](bytes)
