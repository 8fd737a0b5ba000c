import type { Pen } from '#server/pdf/pen.ts'

/** A strip. `joined`: the next one stands on the same page. */
export interface Strip {
  height: number
  draw: (x: number, y: number) => void
  joined?: boolean
  /** Strip that begins a page on which this strip is the first: the head of its table. */
  repeats?: Strip
}
/** Where strips are made: how wide, how large the letters, and pictures by their files. */
export interface Place {
  pen: Pen
  width: number
  size: number
  /** Height of a whole page. */
  page: number
  image: (id: number) => PDFKit.Mixins.ImageSrc | undefined
}
