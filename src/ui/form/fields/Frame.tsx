import { Button, Group, Stack } from '@mantine/core'
import { useBlocker, useRouterState } from '@tanstack/react-router'
import {
  useEffect,
  useLayoutEffect,
  useRef,
  useSyncExternalStore,
  type KeyboardEvent,
  type ReactNode,
} from 'react'
import { metaOf } from '#contract/fields.ts'
import { holdUnsaved } from '#src/state/unsaved.ts'
import { ErrorNote } from '#src/ui/form/ErrorNote.tsx'
import { Fields } from '#src/ui/form/fields/Fields.tsx'
import { focusBeginning, focusError } from '#src/ui/form/focus.ts'
import { schemaAt, type FormStore } from '#src/ui/form/store.ts'
import { isExpanded, mayLeave } from '#src/ui/form/unsavedQuestion.ts'
import { FormContext } from '#src/ui/form/useForm.ts'

interface FrameProps {
  store: FormStore
  children: ReactNode
  submitLabel?: string
  busy: boolean
  top?: ReactNode
  submit: () => void
  cancel: () => void
}
const fieldLabel = (store: FormStore, path: string) => {
  const schema = schemaAt(store.schema, path)
  const label = schema && metaOf(schema)?.label
  return label ? `${label}: ` : ''
}

/** Shows, above the form, the errors of fields that are not on the screen. */
const HomelessErrors = ({ store }: { store: FormStore }) => {
  // Returns a text instead of an array. A new array would count as a change on every call, whereas
  // an equal text causes no new render.
  const homeless = useSyncExternalStore(store.subscribe, () =>
    Object.entries(store.errors())
      .filter(([path]) => !store.mounted(path))
      .map(([path, message]) => `${fieldLabel(store, path)}${message}`)
      .join('\n'),
  )
  return <ErrorNote messages={homeless === '' ? [] : homeless.split('\n')} />
}

/** Whether the form has been saved and the router is loading the next page. */
const useIsLeaving = (store: FormStore): boolean => {
  const saved = useSyncExternalStore(store.subscribe, store.isSaved)
  const moving = useRouterState({ select: (s) => s.isLoading })
  return saved && moving
}

/**
 * The form element around the fields, with the buttons to save (Simpan) and cancel (Batal). Shows
 * the errors of fields that are not on the screen, handles the keys, and asks before unsaved input
 * is lost.
 */
export const Frame = ({
  store,
  children,
  submitLabel = 'Simpan',
  busy,
  top,
  submit,
  cancel,
}: FrameProps) => {
  const form = useRef<HTMLFormElement>(null)
  const dirty = useSyncExternalStore(store.subscribe, store.dirty)
  useBlocker({
    shouldBlockFn: async () => !(await mayLeave(store)),
    enableBeforeUnload: () => store.dirty(),
    disabled: !dirty,
  })
  useEffect(() => (busy ? store.sending() : undefined), [busy, store])
  const isLeaving = useIsLeaving(store)
  useEffect(() => (dirty ? holdUnsaved(() => mayLeave(store)) : undefined), [dirty, store])
  const timesSet = useSyncExternalStore(store.subscribe, store.timesSet)
  useEffect(() => {
    const paths = Object.keys(store.errors())
    if (form.current && paths.length > 0) focusError(form.current, paths)
  }, [timesSet, store])
  // Uses a layout effect, which runs before the form is visible. A later effect could take the
  // focus from a user who has already begun to type in another field.
  useLayoutEffect(() => {
    if (form.current) focusBeginning(form.current)
  }, [])
  const keys = (e: KeyboardEvent<HTMLElement>) => {
    // React also passes on the keys of a dialog that a field of this form opens. They belong to the
    // dialog, which is no part of the form element.
    if (!(e.target instanceof Node) || !e.currentTarget.contains(e.target)) return
    if (e.key === 'Enter' && (e.ctrlKey || e.metaKey)) {
      e.preventDefault()
      e.stopPropagation()
      if (!busy) submit()
    }
    if (e.key === 'Escape' && !e.defaultPrevented && !isExpanded(e)) {
      e.preventDefault()
      e.stopPropagation()
      cancel()
    }
  }
  return (
    <FormContext value={store}>
      <form
        ref={form}
        noValidate
        onKeyDown={keys}
        onSubmit={(e) => {
          e.preventDefault()
          e.stopPropagation()
          if (!busy) submit()
        }}
      >
        <Stack>
          {top}
          <HomelessErrors store={store} />
          <Fields>{children}</Fields>
          <Group justify="flex-end" gap="0.6rem" pt="xs">
            <Button variant="default" onClick={cancel}>
              Batal
            </Button>
            <Button type="submit" loading={busy || isLeaving}>
              {submitLabel}
            </Button>
          </Group>
        </Stack>
      </form>
    </FormContext>
  )
}
