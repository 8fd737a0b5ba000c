/** Parts of a list's toolbar. */
import { Button, NativeSelect, type ButtonProps } from '@mantine/core'
import { IconSelector, type IconPlus } from '@tabler/icons-react'
import type { ComponentProps, ReactNode } from 'react'
import type { Place } from '#src/state/place.ts'
import { LinkButton } from '#src/ui/page/LinkButton.tsx'
import classes from './toolbar.module.css'

interface ToolProps extends Omit<ComponentProps<'button'>, 'color' | 'style'> {
  icon?: typeof IconPlus
  /** The one that adds. */
  primary?: boolean
  /** At work: it keeps the focus and takes no click. */
  busy?: boolean
  /** Shows its icon alone where the window is not wide; the text stays its name. */
  brief?: boolean
  hiddenFrom?: ButtonProps['hiddenFrom']
  visibleFrom?: ButtonProps['visibleFrom']
}
/** A button of the toolbar. */
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
 * A way to another page that stands among the buttons; with an icon, that alone where the window is
 * not wide.
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

/** The library's own takes its size from the styles of its pickers, which come later. */
export const selectArrow = <IconSelector size={16} aria-hidden />
/** A choice among few; `Semua` is none of them. */
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
