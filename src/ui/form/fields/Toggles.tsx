import { Button, Group } from '@mantine/core'
import { numberText } from '#src/ui/format/format.ts'

interface Toggle<K> {
  key: K
  label: string
  /** Number of rows of this kind. */
  count: number
}
/**
 * Buttons that choose which kind of rows is shown. Each button shows the number of rows of its
 * kind.
 */
export const Toggles = <K extends string | undefined>({
  label,
  items,
  value,
  choose,
}: {
  label: string
  items: readonly Toggle<K>[]
  value: K
  choose: (key: K) => void
}) => (
  <Group gap={6} role="group" aria-label={label}>
    {items.map((item) => (
      <Button
        key={item.key ?? ''}
        size="xs"
        radius="xl"
        variant={item.key === value ? 'light' : 'default'}
        aria-pressed={item.key === value}
        onClick={() => choose(item.key)}
      >
        {item.label}&nbsp;<b>{numberText(item.count)}</b>
      </Button>
    ))}
  </Group>
)
