import { use, useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react'
import type { AnyResource, Input, Issue, Row, Update } from '#contract/resource.ts'
import { titled } from '#contract/values/titled.ts'
import type { Hooks } from '#src/data/api/createHooks.ts'
import { ApiError } from '#src/data/api/http.ts'
import { queryClient } from '#src/data/api/queryClient.ts'
import { ownOutletValues } from '#src/data/outlets.ts'
import { showError, toast } from '#src/state/feedback.ts'
import type { Place } from '#src/state/place.ts'
import { takeTheirs, type Clash } from '#src/ui/form/conflict/conflict.ts'
import { ConflictChoice } from '#src/ui/form/conflict/ConflictChoice.tsx'
import { Frame } from '#src/ui/form/fields/Frame.tsx'
import { FormTargetContext } from '#src/ui/form/formTarget.ts'
import { valuesOfStart } from '#src/ui/form/rowStart.ts'
import { inputOfChange, inputOfNew } from '#src/ui/form/saveInput.ts'
import { createStore, emptyValues, type FormStore, type Values } from '#src/ui/form/store.ts'
import { firstByField } from '#src/ui/form/validateInput.ts'
import { waktu } from '#src/ui/format/format.ts'

/** Initial values of a form. Rows of a list inside the form may be incomplete. */
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
  link?: (row: Row<R>) => Place
  /** Returns the name of a saved row for the toast, for a resource without a name field. */
  nameOf?: (row: Row<R>) => string
  /**
   * Runs after validation, just before a new row is sent. Returns the input to send, the errors to
   * show, or undefined to send nothing and keep the form open.
   */
  prepare?: (input: Input<R>) => Promise<Input<R> | Issue[] | undefined>
  /** Passes the store of the form to a modal, which asks about unsaved input before it closes. */
  register?: (store: FormStore) => void
}
const doubleSend =
  'Kiriman sebelumnya sudah tersimpan, dengan isian waktu itu. Periksa dahulu di daftar; simpan lagi hanya jika ini memang data lain.'

/** Returns the first values of the form: the values of the row, or the defaults of a new row. */
const startOf = <R extends AnyResource>(resource: R, row: Row<R> | undefined): Values =>
  row
    ? Object.fromEntries(Object.keys(resource.update.def.shape).map((k) => [k, (row as Values)[k]]))
    : { ...emptyValues(resource.input), ...ownOutletValues(resource) }

/** Shows a toast that the row is saved, with the row's name and a link. */
const toastSaved = <R extends AnyResource>(
  { of: { resource }, row, link, nameOf }: Pick<SaveProps<R>, 'of' | 'row' | 'link' | 'nameOf'>,
  saved: Row<R>,
) => {
  const field = resource.choice?.label ?? ''
  const rowName = nameOf?.(saved) ?? String((saved as Values)[field] ?? '')
  const name = titled(resource.label[0], rowName).trim()
  toast(`${name} ${row ? 'disimpan' : 'ditambahkan'}`, { to: link?.(saved) })
}

/**
 * Whether the server rejected the input because a row is already stored: an earlier request had the
 * same idempotency key but other input.
 */
const isDoubleSend = (resource: AnyResource, { fields }: ApiError) =>
  fields.some((f) => f.field === 'Idempotency-Key') && !resource.idempotent.includes('create')

/**
 * Returns `refuse`, which shows a rejected save as errors at the fields, as an edit conflict
 * (`clash`), or in the error dialog. `versi` is the row version to send with the next save.
 */
const useRefusals = <R extends AnyResource>(
  { of: { resource }, row }: Pick<SaveProps<R>, 'of' | 'row'>,
  store: FormStore,
) => {
  const [versi, setVersi] = useState(row?.versi)
  const [clash, setClash] = useState<Clash>()
  const refuse = (error: ApiError) => {
    const { current } = error
    if (error.status === 409) store.refuse(error)
    if (isDoubleSend(resource, error)) return store.setErrors({ kirim: doubleSend })
    if (error.fields.length > 0) return store.setErrors(firstByField(error.fields))
    if (error.status === 409 && current && row && current.versi !== versi) {
      // Invalidates the cached row, which is stale even if the user accepts the other user's values
      // and sends nothing.
      void queryClient.invalidateQueries({ queryKey: [resource.name] })
      const serverValues = Object.fromEntries(
        Object.keys(resource.update.def.shape)
          .filter((k) => k in current)
          .map((k) => [k, current[k]]),
      )
      const when = typeof current.updated_at === 'string' ? waktu(current.updated_at) : ''
      setClash(takeTheirs(store, serverValues, { message: error.message, when }))
      return setVersi(Number(current.versi))
    }
    showError(error)
  }
  return { versi, clash, refuse }
}

/** Form that creates a row, or updates the given row. */
export const SaveForm = <R extends AnyResource>(props: SaveProps<R>) => {
  const { of, row, initial, children, submitLabel, onSaved, onCancel, prepare, register } = props
  const { resource } = of
  const create = of.useCreate()
  const update = of.useUpdate()
  const { start } = use(FormTargetContext)
  const [store] = useState(() =>
    createStore(
      resource.input,
      { ...startOf(resource, row), ...initial, ...valuesOfStart(resource, start) },
      row === undefined,
    ),
  )
  const { versi, clash, refuse } = useRefusals(props, store)
  const [preparing, setPreparing] = useState(false)
  // Uses a ref, because a state would change only with the next render. A second press before that
  // render would replace the callbacks of the first call.
  const sending = useRef(false)
  const saved = useRef<Row<R>>(undefined)
  const registerStore = useEffectEvent(() => register?.(store))
  useEffect(() => registerStore(), [])

  const after = {
    onSuccess: (answer: Row<R>) => {
      saved.current = answer
      store.markSaved()
      toastSaved(props, answer)
    },
    next: onSaved,
    onError: refuse,
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
      if (Array.isArray(ready)) store.setErrors(firstByField(ready))
      else if (ready) sendCreate(ready)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      refuse(error)
    } finally {
      setPreparing(false)
    }
  }
  const submitNew = () => {
    const input = inputOfNew(resource, store)
    if (!input) return
    if (prepare) void sendPrepared(input, prepare)
    else sendCreate(input)
  }
  const submitChange = (storedRow: Row<R>) => {
    const input = inputOfChange(resource, storedRow, store)
    if (!input) return
    if (Object.keys(input).length === 0) return onSaved(storedRow)
    sending.current = true
    update.mutate({ id: storedRow.id, input: { ...input, versi } as Update<R> }, after)
  }
  const submit = () => {
    if (sending.current) return
    // A press after the save, while the next page loads, navigates again instead of saving twice.
    if (saved.current && store.isSaved()) onSaved(saved.current)
    else if (row) submitChange(row)
    else submitNew()
  }
  return (
    <Frame
      store={store}
      submit={submit}
      cancel={onCancel}
      busy={preparing || create.isPending || update.isPending}
      submitLabel={submitLabel}
      top={clash && <ConflictChoice key={versi} clash={clash} store={store} />}
    >
      {children}
    </Frame>
  )
}
/** Form that updates the row `id`, which it fetches first. */
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
