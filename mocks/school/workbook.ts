/** Workbook with which a school moves in (decision 0251), for tests of its screen. */
import type { Rows } from '#mocks/school/movingIn.ts'

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
