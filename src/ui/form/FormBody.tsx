/** The heavy half of the form kit, fetched when a form opens: validation, sending, errors, conflict, unsaved changes. */
import { Button } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import {
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
  type KeyboardEvent,
  type ReactNode,
} from 'react'
import * as z from 'zod/mini'
import { metaOf } from '#contract/fields.ts'
import type { AnyResource, Input, Issue, Row, Shape, Update } from '#contract/resource.ts'
import { windowIssues } from '#contract/rules/dateWindow.ts'
import type { Hooks } from '#src/data/createHooks.ts'
import { knownWindow } from '#src/data/dateWindow.ts'
import { ApiError } from '#src/data/http.ts'
import { ownOutletValues } from '#src/data/outlets.ts'
import { queryClient } from '#src/data/queryClient.ts'
import { confirm, showError, toast } from '#src/state/feedback.ts'
import { holdUnsaved } from '#src/state/unsaved.ts'
import { Dialog } from '#src/ui/Dialog.tsx'
import { Conflict, type Clash } from '#src/ui/form/Conflict.tsx'
import {
  createStore,
  emptyValues,
  same,
  schemaAt,
  tidy,
  type Errors,
  type FormStore,
  type Values,
} from '#src/ui/form/store.ts'
import { FormContext } from '#src/ui/form/useForm.ts'
import { waktu } from '#src/ui/format.ts'

export { FieldControl } from '#src/ui/form/controls.tsx'

const errorsOf = (issues: readonly { path: PropertyKey[]; message: string }[]): Errors =>
  Object.fromEntries([...issues].reverse().map((i) => [i.path.join('.'), i.message]))
/** Rules over several fields, and whether dates of money lie where the school's do; `known` is what the row has already. */
const judge = (
  fields: Shape,
  check: ((input: never) => Issue[]) | undefined,
  input: unknown,
  known?: Values,
): Issue[] => {
  const window = knownWindow()
  return [
    ...(check?.(input as never) ?? []),
    ...(window ? windowIssues(fields, window, input as Values, known) : []),
  ]
}
const first = (issues: readonly Issue[]): Errors =>
  Object.fromEntries([...issues].reverse().map((i) => [i.field, i.message]))

const leaveQuestion = {
  title: 'Tinggalkan isian?',
  body: 'Perubahan yang belum disimpan akan hilang.',
  confirm: 'Tinggalkan',
  cancel: 'Tetap di sini',
  danger: true,
}
/** Asks before typed work is thrown away; true when it may go. */
const mayLeave = async (store: FormStore) => !store.dirty() || (await confirm(leaveQuestion))

/** An open dropdown takes Esc for itself. */
const isExpanded = (e: KeyboardEvent) =>
  e.target instanceof HTMLElement && e.target.getAttribute('aria-expanded') === 'true'

interface FrameProps {
  store: FormStore
  children: ReactNode
  submitLabel?: string
  busy: boolean
  top?: ReactNode
  submit: () => void
  cancel: () => void
}
/** The form element: fields, errors that have no field, Simpan and Batal, keys, guard. */
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
  const errors = useSyncExternalStore(store.subscribe, store.errors)
  const dirty = useSyncExternalStore(store.subscribe, store.dirty)
  const homeless = Object.entries(errors).filter(([path]) => !store.mounted(path))
  useBlocker({
    shouldBlockFn: async () => !(await mayLeave(store)),
    enableBeforeUnload: () => store.dirty(),
    disabled: !dirty,
  })
  useEffect(() => (dirty ? holdUnsaved(() => mayLeave(store)) : undefined), [dirty, store])
  const focusError = useEffectEvent(() => {
    const invalid =
      form.current?.querySelector<HTMLElement>(
        '[aria-invalid="true"], [data-invalid] input, [data-invalid] select',
      ) ?? form.current?.querySelector<HTMLElement>('.alert')
    invalid?.focus()
  })
  useEffect(() => {
    if (Object.keys(errors).length > 0) focusError()
  }, [errors])
  // Before it shows: an effect that comes later takes the focus from who has begun elsewhere.
  useLayoutEffect(() => {
    form.current
      ?.querySelector<HTMLElement>(':is(input, select, textarea):enabled')
      ?.focus({ preventScroll: true })
  }, [])
  const keys = (e: KeyboardEvent) => {
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
        className="form"
        noValidate
        onKeyDown={keys}
        onSubmit={(e) => {
          e.preventDefault()
          e.stopPropagation()
          if (!busy) submit()
        }}
      >
        {top}
        {homeless.length > 0 && (
          <div className="alert" role="alert" tabIndex={-1}>
            {homeless.map(([path, message]) => (
              <div key={path}>
                {fieldLabel(store, path)}
                {message}
              </div>
            ))}
          </div>
        )}
        <div className="fields">{children}</div>
        <div className="formFoot">
          <Button variant="default" onClick={cancel}>
            Batal
          </Button>
          <Button type="submit" loading={busy}>
            {submitLabel}
          </Button>
        </div>
      </form>
    </FormContext>
  )
}
const fieldLabel = (store: FormStore, path: string) => {
  const schema = schemaAt(store.schema, path)
  const label = schema && metaOf(schema)?.label
  return label ? `${label}: ` : ''
}

