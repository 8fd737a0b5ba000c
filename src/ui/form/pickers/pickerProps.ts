import type { Params } from '#src/data/api/http.ts'

/** Props that all pickers of rows of another resource have. */
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
  /**
   * Whether the last option creates a row, if the user may create one. Fields of forms have this
   * option, filters do not.
   */
  creates?: boolean
}
