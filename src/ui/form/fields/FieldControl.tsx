import { use, useEffect, useSyncExternalStore } from 'react'
import { hintAllOutlets, isRequired, type FieldMeta } from '#contract/fields.ts'
import type { Params } from '#src/data/api/http.ts'
import { shownMeta } from '#src/data/fieldMeta.ts'
import { useOwnOutlets } from '#src/data/outlets.ts'
import { drawControl } from '#src/ui/form/fields/controls.tsx'
import { schemaAt, type Schema } from '#src/ui/form/store.ts'
import { useFormStore, useFormValue } from '#src/ui/form/useForm.ts'
import { FieldsContext } from '#src/ui/list/table/table.tsx'

export interface FieldProps {
  name: string
  label?: string
  hint?: string
  wide?: boolean
  disabled?: boolean
  required?: boolean
  filter?: Params
  onClosed?: (id: number) => void
  options?: readonly (string | number)[]
  autoComplete?: string
  /**
   * Personal data of the owner of the password, which the password meter uses in addition to the
   * values of the form. The meter rates a password weak if it contains such data.
   */
  owner?: Readonly<Record<string, unknown>>
  /**
   * Kind of control in place of the contract's, for a value whose meaning depends on another field.
   */
  as?: FieldMeta['control']
}

/** Returns the contract's metadata of a field. A field unknown to the contract is a text field. */
const metaAt = (schema: Schema | undefined, name: string): FieldMeta =>
  (schema && shownMeta(schema)) ?? { label: name, control: 'text' }

/**
 * Field of the form with the given name. Its control, label, required mark and hint come from the
 * contract, its value and error from the form's store.
 */
export const FieldControl = (props: FieldProps) => {
  const { name, label, hint, wide, disabled, required, autoComplete, as, ...rest } = props
  const store = useFormStore()
  const value = useFormValue(name)
  const error = useSyncExternalStore(store.subscribe, () => store.error(name))
  useEffect(() => store.mount(name), [store, name])
  const schema = schemaAt(store.schema, name)
  const meta = metaAt(schema, name)
  const isLimited = useOwnOutlets().length > 0
  const ownHint = isLimited && meta.hint === hintAllOutlets ? 'Pilih outlet Anda' : meta.hint
  // Choices of the field with the labels that the surrounding list uses, because a setting of the
  // school may rename labels. Undefined for a form outside a list.
  const called = use(FieldsContext)(name)?.options
  return (
    <div className={wide || meta.control === 'textarea' ? 'wide' : undefined} data-field={name}>
      {drawControl(as ?? meta.control, {
        ...rest,
        common: {
          name,
          label: label ?? meta.label,
          description: hint ?? ownHint,
          error,
          required: required ?? (schema ? isRequired(schema) : false),
          disabled,
          autoComplete: autoComplete ?? 'off',
        },
        meta,
        schema,
        store,
        value,
        set: (next) => store.set(name, next),
        wide,
        called,
        autoComplete,
      })}
    </div>
  )
}
