/**
 * What comes in from a sheet, and by which of its fields a row is known again; a resource joins by
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
 * Codes that an import brings: bringing rows in, and the empty sheet. Its rows need the codes to
 * create and update besides.
 */
export type ImporCode = `${ImporName}/${'import' | 'template'}`
export const imporNames: readonly ImporName[] = Object.keys(importable).filter(
  (n): n is ImporName => Object.hasOwn(importable, n),
)
