/**
 * Draws documents on pages: the letterhead, the content that continues over pages, and the footer
 * and watermark of each page.
 */
import PDFDocument from 'pdfkit'
import type { Kop, Paper, PaperSize } from '#contract/print/paper.ts'
import type { PdfInfo } from '#server/pdf/paper.ts'
import { mm, Pen } from '#server/pdf/pen.ts'
import type { Place, Strip } from '#server/pdf/strip.ts'
import { merged, stripsOf } from '#server/pdf/strips.ts'

type Doc = InstanceType<typeof PDFDocument>

/**
 * Paper sizes and margins in millimetres, equal to those of the print view (src/styles/print.css).
 * `letters` is the font size of the text and `mark` that of the watermark, both in points.
 */
const sheets = {
  A4: { size: [210, 297], top: 14, side: 14, bottom: 14, letters: 10, mark: 110 },
  A5: { size: [210, 148], top: 9, side: 11, bottom: 12, letters: 9.5, mark: 80 },
} as const satisfies Record<PaperSize, unknown>
/** Maximum number of text lines in a letterhead; further lines are omitted. */
const mostKopLines = 14
const logoFit: [number, number] = [45 * mm, 20 * mm]

/**
 * Returns a PDF file that emits its bytes while it is drawn. The pages of a document stay in memory
 * until the document is complete, because the footer of each page contains the number of pages.
 */
export const newDocument = ({ title, author }: PdfInfo): Doc =>
  new PDFDocument({
    autoFirstPage: false,
    bufferPages: true,
    lang: 'id',
    displayTitle: true,
    info: { Title: title, Author: author, Creator: 'Nada' },
  })

/**
 * Returns the letterhead (`kop`). At the left, it shows the logo, the school and the outlet; at the
 * right (`aside`), the kind and number of the document.
 */
const kopStrip = (place: Place, kop: Kop | undefined, aside: Paper['aside']): Strip => {
  const { pen, width, size } = place
  const logo = kop?.logo == null ? undefined : place.image(kop.logo)
  const logoWidth = logo ? logoFit[0] + 6 * mm : 0
  const words = aside
    ? [{ text: aside.title, bold: true }, ...aside.lines.map((text) => ({ text }))]
    : []
  const asideWidth = Math.min(
    width * 0.45,
    Math.max(0, ...words.map((w, i) => pen.widthOf(w, i === 0 ? 15 : size))),
  )
  const name = { ...place, width: width - logoWidth - asideWidth - (asideWidth > 0 ? 8 * mm : 0) }
  const small = 9 / size
  const nameStrips = stripsOf(name, [
    ...(kop?.school ? [{ kind: 'text' as const, text: { text: kop.school, size: small } }] : []),
    ...(kop
      ? [{ kind: 'text' as const, text: { text: kop.name, bold: true, size: 13 / size } }]
      : []),
    ...(kop?.lines ?? []).map((text) => ({ kind: 'text' as const, text: { text, size: small } })),
  ]).slice(0, mostKopLines)
  const beside = words.map((word, i) => {
    const letters = i === 0 ? 15 : size
    const text = pen.cut(word, letters, asideWidth + 1)
    return {
      height: Pen.lineHeight(letters) * (i === 0 ? 0.9 : 1),
      draw: (x: number, y: number) => pen.write({ ...word, text }, letters, x + width, y, true),
    }
  })
  const columns = [merged(nameStrips), merged(beside)]
  const height = Math.max(logo ? logoFit[1] : 0, ...columns.map((c) => c.height))
  const draw = (x: number, y: number) => {
    if (logo) pen.doc.image(logo, x, y, { fit: logoFit, valign: 'center' })
    columns[0]!.draw(x + logoWidth, y)
    columns[1]!.draw(x, y)
    pen.rule(x, y + height + 4 * mm, width, { thick: 1.5 })
  }
  return { height: height + 9 * mm, draw }
}

