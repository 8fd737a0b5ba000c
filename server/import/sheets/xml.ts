/** Parses the XML files inside a workbook, with limits against malicious files. */
import { SaxesParser } from 'saxes'
import { refuse } from '#server/import/sheets/sheetTypes.ts'

/** Maximum number of elements of an XML file. A full valid sheet has a third of this number. */
const maxElements = 2_000_000
/** Maximum nesting of elements. A valid sheet nests seven levels. */
const maxDepth = 60
/**
 * Maximum number of attributes of an element. Valid elements have five attributes, and the parser
 * is slow with very many attributes.
 */
const maxAttributes = 100

/** Returns the error 422 for a file that is no workbook or is damaged. */
export const broken = () =>
  refuse('Berkas rusak atau bukan XLSX. Simpan lagi dari Excel, atau pakai CSV.')
const tooComplex = () =>
  refuse(
    'Isi berkas terlalu rumit. Salin datanya ke lembar kosong lalu simpan lagi, atau pakai CSV.',
  )

interface Reader {
  open?: (name: string, attributes: Record<string, string>) => void
  text?: (text: string) => void
  close?: (name: string) => void
}
/**
 * Calls `open`, `text` and `close` for the elements and texts of an XML file, in their order; names
 * have no namespace prefix. Throws 422 for invalid or too complex XML.
 */
export const walk = (xml: string, { open, text, close }: Reader): void => {
  const parser = new SaxesParser()
  let [elements, depth, attributes] = [0, 0, 0]
  const bare = (name: string) => name.slice(name.indexOf(':') + 1)
  parser.on('error', () => {
    throw broken()
  })
  parser.on('doctype', () => {
    throw broken()
  })
  parser.on('attribute', () => {
    if (++attributes > maxAttributes) throw tooComplex()
  })
  parser.on('opentag', (tag) => {
    attributes = 0
    if (++elements > maxElements || ++depth > maxDepth) throw tooComplex()
    open?.(bare(tag.name), tag.attributes)
  })
  parser.on('text', (part) => text?.(part))
  parser.on('cdata', (part) => text?.(part))
  parser.on('closetag', (tag) => {
    depth--
    close?.(bare(tag.name))
  })
  parser.write(xml).close()
}
