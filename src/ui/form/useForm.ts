/**
 * The state of the form around a component. Fields subscribe to their own path, so that long forms
 * stay quick. What makes that state is fetched with the form.
 */
import { createContext, use, useEffect, useSyncExternalStore } from 'react'
import type { FormStore } from '#src/ui/form/store.ts'

export const FormContext = createContext<FormStore | null>(null)
export const useFormStore = (): FormStore => {
  const store = use(FormContext)
  if (!store) throw new Error('Field di luar Form')
  return store
}
/**
 * Value, error and setter of one field, for a control that a screen draws itself; the error then
 * stands with it, not above the form. `propose` sets what nobody has typed (FormStore).
 */
export const useFormField = (
  path: string,
): {
  value: unknown
  error: string | undefined
  set: (value: unknown) => void
  propose: (value: unknown) => void
} => {
  const store = useFormStore()
  const value = useFormValue(path)
  const error = useSyncExternalStore(store.subscribe, () => store.error(path))
  useEffect(() => store.mount(path), [store, path])
  return {
    value,
    error,
    set: (next) => store.set(path, next),
    propose: (next) => store.propose(path, next),
  }
}
/** Returns a value of the form and renders again when the value changes. */
export const useFormValue = (path: string): unknown => {
  const store = useFormStore()
  return useSyncExternalStore(store.subscribe, () => store.get(path))
}
