/**
 * Creates the people and master data to which the generated bills, payments and expenses of report
 * tests refer.
 */
import type { School } from '#mocks/school/school.ts'

export interface People {
  payers: [number, ...number[]]
  students: [number, ...number[]]
  outlets: [number, ...number[]]
  sales: [number, ...number[]]
  kursus: [number, ...number[]]
  jenis: [number, ...number[]]
  banks: [number, ...number[]]
  kelas: number
  coach: number
}
const nonEmptyList = (list: readonly number[]): [number, ...number[]] => {
  const [firstId, ...rest] = list
  if (firstId === undefined) throw new Error('nothing to choose from')
  return [firstId, ...rest]
}
/**
 * Creates further courses, an outlet and a bank account in the school of a test. Returns the ids of
 * these and of the school's own people and master data.
 */
export const makePeople = async (s: Pick<School, 'ids' | 'superadmin' | 'db'>): Promise<People> => {
  const { ids, superadmin } = s
  const make = async (path: string, body: object): Promise<number> => {
    const { data } = await superadmin.post<{ id: number }>(`/${path}/create`, { ...body })
    return data.id
  }
  const kategori = await make('kategori-kursus', { nama: 'Biola' })
  const kursus = [ids.kursus]
  for (const n of [1, 2, 3])
    kursus.push(
      await make('kursus', {
        kode: `BLA-${n}`,
        nama: `Biola ${n}`,
        kategori_kursus_id: n === 3 ? ids.kategori : kategori,
        tipe: 'group',
        kapasitas_maks: 9,
        biaya_bulanan: 300_000,
      }),
    )
  const papua = await make('gedung', {
    kode: 'JYP',
    nama: 'Nada Jayapura',
    alamat: 'Jl. Danau 3',
    kota: 'Jayapura',
    zona_waktu: 'Asia/Jayapura',
  })
  const bank2 = await make('bank', { nama_bank: 'BNI', no_rekening: '999', atas_nama: 'Nada' })
  const all = await s.db.selectFrom('jenis_billing').select('id').orderBy('id').execute()
  return {
    payers: nonEmptyList([ids.akun, ids.akun2]),
    students: nonEmptyList([ids.peserta, ids.adik, ids.peserta2]),
    outlets: nonEmptyList([ids.gedung, ids.gedung2, papua]),
    sales: nonEmptyList([ids.sales, ids.sales2]),
    kursus: nonEmptyList(kursus),
    jenis: nonEmptyList(all.map((j) => j.id)),
    banks: nonEmptyList([ids.bank, bank2]),
    kelas: ids.kelas,
    coach: ids.pelatih,
  }
}
