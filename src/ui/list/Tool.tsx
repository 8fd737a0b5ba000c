/** Buttons and selects of a list's toolbar. */
import { Button, NativeSelect, type ButtonProps } from '@mantine/core'
import { IconSelector, type IconPlus } from '@tabler/icons-react'
import type { ComponentProps, ReactNode } from 'react'
import type { Place } from '#src/state/place.ts'
import { LinkButton } from '#src/ui/page/LinkButton.tsx'
import classes from './toolbar.module.css'

interface ToolProps extends Omit<ComponentProps<'button'>, 'color' | 'style'> {
  icon?: typeof IconPlus
  /** Whether this is the main button of the toolbar, which adds rows. */
  primary?: boolean
  /** Whether the action is running. The button then keeps the focus and ignores clicks. */
  busy?: boolean
  /** Whether a full toolbar shows only the icon. The text remains the accessible name. */
  brief?: boolean
  hiddenFrom?: ButtonProps['hiddenFrom']
  visibleFrom?: ButtonProps['visibleFrom']
}
/** Button of a list's toolbar. */
export const Tool = ({
  icon: Icon,
  primary,
  busy,
  brief,
  onClick,
  children,
  ...rest
}: ToolProps) => (
  <Button
    variant={primary ? 'filled' : 'default'}
    px="sm"
    fw={500}
    className={classes.tool}
    aria-busy={busy || undefined}
    aria-disabled={busy || undefined}
    data-disabled={busy || undefined}
    onClick={busy ? undefined : onClick}
    data-tip={brief || undefined}
    leftSection={Icon && children && !brief ? <Icon size={16} aria-hidden /> : undefined}
    {...rest}
  >
    {Icon && (brief || !children) && <Icon size={16} aria-hidden />}
    {brief ? (
      <span className={classes.brief} data-tip-text>
        {children}
      </span>
    ) : (
      children
    )}
  </Button>
)
/**
 * Link in the toolbar to another page. If the link has an icon, a full toolbar shows only the
 * icon.
 */
export const ToolLink = ({
  place,
  icon: Icon,
  children,
}: {
  place: Place
  icon?: typeof IconPlus
  children: ReactNode
}) => (
  <LinkButton place={place} variant="default" px="sm" fw={500} data-tip={Icon && true}>
    {Icon && <Icon size={16} aria-hidden />}
    {Icon ? (
      <span className={classes.brief} data-tip-text>
        {children}
      </span>
    ) : (
      children
    )}
  </LinkButton>
)

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
