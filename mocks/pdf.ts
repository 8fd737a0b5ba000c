/** Extracts the texts from PDFs of the server. */
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
 * Returns a string for each page. A line of the string is a text of the page. Texts in fonts other
 * than Helvetica are not decoded correctly.
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
 * Renders a printable document to PDF with the server's code, without pictures. Returns the texts
 * of each page, as `pdfPages` does.
 */
export const pagesOfPaper = async (paper: Paper): Promise<string[]> => {
  const batches = (async function* () {
    yield { papers: [paper], images: [] }
  })()
  return pdfPages(await pdfBytes({ title: 'Uji', author: 'Uji' }, batches))
}
