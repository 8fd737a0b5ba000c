import { expect, test } from 'vitest'
import type { Paper, SingleBlock } from '#contract/print/paper.ts'
import { pdfPages } from '#mocks/pdf.ts'
import type { PaperBatch } from '#server/pdf/paper.ts'
import { pdfBytes } from '#server/pdf/pdf.ts'

const info = { title: 'Uji', author: 'Sekolah' }
const paper = (more: Partial<Paper> = {}): Paper => ({
  size: 'A4',
  kop: { logo: null, school: null, name: 'Nada Dago', lines: ['Jl. Dago 1'] },
  aside: { title: 'TAGIHAN', lines: ['INV/1'] },
  foot: 'TAGIHAN INV/1',
  blocks: [],
  ...more,
})
const batches = async function* (...papers: Paper[][]): AsyncGenerator<PaperBatch> {
  for (const batch of papers) yield { papers: batch, images: [] }
}
const table = (rows: number): SingleBlock => ({
  kind: 'table',
  columns: [{ label: 'No.' }, { label: 'Deskripsi', grow: true }, { label: 'Total', right: true }],
  rows: Array.from({ length: rows }, (_, i) => [`${i + 1}`, `Baris ${i + 1}`, 'Rp1.000']),
})

test('continues a long table over pages, each with head, number and mark', async () => {
  const pdf = await pdfBytes(info, batches([paper({ blocks: [table(90)], watermark: 'BATAL' })]))
  const pages = pdfPages(pdf)
  expect(pages.length).toBeGreaterThan(2)
  for (const [i, page] of pages.entries()) {
    expect(page).toContain(`Halaman ${i + 1} dari ${pages.length}`)
    expect(page).toContain('BATAL')
    expect(page).toContain('Deskripsi')
  }
  expect(pages.join('\n').match(/Baris \d+/g)).toHaveLength(90)
  expect(pages[0]).toContain('Nada Dago')
  expect(pages[1]).not.toContain('Nada Dago')
})

test('numbers the pages of each paper in one file; keeps marked blocks together', async () => {
  const keep = {
    kind: 'keep' as const,
    blocks: [{ kind: 'heading' as const, text: 'Rekening' }, table(6)],
  }
  const pdf = await pdfBytes(
    info,
    batches([paper({ blocks: [table(24), keep] }), paper({ size: 'A5' })], [paper()]),
  )
  const pages = pdfPages(pdf)
  expect(pages.map((p) => /Halaman \d dari \d/.exec(p)?.[0])).toEqual([
    'Halaman 1 dari 2',
    'Halaman 2 dari 2',
    'Halaman 1 dari 1',
    'Halaman 1 dari 1',
  ])
  expect(pages[0]).not.toContain('Rekening')
  expect(pages[1]).toContain('Rekening')
})

test('draws blocks that are too large for any sheet', async () => {
  const long = 'x'.repeat(3000)
  const lines = Array.from({ length: 200 }, (_, i) => `baris ${i}`).join('\n')
  const pdf = await pdfBytes(
    info,
    batches([
      paper({
        size: 'A5',
        kop: { logo: 1, school: 'S', name: long, lines: [lines] },
        blocks: [
          { kind: 'halves', left: [{ kind: 'text', text: lines }], right: [] },
          { kind: 'pairs', pairs: [{ label: long, value: [{ text: long, amount: 'Rp1' }] }] },
          { kind: 'keep', blocks: [table(40)] },
          {
            kind: 'picture',
            image: 9,
            alt: 'QRIS',
            width: 30,
            height: 30,
            words: ['Tanpa gambar'],
          },
          { kind: 'text', text: 'Nguyễn Łukasz \u0007 陈 😀 \u202e' },
        ],
      }),
    ]),
  )
  expect(pdfPages(pdf).length).toBeGreaterThan(5)
  expect(pdf.includes('Arimo')).toBe(true)
})

test('rejects with the error of the source or the drawing, and works afterwards', async () => {
  const failing = async function* (): AsyncGenerator<PaperBatch> {
    yield { papers: [paper()], images: [] }
    throw new Error('database gone')
  }
  await expect(pdfBytes(info, failing())).rejects.toThrow('database gone')
  const broken = { ...paper(), size: 'A3' } as unknown as Paper
  await expect(pdfBytes(info, batches([broken]))).rejects.toThrow("reading 'top'")
  expect((await pdfBytes(info, batches([paper()]))).subarray(0, 5).toString()).toBe('%PDF-')
})
