/** Makes the form components of declared calls (formOf) and of actions on a row (formAction). */
import { lazy, Suspense, type ReactNode } from 'react'
import type * as z from 'zod/mini'
import type { AnyCall, CallInput } from '#contract/call.ts'
import type { ActionInput, ActionName, AnyResource, Issue } from '#contract/resource.ts'
import type { Hooks } from '#src/data/api/createHooks.ts'
import { useIsMounted } from '#src/data/api/useWrite.ts'
import { body, FormSkeleton, LazyModal, formPartsOf } from '#src/ui/form/form.tsx'
import type { PlainForm } from '#src/ui/form/PlainForm.tsx'

// Casts the component, because `lazy` loses its type parameter. The input types each use below.
const LazyPlain = lazy(() =>
  body().then((m) => ({ default: m.PlainForm })),
) as unknown as typeof PlainForm

type InputSchema<C extends AnyCall> = C & { input: z.ZodMiniObject }

interface ModalFormProps<I> {
  title: string
  close: () => void
  send: (input: I) => Promise<unknown>
  initial?: Partial<I>
  submitLabel?: string
  children: ReactNode
  /** Called after the dialog has closed. */
  onDone?: () => void
}
/** Dialog with a form. Closing it asks for confirmation when there is unsaved input. */
const CallModal = <I,>({
  title,
  close,
  onDone,
  ...rest
}: ModalFormProps<I> & { schema: z.ZodMiniObject; check?: (input: I) => Issue[] }) => (
  <Suspense>
    <LazyModal title={title} close={close}>
      {(tools) => (
        <Suspense fallback={<FormSkeleton />}>
          <LazyPlain
            onDone={() => {
              close()
              onDone?.()
            }}
            onCancel={tools.close}
            register={tools.register}
            {...rest}
          />
        </Suspense>
      )}
    </LazyModal>
  </Suspense>
)
/**
 * Returns the form components and hooks of a declared call. `check` validates several fields
 * together. The prop `send` of the forms is the mutation of the call (`useMutation({quiet:
 * true}).mutateAsync`).
 */
export const formOf = <C extends AnyCall>(
  { def }: { def: InputSchema<C> },
  { check }: { check?: (input: CallInput<C>) => Issue[] } = {},
) => ({
  ...formPartsOf<CallInput<C> & object>(),
  Form: ({
    send,
    onDone,
    onCancel = () => history.back(),
    ...rest
  }: {
    send: (input: CallInput<C>) => Promise<unknown>
    initial?: Partial<CallInput<C>>
    submitLabel?: string
    children: ReactNode
    /**
     * Called after the call has succeeded, usually to navigate. Not called if the user has left the
     * page meanwhile.
     */
    onDone: () => void | Promise<void>
    onCancel?: () => void
  }) => {
    const isHere = useIsMounted()
    return (
      <Suspense fallback={<FormSkeleton />}>
        <LazyPlain
          schema={def.input}
          send={send}
          check={check}
          onDone={() => (isHere() ? onDone() : undefined)}
          onCancel={onCancel}
          {...rest}
        />
      </Suspense>
    )
  },
  /** Form in a dialog, which closes after the call has succeeded. */
  ModalForm: (props: ModalFormProps<CallInput<C>>) => (
    <CallModal schema={def.input} check={check} {...props} />
  ),
})

/**
 * Returns the form components and hooks of an action on a row. The form is a dialog, which closes
 * after the action has succeeded. The prop `send` of the form is the mutation of the action
 * (`useAction(name, {quiet: true}).mutateAsync`).
 */
export const formAction = <R extends AnyResource, A extends ActionName<R>>(
  of: Hooks<R>,
  action: A,
) => {
  type I = ActionInput<R, A> & object
  const schema = of.resource.actions[action] as z.ZodMiniObject
  return {
    ...formPartsOf<I>(),
    ModalForm: ({
      check,
      ...rest
    }: ModalFormProps<I> & { submitLabel: string; check?: (input: I) => Issue[] }) => (
      <CallModal schema={schema} check={check} {...rest} />
    ),
  }
}
