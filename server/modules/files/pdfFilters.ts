/**
 * Decoders of PDF stream filters, and a search that applies the decoders within limits. The search
 * finds objects that are encoded by several filters. It does not rely on the filters that the
 * dictionary of the stream declares.
 */
import { constants, inflateSync } from 'node:zlib'

/**
 * Decodes data of one filter. Returns undefined if the data is not encoded by this filter, or if
 * the result exceeds `most` bytes.
 */
type Undo = (bytes: Buffer, most: number) => Buffer | undefined

/**
 * Number of leading bytes of each layer that are enough to recognise its content. A layer is the
 * data of the stream, or the result of decoding another layer.
 */
const lookAt = 512
/**
 * Maximum number of nested filters that the search examines. PDF writers use one filter, rarely
 * two.
 */
const mostLayers = 6
/**
 * Maximum total number of bytes that may be decoded while the streams of one file are searched.
 * Each attempt to decode adds `leastSearched` bytes to the total, besides the decoded bytes. Above
 * the maximum, the search stops and reports `excess`.
 */
const mostSearched = 64 * 1024 * 1024
const leastSearched = 1024
/** Minimum number of decoded bytes. Shorter results can be neither an object nor encoded data. */
const leastBehind = 10

/** Whether data begins with the two header bytes of zlib. */
const isDeflated = (bytes: Buffer): boolean =>
  bytes.length > 2 && bytes.readUInt16BE(0) % 31 === 0 && (bytes.readUInt8(0) & 15) === 8

/** Decodes data of the filter FlateDecode. Accepts truncated data, as PDF readers do. */
export const inflate: Undo = (bytes, most) => {
  if (!isDeflated(bytes)) return undefined
  try {
    return inflateSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: most })
  } catch {
    return undefined
  }
}

/** Decodes data of the filter ASCIIHexDecode: hexadecimal digits up to `>`. */
const unhex: Undo = (bytes) => {
  const text = bytes.toString('latin1').split('>', 1)[0] ?? ''
  const digits = text.replace(/[\s\0]/g, '')
  return /^[\da-f]{4,}$/i.test(digits)
    ? Buffer.from(digits.length % 2 === 0 ? digits : `${digits}0`, 'hex')
    : undefined
}

/** Decodes data of the filter ASCII85Decode: five characters for four bytes, up to `~`. */
const unascii85: Undo = (bytes) => {
  const text =
    bytes
      .toString('latin1')
      .replace(/^\s*<~/, '')
      .split('~', 1)[0] ?? ''
  const signs = text.replace(/[\s\0]/g, '').replaceAll('z', '!!!!!')
  if (!/^[!-u]{3,}$/.test(signs)) return undefined
  const padded = signs.padEnd(Math.ceil(signs.length / 5) * 5, 'u')
  const result = Buffer.alloc((padded.length / 5) * 4)
  for (let index = 0; index < padded.length; index += 5) {
    let word = 0
    for (let i = index; i < index + 5; i++) word = word * 85 + padded.charCodeAt(i) - 33
    result.writeUInt32BE(word % 2 ** 32, (index / 5) * 4)
  }
  return result.subarray(0, result.length - (padded.length - signs.length))
}

/**
 * Decodes data of the filter RunLengthDecode: literal bytes and repeated bytes, up to a byte 128.
 */
const unrun: Undo = (bytes, most) => {
  const parts: Buffer[] = []
  let size = 0
  for (let index = 0; index < bytes.length && bytes.readUInt8(index) !== 128;) {
    const length = bytes.readUInt8(index)
    const isRun = length > 128
    const part = isRun
      ? Buffer.alloc(257 - length, bytes[index + 1] ?? 0)
      : bytes.subarray(index + 1, index + 2 + length)
    size += part.length
    if (size > most) return undefined
    parts.push(part)
    index += isRun ? 2 : length + 2
  }
  return parts.length > 0 ? Buffer.concat(parts) : undefined
}

const clearTable = 256
const endOfData = 257
/** First entries of the LZWDecode table: all bytes, and the two control codes. */
const firstEntries = Array.from({ length: 258 }, (_, i) => Buffer.from(i < 256 ? [i] : []))
/**
 * Returns a reader of LZWDecode codes, which have 9 to 12 bits. The number of bits depends on the
 * number of table entries, including the entry that is added next.
 */
const readCodes = (bytes: Buffer, early: 0 | 1) => {
  let bitIndex = 0
  return (entries: number): number | undefined => {
    const width = Math.min(12, Math.max(9, 32 - Math.clz32(entries - 1 + early)))
    if (bitIndex + width > bytes.length * 8) return undefined
    let code = 0
    for (const end = bitIndex + width; bitIndex < end; bitIndex++)
      code = (code << 1) | (((bytes[bitIndex >> 3] ?? 0) >> (7 - (bitIndex & 7))) & 1)
    return code
  }
}
/**
 * Returns a decoder of LZWDecode. With `early` 1, which is the default in PDF, the length of the
 * codes increases one table entry earlier than with `early` 0.
 */
