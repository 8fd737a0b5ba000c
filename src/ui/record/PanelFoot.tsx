import { Group, type GroupProps } from '@mantine/core'
import type { ComponentProps } from 'react'

const line = { borderTop: '1px solid var(--line)', fontVariantNumeric: 'tabular-nums' }
/** Last line of a panel, under a rule, with right-aligned buttons or sums. */
export const PanelFoot = (props: GroupProps & Omit<ComponentProps<'div'>, keyof GroupProps>) => (
  <Group justify="flex-end" gap="sm" px="var(--pad)" py="sm" style={line} {...props} />
)
