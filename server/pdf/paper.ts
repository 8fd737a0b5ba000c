/**
 * A paper as data: what stands on it, in its order. Whoever makes one says nothing of places; they
 * follow from the sheet (strips.ts, sheet.ts). It is sent to the process that draws, so it holds
 * plain values alone.
 */

/** A4 upright, or A5 lying. */
export const paperSizes = ['A4', 'A5'] as const
export type PaperSize = (typeof paperSizes)[number]

/** A text, and how it is written. `size` is a factor of the paper's own. */
export interface Words {
  text: string
  bold?: boolean
  italic?: boolean
  dim?: boolean
  size?: number
}
export type Text = string | Words

/** A column of a table. The one that grows takes what the others leave. */
export interface Column {
  label?: string
  right?: boolean
  grow?: boolean
}
/** A cell; `note` stands small under it, `struck` crosses it out. */
export type Cell = string | { text: string; note?: string; bold?: boolean; struck?: boolean }

/** A label with what it says: a text, or lines each with an amount at its end. */
export interface Pair {
  label: string
  value: Text | readonly { text: string; amount: string }[]
  /** On grey, as an amount in words is. */
  shaded?: boolean
}

export type Block =
  | { kind: 'text'; text: Text }
  /** Stays with what follows it. */
  | { kind: 'heading'; text: string }
  | { kind: 'halves'; left: readonly Block[]; right: readonly Block[] }
  /** `labels`: least width of the labels, in millimetres. */
  | { kind: 'pairs'; pairs: readonly Pair[]; labels?: number }
  /** Its head is repeated on every page, its rows are never cut in two. */
  | { kind: 'table'; columns: readonly Column[]; rows: readonly (readonly Cell[])[] }
  /** Amounts below each other at the right, down to the last. */
  | { kind: 'sums'; sums: readonly { label: string; amount: string; strong?: boolean }[] }
  /** A text in a frame. */
  | { kind: 'framed'; text: Text }
  /** Stays on one page, where it fits on one. */
  | { kind: 'keep'; blocks: readonly Block[] }
  /** A picture by its file's id (`PaperBatch.images`), in millimetres, with its words beside it. */
  | { kind: 'picture'; image: number; width: number; height: number; words: readonly Text[] }
  /** The foot of a receipt: amount in a box, a box for a stamp, and who signs. */
  | { kind: 'signature'; amount: string; stamp?: string; lines: readonly string[]; name: string }
  /** Space, in millimetres. */
  | { kind: 'space'; height: number }

/** What stands above a paper: whose it is. */
export interface Kop {
  /** File of the logo. */
  logo: number | null
  /** The school, above the outlet's name. */
  school: string | null
  name: string
  lines: readonly string[]
}

export interface Paper {
  size: PaperSize
  kop?: Kop
  /** At the right of the letterhead: the document's name and number. */
  aside?: { title: string; lines: readonly string[] }
  /** BATAL or DRAFT, across every page. */
  watermark?: string
  /** At the foot of every page, beside its number. */
  foot: string
  blocks: readonly Block[]
}

/** What a file is called where it is shown, and who has made it. */
export interface PdfInfo {
  title: string
  author: string
}
/** Some papers of a file, with the pictures on them that have not been sent before. */
export interface PaperBatch {
  papers: readonly Paper[]
  images: readonly { id: number; bytes: Uint8Array }[]
}

export type ToWorker =
  | { job: number; begin: PdfInfo }
  | { job: number; batch: PaperBatch }
  | { job: number; end: true }
  | { job: number; abort: true }
export type FromWorker =
  | { job: number; bytes: Uint8Array }
  | { job: number; ready: true }
  | { job: number; done: true }
  | { job: number; error: string }
