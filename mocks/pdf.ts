/** Extracts the texts from the server's PDFs. */
import { inflateSync } from 'node:zlib'
import type { Paper } from '#contract/print/paper.ts'
import { pdfBytes } from '#server/pdf/pdf.ts'

/** Text encoding of the Helvetica font (WinAnsi). */
const letters = new TextDecoder('windows-1252')
const contentOf = (body: string): string => {
  try {
    return inflateSync(Buffer.from(body, 'latin1')).toString('latin1')
  } catch {
    return ''
  }
}
/**
 * Returns the texts of each page, one per line. Texts in fonts other than Helvetica are skipped.
 */
export const pdfPages = (pdf: Buffer): string[] =>
  [...pdf.toString('latin1').matchAll(/stream\n([\s\S]*?)\nendstream/g)]
    .map(([, body = '']) => contentOf(body))
    .filter((content) => content.includes(' Tf'))
    .map((content) =>
      [...content.matchAll(/\[(.*?)\] TJ/g)]
        .map(([, parts = '']) =>
          [...parts.matchAll(/<([0-9a-f]*)>/g)]
            .map(([, hex = '']) => letters.decode(Buffer.from(hex, 'hex')))
            .join(''),
        )
        .join('\n'),
    )
/**
 * Returns the texts of each page of a printable document, rendered by the server without pictures.
 */
export const pagesOfPaper = async (paper: Paper): Promise<string[]> => {
  const batches = (async function* () {
    yield { papers: [paper], images: [] }
  })()
  return pdfPages(await pdfBytes({ title: 'Uji', author: 'Uji' }, batches))
}
