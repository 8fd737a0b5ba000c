import type { Params } from '#src/data/http.ts'

/** What every picker of rows of another resource is given. */
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
