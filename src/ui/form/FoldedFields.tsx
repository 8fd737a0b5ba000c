import { Button } from '@mantine/core'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { useId, useState, useSyncExternalStore, type ReactNode } from 'react'
import { Fields } from '#src/ui/form/fields/Fields.tsx'
import { useFormStore } from '#src/ui/form/useForm.ts'
import { Dim } from '#src/ui/format/Words.tsx'

/**
 * Rarely used fields of a form, folded behind a button. An error of one of the fields `names` opens
 * them, so that the user sees it. `summary` is shown while they are folded: the values that apply.
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
  // Stays open when the user corrects the error, because the error disappears while they type.
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
