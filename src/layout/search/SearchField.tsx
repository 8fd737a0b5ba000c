import { ActionIcon, TextInput } from '@mantine/core'
import { IconSearch, IconX } from '@tabler/icons-react'
import type { ComponentProps, ReactNode } from 'react'
import classes from './SearchField.module.css'

/** Label of the modifier key that opens the palette together with the key K. */
const commandKey = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl'

interface Props extends Omit<ComponentProps<'input'>, 'form' | 'size'> {
  value: string
  /** Whether the search is open on a phone, where the open field covers the header. */
  open: boolean
  off: () => void
  submit: () => void
  /** Props of the surrounding form. */
  form?: Pick<ComponentProps<'form'>, 'onBlur' | 'onKeyDown'>
  /** Content under the field. */
  children?: ReactNode
}
/**
 * Search box for students and documents. An empty box shows the shortcut of the palette, a filled
 * box shows a clear button. Used by `StudentSearch` and, once its code has loaded, by
 * `StudentSearchBox`.
 */
export const SearchField = ({ open, off, submit, form, children, ...input }: Props) => (
  <form
    role="search"
    className={classes.search}
    data-open={open || undefined}
    onSubmit={(e) => {
      e.preventDefault()
      submit()
    }}
    {...form}
  >
    <TextInput
      classNames={{ input: classes.input }}
      type="text"
      inputMode="search"
      enterKeyHint="search"
      placeholder="Cari peserta di sini"
      aria-label="Cari peserta di sini"
      autoComplete="off"
      spellCheck={false}
      data-student-search
      leftSection={<IconSearch size={17} aria-hidden />}
      rightSectionPointerEvents="all"
      rightSectionWidth={input.value === '' && !open ? '4.2rem' : undefined}
      rightSection={
        input.value === '' && !open ? (
          <kbd aria-hidden className={classes.key}>
            {commandKey} K
          </kbd>
        ) : (
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label="Tutup pencarian"
            onMouseDown={(e) => e.preventDefault()}
            onClick={off}
          >
            <IconX size={16} aria-hidden />
          </ActionIcon>
        )
      }
      {...input}
    />
    {children}
  </form>
)
