/** Header and example rows of the template of an import. */
import type { SheetColumn } from '#server/export/xlsx.ts'
import type { ImportKind } from '#server/import/columns.ts'

/**
 * Hint in the second example row of the template: when updating, empty cells change nothing and a
 * dash empties the field. Rows whose main column begins with `Contoh:` (example) are not imported.
 */
const exampleHint =
  'Contoh: saat memperbarui, sel kosong dibiarkan dan sel berisi tanda - dikosongkan (hapus baris ini)'
/** Returns the header and example rows of the template. */
export const templateContent = (jenis: ImportKind) => {
  const columns = Object.values(jenis.columns)
  return {
    columns: columns.map((k): SheetColumn => ({
      label: k.required ? `${k.label} *` : k.label,
      kind: k.kind ?? 'teks',
      width: Math.max(14, k.label.length + 5),
    })),
    examples: [
      columns.map((k) => k.example ?? ''),
      Object.keys(jenis.columns).map((k) => (k === jenis.mainColumn ? exampleHint : '')),
    ],
  }
}
