import { Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useArrival } from '#src/ui/import/useArrival.ts'

/** Step that shows only a progress bar, text and buttons. */
export const StepMessage = ({
  text,
  bar,
  children,
}: {
  text: string
  bar?: ReactNode
  children?: ReactNode
}) => {
  const start = useArrival<HTMLParagraphElement>()
  return (
    <Stack>
      {bar}
      <Text ref={start} tabIndex={-1} role="status" style={{ overflowWrap: 'anywhere' }}>
        {text}
      </Text>
      <Group justify="flex-end" gap="0.6rem" pt="xs">
        {children}
      </Group>
    </Stack>
  )
}
