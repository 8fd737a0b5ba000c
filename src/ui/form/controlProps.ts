/** What every control of a field is given. */
export interface ControlProps {
  label: string
  description?: string
  error?: string
  required?: boolean
  disabled?: boolean
  name: string
  placeholder?: string
  autoComplete?: string
}