const unlzw =
  (early: 0 | 1): Undo =>
  (bytes, most) => {
    const next = readCodes(bytes, early)
    const table = [...firstEntries]
    const parts: Buffer[] = []
    let [previous, size]: [Buffer | undefined, number] = [undefined, 0]
    for (;;) {
      const code = next(table.length + (previous ? 1 : 0))
      if (code === undefined || code === endOfData) break
      if (code === clearTable) {
        table.length = firstEntries.length
        previous = undefined
        continue
      }
      const first: Buffer | undefined = code === table.length ? previous : table[code]
      // Stops at an invalid code and keeps the data that was decoded before this code, as PDF
      // readers do.
      if (!first) break
      const entry = previous && Buffer.concat([previous, first.subarray(0, 1)])
      const part: Buffer = code === table.length && entry ? entry : first
      if (entry && table.length < 4096) table.push(entry)
      size += part.length
      if (size > most) return undefined
      parts.push(part)
      previous = part
    }
    return parts.length > 0 ? Buffer.concat(parts) : undefined
  }

/**
 * Maximum number of times that a sequence of filters may contain the same filter. Does not apply to
 * FlateDecode. The other filters decode almost any data and could be applied endlessly.
 */
const mostOfOne = 2

const undos: readonly Undo[] = [inflate, unhex, unascii85, unrun, unlzw(1), unlzw(0)]

/** Whether data looks like an object stream, which begins with numbers, perhaps after comments. */
export const looksPacked = (bytes: Buffer): boolean =>
  /^[\s\0]*(?:%[^\r\n]*[\r\n][\s\0]*)*[+-]?\d+[\s\0]+[+-]?\d/.test(bytes.toString('latin1'))
/** Whether the examined bytes end within a comment, so that the data after it is unknown. */
const isLongComment = (bytes: Buffer): boolean =>
  /^[\s\0]*(?:%[^\r\n]*[\r\n][\s\0]*)*%[^\r\n]*$/.test(bytes.toString('latin1'))

/** Whether all bytes are equal, as in an empty mask. No filter decodes such data to objects. */
const isBlank = (bytes: Buffer): boolean => bytes.equals(Buffer.alloc(bytes.length, bytes[0] ?? 0))

/**
 * Objects found by decoding a stream. `excess` means that the objects exceed `most` bytes, or that
 * the work limit was reached.
 */
export type Behind = { objects: Buffer[] } | { excess: true }

/** Searches for objects that are encoded in the streams of a file. */
export class FilterSearch {
  private searched = 0

  /** Returns the sequences of filters that decode the data to data that looks like objects. */
  private findWays(
    start: Buffer,
    seenKeys: Set<string>,
    way: readonly Undo[],
  ): (readonly Undo[])[] {
    if (way.length === mostLayers || isBlank(start)) return []
    const ways: (readonly Undo[])[] = []
    const isUsedUp = (undo: Undo) =>
      undo !== inflate && way.filter((step) => step === undo).length === mostOfOne
    for (const undo of undos.filter((candidate) => !isUsedUp(candidate))) {
      if (this.searched > mostSearched) break
      const output = undo(start, lookAt * 2000)
      this.searched += leastSearched + (output?.length ?? 0)
      const behind = output?.subarray(0, lookAt)
      const key = behind?.toString('latin1') ?? ''
      if (!behind || behind.length < leastBehind || seenKeys.has(key)) continue
      seenKeys.add(key)
      const on = [...way, undo]
      if (looksPacked(behind) || isLongComment(behind)) ways.push(on)
      else ways.push(...this.findWays(behind, seenKeys, on))
    }
    return ways
  }

  /**
   * Decodes a stream with every sequence of filters that leads to objects. Returns at most `most`
   * bytes of objects in total.
   */
  unpack(bytes: Buffer, most: number): Behind {
    const ways = this.findWays(bytes.subarray(0, lookAt), new Set(), [])
    if (this.searched > mostSearched) return { excess: true }
    const objects: Buffer[] = []
    let budget = most
    for (const way of ways) {
      let behind: Buffer | undefined = bytes
      for (const undo of way) behind &&= undo(behind, budget)
      if (!behind) return { excess: true }
      this.searched += behind.length
      if (!looksPacked(behind)) continue
      budget -= behind.length
      objects.push(behind)
    }
    return { objects }
  }
}
