/** A short list on a record's page: no paging, no sorting; a row may lead to its own record. */
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

export interface RelatedRow { id: number; cells: readonly ReactNode[]; place?: { to: string; search?: Record<string, string | number> } }
/** `head`: label of each column, `right` for numbers. The first cell carries the link. `more` stands under the rows. */
export const RelatedTable = ({ caption, head, rows, empty, more }: { caption: string; head: readonly (readonly [label: string, align?: 'right'])[]; rows: readonly RelatedRow[]; empty: string; more?: ReactNode }) => {
  if (rows.length === 0) return <p className="dim" style={{ margin: 0 }}>{empty}</p>
  return (
    <>
      <div className="scroll related">
        <table className="grid" role="table">
          <caption className="sr">{caption}</caption>
          <thead role="rowgroup"><tr role="row">{head.map(([label, align]) => <th key={label} role="columnheader" scope="col" className={align}>{label}</th>)}</tr></thead>
          <tbody role="rowgroup">
            {rows.map(({ id, cells, place }) => (
              <tr key={id} role="row">
                {head.map(([label, align], i) => (
                  <td key={label} role="cell" data-label={label} className={align}>
                    {i === 0 && place ? <Link to={place.to} search={place.search}>{cells[i]}</Link> : (cells[i] ?? <span className="dim">–</span>)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {more}
    </>
  )
}
