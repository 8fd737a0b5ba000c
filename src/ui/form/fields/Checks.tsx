import { Checkbox, Group } from '@mantine/core'
import type { ControlProps } from '#src/ui/form/fields/controlProps.ts'

/**
 * Checkboxes for a field with several values out of a few fixed choices. The values have the order
 * of `options`.
 */
export const Checks = <T extends string | number>({
  label,
  description,
  error,
  required,
  disabled,
  options,
  value,
  onChange,
}: Omit<ControlProps, 'name'> & {
  options: readonly { value: T; label: string }[]
  value: readonly unknown[]
  onChange: (value: T[]) => void
}) => (
  <Checkbox.Group
    label={label}
    description={description}
    error={error}
    required={required}
    disabled={disabled}
    value={value.map(String)}
    onChange={(ticked) =>
      onChange(options.map((o) => o.value).filter((v) => ticked.includes(String(v))))
    }
  >
    <Group gap="0.35rem 1.25rem">
      {options.map((o) => (
        <Checkbox
          key={o.value}
          value={String(o.value)}
          label={o.label}
          error={Boolean(error)}
          aria-invalid={error ? true : undefined}
        />
      ))}
    </Group>
  </Checkbox.Group>
)
