/**
 * Printed list. Its head repeats on every page, columns are as wide as their texts, and rows take
 * one line if the page is wide enough.
 */
import type { ReactNode } from 'react'
import type { Letterhead } from '#contract/catalog/letterhead.ts'
import { breakable, columnShares, needsLandscape } from '#src/ui/print/listPaperText.ts'
import { Paper } from '#src/ui/print/print.tsx'

export interface PrintColumn<T> {
  title: string
  text: (row: T, index: number) => string | null | undefined
  /**
   * Kind of the cells: a `number` is right-aligned; a `code`, such as a document or phone number,
   * is never wrapped.
   */
  kind?: 'number' | 'code'
}

interface Props<T> {
  title: string
  /** Note above the table, for example about the filters, the number of rows and omitted rows. */
  note: ReactNode
  /**
   * Text of the note on one line, printed at the foot of every page. It shows from which list a
   * loose sheet comes.
   */
  foot: string
  rows: readonly T[]
  rowKey: (row: T) => number
  /**
   * Columns of the list. The first column names the row. A column with row numbers is added before
   * the first column.
   */
  columns: readonly PrintColumn<T>[]
  outlet?: Letterhead | null
  /** Content under the title of the list, beside the letterhead. */
  aside?: ReactNode
  empty?: string
}

const classOf = (kind: PrintColumn<never>['kind']): string | undefined =>
  kind && { number: 'right', code: 'num' }[kind]

export const ListPaper = <T,>({
  title,
  note,
  foot,
  rows,
  rowKey,
  columns,
  outlet,
  aside,
  empty = 'Tidak ada yang cocok.',
}: Props<T>) => {
  const numbered: readonly PrintColumn<T>[] = [
    { title: 'No.', text: (_, index) => String(index + 1), kind: 'number' },
    ...columns,
  ]
  const texts = rows.map((row, i) =>
    numbered.map((column) => breakable(column.text(row, i) || '–')),
  )
  const byColumn = numbered.map((column, c) => [column.title, ...texts.map((t) => t[c] ?? '')])
  const shares = columnShares(byColumn)
  const size = needsLandscape(byColumn) ? 'list-landscape' : 'list'
  return (
    <Paper
      size={size}
      outlet={outlet}
      aside={
        <>
          <h2>{title}</h2>
          {aside}
        </>
      }
      foot={foot}
    >
      <p className="listNote">{note}</p>
      <table className="printList">
        <colgroup>
          {numbered.map((column, c) => (
            <col key={column.title} style={{ width: `${shares[c]}%` }} />
          ))}
        </colgroup>
        <thead>
          <tr>
            {numbered.map((column) => (
              <th key={column.title} scope="col" className={classOf(column.kind)}>
                {column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, i) => (
            <tr key={rowKey(row)}>
              {numbered.map((column, c) => (
                <td
                  key={column.title}
                  data-label={c > 1 ? column.title : undefined}
                  className={classOf(column.kind)}
                >
                  {texts[i]?.[c]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length === 0 && <p className="listEmpty">{empty}</p>}
    </Paper>
  )
}
