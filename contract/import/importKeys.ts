/**
 * Lists the importable resources with the fields that identify an existing row; add an entry to
 * make another resource importable. Imports of students follow additional rules
 * (server/import/peserta.ts).
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
 * Access codes of imports: for running an import (`import`), and for downloading the empty sheet
 * (`template`). The caller of an import also needs the codes to create and update rows of the
 * resource.
 */
export type ImporCode = `${ImporName}/${'import' | 'template'}`
export const imporNames: readonly ImporName[] = Object.keys(importable).filter(
  (n): n is ImporName => Object.hasOwn(importable, n),
)
