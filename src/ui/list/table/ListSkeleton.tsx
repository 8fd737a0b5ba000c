import '#src/styles/listParts.css'
import { Skeleton, Table } from '@mantine/core'
import { Waiting } from '#src/ui/feedback/Waiting.tsx'
import classes from './table.module.css'

interface Props {
  columns: readonly { id: string; label: string }[]
  rows: number
}
/**
 * Skeleton rows that are shown while the first page of a list loads. They are as high as real rows.
 */
export const ListSkeleton = ({ columns, rows }: Props) => (
  <Waiting className={classes.scroll}>
    <Table className={classes.grid} aria-hidden>
      <thead>
        <tr>
          {columns.map(({ id, label }) => (
            <th key={id}>{label}</th>
          ))}
          <th data-cell="end" />
        </tr>
      </thead>
      <tbody>
        {Array.from({ length: rows }, (_, i) => (
          <tr key={i}>
            {columns.map(({ id }) => (
              <td key={id}>
                <Skeleton height={14} width={`${55 + ((i * 7 + id.length * 11) % 40)}%`} />
              </td>
            ))}
            <td data-cell="end" />
          </tr>
        ))}
      </tbody>
    </Table>
  </Waiting>
)
