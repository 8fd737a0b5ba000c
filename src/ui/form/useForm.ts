/**
 * Context of a form's store, and hooks that read a field of the store. Each hook renders again only
 * when its own field changes, so that long forms stay fast. The store's code is fetched with the
 * form.
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
 * Returns value, error and setters of a field, for controls other than `Field`. The control must
 * show the error: the hook registers the field as visible, so the form does not show the error
 * above the fields. `propose` sets a default that is derived from other fields.
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
