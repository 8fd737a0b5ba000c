/**
 * Whether a PDF is only looked at, or does something by itself: runs a script, starts a program,
 * sends a form, opens another file or carries one. Read are names alone (`/JavaScript`, also as
 * `/J#61vaScript`), wherever they stand, and in objects that are packed together; what cannot be
 * unpacked to be looked at is refused too. Nothing is drawn, and no object is built.
 */
import { FilterSearch, inflate, looksPacked } from '#server/modules/files/pdfFilters.ts'

/** What is the matter with one. */
export type PdfFault = 'active' | 'locked' | 'unreadable'

/** Names that only what acts by itself has, in whatever part of the file. */
const acting = new Set([
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
/** Objects that are unpacked, in bytes of all of them together. */
const mostUnpacked = 16 * 1024 * 1024
/** Other streams whose beginnings are looked at. */
const mostLooks = 2000
const longestName = 40
const longestValue = 1000
/** A document opens once; an object of a number may have some versions. */
const mostOpenings = 20
const mostVersions = 100
const ends = '\0\t\n\f\r ()<>[]{}/%'

/** The name behind a slash, its escapes resolved. */
const nameAt = (text: string, slash: number): string => {
  let name = ''
  for (let at = slash + 1; at < text.length && name.length < longestName; at++) {
    const sign = text.charAt(at)
    if (ends.includes(sign)) break
    const code = sign === '#' ? Number.parseInt(text.slice(at + 1, at + 3), 16) : Number.NaN
    name += Number.isNaN(code) ? sign : String.fromCharCode(code)
    if (!Number.isNaN(code)) at += 2
  }
  return name
}
const namesIn = (text: string): Set<string> => {
  const names = new Set<string>()
  for (let at = text.indexOf('/'); at >= 0; at = text.indexOf('/', at + 1))
    names.add(nameAt(text, at))
  return names
}

/** A value is a place in the document itself, to which a reader goes when it opens it. */
const isPlace = (text: string, from: number): boolean => {
  const value = text.slice(from, from + longestValue).trimStart()
  if (value.startsWith('[')) return true
  const names = namesIn(value.slice(0, Math.max(0, value.indexOf('>>'))))
  const goes = names.has('GoTo') || names.has('Named')
  return value.startsWith('<<') && goes && !names.has('URI') && !names.has('Next')
}

/** Objects of a stream: where each begins, by its number. */
interface Packed {
  text: string
  begins: Map<string, number>
}
/** Reads the numbers at the head of a stream of objects. */
const packedOf = (text: string): Packed => {
  const head = text.slice(0, Math.max(0, text.search(/[^\d\s]/)))
  const numbers = head.split(/\s+/).filter((word) => word !== '')
  const begins = new Map<string, number>()
  for (let i = 0; i + 1 < numbers.length; i += 2)
    begins.set(numbers[i] ?? '', head.length + Number(numbers[i + 1]))
  return { text, begins }
}

/** What the value of an `/OpenAction` leads to, wherever an object of its number stands. */
const leadsToPlace = (
  part: string,
  from: number,
  { file, packed }: { file: string; packed: readonly Packed[] },
): boolean => {
  const reference = /^\s*(\d{1,10})\s+(\d{1,5})\s+R/.exec(part.slice(from, from + 60))
  if (!reference) return isPlace(part, from)
  const [, number = '', generation = ''] = reference
  const head = `${number} ${generation} obj`
  const found: boolean[] = []
  for (let at = file.indexOf(head); at >= 0; at = file.indexOf(head, at + 1))
    if (found.push(isPlace(file, at + head.length)) > mostVersions) return false
  for (const { text, begins } of packed) {
    const at = begins.get(number)
    if (at !== undefined) found.push(isPlace(text, at))
  }
  return found.length > 0 && found.every(Boolean)
}

/** Filters by which objects are packed: one of them, once, and nothing else. */
const packing = ['FlateDecode', 'Fl']
/** Other filters: these only hide objects. */
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
const hiding = [...otherFilters, 'Predictor', 'Crypt']
/** Filters of one stream, whatever it holds. */
const mostFilters = 4
const isHidden = (names: readonly string[]): boolean =>
  names.some((name) => hiding.includes(name)) ||
  names.filter((name) => packing.includes(name)).length > 1

/** What is left to unpack of a file, and what has been. */
class Unpacking {
  readonly packed: Packed[] = []
  private readonly search = new FilterSearch()
  private left = mostUnpacked
  private looks = 0
  /** Keeps the objects of a stream. Returns whether they could be read. */
  keep(bytes: Buffer, names: readonly string[]): boolean {
    if (isHidden(names)) return false
    const objects = names.includes('Filter') ? inflate(bytes, this.left) : bytes
    // Behind a filter of which the names say nothing there is another one.
    if (!objects || !(looksPacked(objects) || isEmpty(objects))) return false
    return this.add(objects)
  }
  /** Keeps what looks like objects, whatever is said of it; false where there is too much of it. */
  keepAlike(bytes: Buffer, names: readonly string[]): boolean {
    const filters = names.filter((name) => packing.includes(name) || otherFilters.includes(name))
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

/** Where the data of a stream begins; -1 where the word ends one, or is part of a text. */
const dataAfter = (text: string, word: number): number => {
  const at = word + 'stream'.length
  if (text.slice(word - 3, word) === 'end') return -1
  if (text.startsWith('\r\n', at)) return at + 2
  return text.charAt(at) === '\n' || text.charAt(at) === '\r' ? at + 1 : -1
}

/** Names of a stream of objects: its type, or the two keys that readers need of it. */
const saysObjects = (own: readonly string[], dictionary: readonly string[]): boolean =>
  own.includes('ObjStm') || (dictionary.includes('N') && dictionary.includes('First'))

/** One pass over a file: its own names, and the objects that are packed in it. */
const readParts = (bytes: Buffer, text: string) => {
  const unpacking = new Unpacking()
  const names = new Set<string>()
  /** Names since a stream began or ended: of its dictionary, when the next begins. */
  let own: string[] = []
  /** Where the names of the object at hand begin among them. */
  let object = 0
  let [end, inData, readable] = [-1, false, true]
  for (const { index } of text.matchAll(/\/|stream|obj/g)) {
    if (text.charAt(index) === '/') {
      const name = nameAt(text, index)
      own.push(name)
      // So short a name is anything, in data.
      if (name !== 'AA' || !inData) names.add(name)
      continue
    }
    if (text.charAt(index) === 'o') {
      object = own.length
      continue
    }
    const from = dataAfter(text, index)
    inData = from >= 0
    if (inData && end < from) end = text.indexOf('endstream', from)
    if (inData && end < 0) end = text.length
    const data = bytes.subarray(from, end)
    const isObjects = saysObjects(own, own.slice(object))
    if (inData) readable = isObjects ? unpacking.keep(data, own) : unpacking.keepAlike(data, own)
    // The word of a stream's end in its own dictionary: it is hidden from us.
    else readable = !own.includes('ObjStm')
    if (!readable) break
    own = []
    object = 0
  }
  return { names, packed: unpacking.packed, readable }
}

/** Where the values of `/OpenAction` begin. */
const openingsOf = (text: string): number[] => {
  const found: number[] = []
  for (let at = text.indexOf('/'); at >= 0; at = text.indexOf('/', at + 1)) {
    if (nameAt(text, at) !== 'OpenAction') continue
    let end = at + 1
    while (end < text.length && !ends.includes(text.charAt(end))) end++
    found.push(end)
  }
  return found
}

/** Answers what is the matter with a PDF, undefined for one that can only be looked at. */
export const findPdfFault = (bytes: Buffer): PdfFault | undefined => {
  const text = bytes.toString('latin1')
  const { names, packed, readable } = readParts(bytes, text)
  const all = [names, ...packed.map(({ text: objects }) => namesIn(objects))]
  if (all.some((some) => [...some].some((name) => acting.has(name) || name === 'AA')))
    return 'active'
  if (all.some((some) => some.has('Encrypt'))) return 'locked'
  if (!readable) return 'unreadable'
  if (!all.some((some) => some.has('OpenAction'))) return undefined
  const openings = [text, ...packed.map((one) => one.text)].flatMap((part) =>
    openingsOf(part).map((at) => ({ part, at })),
  )
  const isHarmless =
    openings.length <= mostOpenings &&
    openings.every(({ part, at }) => leadsToPlace(part, at, { file: text, packed }))
  return isHarmless ? undefined : 'active'
}
