import '@mantine/core/styles/Progress.layer.css'
import { Group, Progress as Bar, Stack } from '@mantine/core'
import { numberText } from '#src/ui/format/format.ts'
import { Num } from '#src/ui/format/Words.tsx'

/** Bar without text. Screen readers ignore the bar, because the text beside it states the value. */
export const PlainBar = ({ percent, isDone = false }: { percent: number; isDone?: boolean }) => (
  <Bar.Root size={8} radius="xl" mt={4} aria-hidden>
    <Bar.Section
      value={Math.min(100, percent)}
      color={isDone ? 'var(--green-fg)' : undefined}
      withAria={false}
    />
  </Bar.Root>
)
/**
 * Progress with count and percentage, such as `120 dari 280 tagihan (43 %)`. Without `max` it shows
 * only that work is in progress.
 */
export const Progress = ({
  label,
  value = 0,
  max,
  unit = '',
}: {
  label: string
  value?: number
  max?: number
  unit?: string
}) => {
  const percent = max ? Math.min(100, Math.floor((value / max) * 100)) : undefined
  return (
    <Stack gap="xs">
      <Group justify="space-between" gap="xs">
        <b>{label}</b>
        <Num>
          {max
            ? `${numberText(Math.min(value, max))} dari ${numberText(max)} ${unit} (${percent} %)`
            : 'Menyiapkan…'}
        </Num>
      </Group>
      <Bar.Root size={10} radius="xl" transitionDuration={250}>
        <Bar.Section
          value={percent ?? 100}
          animated={percent === undefined}
          withAria={false}
          role="progressbar"
          aria-label={label}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={percent}
        />
      </Bar.Root>
    </Stack>
  )
}
