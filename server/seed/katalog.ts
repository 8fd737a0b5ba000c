/** What a made-up school sells beside lessons, and its fees. */
import { addDays, addMonths, firstDay } from '#contract/rules/tanggal.ts'
import { at, keyed, stamp, type Ids, type Put } from '#server/seed/people.ts'

export interface JenisKatalog {
  pendaftaran: number
  produk: number
  tambahan: number
  lain: number
}
/** What families buy now and then; the others are offered only. */
export const dagangan = [
  ['Buku Piano Dasar', 85_000],
  ['Buku Teori Musik 1', 70_000],
  ['Senar gitar', 65_000],
  ['Stik drum', 90_000],
  ['Kaos Nada', 120_000],
  ['Tas partitur', 95_000],
  ['Rosin biola', 60_000],
] as const

/** Stores products, services and fees as they stand today; answers the products' ids by name. Fees hold from next month on: nothing that was billed before had them. */
export const makeKatalog = (
  jenis: JenisKatalog,
  today: string,
  ids: Ids,
  put: Put,
): ReadonlyMap<string, number> => {
  const dasar = stamp(at(addDays(today, -400)), 1)
  const produk = (
    kode: string,
    nama: string,
    harga: number,
    stok: number | null,
    tipe: 'produk' | 'jasa' = 'produk',
    status = 'aktif',
  ): [string, number] => {
    const id = ids.next('produk_jasa')
    put(
      'produk_jasa',
      keyed('produk-jasa', {
        id,
        ...dasar,
        kode,
        nama,
        tipe,
        jenis_billing_id: tipe === 'jasa' ? jenis.lain : jenis.produk,
        harga,
        stok,
        gedung: '[]',
        ppn_kena: 0,
        status,
      }),
    )
    return [nama, id]
  }
  const kode = ['BK-PNO-D', 'BK-TEORI-1', 'SENAR-GTR', 'STIK-DRM', 'KAOS', 'TAS-PART', 'ROSIN']
  const made = new Map(
    dagangan.map(([nama, harga], i) =>
      produk(kode[i] ?? nama, nama, harga, [34, 28, 41, 26, 57, 22, 30][i] ?? 20),
    ),
  )
  produk('METRONOM', 'Metronom digital', 185_000, 0)
  produk('BK-GTR-LAMA', 'Buku Gitar (edisi lama)', 45_000, 3, 'produk', 'nonaktif')
  produk('SEWA-STUDIO', 'Sewa studio per jam', 75_000, null, 'jasa')
  produk('SETEM', 'Setem piano di rumah', 350_000, null, 'jasa')
  const depan = firstDay(addMonths(today.slice(0, 7), 1))
  for (const [kodeBiaya, nama, jenis_billing_id, nominal, pemicu, berlaku_mulai] of [
    ['DAFTAR', 'Pendaftaran peserta baru', jenis.pendaftaran, 250_000, 'pendaftaran', depan],
    [
      'FASILITAS',
      'Fasilitas studio',
      jenis.tambahan,
      25_000,
      'bulanan',
      firstDay(addMonths(today.slice(0, 7), 3)),
    ],
    ['UJIAN', 'Ujian kenaikan level', jenis.tambahan, 200_000, 'kenaikan_level', depan],
    ['CUTI', 'Administrasi cuti', jenis.tambahan, 50_000, 'cuti', depan],
    ['RAPOR', 'Cetak ulang rapor', jenis.tambahan, 20_000, 'manual', depan],
  ] as const)
    put(
      'biaya',
      keyed('biaya', {
        id: ids.next('biaya'),
        ...dasar,
        kode: kodeBiaya,
        nama,
        jenis_billing_id,
        nominal,
        pemicu,
        kursus: '[]',
        gedung: '[]',
        berlaku_mulai,
        status: 'aktif',
      }),
    )
  return made
}
