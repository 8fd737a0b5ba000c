/** Makes the products, services and fees of a made-up school. */
import { addDays, addMonths, firstDay } from '#contract/values/tanggal.ts'
import { momentOf, keyed, stamp, type Maker, type Row } from '#server/seed/maker.ts'

export interface CatalogueTypes {
  produk: number
  tambahan: number
  lain: number
}
interface Product {
  id: number
  kode: string
  nama: string
  harga: number
  /** Number of pieces in stock; null for a product or service without stock. */
  stok: number | null
  tipe?: 'produk' | 'jasa'
  status?: string
}
/** Goods that families buy now and then: name, price in rupiah, code, pieces in stock. */
export const goods = [
  ['Buku Piano Dasar', 85_000, 'BK-PNO-D', 34],
  ['Buku Teori Musik 1', 70_000, 'BK-TEORI-1', 28],
  ['Senar gitar', 65_000, 'SENAR-GTR', 41],
  ['Stik drum', 90_000, 'STIK-DRM', 26],
  ['Kaos Nada', 120_000, 'KAOS', 57],
  ['Tas partitur', 95_000, 'TAS-PART', 22],
  ['Rosin biola', 60_000, 'ROSIN', 30],
] as const
/**
 * Further products and services, which no generated bill contains: a product out of stock, an
 * inactive product, and services.
 */
const offeredOnly: readonly Omit<Product, 'id'>[] = [
  { kode: 'METRONOM', nama: 'Metronom digital', harga: 185_000, stok: 0 },
  {
    kode: 'BK-GTR-LAMA',
    nama: 'Buku Gitar (edisi lama)',
    harga: 45_000,
    stok: 3,
    status: 'nonaktif',
  },
  { kode: 'SEWA-STUDIO', nama: 'Sewa studio per jam', harga: 75_000, stok: null, tipe: 'jasa' },
  { kode: 'SETEM', nama: 'Setem piano di rumah', harga: 350_000, stok: null, tipe: 'jasa' },
]

/**
 * Stores the fees. Each fee applies only from a later month on, because no generated bill contains
 * it.
 */
const putFees = (types: CatalogueTypes, today: string, put: (fee: Row) => void): void => {
  const monthsAhead = (n: number) => firstDay(addMonths(today.slice(0, 7), n))
  const { tambahan } = types
  for (const [kode, nama, jenis_billing_id, nominal, pemicu, berlaku_mulai] of [
    ['FASILITAS', 'Fasilitas studio', tambahan, 25_000, 'bulanan', monthsAhead(3)],
    ['UJIAN', 'Ujian kenaikan level', tambahan, 200_000, 'kenaikan_level', monthsAhead(1)],
    ['CUTI', 'Administrasi cuti', tambahan, 50_000, 'cuti', monthsAhead(1)],
    ['RAPOR', 'Cetak ulang rapor', tambahan, 20_000, 'manual', monthsAhead(1)],
  ] as const)
    put({
      kode,
      nama,
      jenis_billing_id,
      nominal,
      pemicu,
      kursus: '[]',
      gedung: '[]',
      berlaku_mulai,
      status: 'aktif',
    })
}

/** Stores the products, services and fees. Returns the ids of `goods` by name. */
export const makeCatalogue = (
  types: CatalogueTypes,
  { options, ids, put }: Maker,
): ReadonlyMap<string, number> => {
  const { today } = options
  const base = stamp(momentOf(addDays(today, -400)), 1)
  const putProduct = (product: Product): void => {
    const { tipe = 'produk', status = 'aktif', ...rest } = product
    const jenis_billing_id = tipe === 'jasa' ? types.lain : types.produk
    const more = { tipe, jenis_billing_id, gedung: '[]', ppn_kena: 0, status }
    put('produk_jasa', keyed('produk-jasa', { ...base, ...rest, ...more }))
  }
  const idByName = new Map<string, number>()
  for (const [nama, harga, kode, stok] of goods) {
    const id = ids.next('produk_jasa')
    putProduct({ id, kode, nama, harga, stok })
    idByName.set(nama, id)
  }
  for (const product of offeredOnly) putProduct({ id: ids.next('produk_jasa'), ...product })
  putFees(types, today, (fee) =>
    put('biaya', keyed('biaya', { id: ids.next('biaya'), ...base, ...fee })),
  )
  return idByName
}
