/** Props that the controls of all fields have. */
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
