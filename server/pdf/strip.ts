import type { Pen } from '#server/pdf/pen.ts'

/**
 * Horizontal piece of a document that is never split over pages, such as a line of text or a table
 * row. `height` is in points. If `joined` is true, the next strip must be on the same page.
 */
export interface Strip {
  height: number
  draw: (x: number, y: number) => void
  joined?: boolean
  /** Table header that is drawn again when this strip is the first one on a page. */
  repeats?: Strip
}
/**
 * Values needed to make strips; `width` (of the content) and `size` (of the font) are in points.
 */
export interface Place {
  pen: Pen
  width: number
  size: number
  /** Height of a page without its margins, in points. */
  page: number
  image: (id: number) => PDFKit.Mixins.ImageSrc | undefined
}