const drawMark = (pen: Pen, text: string, { mark }: { mark: number }): void => {
  const { doc } = pen
  const { width, height } = doc.page
  const letters = text.length > 5 ? mark * 0.65 : mark
  const words = { text, bold: true }
  const spacing = letters * 0.06
  const wide = pen.widthOf(words, letters) + spacing * text.length
  doc
    .save()
    .rotate(-28, { origin: [width / 2, height / 2] })
    .fillOpacity(0.1)
  doc
    .font('Helvetica-Bold')
    .fontSize(letters)
    .fillColor('#000')
    .text(text, (width - wide) / 2, (height - letters) / 2, {
      lineBreak: false,
      characterSpacing: spacing,
    })
  doc.restore().fillOpacity(1)
}

/** Draws the footer of a page: `text` at the left, the page number `number` at the right. */
const drawFoot = (pen: Pen, text: string, number: string, bottom: number, side: number): void => {
  const { width, height } = pen.doc.page
  const y = height - bottom + 2 * mm
  const small = 8
  const room = width - 2 * side
  const words = { text: pen.cut({ text }, small, room * 0.75), dim: true }
  pen.write(words, small, side, y)
  pen.write({ text: number, dim: true }, small, width - side, y, true)
}

/** Draws documents into one PDF file, one after the other. */
export class Sheets {
  readonly #doc: Doc
  readonly #pen: Pen
  readonly #images = new Map<number, PDFKit.Mixins.ImageSrc>()
  constructor(doc: Doc) {
    this.#doc = doc
    this.#pen = new Pen(doc)
  }

  /** Stores a picture for later documents; ignores a picture that a PDF cannot contain. */
  addImage(id: number, bytes: Uint8Array): void {
    try {
      // Needs a cast, because PDFKit's types do not declare the method `openImage`.
      const opened = (
        this.#doc as unknown as { openImage: (b: Buffer) => PDFKit.Mixins.ImageSrc }
      ).openImage(Buffer.from(bytes))
      this.#images.set(id, opened)
    } catch {
      this.#images.delete(id)
    }
  }

  add(paper: Paper): void {
    const sheet = sheets[paper.size]
    const { top, side, bottom } = {
      top: sheet.top * mm,
      side: sheet.side * mm,
      bottom: sheet.bottom * mm,
    }
    const [width, height] = [sheet.size[0] * mm, sheet.size[1] * mm]
    const page = height - top - bottom
    const place: Place = {
      pen: this.#pen,
      width: width - 2 * side,
      size: sheet.letters,
      page,
      image: (id) => this.#images.get(id),
    }
    const begin = () => {
      this.#doc.addPage({ size: [width, height], margin: 0 })
      if (paper.watermark) drawMark(this.#pen, paper.watermark, sheet)
    }
    begin()
    const kop = paper.kop || paper.aside ? [kopStrip(place, paper.kop, paper.aside)] : []
    flow([...kop, ...stripsOf(place, paper.blocks)], { x: side, top, page, begin })
    this.#finish(paper.foot, bottom, side)
  }

  /**
   * Draws the footers on all pages of a complete document, then writes the pages and frees them.
   */
  #finish(foot: string, bottom: number, side: number): void {
    const { start, count } = this.#doc.bufferedPageRange()
    for (let i = 0; i < count; i++) {
      this.#doc.switchToPage(start + i)
      drawFoot(this.#pen, foot, `Halaman ${i + 1} dari ${count}`, bottom, side)
    }
    this.#doc.flushPages()
  }
}

/**
 * Splits strips into groups. The strips of a group are consecutive and must be on the same page.
 */
const groupsOf = (strips: readonly Strip[]): Strip[][] => {
  const groups: Strip[][] = []
  let open = false
  for (const strip of strips) {
    if (open) groups.at(-1)?.push(strip)
    else groups.push([strip])
    open = strip.joined === true
  }
  return groups
}
interface Flow {
  x: number
  top: number
  page: number
  begin: () => void
}
/**
 * Draws strips from top to bottom. When a group does not fit on the page, begins a new page
 * (`begin`). If a group is higher than a page, its end is cut off.
 */
const flow = (strips: readonly Strip[], { x, top, page, begin }: Flow): void => {
  let y = top
  for (const group of groupsOf(strips)) {
    const { height } = merged(group)
    const full = y + height > top + page + 0.5
    if (full && y > top) {
      begin()
      y = top
      const head = group[0]?.repeats
      if (head) {
        head.draw(x, y)
        y += head.height
      }
    }
    for (const strip of group) {
      strip.draw(x, y)
      y += strip.height
    }
  }
}
