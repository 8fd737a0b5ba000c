import type { FieldMeta } from '#contract/fields.ts'
import { teksNilai } from '#src/ui/format.ts'

/** A value of a field in words, with its unit; a list that says itself is its lines. */
export const kataNilai = (value: unknown, meta: FieldMeta | undefined): string => {
  const lines = meta?.kata?.(value)
  if (lines) return lines.length > 0 ? lines.join('; ') : 'Tidak ada'
  if (meta?.control === 'file' && typeof value === 'number') return 'Berkas'
  const text = teksNilai(value, meta)
  return typeof value === 'number' && meta?.satuan && meta.control === 'number'
    ? `${text} ${meta.satuan}`
    : text
}
