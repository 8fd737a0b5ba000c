import '#src/styles/listParts.css'
import { Skeleton } from '@mantine/core'
import { IconColumns3, IconLineHeight } from '@tabler/icons-react'
import { useAtom } from 'jotai'
import { lazy, Suspense } from 'react'
import { listAtom } from '#src/state/device.ts'
import type { ColumnLabel } from '#src/ui/list/table/ColumnsPanel.tsx'
import { Tool } from '#src/ui/list/Tool.tsx'
import { Popup } from '#src/ui/overlay/Menu.tsx'
import { part } from '#src/ui/page/part.ts'

const ColumnsPanel = lazy(() =>
  part(() => import('#src/ui/list/table/ColumnsPanel.tsx')).then((m) => ({
    default: m.ColumnsPanel,
  })),
)

/**
 * Returns the columns in the order that is stored on this device. A column that is missing from the
 * stored order keeps its declared position. The first column names the row and stays first.
 */
export const ordered = <T extends { id: string }>(
  columns: readonly T[],
  order: readonly string[],
): T[] => {
  const [first, ...rest] = columns
  if (!first || order.length === 0) return [...columns]
  const place = new Map(order.map((id, i) => [id, i]))
  return [
    first,
    ...rest
      .map((column, i) => ({ column, at: place.get(column.id) ?? i }))
      .sort((a, b) => a.at - b.at)
      .map(({ column }) => column),
  ]
}

/**
 * Menu in which the user shows, hides and reorders columns. `columns` are in their current order.
 */
export const Columns = ({ list, columns }: { list: string; columns: ColumnLabel[] }) => (
  <Popup
    width={290}
    label="Kolom"
    button={(props) => (
      <Tool brief="whenFull" icon={IconColumns3} {...props}>
        Kolom
      </Tool>
    )}
  >
    <Suspense fallback={<Skeleton h={17} />}>
      <ColumnsPanel list={list} columns={columns} />
    </Suspense>
  </Popup>
)

/** Switch between dense and normal rows, stored on this device. */
export const Density = ({ list }: { list: string }) => {
  const [settings, set] = useAtom(listAtom(list))
  return (
    <Tool
      // Hides the switch on a phone, where each row is a card.
      visibleFrom="sm"
      icon={IconLineHeight}
      aria-label="Baris rapat"
      data-tip
      aria-pressed={settings.dense}
      onClick={() => set({ ...settings, dense: !settings.dense })}
    />
  )
}
