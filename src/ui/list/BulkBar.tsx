import '#src/styles/kolom.css'
/** Under a list while rows are selected: how many, and what may be done to them. */
import { Button } from '@mantine/core'
import { useState } from 'react'
import { angka } from '#src/ui/format.ts'
import { maxPicked } from '#src/ui/list/bulk.ts'

interface Props {
  count: number
  /** Rows of the whole filter. */
  total: number
  /** Selects them, as many as may be. */
  all: () => Promise<void>
  drop: () => void
  actions: readonly { label: string; danger?: boolean; run: () => void }[]
}

export const BulkBar = ({ count, total, all, drop, actions }: Props) => {
  const [busy, setBusy] = useState(false)
  return (
    <div className="bulk" role="region" aria-label="Baris terpilih">
      <b role="status">{angka(count)} dipilih</b>
      {count < Math.min(total, maxPicked) && (
        <button
          type="button"
          className="link"
          disabled={busy}
          onClick={() => {
            setBusy(true)
            void all().finally(() => setBusy(false))
          }}
        >
          {total > maxPicked
            ? `Pilih ${angka(maxPicked)} baris pertama`
            : `Pilih semua ${angka(total)} baris`}
        </button>
      )}
      <span className="spacer" />
      {actions.map((a) => (
        <Button
          key={a.label}
          variant={a.danger ? 'outline' : 'default'}
          color={a.danger ? 'danger' : undefined}
          onClick={a.run}
        >
          {a.label}
        </Button>
      ))}
      <Button variant="subtle" onClick={drop}>
        Batalkan pilihan
      </Button>
    </div>
  )
}
