/**
 * Filters of PDF streams, undone one at a time and with bounds, to find objects that lie behind
 * several of them, whatever the dictionary of the stream says.
 */
import { constants, inflateSync } from 'node:zlib'

/** Undoes one filter. Returns undefined for data that the filter did not make, or too much. */
type Undo = (bytes: Buffer, most: number) => Buffer | undefined

/** Bytes of each layer that are enough to know what lies behind it. */
const lookAt = 512
/** Layers that are looked behind. Writers of PDFs use one, seldom two. */
const mostLayers = 6
/** Work of all searches in one file, in bytes that filters make, and the least of one filter. */
const mostSearched = 64 * 1024 * 1024
const leastSearched = 1024
/** Less than this behind a filter is no object, and no other filter. */
const leastBehind = 10

/** The two bytes with which deflated data begins. */
const isDeflated = (bytes: Buffer): boolean =>
  bytes.length > 2 && bytes.readUInt16BE(0) % 31 === 0 && (bytes.readUInt8(0) & 15) === 8

/** Undoes FlateDecode. Readers are content with data that is cut off, and so is this function. */
export const inflate: Undo = (bytes, most) => {
  if (!isDeflated(bytes)) return undefined
  try {
    return inflateSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: most })
  } catch {
    return undefined
  }
}

/** Undoes ASCIIHexDecode. */
const unhex: Undo = (bytes) => {
  const text = bytes.toString('latin1').split('>', 1)[0] ?? ''
  const digits = text.replace(/[\s\0]/g, '')
  return /^[\da-f]{4,}$/i.test(digits)
    ? Buffer.from(digits.length % 2 === 0 ? digits : `${digits}0`, 'hex')
    : undefined
}

/** Undoes ASCII85Decode. */
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
  for (let at = 0; at < padded.length; at += 5) {
    let word = 0
    for (let i = at; i < at + 5; i++) word = word * 85 + padded.charCodeAt(i) - 33
    result.writeUInt32BE(word % 2 ** 32, (at / 5) * 4)
  }
  return result.subarray(0, result.length - (padded.length - signs.length))
}

/** Undoes RunLengthDecode. */
const unrun: Undo = (bytes, most) => {
  const parts: Buffer[] = []
  let size = 0
  for (let at = 0; at < bytes.length && bytes.readUInt8(at) !== 128;) {
    const length = bytes.readUInt8(at)
    const isRun = length > 128
    const part = isRun
      ? Buffer.alloc(257 - length, bytes[at + 1] ?? 0)
      : bytes.subarray(at + 1, at + 2 + length)
    size += part.length
    if (size > most) return undefined
    parts.push(part)
    at += isRun ? 2 : length + 2
  }
  return parts.length > 0 ? Buffer.concat(parts) : undefined
}

const clearTable = 256
const endOfData = 257
/** First entries of the table of LZWDecode: all bytes, and the two codes that are no data. */
const firstEntries = Array.from({ length: 258 }, (_, i) => Buffer.from(i < 256 ? [i] : []))
/** Reads codes of LZWDecode, 9 to 12 bits long by the size that the table has with the next one. */
const readCodes = (bytes: Buffer, early: 0 | 1) => {
  let at = 0
  return (entries: number): number | undefined => {
    const width = Math.min(12, Math.max(9, 32 - Math.clz32(entries - 1 + early)))
    if (at + width > bytes.length * 8) return undefined
    let code = 0
    for (const end = at + width; at < end; at++)
      code = (code << 1) | (((bytes[at >> 3] ?? 0) >> (7 - (at & 7))) & 1)
    return code
  }
}
/** Undoes LZWDecode. `early`: codes grow one entry before the table is full, as is the default. */
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
      // Readers keep what stands before a code that is wrong.
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

/** Times that one filter is undone in a stream: of random data these make more and more. */
const mostOfOne = 2

const undos: readonly Undo[] = [inflate, unhex, unascii85, unrun, unlzw(1), unlzw(0)]

/** Numbers stand at the head of a stream of objects, perhaps behind comments. */
export const looksPacked = (bytes: Buffer): boolean =>
  /^[\s\0]*(?:%[^\r\n]*[\r\n][\s\0]*)*[+-]?\d+[\s\0]+[+-]?\d/.test(bytes.toString('latin1'))
/** A comment that does not end in what is looked at: what follows it is not known yet. */
const isLongComment = (bytes: Buffer): boolean =>
  /^[\s\0]*(?:%[^\r\n]*[\r\n][\s\0]*)*%[^\r\n]*$/.test(bytes.toString('latin1'))

/** Bytes that are all the same, such as an empty mask: no filter makes objects of them. */
const isBlank = (bytes: Buffer): boolean => bytes.equals(Buffer.alloc(bytes.length, bytes[0] ?? 0))

/** What lies behind a stream that may hold objects. `excess`: more than `most` bytes, or no end. */
export type Behind = { objects: Buffer[] } | { excess: true }

/** Looks behind the filters of the streams of one file. */
export class FilterSearch {
  private searched = 0

  /** Ways through the filters behind which objects seem to lie. */
  private findWays(start: Buffer, seen: Set<string>, way: readonly Undo[]): (readonly Undo[])[] {
    if (way.length === mostLayers || isBlank(start)) return []
    const ways: (readonly Undo[])[] = []
    const isUsedUp = (undo: Undo) =>
      undo !== inflate && way.filter((one) => one === undo).length === mostOfOne
    for (const undo of undos.filter((one) => !isUsedUp(one))) {
      if (this.searched > mostSearched) break
      const made = undo(start, lookAt * 2000)
      this.searched += leastSearched + (made?.length ?? 0)
      const behind = made?.subarray(0, lookAt)
      const key = behind?.toString('latin1') ?? ''
      if (!behind || behind.length < leastBehind || seen.has(key)) continue
      seen.add(key)
      const on = [...way, undo]
      if (looksPacked(behind) || isLongComment(behind)) ways.push(on)
      else ways.push(...this.findWays(behind, seen, on))
    }
    return ways
  }

  /** Unpacks a stream in all ways that lead to objects, to at most `most` bytes. */
  unpack(bytes: Buffer, most: number): Behind {
    const ways = this.findWays(bytes.subarray(0, lookAt), new Set(), [])
    if (this.searched > mostSearched) return { excess: true }
    const objects: Buffer[] = []
    let left = most
    for (const way of ways) {
      let behind: Buffer | undefined = bytes
      for (const undo of way) behind &&= undo(behind, left)
      if (!behind) return { excess: true }
      this.searched += behind.length
      if (!looksPacked(behind)) continue
      left -= behind.length
      objects.push(behind)
    }
    return { objects }
  }
}
