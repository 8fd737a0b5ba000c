/**
 * Importable resources, each with the fields that identify an existing row. A further resource adds
 * a line here. Students have rules of their own (server/import/peserta.ts).
 */
export const importable = {
  user: ['no_induk'],
  gedung: ['kode'],
  'jenis-billing': ['kode'],
  'kategori-kursus': ['nama'],
  kursus: ['kode'],
  biaya: ['kode'],
  'produk-jasa': ['kode'],
  ruang: ['gedung_id', 'nama'],
  'hari-libur': ['gedung_id', 'tanggal'],
  lead: ['phone', 'nama'],
} as const satisfies Record<string, readonly string[]>

export type ImporName = keyof typeof importable
/**
 * Access codes of an import: importing, and the empty sheet. The caller also needs the codes to
 * create and update the rows.
 */
export type ImporCode = `${ImporName}/${'import' | 'template'}`
export const imporNames: readonly ImporName[] = Object.keys(importable).filter(
  (n): n is ImporName => Object.hasOwn(importable, n),
)
