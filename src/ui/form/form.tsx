/**
 * Makes the form components and hooks of a resource, typed by its contract (formFor). This half of
 * the form code is small. The large half (FormBody.tsx) is fetched when a form opens.
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

/** Fetches the large half of the form code. */
export const body = () => part(() => import('#src/ui/form/FormBody.tsx'))
// Casts the components, because `lazy` loses their type parameters. The function `formFor` below
// passes a resource to the components, so that their props have the types of this resource.
const LazySave = lazy(() =>
  body().then((m) => ({ default: m.SaveForm })),
) as unknown as typeof SaveForm
const LazyEdit = lazy(() =>
  body().then((m) => ({ default: m.EditForm })),
) as unknown as typeof EditForm
export const LazyModal = lazy(() => body().then((m) => ({ default: m.FormModal })))
const LazyField = lazy(() => body().then((m) => ({ default: m.FieldControl })))

/**
 * Checkbox to confirm that the row is no duplicate. It appears once the server has rejected the
 * save because of a similar row.
 */
export const NoDuplicate = () => {
  const { value, error } = useFormField('bukan_kembar')
  return error || value ? <LazyField name="bukan_kembar" wide /> : null
}

/** Skeleton of a form's fields while the form loads. */
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
  /**
   * Personal data of the owner of the password, which the password meter uses in addition to the
   * values of the form. The meter rates a password weak if it contains such data.
   */
  owner?: Readonly<Record<string, unknown>>
  /**
   * Kind of control in place of the contract's, such as `as="percent"`, for a value whose meaning
   * depends on another field.
   */
  as?: FieldMeta['control']
  /**
   * Whether the field is marked as required although the contract requires it only in some cases.
   */
  required?: boolean
  /** Filter on the choices of a picker, such as `{ role_id: 5 }`. */
  filter?: Params
  /** Called with the id of a choice that the user picks although the server has closed it. */
  onClosed?: (id: number) => void
  /** Values to which the choices of a select are restricted. */
  options?: readonly (string | number)[]
}

/**
 * Returns the components and hooks for the fields and values of a form, typed by the form's input.
 */
export const formPartsOf = <T extends object>() => ({
  /**
   * Field by its name, or by its path in a list, such as `items.0.diskon`. With `wide` it takes a
   * whole row.
   */
  Field: (props: FieldOptions & { name: Path<T> }) => <LazyField {...props} />,
  /**
   * Returns the present value of a field and renders again when it changes. The value of an empty
   * field is '', null or undefined.
   */
  useValue: <P extends Path<T>>(name: P): At<T, P> | '' | null | undefined =>
    useFormValue(name) as At<T, P>,
  /** Returns a function that sets the value of a field, for controls other than `Field`. */
  useSet: () => {
    const store = useFormStore()
    return <P extends Path<T>>(name: P, value: At<T, P>) => store.set(name, value)
  },
  /**
   * Returns a function that sets a field to a default derived from other fields. The default does
   * not count as unsaved input.
   */
  usePropose: () => {
    const store = useFormStore()
    return <P extends keyof T & string>(name: P, value: T[P]) => store.propose(name, value)
  },
  /** Returns value, error and setters of a field, for controls other than `Field`. */
  useField: <P extends Path<T>>(name: P) =>
    useFormField(name) as {
      value: At<T, P> | '' | null | undefined
      error: string | undefined
      set: (value: At<T, P>) => void
      propose: (value: At<T, P>) => void
    },
  /**
   * Returns `rows`, `add(row)` and `remove(i)` of a list inside the form. The fields of row `i` are
   * rendered as `<Field name={`items.${i}.qty`} />`.
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
  /** Id of the row to update. Without it the form creates a row. */
  id?: number
  /** Relations to expand when the row is fetched. */
  expand?: string
  /** Initial values of a new row. */
  initial?: Initial<R>
  /**
   * Returns the initial values of inputs that are not columns of the row to update, such as lists
   * and profiles.
   */
  initialOf?: (row: Row<R>) => Initial<R>
  /** Returns the target of the link in the toast after saving. */
  link?: (row: Row<R>) => Place
  /** Returns the name of a saved row for the toast, for a resource without a name field. */
  nameOf?: (row: Row<R>) => string
  submitLabel?: string
  /**
   * Runs after validation, just before a new row is sent. Returns the input to send, the errors to
   * show, or undefined to send nothing and keep the form open, as after a declined confirmation.
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
    /**
     * Form on a page. `onSaved` usually navigates to the record. The cancel button (Batal)
     * navigates back in the browser's history.
     */
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
     * Form in a dialog. Inside a ListScreen, the buttons `Tambah` (add) and `Ubah` (edit) open it.
     * Elsewhere it needs `target`, the row to edit; id 0 is a new row.
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
      const opened = target ?? context
      const { id, close } = opened
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
                  <FormTargetContext value={opened}>
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
