/** Workbooks with which a test moves a school in (decision 0251), and the calls that do so. */
import type { PindahanJob } from '#contract/import/pindahanCalls.ts'
import { addMonths, currentDay, firstDay } from '#contract/values/tanggal.ts'
import type { Client } from '#mocks/api/api.ts'
import { must, type School } from '#mocks/school/school.ts'
import { workbookOf } from '#server/export/workbook.ts'

/** Rows of a sheet; the first row has the headings. */
export type Rows = readonly (readonly unknown[])[]
/** Returns a workbook whose sheets have these rows. */
export const book = (sheets: Record<string, Rows>) =>
  workbookOf(
    Object.entries(sheets).map(([name, [head = [], ...rows]]) => ({
      name,
      columns: Array.from(
        { length: Math.max(head.length, ...rows.map((r) => r.length)) },
        (_, i) => ({
          label: String(head[i] ?? ''),
          kind: 'teks' as const,
          width: 12,
        }),
      ),
      rows,
    })),
  )
const settled = async (client: Client, id: number): Promise<PindahanJob> => {
  for (;;) {
    const job = must(await client.get<PindahanJob>(`/pindahan/import-job?id=${id}`))
    if (job.status !== 'memeriksa' && job.status !== 'berjalan') return job
    await new Promise((resolve) => {
      setTimeout(resolve, 20)
    })
  }
}
/** Returns functions that send, try, store and undo workbooks as the superadmin of a school. */
export const moverOf = (s: () => School) => {
  const send = (file: Uint8Array, peta?: object, client = s().superadmin) =>
    client.upload<PindahanJob>('/pindahan/import', 'pindahan.xlsx', file, {
      ...(peta && { peta: JSON.stringify(peta) }),
    })
  const triedFile = async (file: Uint8Array, peta?: object) =>
    settled(s().superadmin, must(await send(file, peta)).id)
  return {
    send,
    triedFile,
    tried: (sheets: Record<string, Rows>, peta?: object) => triedFile(book(sheets), peta),
    ran: async ({ id }: PindahanJob) => {
      must(await s().superadmin.post(`/pindahan/import-jalankan?id=${id}`))
      return settled(s().superadmin, id)
    },
    undo: ({ id }: PindahanJob) =>
      s().superadmin.post<PindahanJob>(`/pindahan/import-urungkan?id=${id}`),
  }
}
/** Returns created, updated, unchanged and rejected rows by sheet. */
export const figures = ({ lembar }: PindahanJob) =>
  Object.fromEntries(
    lembar.map(({ judul, impor: { berhasil, diperbarui, tidak_berubah, gagal } }) => [
      judul,
      [berhasil, diperbarui, tidak_berubah, gagal],
    ]),
  )
/** Returns every problem as `<sheet> <row> <column>: <message>`. */
export const problems = ({ lembar }: Pick<PindahanJob, 'lembar'>) =>
  lembar.flatMap(({ judul, impor }) =>
    impor.galat.flatMap(({ baris, masalah }) =>
      masalah.map(({ kolom, pesan }) => `${judul} ${baris} ${kolom}: ${pesan}`),
    ),
  )

/** First day of the next month. */
export const nextMonth = firstDay(addMonths(currentDay().slice(0, 7), 1))
/** Workbook of a school in its own words: other headings and orders, with references by name. */
export const school = (n: string): Record<string, Rows> => ({
  Siswa: [
    [
      'JK',
      'Nama Siswa',
      'Tgl Lahir',
      'Cabang',
      'No HP Orang Tua',
      'Wali',
      'No. HP Wali',
      'Persetujuan',
    ],
    ['P', `Sari ${n}`, '4/3/2015', `Nada ${n}`, `0811${n}00001`, 'Budi', `0811${n}00001`, 'ya'],
    ['L', `Adi ${n}`, '5 Mei 2016', `KD${n}`, `+62 811-${n}-00001`, 'Budi', `0811${n}00001`, 'ya'],
  ],
  'Orang Tua': [
    ['Nama Orang Tua', 'WA', 'Alamat Rumah'],
    [`Budi ${n}`, `0811${n}00001`, 'Jl. Kenanga 1'],
  ],
  Guru: [
    ['Guru', 'HP', 'Cabang', 'Instrumen', 'Senin', 'Rabu'],
    [`Ibu ${n}`, `0812${n}00009`, `KD${n}`, `Biola ${n}`, '09.00-11.00; 13.00-14.00 (tanya)', '-'],
  ],
  Program: [
    ['Nama Program', 'Kode', 'SPP', 'Kategori', 'Durasi', 'Maks Murid', 'Tipe'],
    [`Biola Dasar ${n}`, `BD${n}`, 'Rp 350.000,-', `Biola ${n}`, '45', '3', 'Grup'],
  ],
  Jurusan: [
    ['Jurusan', 'Tingkat'],
    [`Biola ${n}`, 'Dasar; Menengah'],
  ],
  Studio: [
    ['Studio', 'Lokasi', 'Daya Tampung'],
    ['Studio A', `Nada ${n}`, '3'],
  ],
  Jadwal: [
    ['Guru', 'Program', 'Cabang', 'Studio', 'Hari', 'Jam', 'Tgl Mulai'],
    [`Ibu ${n}`, `BD${n}`, `Nada ${n}`, 'Studio A', 'Senin', '9.00', nextMonth],
  ],
  Pendaftaran: [
    ['Siswa', 'Guru', 'Hari', 'Jam', 'Tgl Mulai', 'SPP Khusus', 'Alasan Biaya Khusus'],
    [`Sari ${n}`, `Ibu ${n}`, 'senin', '09:00', nextMonth, 'Rp 300.000', 'Saudara'],
    [`Adi ${n} (Budi ${n})`, `0812${n}00009`, 'Senin', '9.00', nextMonth, '', ''],
  ],
  Cabang: [
    ['Cabang'],
    ['Nama Cabang', 'Alamat', 'Singkatan', 'Kota', 'Pemilik'],
    [`Nada ${n}`, 'Jl. Melati 9', `KD${n}`, 'Bogor', 'Ani'],
  ],
})

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
