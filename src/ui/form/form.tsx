/**
 * formFor(resource): form parts typed by its contract. This half is light; the rest is fetched when
 * a form opens.
 */
import '#src/styles/listParts.css'
import { Stack, Skeleton } from '@mantine/core'
import { lazy, Suspense, use, type ReactNode } from 'react'
import type { FieldMeta } from '#contract/fields.ts'
import type { AnyResource, Parsed, Row } from '#contract/resource.ts'
import type { Hooks } from '#src/data/api/createHooks.ts'
import type { Params } from '#src/data/api/http.ts'
import type { Place } from '#src/state/place.ts'
import { Boundary } from '#src/ui/feedback/Failed.tsx'
import { Waiting } from '#src/ui/feedback/Waiting.tsx'
import { FormTargetContext } from '#src/ui/form/formTarget.ts'
import type { EditForm, Initial, SaveForm, SaveProps } from '#src/ui/form/SaveForm.tsx'
import { useFormField, useFormStore, useFormValue } from '#src/ui/form/useForm.ts'
import { part } from '#src/ui/page/part.ts'

/** Fetches the code of forms. */
export const body = () => part(() => import('#src/ui/form/FormBody.tsx'))
// Lazy drops a component's type parameter; each use below is typed by formFor.
const LazySave = lazy(() =>
  body().then((m) => ({ default: m.SaveForm })),
) as unknown as typeof SaveForm
const LazyEdit = lazy(() =>
  body().then((m) => ({ default: m.EditForm })),
) as unknown as typeof EditForm
export const LazyModal = lazy(() => body().then((m) => ({ default: m.FormModal })))
const LazyField = lazy(() => body().then((m) => ({ default: m.FieldControl })))

/**
 * Checkbox that confirms that the row is no duplicate. Shown once the server has found a similar
 * row.
 */
export const NoDuplicate = () => {
  const { value, error } = useFormField('bukan_kembar')
  return error || value ? <LazyField name="bukan_kembar" wide /> : null
}

/** Skeleton of the fields while a form loads. */
export const FormSkeleton = () => (
  <Waiting>
    <Stack>
      {[0, 1, 2, 3].map((i) => (
        <Skeleton key={i} h="2.4rem" />
      ))}
    </Stack>
  </Waiting>
)

type Path<T> = (keyof T & string) | `${keyof T & string}.${number}.${string}`
type At<T, P extends string> = P extends keyof T ? T[P] : unknown
interface FieldOptions {
  label?: string
  hint?: string
  wide?: boolean
  disabled?: boolean
  autoComplete?: string
  /** Owner of a new password, in addition to the values of the form. */
  owner?: Readonly<Record<string, unknown>>
  /**
   * Overrides the contract's control, for a value whose meaning depends on another field:
   * `as="percent"`.
   */
  as?: FieldMeta['control']
  /** Marks a field as required that the contract requires only in some cases. */
  required?: boolean
  /** Restricts a picker, e.g. `{ role_id: 5 }`. */
  filter?: Params
  /** Restricts the choices of a select. */
  options?: readonly (string | number)[]
}

