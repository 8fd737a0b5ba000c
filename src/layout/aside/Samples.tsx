/** List and entry components that the side overlay and the notifications share. */
import { Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'

export const Samples = ({ children }: { children: ReactNode }) => (
  <Stack component="ul" gap={6} m={0} p={0} px="xs" style={{ listStyle: 'none' }}>
    {children}
  </Stack>
)

interface SampleProps {
  text: string
  note?: string
  before?: ReactNode
  after?: ReactNode
}
export const Sample = ({ text, note, before, after }: SampleProps) => (
  <Group component="li" gap="sm" wrap="nowrap" mih={40}>
    {before}
    <Stack gap={0} flex={1} miw={0} fz="0.9062rem" lh={1.35}>
      <span>{text}</span>
      {note && (
        <Text span size="sm" c="dimmed">
          {note}
        </Text>
      )}
    </Stack>
    {after}
  </Group>
)
