import { Button } from '@mantine/core'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { useId, useState, useSyncExternalStore, type ReactNode } from 'react'
import { Fields } from '#src/ui/form/fields/Fields.tsx'
import { useFormStore } from '#src/ui/form/useForm.ts'
import { Dim } from '#src/ui/format/Words.tsx'

/**
 * Rarely used fields of a form, folded behind a button. An error in one of the fields `names`
 * unfolds them, so that the user sees the error. `summary` is a text with the current values, shown
 * while the fields are folded.
 */
export const FoldedFields = ({
  title = 'Data lain',
  names,
  summary,
  children,
}: {
  title?: string
  names: readonly string[]
  summary?: string
  children: ReactNode
}) => {
  const store = useFormStore()
  const hasError = useSyncExternalStore(store.subscribe, () =>
    names.some((name) => store.error(name) !== undefined),
  )
  const [open, setOpen] = useState(false)
  const content = useId()
  // Unfolds by setting the state, so that the fields stay unfolded when the user corrects the
  // error: the error disappears while the user types.
  if (hasError && !open) setOpen(true)
  const Chevron = open ? IconChevronDown : IconChevronRight
  return (
    <section className="wide">
      <Button
        variant="subtle"
        px="xs"
        ml="-0.5rem"
        leftSection={<Chevron size={16} aria-hidden />}
        aria-expanded={open}
        aria-controls={content}
        onClick={() => setOpen(!open)}
      >
        {title}
      </Button>
      {!open && summary && <Dim>{summary}</Dim>}
      <div id={content}>{open && <Fields>{children}</Fields>}</div>
    </section>
  )
}
