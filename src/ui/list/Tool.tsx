/** Buttons and selects of a list's toolbar. */
import { Button, NativeSelect, type ButtonProps } from '@mantine/core'
import { IconSelector, type IconPlus } from '@tabler/icons-react'
import type { ComponentProps, ReactNode } from 'react'
import type { Place } from '#src/state/place.ts'
import { LinkButton } from '#src/ui/page/LinkButton.tsx'
import classes from './toolbar.module.css'

/** Icon type of the toolbar's buttons. */
type ToolIcon = typeof IconPlus
/**
 * Case in which a button shows only its icon: on a phone, or in any full toolbar. The text remains
 * the accessible name.
 */
type Brief = 'onPhone' | 'whenFull'
const labelClass = { onPhone: classes.phoneBrief, whenFull: classes.brief }

/** Returns the props of a toolbar button with an icon and a text. */
const lookOf = (Icon: ToolIcon | undefined, brief: Brief | undefined, text: ReactNode) => {
  const icon = Icon && <Icon size={16} aria-hidden />
  if (!brief || !icon)
    return { leftSection: text ? icon : undefined, children: text ?? icon, className: classes.tool }
  const label = (
    <span className={labelClass[brief]} data-tip-text>
      {text}
    </span>
  )
  const look = { className: classes.tool, 'data-tip': true }
  if (brief === 'onPhone') return { ...look, leftSection: icon, children: label }
  return {
    ...look,
    children: (
      <>
        {icon}
        {label}
      </>
    ),
  }
}

interface ToolProps extends Omit<ComponentProps<'button'>, 'color' | 'style'> {
  icon?: ToolIcon
  /** Whether this is the main button of the toolbar, which adds rows. */
  primary?: boolean
  /** Whether the action is running. The button then keeps the focus and ignores clicks. */
  busy?: boolean
  brief?: Brief
  hiddenFrom?: ButtonProps['hiddenFrom']
  visibleFrom?: ButtonProps['visibleFrom']
}
/** Button of a list's toolbar. */
export const Tool = ({ icon, primary, busy, brief, onClick, children, ...rest }: ToolProps) => (
  <Button
    variant={primary ? 'filled' : 'default'}
    fw={500}
    aria-busy={busy || undefined}
    aria-disabled={busy || undefined}
    data-disabled={busy || undefined}
    onClick={busy ? undefined : onClick}
    {...lookOf(icon, brief, children)}
    {...rest}
  />
)
/** Link in the toolbar to another page. */
export const ToolLink = ({
  place,
  icon,
  brief = 'whenFull',
  children,
}: {
  place: Place
  icon?: ToolIcon
  brief?: Brief
  children: ReactNode
}) => <LinkButton place={place} variant="default" fw={500} {...lookOf(icon, brief, children)} />

/**
 * Arrow icon of selects. It replaces Mantine's own arrow, which takes its size from the styles of
 * Mantine's pickers. These styles load later than the selects.
 */
export const selectArrow = <IconSelector size={16} aria-hidden />
/** Select for a filter with few choices. The choice `Semua` means that the filter has no value. */
export const ToolSelect = ({
  label,
  value,
  set,
  options,
}: {
  label: string
  value: string
  set: (value: string) => void
  options: readonly { value: string | number; label: string }[]
}) => (
  <NativeSelect
    label={label}
    rightSection={selectArrow}
    value={value}
    onChange={(e) => set(e.currentTarget.value)}
  >
    <option value="">Semua</option>
    {options.map((o) => (
      <option key={o.value} value={String(o.value)}>
        {o.label}
      </option>
    ))}
  </NativeSelect>
)
