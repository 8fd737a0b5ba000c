/** Workbook with which a school moves in (decision 0251), for tests of its screen. */
import { workbookOf } from '#server/export/workbook.ts'

type Rows = readonly (readonly string[])[]
/** Returns a workbook (XLSX) whose sheets have these rows. The first row of a sheet is its header. */
export const workbookWith = (sheets: Record<string, Rows>): Uint8Array =>
  workbookOf(
    Object.entries(sheets).map(([name, [head = [], ...rows]]) => ({
      name,
      columns: head.map((label) => ({ label, kind: 'teks' as const, width: 12 })),
      rows,
    })),
  )

/**
 * Returns the sheets of a school with an unknown column (`Nama Lain` of the outlets) and an unknown
 * sheet (`Daftar Studio`). `room` is the outlet that the room names; `n` makes all names unique.
 */
export const schoolSheets = (n: string, room = `Nada ${n}`): Record<string, Rows> => ({
  Cabang: [
    ['Nama Cabang', 'Singkatan', 'Alamat', 'Kota', 'Pemilik'],
    [`Nada ${n}`, `KD${n}`, 'Jl. Melati 9', 'Bogor', 'Ani'],
  ],
  Ruang: [
    ['Studio', 'Lokasi', 'Daya Tampung'],
    ['Studio A', `Nada ${n}`, '3'],
    ['Studio B', room, '2'],
  ],
  'Daftar Jurusan': [
    ['Jurusan', 'Tingkat'],
    [`Biola ${n}`, 'Dasar; Menengah'],
  ],
})
