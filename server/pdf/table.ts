/** Converts tables to strips. Columns are as wide as their content; rows are never split. */
import type { Block, Cell, Column } from '#contract/print/paper.ts'
import { mm, Pen } from '#server/pdf/pen.ts'
import type { Place, Strip } from '#server/pdf/strip.ts'

type Table = Extract<Block, { kind: 'table' }>
const pad = { x: 2 * mm, y: 1.6 * mm }
/**
 * Minimum width of all growing columns (`grow`) together, as a fraction of the width of the table.
 */
const leastGrowing = 0.3
const noteSize = 0.85
const headSize = 0.9

const cellOf = (cell: Cell | undefined) => (typeof cell === 'object' ? cell : { text: cell ?? '' })

/**
 * Returns the widths of the columns in points, including padding. Columns with `grow` share the
 * width that the columns without `grow` leave.
 */
const widthsOf = ({ pen, width, size }: Place, { columns, rows }: Table): number[] => {
  const natural = columns.map(({ label = '', grow }, i) => {
    if (grow) return 0
    const head = pen.widthOf({ text: label, bold: true }, size * headSize)
    return rows.reduce((most, row) => {
      const { text, bold } = cellOf(row[i])
      return Math.max(most, pen.widthOf({ text, bold }, size))
    }, head)
  })
  const padded = natural.map((w, i) => (columns[i]!.grow ? 0 : w + 2 * pad.x))
  const fixed = padded.reduce((a, b) => a + b, 0)
  const growing = columns.filter((c) => c.grow).length
  const room = growing > 0 ? width * (1 - leastGrowing) : width
  const factor = fixed > room ? room / fixed : 1
  const rest = width - fixed * factor
  return padded.map((w, i) => (columns[i]!.grow ? rest / growing : w * factor))
}

interface Line {
  text: string
  size: number
  bold: boolean
  dim: boolean
  struck: boolean
}
const linesOf = (pen: Pen, cell: Cell | undefined, size: number, width: number): Line[] => {
  const {
    text,
    note,
    bold = false,
    struck = false,
  } = { note: undefined, ...cellOf(cell) } as {
    text: string
    note?: string
    bold?: boolean
    struck?: boolean
  }
  const lines = pen
    .wrap({ text, bold }, size, width)
    .map((line) => ({ text: line, size, bold, dim: false, struck }))
  if (!note) return lines
  const small = size * noteSize
  const under = pen
    .wrap({ text: note }, small, width)
    .map((line) => ({ text: line, size: small, bold: false, dim: true, struck: false }))
  return [...lines, ...under]
}

const writeLine = (pen: Pen, line: Line, x: number, y: number, right: boolean): void => {
  pen.write(line, line.size, x, y, right)
  if (!line.struck) return
  const wide = pen.widthOf(line, line.size)
  pen.rule(right ? x - wide : x, y + Pen.lineHeight(line.size) / 2, wide, { thick: 0.5 })
}

/** Returns the strip of a row, whose cells may have several lines of text. */
const rowStrip = (
  { pen, size, width }: Place,
  { columns, widths }: { columns: readonly Column[]; widths: readonly number[] },
  row: readonly Cell[],
): Strip => {
  const cells = columns.map((_, i) => linesOf(pen, row[i], size, widths[i]! - 2 * pad.x + 0.01))
  const heights = cells.map((lines) =>
    lines.reduce((sum, line) => sum + Pen.lineHeight(line.size), 0),
  )
  const height = Math.max(...heights) + 2 * pad.y
  const draw = (x: number, y: number) => {
    let leftEdge = x
    for (const [i, lines] of cells.entries()) {
      const right = columns[i]!.right === true
      let top = y + pad.y
      for (const line of lines) {
        writeLine(pen, line, right ? leftEdge + widths[i]! - pad.x : leftEdge + pad.x, top, right)
        top += Pen.lineHeight(line.size)
      }
      leftEdge += widths[i]!
    }
    pen.rule(x, y + height, width, { color: '#b9bec8' })
  }
  return { height, draw }
}

const headStrip = (place: Place, { columns }: Table, widths: readonly number[]): Strip => {
  const { pen, width } = place
  const small = { ...place, size: place.size * headSize }
  const labels = columns.map(({ label = '' }) => ({ text: label, bold: true }))
  const row = rowStrip(small, { columns, widths }, labels)
  const draw = (x: number, y: number) => {
    row.draw(x, y)
    pen.rule(x, y, width, { thick: 1.1 })
    pen.rule(x, y + row.height, width, { thick: 1.1 })
  }
  return { height: row.height, draw, joined: true }
}

/**
 * Returns the strips of a table: a header, if any column has a label, and the rows. The header is
 * repeated on each page.
 */
export const tableStrips = (place: Place, table: Table): Strip[] => {
  const { columns, rows } = table
  const widths = widthsOf(place, table)
  const head = columns.some((c) => c.label) ? headStrip(place, table, widths) : undefined
  const body = rows.map((row) => ({
    ...rowStrip(place, { columns, widths }, row),
    ...(head && { repeats: head }),
  }))
  return head ? [head, ...body] : body
}
