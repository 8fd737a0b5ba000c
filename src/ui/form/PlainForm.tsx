import { useEffect, useEffectEvent, useState, type ReactNode } from 'react'
import * as z from 'zod/mini'
import type { Issue, Shape } from '#contract/resource.ts'
import { ApiError } from '#src/data/api/http.ts'
import { showError } from '#src/state/feedback.ts'
import { Frame } from '#src/ui/form/fields/Frame.tsx'
import { createStore, emptyValues, tidy, type FormStore, type Values } from '#src/ui/form/store.ts'
import { errorsOf, firstByField, validateInput } from '#src/ui/form/validateInput.ts'

interface PlainProps {
  schema: z.ZodMiniObject
  initial?: Values
  send: (input: never) => Promise<unknown>
  children: ReactNode
  submitLabel?: string
  /** Closes the form or navigates away. The form stays busy until the promise resolves. */
  onDone: () => void | Promise<void>
  onCancel: () => void
  check?: (input: never) => Issue[]
  register?: (store: FormStore) => void
}
/** Form that sends a call other than the create or update of an entity. `send` sends its input. */
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
  const registerStore = useEffectEvent(() => register?.(store))
  useEffect(() => registerStore(), [])
  const submit = async () => {
    if (store.isSaved()) return
    const parsed = z.safeParse(schema, tidy(schema, store.values()))
    if (!parsed.success) return store.setErrors(errorsOf(parsed.error.issues))
    const issues = validateInput(schema.def.shape as Shape, check, parsed.data)
    store.setErrors(firstByField(issues))
    if (issues.length > 0) return
    setBusy(true)
    try {
      await send(parsed.data as never)
      store.markSaved()
      await onDone()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.fields.length > 0) store.setErrors(firstByField(error.fields))
      else showError(error)
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
