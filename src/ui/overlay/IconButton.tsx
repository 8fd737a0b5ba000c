import { ActionIcon, type ActionIconProps } from '@mantine/core'
import type { IconX } from '@tabler/icons-react'
import type { ComponentProps } from 'react'

type Own = Pick<ActionIconProps, 'size' | 'className' | 'hiddenFrom'>
/**
 * Button that shows only an icon. `label` is the button's accessible name and its tooltip
 * (`data-tip`, src/layout/Tips.tsx).
 */
export const IconButton = ({
  label,
  icon: Icon,
  size = 38,
  ...rest
}: { label: string; icon: typeof IconX } & Own &
  Omit<ComponentProps<'button'>, keyof Own | 'color'>) => (
  <ActionIcon
    variant="subtle"
    color="gray"
    c="inherit"
    size={size}
    aria-label={label}
    data-tip
    style={{ '--ai-hover': 'var(--hover)' }}
    {...rest}
  >
    <Icon size={20} stroke={1.6} aria-hidden />
  </ActionIcon>
)
