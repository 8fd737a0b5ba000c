/**
 * Tests that a printed document has the same texts in the same order on the screen and in its PDF.
 */
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Block, Paper } from '#contract/print/paper.ts'
import { pagesOfPaper } from '#mocks/pdf.ts'
import { queryClient } from '#src/data/api/queryClient.ts'
import { PaperSheet } from '#src/ui/print/PaperSheet.tsx'

const table: Block = {
  kind: 'table',
  name: 'Penerimaan',
  columns: [
    { label: 'Cara bayar', grow: true },
    { label: 'Banyak' },
    { label: 'Jumlah', right: true },
  ],
  rows: [
    [{ text: 'Transfer ke rekening sekolah', note: 'Bank Contoh' }, '3', 'Rp1.500.000'],
    [{ text: 'Tunai', bold: true }, { text: '2', struck: true }, 'Rp400.000'],
  ],
}
/**
 * Samples of blocks, one for each kind of block. A new kind without a sample is a compile error.
 */
const samples: { [K in Block['kind']]: Extract<Block, { kind: K }> } = {
  text: { kind: 'text', text: 'Catatan pertama\nbaris kedua' },
  heading: { kind: 'heading', text: 'Pembayaran' },
  halves: {
    kind: 'halves',
    left: [{ kind: 'text', text: { text: 'Kepada', dim: true } }],
    right: [{ kind: 'pairs', pairs: [{ label: 'Tanggal', value: '1 Januari 2027' }] }],
  },
  pairs: {
    kind: 'pairs',
    labels: 32,
    pairs: [
      {
        label: 'Uang sejumlah',
        value: { text: 'satu juta', bold: true, italic: true },
        shaded: true,
      },
      {
        label: 'Untuk pembayaran',
        value: [
          { text: 'Piano Januari', amount: 'Rp600.000' },
          { text: 'Biola Januari', amount: 'Rp400.000' },
        ],
      },
    ],
  },
  table: table as Extract<Block, { kind: 'table' }>,
  sums: {
    kind: 'sums',
    sums: [
      { label: 'Subtotal', amount: 'Rp1.900.000' },
      { label: 'Total', amount: 'Rp1.900.000', strong: true },
    ],
  },
  framed: {
    kind: 'framed',
    text: { text: 'Terbilang: satu juta rupiah', italic: true, size: 1.1 },
  },
  keep: { kind: 'keep', blocks: [{ kind: 'text', text: 'Tetap di satu halaman' }] },
  picture: {
    kind: 'picture',
    image: 9,
    alt: 'QRIS',
    width: 30,
    height: 30,
    words: ['Pindai untuk membayar'],
  },
  signature: {
    kind: 'signature',
    amount: 'Rp1.900.000',
    stamp: 'Meterai\nRp10.000',
    lines: ['Jakarta, 1 Januari 2027', 'Penerima,'],
    name: 'Sari Kasir',
  },
  signers: {
    kind: 'signers',
    signers: [
      { lines: ['17.00 WIB', 'Yang menutup,'], name: 'Sari Kasir' },
      { lines: ['Mengetahui,'], name: '' },
    ],
  },
  space: { kind: 'space', height: 4 },
}
const paper: Paper = {
  size: 'A4',
  kop: {
    logo: null,
    school: 'Sekolah Contoh',
    name: 'Outlet Satu',
    lines: ['Jalan Satu · 021 555'],
  },
  aside: { title: 'KWITANSI', lines: ['No. KW-1'] },
  watermark: 'BATAL',
  foot: 'KWITANSI KW-1',
  blocks: Object.values(samples),
}

const wordsOf = (texts: readonly string[]): string[] =>
  texts.flatMap((text) => text.split(/[\s\u00a0]+/)).filter(Boolean)
/** Returns the texts below an element, one for each text node. */
const textsOf = (root: Element): string[] => {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const texts: string[] = []
  while (walker.nextNode())
    if (walker.currentNode.parentElement?.tagName !== 'STYLE')
      texts.push(walker.currentNode.textContent ?? '')
  return texts
}

test('prints every kind of block with the same words in the same order', async () => {
  render(
    <QueryClientProvider client={queryClient}>
      <MantineProvider env="test">
        <PaperSheet paper={paper} />
      </MantineProvider>
    </QueryClientProvider>,
  )
  const screenWords = wordsOf(textsOf(screen.getByRole('article')))
  const page = (await pagesOfPaper(paper)).join('\n')
  const printed = page
    .split('\n')
    .filter((line) => line !== paper.foot && line !== paper.watermark && !/^Halaman \d/.test(line))
  expect(screenWords.length).toBeGreaterThan(60)
  expect(wordsOf(printed)).toEqual(screenWords)
})
