import { Box, Text } from '@mantine/core'
import type { ReactNode } from 'react'

const grid = {
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(8.5rem, 100%), 1fr))',
  gap: '1rem 1.5rem',
}
/** Key figures, each with its label above the value, and a note in small type below the value. */
export const Tiles = ({
  items,
}: {
  items: readonly (readonly [label: string, value: ReactNode, note?: ReactNode])[]
}) => (
  <Box component="dl" m={0} style={grid}>
    {items.map(([label, value, note]) => (
      <div key={label}>
        <Text component="dt" size="sm" c="dimmed">
          {label}
        </Text>
        <Text
          component="dd"
          m={0}
          size="lg"
          fw={600}
          style={{ fontVariantNumeric: 'tabular-nums' }}
        >
          {value}
          {note && (
            <Text size="sm" fw={400} c="dimmed">
              {note}
            </Text>
          )}
        </Text>
      </div>
    ))}
  </Box>
)
