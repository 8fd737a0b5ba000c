import type { IconPlus } from '@tabler/icons-react'
/** What a list's toolbar is made of. Plain elements: it is drawn with every list, and the library's take five or six components each. */
import { Link } from '@tanstack/react-router'
import { useId, type ComponentProps, type ReactNode } from 'react'

type Icon = typeof IconPlus

interface ToolProps extends ComponentProps<'button'> {
  icon?: Icon
  /** The one that adds. */
  primary?: boolean
  /** At work: it keeps the focus and takes no click. */
  busy?: boolean
}
/** A button of the toolbar. */
export const Tool = ({
  icon: Icon,
  primary,
  busy,
  onClick,
  className,
  children,
  ...rest
}: ToolProps) => (
  <button
    type="button"
    className={className ? `tool ${className}` : 'tool'}
    data-primary={primary || undefined}
    aria-busy={busy || undefined}
    aria-disabled={busy || undefined}
    onClick={busy ? undefined : onClick}
    {...rest}
  >
    {Icon && <Icon size={16} aria-hidden />}
    {children}
  </button>
)
/** A way to another page that stands among the buttons. */
export const ToolLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link to={to} className="tool" activeProps={{}}>
    {children}
  </Link>
)

interface Labelled {
  label: string
  className?: string
  icon?: Icon
}
/** A one-line input of the toolbar under its label. */
export const ToolInput = ({
  label,
  className,
  icon: Icon,
  ...rest
}: Labelled & ComponentProps<'input'>) => {
  const id = useId()
  return (
    <div className={className ? `toolField ${className}` : 'toolField'}>
      <label htmlFor={id}>{label}</label>
      {Icon && <Icon size={16} aria-hidden />}
      <input id={id} {...rest} />
    </div>
  )
}
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
}) => {
  const id = useId()
  return (
    <div className="toolField choice">
      <label htmlFor={id}>{label}</label>
      <select id={id} value={value} onChange={(e) => set(e.currentTarget.value)}>
        <option value="">Semua</option>
        {options.map((o) => (
          <option key={o.value} value={String(o.value)}>
            {o.label}
          </option>
        ))}
      </select>
    </div>
  )
}
