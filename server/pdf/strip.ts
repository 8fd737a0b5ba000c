import type { Pen } from '#server/pdf/pen.ts'

/**
 * Horizontal piece of a document that is never split. `joined`: the next strip must be on the same
 * page.
 */
export interface Strip {
  height: number
  draw: (x: number, y: number) => void
  joined?: boolean
  /** Table header that is drawn again when this strip is the first one on a page. */
  repeats?: Strip
}
/** Environment in which strips are made: pen, width, font size, page height and pictures. */
export interface Place {
  pen: Pen
  width: number
  size: number
  /** Height of a page in points. */
  page: number
  image: (id: number) => PDFKit.Mixins.ImageSrc | undefined
}