/** Values that a form begins with; rows of its lists may lack what is still to be typed. */
export type Initial<R extends AnyResource> = {
  [K in keyof Input<R>]?: Input<R>[K] extends readonly (infer E)[]
    ? readonly Partial<E>[]
    : Input<R>[K]
}
export interface SaveProps<R extends AnyResource> {
  of: Hooks<R>
  row?: Row<R>
  initial?: Initial<R>
  children: ReactNode
  submitLabel?: string
  onSaved: (row: Row<R>) => void
  onCancel: () => void
  link?: (row: Row<R>) => { to: string; search?: Record<string, string | number> }
  /** Last step before a new row is sent: answers what to send, what is wrong, or undefined to stay. */
  prepare?: (input: Input<R>) => Promise<Input<R> | Issue[] | undefined>
  /** Lets a modal ask the same before it closes. */
  register?: (store: FormStore) => void
}
/** A form that creates a row, or updates the one given. */
export const SaveForm = <R extends AnyResource>({
  of,
  row,
  initial,
  children,
  submitLabel,
  onSaved,
  onCancel,
  link,
  prepare,
  register,
}: SaveProps<R>) => {
  const { resource } = of
  const create = of.useCreate()
  const update = of.useUpdate()
  const [store] = useState(() => {
    const start: Values = row
      ? Object.fromEntries(
          Object.keys(resource.update.def.shape).map((k) => [k, (row as Values)[k]]),
        )
      : { ...emptyValues(resource.input), ...ownOutletValues(resource) }
    return createStore(resource.input, { ...start, ...initial })
  })
  const [versi, setVersi] = useState(row?.versi)
  const [preparing, setPreparing] = useState(false)
  const [clash, setClash] = useState<Clash>()
  // Held at once: a second press comes before the first is drawn as pending, and would take its answer away.
  const sending = useRef(false)
  const tell = useEffectEvent(() => register?.(store))
  useEffect(() => tell(), [])

  const done = (saved: Row<R>) => {
    store.rebase(store.values(), store.values())
    const own = resource.choice ? String((saved as Values)[resource.choice.label] ?? '') : ''
    const name = own.startsWith(resource.label[0]) ? own : `${resource.label[0]} ${own}`.trim()
    const place = link?.(saved)
    toast(
      `${name} ${row ? 'disimpan' : 'ditambahkan'}`,
      place ? { to: { path: place.to, search: place.search } } : {},
    )
    onSaved(saved)
  }
  const fail = (error: ApiError) => {
    const { current } = error
    if (
      error.fields.some((f) => f.field === 'Idempotency-Key') &&
      !resource.idempotent.includes('create')
    )
      return store.setErrors({
        kirim:
          'Kiriman sebelumnya sudah tersimpan, dengan isian waktu itu. Periksa dahulu di daftar; simpan lagi hanya bila ini memang data lain.',
      })
    if (error.fields.length > 0) return store.setErrors(first(error.fields))
    if (error.status === 409 && current && row && current.versi !== versi) {
      // What this tab has of the row is old, also when the person keeps theirs and nothing is sent.
      void queryClient.invalidateQueries({ queryKey: [resource.name] })
      // Others' changes come in where nothing was typed; where both changed, the person chooses.
      const [mine, base] = [store.values(), store.initial()]
      const keys = Object.keys(resource.update.def.shape).filter(
        (k) => k in current && !same(current[k], base[k]),
      )
      const both = keys.filter((k) => !same(mine[k], base[k]) && !same(mine[k], current[k]))
      const theirs = Object.fromEntries(keys.map((k) => [k, current[k]]))
      setClash({
        message: error.message,
        when: typeof current.updated_at === 'string' ? waktu(current.updated_at) : '',
        both,
        quiet: keys.filter((k) => !both.includes(k)),
        mine,
        current,
      })
      setVersi(Number(current.versi))
      return store.rebase(
        { ...base, ...theirs },
        {
          ...mine,
          ...Object.fromEntries(Object.entries(theirs).filter(([k]) => !both.includes(k))),
        },
      )
    }
    if (error.status !== 401 && error.status !== 0) showError(error)
  }
  const after = {
    onSuccess: done,
    onError: fail,
    onSettled: () => {
      sending.current = false
    },
  }
  const sendCreate = (input: Input<R>) => {
    sending.current = true
    create.mutate(input, after)
  }
  const sendPrepared = async (input: Input<R>, ask: NonNullable<typeof prepare>) => {
    setPreparing(true)
    try {
      const ready = await ask(input)
      if (Array.isArray(ready)) store.setErrors(first(ready))
      else if (ready) sendCreate(ready)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      fail(error)
    } finally {
      setPreparing(false)
    }
  }
  const submit = () => {
    if (sending.current) return
    const values = store.values()
    if (!row) {
      const parsed = z.safeParse(resource.input, tidy(resource.input, values))
      if (!parsed.success) return store.setErrors(errorsOf(parsed.error.issues))
      const issues = judge(resource.fields, resource.check, parsed.data)
      if (issues.length > 0) return store.setErrors(first(issues))
      store.setErrors({})
      return prepare
        ? void sendPrepared(parsed.data as Input<R>, prepare)
        : sendCreate(parsed.data as Input<R>)
    }
    // Only what was changed is judged and sent; rules over several fields see the whole.
    const base = store.initial()
    const shape = resource.update.def.shape as Record<string, z.ZodMiniType>
    const tidied = Object.fromEntries(
      Object.keys(shape).map((k) => [k, tidy(schemaAt(resource.input, k) ?? shape[k]!, values[k])]),
    )
    const changed = Object.fromEntries(
      Object.entries(tidied).filter(([k, v]) =>
        v !== undefined ? !same(v, base[k]) : !same(values[k] === '' ? null : values[k], base[k]),
      ),
    )
    const errors: Errors = {}
    const input: Values = {}
    for (const [k, v] of Object.entries(changed)) {
      const parsed = z.safeParse(schemaAt(resource.input, k)!, v)
      if (parsed.success) input[k] = parsed.data
      else
        Object.assign(
          errors,
          errorsOf(parsed.error.issues.map((i) => ({ ...i, path: [k, ...i.path] }))),
        )
    }
    if (Object.keys(errors).length > 0) return store.setErrors(errors)
    const issues = judge(
      resource.fields,
      resource.check,
      { ...emptyValues(resource.input), ...row, ...tidied, ...input },
      row as Values,
    )
    if (issues.length > 0) return store.setErrors(first(issues))
    store.setErrors({})
    if (Object.keys(input).length === 0) return onSaved(row)
    sending.current = true
    update.mutate({ id: row.id, input: { ...input, versi } as Update<R> }, after)
  }
  return (
    <Frame
      store={store}
      submit={submit}
      cancel={onCancel}
      busy={preparing || create.isPending || update.isPending}
      submitLabel={submitLabel}
      top={clash && <Conflict clash={clash} store={store} />}
    >
      {children}
    </Frame>
  )
}
/** The same with the row fetched first. */
export const EditForm = <R extends AnyResource>({
  id,
  expand,
  initialOf,
  ...rest
}: Omit<SaveProps<R>, 'row'> & {
  id: number
  expand?: string
  initialOf?: (row: Row<R>) => Initial<R>
}) => {
  const row = rest.of.useView(id, expand)
  return <SaveForm {...rest} row={row} initial={initialOf?.(row)} />
}

