/**
 * Detects PDFs with active content: scripts, program starts, form submission, and opening or
 * embedding other files. It only looks for names (`/JavaScript`, also written `/J#61vaScript`) in
 * the file and in compressed object streams; nothing is rendered. A file that cannot be unpacked
 * completely is also rejected.
 */
import { FilterSearch, inflate, looksPacked } from '#server/modules/files/pdfFilters.ts'

/** Reason for rejecting a PDF. */
export type PdfFault = 'active' | 'locked' | 'unreadable'

/** Names that occur only in active content. A PDF that contains one anywhere is rejected. */
const activeNames = new Set([
  'JavaScript',
  'Launch',
  'SubmitForm',
  'ImportData',
  'GoToE',
  'GoToR',
  'Rendition',
  'RichMedia',
  'RichMediaExecute',
  'Movie',
  'Sound',
  'XFA',
  'EmbeddedFile',
  'EmbeddedFiles',
  'FileAttachment',
])
/** Maximum number of bytes unpacked from all object streams of a file together. */
const mostUnpacked = 16 * 1024 * 1024
/**
 * Maximum number of streams not declared as object streams that are searched for hidden objects.
 */
const mostLooks = 2000
const longestName = 40
const longestValue = 1000
/**
 * Maximum number of `/OpenAction` values of a document. `mostVersions` limits the versions of one
 * object.
 */
const mostOpenings = 20
const mostVersions = 100
const ends = '\0\t\n\f\r ()<>[]{}/%'

/** Returns the name after a slash, with its escapes decoded. */
const nameAt = (text: string, slash: number): string => {
  let name = ''
  for (let index = slash + 1; index < text.length && name.length < longestName; index++) {
    const sign = text.charAt(index)
    if (ends.includes(sign)) break
    const code = sign === '#' ? Number.parseInt(text.slice(index + 1, index + 3), 16) : Number.NaN
    name += Number.isNaN(code) ? sign : String.fromCharCode(code)
    if (!Number.isNaN(code)) index += 2
  }
  return name
}
const namesIn = (text: string): Set<string> => {
  const names = new Set<string>()
  for (let index = text.indexOf('/'); index >= 0; index = text.indexOf('/', index + 1))
    names.add(nameAt(text, index))
  return names
}

/** Whether a value is a destination within the document, which is harmless to open. */
const isPlace = (text: string, from: number): boolean => {
  const value = text.slice(from, from + longestValue).trimStart()
  if (value.startsWith('[')) return true
  const names = namesIn(value.slice(0, Math.max(0, value.indexOf('>>'))))
  const goes = names.has('GoTo') || names.has('Named')
  return value.startsWith('<<') && goes && !names.has('URI') && !names.has('Next')
}

/** Text of an object stream, and the offset of each object by its number. */
interface Packed {
  text: string
  begins: Map<string, number>
}
/** Reads the offsets of objects from the head of an object stream. */
const packedOf = (text: string): Packed => {
  const head = text.slice(0, Math.max(0, text.search(/[^\d\s]/)))
  const numbers = head.split(/\s+/).filter((word) => word !== '')
  const begins = new Map<string, number>()
  for (let i = 0; i + 1 < numbers.length; i += 2)
    begins.set(numbers[i] ?? '', head.length + Number(numbers[i + 1]))
  return { text, begins }
}

/**
 * Whether the value of an `/OpenAction` is a destination in the document, in every version of the
 * object it refers to.
 */
const leadsToPlace = (
  part: string,
  from: number,
  { file, packed }: { file: string; packed: readonly Packed[] },
): boolean => {
  const reference = /^\s*(\d{1,10})\s+(\d{1,5})\s+R/.exec(part.slice(from, from + 60))
  if (!reference) return isPlace(part, from)
  const [, number = '', generation = ''] = reference
  const head = `${number} ${generation} obj`
  const verdicts: boolean[] = []
  for (let index = file.indexOf(head); index >= 0; index = file.indexOf(head, index + 1))
    if (verdicts.push(isPlace(file, index + head.length)) > mostVersions) return false
  for (const { text, begins } of packed) {
    const offset = begins.get(number)
    if (offset !== undefined) verdicts.push(isPlace(text, offset))
  }
  return verdicts.length > 0 && verdicts.every(Boolean)
}

/** Names of the only filter that an object stream may use. It may be applied once. */
const objectFilters = ['FlateDecode', 'Fl']
/** Names of all other filters. In an object stream they would only serve to hide objects. */
const otherFilters = [
  'ASCIIHexDecode',
  'AHx',
  'ASCII85Decode',
  'A85',
  'LZWDecode',
  'LZW',
  'RunLengthDecode',
  'RL',
]
const disguisingNames = [...otherFilters, 'Predictor', 'Crypt']
/** Maximum number of filters of one stream of any kind. */
const mostFilters = 4
const isHidden = (names: readonly string[]): boolean =>
  names.some((name) => disguisingNames.includes(name)) ||
  names.filter((name) => objectFilters.includes(name)).length > 1

