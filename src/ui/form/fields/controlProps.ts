/** Props common to the controls of all fields. */
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
