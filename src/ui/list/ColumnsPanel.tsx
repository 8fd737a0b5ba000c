import '#src/styles/kolom.css'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { useAtom } from 'jotai'
import { listAtom } from '#src/state/device.ts'
import type { Label } from '#src/ui/list/Columns.tsx'

/** What the menu `Kolom` holds: a box for each column and its way up and down; fetched when it is opened. */
export const ColumnsPanel = ({ list, columns }: { list: string; columns: Label[] }) => {
  const [settings, set] = useAtom(listAtom(list))
  const { hidden } = settings
  const move = (from: number, to: number) => {
    const ids = columns.slice(1).map((c) => c.id)
    const [id] = ids.splice(from - 1, 1)
    if (id !== undefined) set({ ...settings, order: ids.toSpliced(to - 1, 0, id) })
  }
  return (
    <div className="columns">
      {columns.map(({ id, label }, i) => (
        <div key={id}>
          <label>
            <input
              type="checkbox"
              checked={!hidden.includes(id)}
              disabled={i === 0}
              onChange={(e) =>
                set({
                  ...settings,
                  hidden: e.currentTarget.checked
                    ? hidden.filter((h) => h !== id)
                    : [...hidden, id],
                })
              }
            />
            {label}
          </label>
          {i > 0 && (
            <>
              <button
                type="button"
                className="iconButton"
                aria-label={`Naikkan ${label}`}
                disabled={i === 1}
                onClick={() => move(i, i - 1)}
              >
                <IconArrowUp size={15} aria-hidden />
              </button>
              <button
                type="button"
                className="iconButton"
                aria-label={`Turunkan ${label}`}
                disabled={i === columns.length - 1}
                onClick={() => move(i, i + 1)}
              >
                <IconArrowDown size={15} aria-hidden />
              </button>
            </>
          )}
        </div>
      ))}
      <button
        type="button"
        className="menuItem"
        disabled={hidden.length === 0 && settings.order.length === 0}
        onClick={() => set({ ...settings, hidden: [], order: [] })}
      >
        Atur ulang kolom
      </button>
    </div>
  )
}
