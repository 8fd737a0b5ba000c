import '#src/styles/parts.css'
import { ActionIcon, Button, Checkbox, Group, Stack } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { useAtom } from 'jotai'
import { listAtom } from '#src/state/device.ts'
import { panelButtonStyle } from '#src/ui/overlay/panelButtonStyle.ts'
import classes from '../panels.module.css'

/** Column in the menu `Kolom`, with its label. */
export interface ColumnLabel {
  id: string
  label: string
}
export const ColumnsPanel = ({ list, columns }: { list: string; columns: ColumnLabel[] }) => {
  const [settings, set] = useAtom(listAtom(list))
  const { hidden } = settings
  const move = (from: number, to: number) => {
    const ids = columns.slice(1).map((c) => c.id)
    const [id] = ids.splice(from - 1, 1)
    if (id !== undefined) set({ ...settings, order: ids.toSpliced(to - 1, 0, id) })
  }
  return (
    <Stack gap={2} className={classes.columns}>
      {columns.map(({ id, label }, i) => (
        <Group key={id} gap={0} wrap="nowrap" mih={32}>
          <Checkbox
            flex={1}
            px="xs"
            label={label}
            checked={!hidden.includes(id)}
            disabled={i === 0}
            onChange={(e) =>
              set({
                ...settings,
                hidden: e.currentTarget.checked ? hidden.filter((h) => h !== id) : [...hidden, id],
              })
            }
          />
          {i > 0 && (
            <>
              <ActionIcon
                {...panelButtonStyle}
                data-tip
                aria-label={`Naikkan ${label}`}
                disabled={i === 1}
                onClick={() => move(i, i - 1)}
              >
                <IconArrowUp size={15} aria-hidden />
              </ActionIcon>
              <ActionIcon
                {...panelButtonStyle}
                data-tip
                aria-label={`Turunkan ${label}`}
                disabled={i === columns.length - 1}
                onClick={() => move(i, i + 1)}
              >
                <IconArrowDown size={15} aria-hidden />
              </ActionIcon>
            </>
          )}
        </Group>
      ))}
      <Button
        {...panelButtonStyle}
        justify="flex-start"
        disabled={hidden.length === 0 && settings.order.length === 0}
        onClick={() => set({ ...settings, hidden: [], order: [] })}
      >
        Atur ulang kolom
      </Button>
    </Stack>
  )
}
