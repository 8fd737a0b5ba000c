import type { Pen } from '#server/pdf/pen.ts'

/**
 * Horizontal piece of a document, such as a line of text or a table row. A strip is never split
 * over pages.
 */
export interface Strip {
  /** Height in points. */
  height: number
  draw: (x: number, y: number) => void
  /** Whether the next strip must be on the same page as this strip. */
  joined?: boolean
  /** Table header that is drawn again when this strip is the first one on a page. */
  repeats?: Strip
}
/** Values needed to make strips. */
export interface Place {
  pen: Pen
  /** Width of the content, in points. */
  width: number
  /** Font size in points. */
  size: number
  /** Height of a page without its margins, in points. */
  page: number
  image: (id: number) => PDFKit.Mixins.ImageSrc | undefined
}
