/** A plain table over rows that are there: for wizards and records, where a ListScreen is too much. Cards on a phone, as lists are. */
import type { ReactNode } from 'react'

export interface DataColumn<T> {
  label: string
  cell: (row: T) => ReactNode
  right?: boolean
  /** Under the column, in `tfoot`. */ total?: ReactNode
}
/** Rows to tick: which are, which may be, and what a row is called. */
export interface Ticking<T> {
  has: (row: T) => boolean
  can: (row: T) => boolean
  set: (rows: T[], on: boolean) => void
  name: (row: T) => string
}

/** `caption` is for screen readers. The first column names the row. `empty` stands in place of a table without rows. */
export const DataTable = <T,>({
  caption,
  empty,
  rows,
  rowKey,
  columns,
  ticking,
  menu,
  stale = false,
}: {
  caption: string
  empty?: string
  rows: readonly T[]
  rowKey: (row: T) => string | number
  columns: readonly DataColumn<T>[]
  ticking?: Ticking<T>
  /** At the end of each row. */ menu?: (row: T) => ReactNode
  stale?: boolean
}) => {
  const free = ticking ? rows.filter(ticking.can) : []
  const all = free.length > 0 && free.every((r) => ticking?.has(r))
  if (empty && rows.length === 0)
    return (
      <p className="dim" style={{ margin: 0 }}>
        {empty}
      </p>
    )
  return (
    <div className="scroll" data-stale={stale || undefined}>
      <table className="grid" role="table" aria-busy={stale}>
        <caption className="sr">{caption}</caption>
        <thead role="rowgroup">
          <tr role="row">
            {ticking && (
              <th role="columnheader" scope="col" className="tick">
                <input
                  type="checkbox"
                  aria-label="Pilih semua"
                  checked={all}
                  disabled={free.length === 0}
                  onChange={() => ticking.set(free, !all)}
                />
              </th>
            )}
            {columns.map((c) => (
              <th
                key={c.label}
                role="columnheader"
                scope="col"
                className={c.right ? 'right' : undefined}
              >
                {c.label}
              </th>
            ))}
            {menu && (
              <th role="columnheader" scope="col" className="menuCell">
                <span className="sr">Aksi</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row) => (
            <tr key={rowKey(row)} role="row">
              {ticking && (
                <td role="cell" className="tick">
                  <input
                    type="checkbox"
                    aria-label={`Pilih ${ticking.name(row)}`}
                    checked={ticking.has(row)}
                    disabled={!ticking.can(row)}
                    onChange={(e) => ticking.set([row], e.currentTarget.checked)}
                  />
                </td>
              )}
              {columns.map((c) => (
                <td
                  key={c.label}
                  role="cell"
                  data-label={c.label}
                  className={c.right ? 'right' : undefined}
                >
                  {c.cell(row)}
                </td>
              ))}
              {menu && (
                <td role="cell" className="menuCell">
                  {menu(row)}
                </td>
              )}
            </tr>
          ))}
        </tbody>
        {columns.some((c) => c.total !== undefined) && (
          <tfoot role="rowgroup">
            <tr role="row">
              {ticking && <td role="cell" />}
              {columns.map((c) => (
                <td
                  key={c.label}
                  role="cell"
                  data-label={c.total === undefined ? undefined : c.label}
                  className={c.right ? 'right' : undefined}
                >
                  {c.total}
                </td>
              ))}
              {menu && <td role="cell" />}
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  )
}
