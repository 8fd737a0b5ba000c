/**
 * Messages between the server and the process that draws documents (`Paper`, see
 * contract/print/paper.ts) into PDF files.
 */
import type { Paper } from '#contract/print/paper.ts'

/** Title and author of a PDF file, which viewers show. */
export interface PdfInfo {
  title: string
  author: string
}
/**
 * Some of the documents of a file, with their pictures. Pictures that an earlier batch contained
 * are omitted.
 */
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
