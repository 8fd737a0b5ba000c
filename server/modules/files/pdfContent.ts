/**
 * Detects PDFs with active content: scripts, program starts, form submission, and opening or
 * embedding other files. The detection only looks for names (`/JavaScript`, also written
 * `/J#61vaScript`) in the file and in compressed object streams. It renders nothing. A file that
 * cannot be unpacked completely is also rejected.
 */
import { FilterSearch, inflate, looksPacked } from '#server/modules/files/pdfFilters.ts'

/** Reason for rejecting a PDF. */
export type PdfFault = 'active' | 'locked' | 'unreadable'

/** Names that occur only in active content. A PDF that contains any of these names is rejected. */
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
/** Maximum number of bytes that are unpacked from a file, in all its streams together. */
const mostUnpacked = 16 * 1024 * 1024
/**
 * Maximum number of streams that are searched for hidden objects. Counts only streams that are not
 * declared as object streams.
 */
const mostLooks = 2000
const longestName = 40
const longestValue = 1000
/** Maximum number of `/OpenAction` values of a document. */
const mostOpenings = 20
/** Maximum number of versions of one object. */
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

/**
 * Whether the value at the offset `from` is a destination within the document. Opening such a
 * destination is harmless.
 */
const isPlace = (text: string, from: number): boolean => {
  const value = text.slice(from, from + longestValue).trimStart()
  if (value.startsWith('[')) return true
  const names = namesIn(value.slice(0, Math.max(0, value.indexOf('>>'))))
  const goes = names.has('GoTo') || names.has('Named')
  return value.startsWith('<<') && goes && !names.has('URI') && !names.has('Next')
}

/** Object stream after unpacking. */
interface Packed {
  text: string
  /** Offset of each object in `text`, by object number. */
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
 * Whether the value of an `/OpenAction` is a destination in the document. If the value refers to an
 * object, every version of that object must be such a destination.
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

/**
 * Full and short name of the only filter that an object stream may use. An object stream may use
 * this filter at most once.
 */
const objectFilters = ['FlateDecode', 'Fl']
/**
 * Names of all other filters. In an object stream, these filters would only serve to hide objects.
 */
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
/** Maximum number of filters per stream. */
const mostFilters = 4
const isHidden = (names: readonly string[]): boolean =>
  names.some((name) => disguisingNames.includes(name)) ||
  names.filter((name) => objectFilters.includes(name)).length > 1

/** Unpacks the streams of a file within limits. `packed` collects the object streams. */
class Unpacking {
  readonly packed: Packed[] = []
  private readonly search = new FilterSearch()
  /** Number of bytes that may still be unpacked. */
  private left = mostUnpacked
  /** Number of streams that were searched for hidden objects. */
  private looks = 0
  /**
   * Unpacks a declared object stream and adds its objects. Returns false if the objects cannot be
   * read or the limit of unpacked bytes is reached.
   */
  keep(bytes: Buffer, names: readonly string[]): boolean {
    if (isHidden(names)) return false
    const objects = names.includes('Filter') ? inflate(bytes, this.left) : bytes
    // Rejects decoded data that does not look like objects. Such data is encoded by a further
    // filter that the dictionary does not declare.
    if (!objects || !(looksPacked(objects) || isEmpty(objects))) return false
    return this.add(objects)
  }
  /**
   * Tries all decoders on a stream that is not declared as an object stream, and adds the objects
   * that the decoders find. Returns false if a limit is exceeded.
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
 * Returns the offset of the data of a stream. Returns -1 if the word `stream` does not begin data,
 * for example in `endstream` or in a text.
 */
const dataAfter = (text: string, word: number): number => {
  const dataStart = word + 'stream'.length
  if (text.slice(word - 3, word) === 'end') return -1
  if (text.startsWith('\r\n', dataStart)) return dataStart + 2
  return text.charAt(dataStart) === '\n' || text.charAt(dataStart) === '\r' ? dataStart + 1 : -1
}

/**
 * Whether names mark an object stream: `ownNames` contains the type `ObjStm`, or `dictionary`
 * contains the two keys that PDF readers need to read an object stream.
 */
const saysObjects = (ownNames: readonly string[], dictionary: readonly string[]): boolean =>
  ownNames.includes('ObjStm') || (dictionary.includes('N') && dictionary.includes('First'))

/**
 * Scans a file once. Returns the names outside compressed streams, the unpacked object streams
 * (`packed`), and whether all streams could be read (`readable`).
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
      // Ignores the short name `AA` in the data of a stream, because compressed data may contain it
      // by chance.
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
    // In this branch, the word `stream` does not begin data. Such a word in the dictionary of an
    // object stream could hide the objects from this scan, so the file is rejected.
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

/** Returns the reason for rejecting a PDF; undefined for a PDF without active content. */
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
