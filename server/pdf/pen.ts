/**
 * Draws texts, lines and boxes on a page, and measures texts. Uses the font Helvetica, which every
 * viewer has, so that the file need not contain it. For letters that Helvetica lacks, uses Arimo,
 * which has the same widths. Letters that Arimo lacks too are transliterated (letters.ts).
 */
import { createRequire } from 'node:module'
import type PDFDocument from 'pdfkit'
import type { Text, Words } from '#contract/print/paper.ts'
import { drawable, isPlain, withoutControls } from '#server/pdf/letters.ts'

type Doc = InstanceType<typeof PDFDocument>

/** Number of points (PDF units) in a millimetre. */
export const mm = 72 / 25.4
/** Line height divided by font size. */
const lineFactor = 1.4

const faces = {
  regular: ['Helvetica', '400Regular/Arimo_400Regular.ttf'],
  bold: ['Helvetica-Bold', '700Bold/Arimo_700Bold.ttf'],
  italic: ['Helvetica-Oblique', '400Regular_Italic/Arimo_400Regular_Italic.ttf'],
  boldItalic: ['Helvetica-BoldOblique', '700Bold_Italic/Arimo_700Bold_Italic.ttf'],
} as const
type Face = keyof typeof faces

const paths = createRequire(import.meta.url)

const faceOf = ({ bold, italic }: Words): Face => {
  if (bold) return italic ? 'boldItalic' : 'bold'
  return italic ? 'italic' : 'regular'
}
export const wordsOf = (text: Text): Words => (typeof text === 'string' ? { text } : text)

/** Returns whether the document's current font contains a letter. */
export const hasGlyph = (doc: Doc, codePoint: number): boolean =>
  // Needs a cast, because PDFKit's types do not declare the current font.
  (
    doc as unknown as { _font: { font: { hasGlyphForCodePoint: (codePoint: number) => boolean } } }
  )._font.font.hasGlyphForCodePoint(codePoint)

/** Maximum number of cached text widths; caching helps because words recur on every bill. */
const mostWidths = 20_000

export class Pen {
  readonly doc: Doc
  readonly #widths = new Map<string, number>()
  #registered = new Set<string>()
  constructor(doc: Doc) {
    this.doc = doc
  }

  /** Returns a text without control characters and with letters that the fonts contain. */
  #plain(text: string): string {
    const bare = withoutControls(text)
    if (isPlain(bare.replaceAll('\n', ''))) return bare
    this.#chooseArimo('regular')
    return drawable(bare, (codePoint) => hasGlyph(this.doc, codePoint))
  }

  #choose(words: Words): void {
    const face = faceOf(words)
    if (isPlain(words.text)) this.doc.font(faces[face][0])
    else this.#chooseArimo(face)
  }
  #chooseArimo(face: Face): void {
    const [, file] = faces[face]
    const name = `arimo-${face}`
    if (!this.#registered.has(name)) {
      this.doc.registerFont(name, paths.resolve(`@expo-google-fonts/arimo/${file}`))
      this.#registered.add(name)
    }
    this.doc.font(name)
  }

  /**
   * Returns the width in points of a text at font size 1. The width of a text is proportional to
   * the font size.
   */
  #unitWidth(words: Words): number {
    const key = `${faceOf(words)}\n${words.text}`
    const cachedWidth = this.#widths.get(key)
    if (cachedWidth !== undefined) return cachedWidth
    if (this.#widths.size > mostWidths) this.#widths.clear()
    const text = this.#plain(words.text)
    this.#choose({ ...words, text })
    const width = this.doc.fontSize(100).widthOfString(text) / 100
    this.#widths.set(key, width)
    return width
  }
  widthOf(words: Words, size: number): number {
    return this.#unitWidth(words) * size
  }

  static lineHeight(size: number): number {
    return size * lineFactor
  }

  /**
   * Splits a text into lines that are at most `width` points wide. Breaks a word only if it is
   * wider than a line.
   */
  wrap(words: Words, size: number, width: number): string[] {
    const style = (text: string): Words => ({ ...words, text })
    const space = this.widthOf(style(' '), size)
    return this.#plain(words.text)
      .split('\n')
      .flatMap((paragraph) => {
        // Measures the paragraph as a whole first, because kerning makes it slightly narrower than
        // the sum of its words and spaces.
        if (this.widthOf(style(paragraph), size) <= width) return [paragraph]
        const lines: string[] = []
        let [line, used] = ['', 0]
        for (const word of paragraph
          .split(' ')
          .flatMap((w) => this.#pieces(style(w), size, width))) {
          const wide = this.widthOf(style(word), size)
          if (line !== '' && used + space + wide > width) {
            lines.push(line)
            ;[line, used] = [word, wide]
          } else {
            used += line === '' ? wide : space + wide
            line = line === '' ? word : `${line} ${word}`
          }
        }
        return [...lines, line]
      })
  }
  /** Returns a word in one piece, or in several pieces if it is wider than `width`. */
  #pieces(words: Words, size: number, width: number): string[] {
    if (this.widthOf(words, size) <= width) return [words.text]
    const pieces: string[] = []
    let piece = ''
    for (const letter of words.text) {
      if (piece !== '' && this.widthOf({ ...words, text: piece + letter }, size) > width) {
        pieces.push(piece)
        piece = ''
      }
      piece += letter
    }
    return [...pieces, piece]
  }
  /**
   * Returns a text as one line of at most `width` points; shortens a wider text and appends `…`.
   */
  cut(words: Words, size: number, width: number): string {
    const text = this.#plain(words.text).replaceAll('\n', ' ')
    if (this.widthOf({ ...words, text }, size) <= width) return text
    let end = text.length
    while (end > 0 && this.widthOf({ ...words, text: `${text.slice(0, end)}…` }, size) > width)
      end--
    return `${text.slice(0, end)}…`
  }

  /**
   * Draws a single line of text. The point (`x`, `y`) is its top left corner, or its top right
   * corner if `right` is true.
   */
  write(words: Words, size: number, x: number, y: number, right = false): void {
    const text = this.#plain(words.text)
    if (text === '') return
    const leftEdge = right ? x - this.widthOf({ ...words, text }, size) : x
    this.#choose({ ...words, text })
    // Centres the letters vertically in the line, as a browser does.
    const gap = (Pen.lineHeight(size) - size * 1.15) / 2
    this.doc
      .fontSize(size)
      .fillColor(words.dim ? '#4b5260' : '#000')
      .text(text, leftEdge, y + gap, { lineBreak: false })
  }

  /** Draws a horizontal rule from `x` to `x + width`; `thick` is in points. */
  rule(x: number, y: number, width: number, { thick = 0.75, color = '#000', dotted = false } = {}) {
    this.doc
      .lineWidth(thick)
      .strokeColor(color)
      .moveTo(x, y)
      .lineTo(x + width, y)
    if (dotted) this.doc.dash(1, { space: 1.5 })
    this.doc.stroke()
    if (dotted) this.doc.undash()
  }
  frame(
    { x, y, width, height }: { x: number; y: number; width: number; height: number },
    { thick = 0.75, dashed = false } = {},
  ): void {
    this.doc.lineWidth(thick).strokeColor('#000').rect(x, y, width, height)
    if (dashed) this.doc.dash(2.5, { space: 2 })
    this.doc.stroke()
    if (dashed) this.doc.undash()
  }
  fill(x: number, y: number, width: number, height: number, color: string): void {
    this.doc.rect(x, y, width, height).fill(color)
  }
}