/** Returns the components and hooks for a form's fields and values, typed by the form's input. */
export const formPartsOf = <T extends object>() => ({
  /** A field by name, or by path in a list: `items.0.diskon`. `wide` takes the whole row. */
  Field: (props: FieldOptions & { name: Path<T> }) => <LazyField {...props} />,
  /** Present value of the form, typed loosely because it may be incomplete: '' or null. */
  useValue: <P extends Path<T>>(name: P): At<T, P> | '' | null | undefined =>
    useFormValue(name) as At<T, P>,
  /** Sets values from a screen's own control. */
  useSet: () => {
    const store = useFormStore()
    return <P extends Path<T>>(name: P, value: At<T, P>) => store.set(name, value)
  },
  /** Sets a default that the form derives, not typed by the user (FormStore). */
  usePropose: () => {
    const store = useFormStore()
    return <P extends keyof T & string>(name: P, value: T[P]) => store.propose(name, value)
  },
  /** Returns a field for a screen's own control, with the field's error. */
  useField: <P extends Path<T>>(name: P) =>
    useFormField(name) as {
      value: At<T, P> | '' | null | undefined
      error: string | undefined
      set: (value: At<T, P>) => void
      propose: (value: At<T, P>) => void
    },
  /**
   * List inside the form: `rows`, `add(row)`, `remove(i)`; render its fields as `<Field
   * name={`items.${i}.qty`} />`.
   */
  useRows: <K extends keyof T & string>(name: K) => {
    const store = useFormStore()
    const value = useFormValue(name)
    const rows = (Array.isArray(value) ? value : []) as (T[K] extends readonly (infer E)[]
      ? E
      : never)[]
    return {
      rows,
      add: (row: Partial<(typeof rows)[number]>) => store.set(name, [...rows, row]),
      remove: (index: number) =>
        store.set(
          name,
          rows.filter((_, i) => i !== index),
        ),
    }
  },
})

export interface FormProps<R extends AnyResource> {
  /** The row to update; without it a new row is created. */
  id?: number
  /** Relations to expand when the row is fetched. */
  expand?: string
  /** Initial values of a new row. */
  initial?: Initial<R>
  /** Initial values of inputs that are no columns of the row (lists, profiles). */
  initialOf?: (row: Row<R>) => Initial<R>
  /** Target of the link in the toast of success. */
  link?: (row: Row<R>) => Place
  /** Name of a row that has no name of its own, for the toast of success. */
  nameOf?: (row: Row<R>) => string
  submitLabel?: string
  /**
   * Last step before a new row is sent: returns the input to send, the errors, or undefined to stay
   * (a declined confirmation).
   */
  prepare?: SaveProps<R>['prepare']
  children: ReactNode
}

export const formFor = <R extends AnyResource>(of: Hooks<R>) => {
  const inner = ({
    id,
    ...rest
  }: FormProps<R> & {
    onSaved: (row: Row<R>) => void
    onCancel: () => void
    register?: Parameters<typeof SaveForm<R>>[0]['register']
  }) => (id ? <LazyEdit of={of} id={id} {...rest} /> : <LazySave of={of} {...rest} />)
  return {
    ...formPartsOf<Parsed<R>>(),
    /** Form on a page. `onSaved` usually navigates to the record; Batal navigates back. */
    Form: ({
      onSaved,
      onCancel = () => history.back(),
      ...props
    }: FormProps<R> & { onSaved: (row: Row<R>) => void; onCancel?: () => void }) => (
      <Boundary resetKey={String(props.id)}>
        <Suspense fallback={<FormSkeleton />}>{inner({ ...props, onSaved, onCancel })}</Suspense>
      </Boundary>
    ),
    /**
     * Form in a dialog. Inside a ListScreen it opens by `Tambah` and `Ubah`; elsewhere pass
     * `target` ({ id: 0 } creates a row).
     */
    ModalForm: ({
      target,
      onSaved,
      title,
      ...props
    }: Omit<FormProps<R>, 'id'> & {
      target?: { id: number | null; close: (saved?: number) => void }
      onSaved?: (row: Row<R>) => void
      title?: string
    }) => {
      const context = use(FormTargetContext)
      const { id, close } = target ?? context
      if (id === null) return null
      return (
        <Suspense>
          <LazyModal
            title={title ?? `${id ? 'Ubah' : 'Tambah'} ${of.resource.label[0]}`}
            close={() => close()}
          >
            {(tools) => (
              <Boundary resetKey={String(id)}>
                <Suspense fallback={<FormSkeleton />}>
                  <FormTargetContext value={{ id, close }}>
                    {inner({
                      ...props,
                      id,
                      onSaved: (row) => {
                        close(row.id)
                        onSaved?.(row)
                      },
                      onCancel: tools.close,
                      register: tools.register,
                    })}
                  </FormTargetContext>
                </Suspense>
              </Boundary>
            )}
          </LazyModal>
        </Suspense>
      )
    },
  }
}
