import type { FieldMeta } from '#contract/fields.ts'
import { valueText } from '#src/ui/format/format.ts'

/**
 * Returns the value of a field as text, with its unit. When the contract gives the field a `words`
 * function, the texts that it returns are joined with `; `.
 */
export const valueWords = (value: unknown, meta: FieldMeta | undefined): string => {
  const lines = meta?.words?.(value)
  if (lines) return lines.length > 0 ? lines.join('; ') : 'Tidak ada'
  if (meta?.control === 'file' && typeof value === 'number') return 'Berkas'
  const text = valueText(value, meta)
  return typeof value === 'number' && meta?.unit && meta.control === 'number'
    ? `${text} ${meta.unit}`
    : text
}
