import { Group, type GroupProps } from '@mantine/core'
import type { ComponentProps } from 'react'

const line = { borderTop: '1px solid var(--line)', fontVariantNumeric: 'tabular-nums' }
/** Last line of a panel, separated by a rule: its buttons or sums, right-aligned. */
export const PanelFoot = (props: GroupProps & Omit<ComponentProps<'div'>, keyof GroupProps>) => (
  <Group justify="flex-end" gap="sm" px="var(--pad)" py="sm" style={line} {...props} />
)
