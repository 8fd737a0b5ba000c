import type { Params } from '#src/data/api/http.ts'

/** Props common to all pickers of rows of another resource. */
export interface PickerProps {
  label: string
  resource: string
  name?: string
  description?: string
  error?: string
  required?: boolean
  placeholder?: string
  disabled?: boolean
  autoFocus?: boolean
  filter?: Params
}
