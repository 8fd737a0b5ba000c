import { Button } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconColumns3, IconLineHeight } from '@tabler/icons-react'
import { useAtom } from 'jotai'
import { listAtom } from '#src/state/device.ts'
import { Menu } from '#src/ui/Menu.tsx'

interface Label { id: string; label: string }

/** Columns in the order that this device keeps; those that it does not know yet stand where they were declared. The first one names the row and stays. */
export const ordered = <T extends { id?: unknown }>(columns: readonly T[], idOf: (column: T) => string, order: readonly string[]): T[] => {
  const [first, ...rest] = columns
  if (!first || order.length === 0) return [...columns]
  const place = new Map(order.map((id, i) => [id, i]))
  return [first, ...rest.map((column, i) => ({ column, at: place.get(idOf(column)) ?? i })).sort((a, b) => a.at - b.at).map(({ column }) => column)]
}

/** Which columns are shown, and in which order. `columns` stand in their present order. */
export const Columns = ({ list, columns }: { list: string; columns: Label[] }) => {
  const [settings, set] = useAtom(listAtom(list))
  const { hidden } = settings
  const move = (from: number, to: number) => {
    const ids = columns.slice(1).map((c) => c.id)
    const [id] = ids.splice(from - 1, 1)
    if (id !== undefined) set({ ...settings, order: ids.toSpliced(to - 1, 0, id) })
  }
  return (
    <Menu width={290} popup="group" label="Kolom" button={(props) => <Button variant="default" leftSection={<IconColumns3 size={16} aria-hidden />} {...props}>Kolom</Button>}>
      <div className="columns">
        {columns.map(({ id, label }, i) => (
          <div key={id}>
            <label>
              <input type="checkbox" checked={!hidden.includes(id)} disabled={i === 0} onChange={(e) => set({ ...settings, hidden: e.currentTarget.checked ? hidden.filter((h) => h !== id) : [...hidden, id] })} />{label}
            </label>
            {i > 0 && (
              <>
                <button type="button" className="iconButton" aria-label={`Naikkan ${label}`} disabled={i === 1} onClick={() => move(i, i - 1)}><IconArrowUp size={15} aria-hidden /></button>
                <button type="button" className="iconButton" aria-label={`Turunkan ${label}`} disabled={i === columns.length - 1} onClick={() => move(i, i + 1)}><IconArrowDown size={15} aria-hidden /></button>
              </>
            )}
          </div>
        ))}
        <button type="button" className="menuItem" disabled={hidden.length === 0 && settings.order.length === 0} onClick={() => set({ ...settings, hidden: [], order: [] })}>Atur ulang kolom</button>
      </div>
    </Menu>
  )
}

/** Rows with more or less air, as this device keeps it. */
export const Density = ({ list }: { list: string }) => {
  const [settings, set] = useAtom(listAtom(list))
  return (
    <Button variant="default" className="density" aria-label="Baris rapat" title="Baris rapat" aria-pressed={settings.dense} onClick={() => set({ ...settings, dense: !settings.dense })}><IconLineHeight size={17} aria-hidden /></Button>
  )
}
