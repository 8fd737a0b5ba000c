/**
 * Measures the time to draw a PDF of 400 bills with one page each, and the memory of the server
 * during this time. The time is compared with the PDF library alone, which draws similar pages with
 * fixed words at fixed positions.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import PDFDocument from 'pdfkit'
import { onPostgres, onSqlite, type Hand } from './api.ts'
import type { Server } from './client.ts'
import type { Size } from './data.ts'
import { peak } from './export.ts'
import { against, alone, median, type Row } from './table.ts'

const papers = 400
const rounds = 3

/**
 * Word on the page that the PDF library draws alone. `size` is the font size; `x` and `y` are the
 * position; all three are in points.
 */
type Word = readonly [text: string, font: string, size: number, x: number, y: number]
const words: readonly Word[] = [
  ['Sekolah Musik Nada', 'Helvetica', 9, 40, 40],
  ['Nada Dago', 'Helvetica-Bold', 13, 40, 53],
  ['Kursus musik untuk segala usia', 'Helvetica', 9, 40, 71],
  ['Jl. Ir. H. Juanda No. 156, Bandung · +62 22-84120', 'Helvetica', 9, 40, 84],
  ['TAGIHAN', 'Helvetica-Bold', 15, 480, 40],
  ['INV/2026/10/0271', 'Helvetica', 10, 470, 60],
  ['Kepada', 'Helvetica', 10, 40, 120],
  ['Fikri Gunawan', 'Helvetica-Bold', 10, 40, 134],
  ['Jl. Dipatiukur No. 100', 'Helvetica', 10, 40, 148],
  ...[
    ['Tanggal terbit', '25 Oktober 2026'],
    ['Jatuh tempo', '10 November 2026'],
    ['Periode', 'November 2026'],
  ].flatMap(
    ([label = '', value = ''], i) =>
      [
        [label, 'Helvetica', 10, 310, 120 + i * 15],
        [value, 'Helvetica', 10, 380, 120 + i * 15],
      ] as const,
  ),
  ...['No.', 'Deskripsi', 'Jumlah', 'Harga', 'Total'].map(
    (text, i) => [text, 'Helvetica-Bold', 9, [46, 70, 390, 450, 510][i] ?? 0, 190] as const,
  ),
  ...[0, 1].flatMap((i) =>
    ['1', 'Drum Dasar – November 2026', '1', 'Rp475.000', 'Rp475.000'].map(
      (text, column) =>
        [text, 'Helvetica', 10, [46, 70, 420, 440, 500][column] ?? 0, 212 + i * 34] as const,
    ),
  ),
  ...[0, 1].map((i) => ['Fikri Gunawan', 'Helvetica', 8.5, 70, 226 + i * 34] as const),
  ...['Total', 'Terbayar', 'Sisa'].flatMap(
    (label, i) =>
      [
        [label, 'Helvetica', 10, 320, 290 + i * 18],
        ['Rp1.075.000', 'Helvetica', 10, 490, 290 + i * 18],
      ] as const,
  ),
  ['Terbilang: Satu juta tujuh puluh lima ribu rupiah', 'Helvetica-Oblique', 10, 48, 355],
  ['Pembayaran ke', 'Helvetica-Bold', 10, 40, 390],
  ...[0, 1, 2, 3].flatMap((i) =>
    ['BCA', '0880 112 233', 'a.n. Yayasan Nada Nusantara'].map(
      (text, column) => [text, 'Helvetica', 10, [46, 150, 240][column] ?? 0, 412 + i * 24] as const,
    ),
  ),
  ['TAGIHAN INV/2026/10/0271 · Fikri Gunawan', 'Helvetica', 8, 40, 808],
  ['Halaman 1 dari 1', 'Helvetica', 8, 495, 808],
]
const lines = [104, 183, 205, 239, 273, 284, 320, 430, 454, 478, 502]

/**
 * Returns the resident memory in MB of the process in which the server draws PDFs, or 0 if the
 * process does not run.
 */
const drawingMemory = (): number => {
  const file = join(process.cwd(), 'server/pdf/pdfProcess.ts')
  const read = (pid: string, entry: string) => {
    try {
      return readFileSync(`/proc/${pid}/${entry}`, 'utf8')
    } catch {
      return ''
    }
  }
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  const drawingPid = pids.find((pid) => read(pid, 'cmdline').includes(file))
  return drawingPid ? Number(/VmRSS:\s+(\d+)/.exec(read(drawingPid, 'status'))?.[1]) / 1024 : 0
}

/** Returns the time in ms in which the PDF library alone draws `papers` pages with fixed words. */
const drawBare = async (): Promise<number> => {
  const start = performance.now()
  const doc = new PDFDocument({ autoFirstPage: false })
  const ended = new Promise((done) => doc.on('data', () => {}).once('end', done))
  for (let page = 0; page < papers; page++) {
    doc.addPage({ size: 'A4', margin: 0 })
    for (const [text, font, size, x, y] of words)
      doc.font(font).fontSize(size).fillColor('#000').text(text, x, y, { lineBreak: false })
    for (const y of lines)
      doc.lineWidth(0.75).strokeColor('#b9bec8').moveTo(40, y).lineTo(555, y).stroke()
    doc.rect(40, 350, 515, 24).stroke()
    await new Promise((done) => setImmediate(done))
  }
  doc.end()
  await ended
  return performance.now() - start
}

const measure = async (engine: string, server: Server, hand: Hand): Promise<Row[]> => {
  const [last] = await hand([
    [
      `select akun_billing_id as akun from billing where periode = '2026-12' and status = 1 order by akun_billing_id limit 1 offset ${papers - 1}`,
    ],
  ])
  const filters = `periode=2026-12&status=1&filter[akun_billing_id][lte]=${String(last?.akun)}`
  const took: Record<'ours' | 'bare', number[]> = { ours: [], bare: [] }
  // Reads the memory of the server after the server has sent the same bills as a list, so that this
  // memory already includes threads and compiled code. The memory during the PDF minus this memory
  // is the memory for the PDF. This difference must not grow with the number of pages.
  await server.get(`/billing?${filters}`)
  const rest = server.rss()
  let [most, drawing] = [0, 0]
  for (let i = 0; i < rounds; i++) {
    took.bare.push(await drawBare())
    const timer = setInterval(() => {
      drawing = Math.max(drawing, drawingMemory())
    }, 50)
    const drawn = await peak(server, async () => {
      const start = performance.now()
      const { status, size } = await server.drain(`/billing/pdf?${filters}`)
      took.ours.push(performance.now() - start)
      if (status !== 200 || size < papers * 1000) throw new Error(`PDF answers ${status}`)
    })
    clearInterval(timer)
    most = Math.max(most, drawn)
  }
  return [
    against(
      `${engine}: ${papers} bills as PDF (the library, fixed words)`,
      'ms',
      median(took.ours),
      median(took.bare),
      '≤ 3',
    ),
    alone(`${engine}: most memory of the process that draws`, 'MB', drawing, '≤ 150'),
    alone(`${engine}: of the server meanwhile`, 'MB', most, ''),
    alone(`${engine}: over that after the same list`, 'MB', most - rest, '≤ 30'),
  ]
}
/**
 * Measures the drawing of the PDF on SQLite and PostgreSQL. `postgres` is the URL of a PostgreSQL
 * server.
 */
export const benchPdf = async (postgres: string, size: Size): Promise<Row[]> => [
  ...(await onSqlite(size, measure)),
  ...(await onPostgres(postgres, { ...size, months: 12 }, measure)),
]
