/**
 * Context of a form's store. Fields subscribe to their own path, so that long forms stay fast. The
 * code of the store is fetched with the form.
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
 * Returns value, error and setter of a field for a control of the screen. The control then shows
 * the error, which is not repeated above the form. `propose` sets a derived default (FormStore).
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
