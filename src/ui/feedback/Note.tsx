import '@mantine/core/styles/Alert.layer.css'
import { Alert, type AlertProps } from '@mantine/core'
import type { ComponentProps } from 'react'

const tones = {
  accent: { bg: 'var(--accent-soft)', c: 'var(--mantine-color-text)' },
  orange: { bg: 'var(--orange-bg)', c: 'var(--orange-fg)' },
  red: { bg: 'var(--red-bg)', c: 'var(--red-fg)' },
}
const plain = { message: { color: 'inherit', fontSize: 'inherit' } }

/**
 * Box with a hint in the accent colour, a warning in orange or a failure in red. Screen readers
 * announce the box only when `role` is `status` or `alert`.
 */
export const Note = ({
  tone = 'accent',
  ...props
}: { tone?: keyof typeof tones } & AlertProps & Omit<ComponentProps<'div'>, keyof AlertProps>) => (
  <Alert role="note" px="sm" py="xs" {...tones[tone]} styles={plain} {...props} />
)
