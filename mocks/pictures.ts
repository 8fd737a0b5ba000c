/**
 * Generates PNG, JPEG and WebP files for tests. Size, content and metadata can be chosen freely, so
 * that the files can also be invalid.
 */
import { crc32, deflateSync } from 'node:zlib'

type Bytes = Buffer<ArrayBuffer>
const be = (value: number, size: 2 | 4): Bytes => {
  const bytes = Buffer.alloc(size)
  bytes.writeUIntBE(value, 0, size)
  return bytes
}
const le4 = (value: number): Bytes => be(value, 4).reverse()

/** Returns a chunk of a PNG. */
export const pngChunk = (type: string, data: Buffer): Bytes => {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  return Buffer.concat([be(data.length, 4), named, be(crc32(named), 4)])
}
/**
 * Returns a PNG that declares the given size in pixels. `content` is the compressed image data,
 * which may not fit the declared size. `more` are chunks before the image data.
 */
export const pngOf = (
  width: number,
  height: number,
  content: Buffer = deflateSync(Buffer.alloc(9)),
  more: Buffer[] = [],
): Bytes =>
  Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', Buffer.concat([be(width, 4), be(height, 4), Buffer.from([8, 6, 0, 0, 0])])),
    ...more,
    pngChunk('IDAT', content),
    pngChunk('IEND', Buffer.alloc(0)),
  ])

/** Returns a segment of a JPEG. */
export const jpegSegment = (marker: number, data: Buffer): Bytes =>
  Buffer.concat([Buffer.from([0xff, marker]), be(data.length + 2, 2), data])
/**
 * Returns a JPEG that declares the given size in pixels. `content` is its image data, `more` are
 * segments before the declared size, and `after` are bytes after the end of the picture.
 */
export const jpegOf = (
  width: number,
  height: number,
  content: Buffer,
  more: Buffer[] = [],
  after = Buffer.alloc(0),
): Bytes =>
  Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    ...more,
    jpegSegment(
      0xc0,
      Buffer.concat([Buffer.from([8]), be(height, 2), be(width, 2), Buffer.from([1, 1, 0x11, 0])]),
    ),
    jpegSegment(0xda, Buffer.from([1, 1, 0, 0, 63, 0])),
    // In image data of a JPEG, a byte 0xff must be followed by a zero byte.
    Buffer.from([...content].flatMap((byte) => (byte === 0xff ? [byte, 0] : [byte]))),
    Buffer.from([0xff, 0xd9]),
    after,
  ])

/** Returns a chunk of a WebP, padded to an even length. */
export const webpChunk = (type: string, data: Buffer): Bytes =>
  Buffer.concat([
    Buffer.from(type, 'latin1'),
    le4(data.length),
    data,
    Buffer.alloc(data.length % 2),
  ])
/** Returns a WebP that consists of the chunks. */
export const webpOf = (...chunks: Buffer[]): Bytes => {
  const body = Buffer.concat([Buffer.from('WEBP'), ...chunks])
  return Buffer.concat([Buffer.from('RIFF'), le4(body.length), body])
}

/**
 * Returns EXIF data as a phone writes them: the orientation, and the text `place` instead of a
 * location, so that a test can search for the text. `order` is the byte order.
 */
export const exifAt = (orientation: number, place: string, order: 'II' | 'MM' = 'MM'): Bytes => {
  const little = order === 'II'
  const two = (n: number) => (little ? be(n, 2).reverse() : be(n, 2))
  const four = (n: number) => (little ? be(n, 4).reverse() : be(n, 4))
  const entry = (tag: number, type: number, count: number, value: Buffer) =>
    Buffer.concat([two(tag), two(type), four(count), value])
  const text = Buffer.from(`${place}\0`)
  return Buffer.concat([
    Buffer.from(order),
    two(42),
    four(8),
    two(3),
    entry(0x010f, 2, text.length, four(50)),
    entry(0x0112, 3, 1, Buffer.concat([two(orientation), two(0)])),
    entry(0x8825, 4, 1, four(50)),
    four(0),
    text,
  ])
}
