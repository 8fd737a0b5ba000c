/**
 * Bar under a list while rows are selected. It shows the number of selected rows and the actions on
 * them.
 */
import { Button, Group, Space } from '@mantine/core'
import { useState } from 'react'
import { numberText } from '#src/ui/format/format.ts'
import { maxPicked } from '#src/ui/list/bulk/bulk.ts'
import classes from '../panels.module.css'

interface Props {
  count: number
  /** Sums of the selected rows, if the list has totals. */
  sum: string | undefined
  /** Number of rows that match the filters. */
  total: number
  /** Selects all rows that match the filters, at most `maxPicked`. */
  all: () => Promise<void>
  drop: () => void
  actions: readonly { label: string; danger?: boolean; run: () => void }[]
}

export const BulkBar = ({ count, sum, total, all, drop, actions }: Props) => {
  const [busy, setBusy] = useState(false)
  return (
    <Group
      gap="0.5rem"
      px="var(--pad)"
      py="0.7rem"
      className={classes.bulk}
      role="region"
      aria-label="Baris terpilih"
    >
      <b role="status">
        {numberText(count)} dipilih{sum && ` · ${sum}`}
      </b>
      {count < Math.min(total, maxPicked) && (
        <Button
          variant="transparent"
          px="xs"
          td="underline"
          disabled={busy}
          onClick={() => {
            setBusy(true)
            void all().finally(() => setBusy(false))
          }}
        >
          {total > maxPicked
            ? `Pilih ${numberText(maxPicked)} baris pertama`
            : `Pilih semua ${numberText(total)} baris`}
        </Button>
      )}
      <Space flex={1} />
      {actions.map((a) => (
        <Button
          key={a.label}
          variant={a.danger ? 'outline' : 'default'}
          color={a.danger ? 'danger' : undefined}
          // Disables the button while all rows are being selected. A click at this time would run
          // the action on only some of the rows.
          disabled={busy}
          onClick={a.run}
        >
          {a.label}
        </Button>
      ))}
      <Button variant="subtle" onClick={drop}>
        Batalkan pilihan
      </Button>
    </Group>
  )
}
