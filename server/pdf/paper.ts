/** Messages from the server to the process that draws documents (contract/print/paper.ts). */
import type { Paper } from '#contract/print/paper.ts'

/** Title that viewers show for a file, and its author. */
export interface PdfInfo {
  title: string
  author: string
}
/** Batch of documents of a file, with the pictures that no earlier batch contained. */
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