interface PlainProps {
  schema: z.ZodMiniObject
  initial?: Values
  send: (input: never) => Promise<unknown>
  children: ReactNode
  submitLabel?: string
  onDone: () => void
  onCancel: () => void
  check?: (input: never) => Issue[]
  register?: (store: FormStore) => void
}
/** A form over a call that is no entity's. */
export const PlainForm = ({
  schema,
  initial,
  send,
  children,
  submitLabel,
  onDone,
  onCancel,
  check,
  register,
}: PlainProps) => {
  const [store] = useState(() => createStore(schema, { ...emptyValues(schema), ...initial }))
  const [busy, setBusy] = useState(false)
  const tell = useEffectEvent(() => register?.(store))
  useEffect(() => tell(), [])
  const submit = async () => {
    const parsed = z.safeParse(schema, tidy(schema, store.values()))
    if (!parsed.success) return store.setErrors(errorsOf(parsed.error.issues))
    const issues = judge(schema.def.shape as Shape, check, parsed.data)
    store.setErrors(first(issues))
    if (issues.length > 0) return
    setBusy(true)
    try {
      await send(parsed.data as never)
      store.rebase(store.values(), store.values())
      onDone()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.fields.length > 0) store.setErrors(first(error.fields))
      else if (error.status !== 401 && error.status !== 0) showError(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Frame
      store={store}
      submit={() => void submit()}
      cancel={onCancel}
      busy={busy}
      submitLabel={submitLabel}
    >
      {children}
    </Frame>
  )
}

/** The dialog around a form; closing asks while something unsaved is in it. */
export const FormModal = ({
  title,
  close,
  children,
}: {
  title: string
  close: () => void
  children: (tools: { close: () => void; register: (store: FormStore) => void }) => ReactNode
}) => {
  const [held, hold] = useState<FormStore>()
  const tryClose = async () => {
    if (!held || (await mayLeave(held))) close()
  }
  const keys = (e: KeyboardEvent) => {
    if (e.key === 'Escape' && !e.defaultPrevented && !isExpanded(e)) {
      e.preventDefault()
      void tryClose()
    }
  }
  return (
    <Dialog
      title={title}
      close={() => void tryClose()}
      onKeyDown={keys}
      size="lg"
      closeButton
      keepOpen
    >
      {children({ close: () => void tryClose(), register: hold })}
    </Dialog>
  )
}
