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
 * Something to know before one goes on: in the accent colour, a warning in orange, a failure in
 * red. It is read out as it comes only where `role` says so (`status`, `alert`).
 */
export const Note = ({
  tone = 'accent',
  ...props
}: { tone?: keyof typeof tones } & AlertProps & Omit<ComponentProps<'div'>, keyof AlertProps>) => (
  <Alert role="note" px="sm" py="xs" {...tones[tone]} styles={plain} {...props} />
)
