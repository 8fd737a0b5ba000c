/**
 * Table of values saved by another user beside the values typed by this user, who chooses one per
 * row.
 */
import '@mantine/core/styles/Radio.layer.css'
import '@mantine/core/styles/Table.layer.css'
import { Paper, Radio, Table } from '@mantine/core'
import type { ReactNode } from 'react'

export interface Pick {
  label: string
  isChosen: boolean
  choose: () => void
}
export interface ConflictRow {
  key: string
  name: ReactNode
  /** Value typed by this user. A string only shows the value; a Pick offers it as a choice. */
  mine: Pick | string
  theirs: Pick | string
}

const Cell = ({ name, value }: { name: string; value: Pick | string }) => (
  <Table.Td c={typeof value === 'string' ? 'dimmed' : undefined}>
    {typeof value === 'string' ? (
      value
    ) : (
      <Radio name={name} label={value.label} checked={value.isChosen} onChange={value.choose} />
    )}
  </Table.Td>
)

/**
 * Focuses the table when it appears. The table is above the form, so a user who saves at the end of
 * a long form would not see the table otherwise.
 */
const comeTo = (box: HTMLElement | null) => box?.focus()
export const ConflictTable = ({
  caption,
  what,
  rows,
}: {
  caption: ReactNode
  /** Heading of the first column, which names the rows. */
  what: string
  rows: readonly ConflictRow[]
}) => (
  <Paper
    withBorder
    role="alert"
    tabIndex={-1}
    ref={comeTo}
    style={{ overflowX: 'auto', scrollMarginTop: '6rem' }}
  >
    <Table captionSide="top" verticalSpacing="xs">
      <Table.Caption ta="left" m={0} p="sm" bg="var(--orange-bg)" c="var(--orange-fg)">
        {caption}
      </Table.Caption>
      {rows.length > 0 && (
        <Table.Thead>
          <Table.Tr>
            {[what, 'Isian Anda', 'Sekarang'].map((head) => (
              <Table.Th key={head} scope="col">
                {head}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
      )}
      <Table.Tbody>
        {rows.map(({ key, name, mine, theirs }) => (
          <Table.Tr key={key}>
            <Table.Th scope="row">{name}</Table.Th>
            <Cell name={key} value={mine} />
            <Cell name={key} value={theirs} />
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  </Paper>
)
