/** Makes the outlets of a made-up school with their rooms, and the national holidays. */
import { cities, type City } from '#server/seed/cities.ts'
import { keyed, type Maker } from '#server/seed/maker.ts'

export interface Outlet {
  id: number
  kode: string
  /** City of the outlet, from which the names, streets and schools of its people are drawn. */
  city: City
}

/** Makes the outlets, assigned to the cities in turn. */
export const makeOutlets = ({ options, ids, put, base }: Maker): Outlet[] => {
  const cityCount = Math.min(cities.length, Math.max(options.outlets, 1))
  return Array.from({ length: options.outlets }, (_, i) => {
    const city = cities[i % cityCount]!
    const round = Math.floor(i / cities.length)
    const row = {
      id: ids.next('gedung'),
      ...base,
      kode: round === 0 ? city.kode : `${city.kode}${round + 1}`,
      nama: round === 0 ? city.outlet : `${city.outlet} ${round + 1}`,
      alamat: city.alamat,
      kota: city.kota,
      phone: city.phone,
      email: `${city.kode.toLowerCase()}${round || ''}@nada.example`,
      zona_waktu: city.timeZone,
      jam_buka: '08:00',
      jam_tutup: '20:30',
      kop_surat: 'Kursus musik untuk segala usia',
      status: 'aktif',
    }
    put('gedung', keyed('gedung', { ...row, logo: null }))
    return { id: row.id, kode: row.kode, city }
  })
}

/** Makes a room of an outlet and returns its id. */
export const makeRoom = (
  { ids, put, base }: Maker,
  room: { gedung_id: number; nama: string; kapasitas: number; fasilitas: readonly string[] },
): number => {
  const id = ids.next('ruang')
  put(
    'ruang',
    keyed('ruang', {
      id,
      ...base,
      ...room,
      fasilitas: JSON.stringify(room.fasilitas),
      status: 'aktif',
    }),
  )
  return id
}
/** Makes a hall in each outlet, large enough for every course. */
export const makeHalls = (maker: Maker, outlets: readonly Outlet[]): void => {
  const fasilitas = ['Panggung', 'Grand piano', 'Sistem suara', 'Proyektor', 'AC']
  for (const { id } of outlets)
    makeRoom(maker, { gedung_id: id, nama: 'Aula', kapasitas: 60, fasilitas })
}

/** Names of holidays that are on the same date every year, with their date (`MM-DD`). */
const nationalHolidays = [
  ['Tahun Baru Masehi', '01-01'],
  ['Hari Buruh Internasional', '05-01'],
  ['Hari Lahir Pancasila', '06-01'],
  ['Hari Kemerdekaan RI', '08-17'],
  ['Hari Raya Natal', '12-25'],
] as const
/** Makes the holidays of this year and the next. */
export const makeHolidays = ({ options, ids, put, base }: Maker): void => {
  const thisYear = Number(options.today.slice(0, 4))
  for (const year of [thisYear, thisYear + 1])
    for (const [nama, day] of nationalHolidays)
      put(
        'hari_libur',
        keyed('hari-libur', {
          id: ids.next('hari_libur'),
          ...base,
          nama,
          tanggal: `${year}-${day}`,
          gedung_id: null,
          jenis: 'nasional',
          prorata: 0,
        }),
      )
}