/** State of unpacking a file: the unpacked object streams, and what remains of the limits. */
class Unpacking {
  readonly packed: Packed[] = []
  private readonly search = new FilterSearch()
  private left = mostUnpacked
  private looks = 0
  /** Adds an object stream. Returns whether its objects could be read. */
  keep(bytes: Buffer, names: readonly string[]): boolean {
    if (isHidden(names)) return false
    const objects = names.includes('Filter') ? inflate(bytes, this.left) : bytes
    // Decoded data that does not look like objects is encoded by a further filter that the
    // dictionary does not declare.
    if (!objects || !(looksPacked(objects) || isEmpty(objects))) return false
    return this.add(objects)
  }
  /**
   * Searches a stream that is not declared as an object stream, by trying all decoders, and adds
   * the objects found. Returns false when a limit is exceeded.
   */
  keepAlike(bytes: Buffer, names: readonly string[]): boolean {
    const filters = names.filter(
      (name) => objectFilters.includes(name) || otherFilters.includes(name),
    )
    if (filters.length > mostFilters || ++this.looks > mostLooks) return false
    const behind = this.search.unpack(bytes, this.left)
    return 'objects' in behind && behind.objects.every((objects) => this.add(objects))
  }
  private add(objects: Buffer): boolean {
    this.left -= objects.length
    this.packed.push(packedOf(objects.toString('latin1')))
    return this.left > 0
  }
}
const isEmpty = (bytes: Buffer): boolean => bytes.toString('latin1', 0, 100).trim() === ''

/**
 * Returns the offset of a stream's data; -1 when the word `stream` is part of `endstream` or of a
 * text.
 */
const dataAfter = (text: string, word: number): number => {
  const dataStart = word + 'stream'.length
  if (text.slice(word - 3, word) === 'end') return -1
  if (text.startsWith('\r\n', dataStart)) return dataStart + 2
  return text.charAt(dataStart) === '\n' || text.charAt(dataStart) === '\r' ? dataStart + 1 : -1
}

/**
 * Whether the names of a dictionary mark an object stream: by its type, or by the two keys that PDF
 * readers need.
 */
const saysObjects = (ownNames: readonly string[], dictionary: readonly string[]): boolean =>
  ownNames.includes('ObjStm') || (dictionary.includes('N') && dictionary.includes('First'))

/**
 * Reads the names of a file outside compressed streams, and its compressed objects, in one pass.
 */
const readParts = (bytes: Buffer, text: string) => {
  const unpacking = new Unpacking()
  const names = new Set<string>()
  /**
   * Names since the last stream began or ended. When a stream begins, these names are those of its
   * dictionary.
   */
  let ownNames: string[] = []
  /** Index in `ownNames` at which the names of the current object begin. */
  let object = 0
  let [end, inData, readable] = [-1, false, true]
  for (const { index } of text.matchAll(/\/|stream|obj/g)) {
    if (text.charAt(index) === '/') {
      const name = nameAt(text, index)
      ownNames.push(name)
      // A name as short as `AA` occurs in compressed data by chance.
      if (name !== 'AA' || !inData) names.add(name)
      continue
    }
    if (text.charAt(index) === 'o') {
      object = ownNames.length
      continue
    }
    const from = dataAfter(text, index)
    inData = from >= 0
    if (inData && end < from) end = text.indexOf('endstream', from)
    if (inData && end < 0) end = text.length
    const data = bytes.subarray(from, end)
    const isObjects = saysObjects(ownNames, ownNames.slice(object))
    if (inData)
      readable = isObjects ? unpacking.keep(data, ownNames) : unpacking.keepAlike(data, ownNames)
    // Here the word `stream` does not begin data. Inside the dictionary of an object stream it
    // could hide the objects from this scan, so the file is rejected.
    else readable = !ownNames.includes('ObjStm')
    if (!readable) break
    ownNames = []
    object = 0
  }
  return { names, packed: unpacking.packed, readable }
}

/** Returns the offsets of the values of `/OpenAction`. */
const openingsOf = (text: string): number[] => {
  const offsets: number[] = []
  for (let index = text.indexOf('/'); index >= 0; index = text.indexOf('/', index + 1)) {
    if (nameAt(text, index) !== 'OpenAction') continue
    let end = index + 1
    while (end < text.length && !ends.includes(text.charAt(end))) end++
    offsets.push(end)
  }
  return offsets
}

/** Returns the reason for rejecting a PDF; undefined for a passive one. */
export const findPdfFault = (bytes: Buffer): PdfFault | undefined => {
  const text = bytes.toString('latin1')
  const { names, packed, readable } = readParts(bytes, text)
  const all = [names, ...packed.map(({ text: objects }) => namesIn(objects))]
  if (all.some((group) => [...group].some((name) => activeNames.has(name) || name === 'AA')))
    return 'active'
  if (all.some((group) => group.has('Encrypt'))) return 'locked'
  if (!readable) return 'unreadable'
  if (!all.some((group) => group.has('OpenAction'))) return undefined
  const openings = [text, ...packed.map((stream) => stream.text)].flatMap((part) =>
    openingsOf(part).map((offset) => ({ part, at: offset })),
  )
  const isHarmless =
    openings.length <= mostOpenings &&
    openings.every(({ part, at }) => leadsToPlace(part, at, { file: text, packed }))
  return isHarmless ? undefined : 'active'
}
