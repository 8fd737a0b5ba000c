/**
 * Creates courses, fees, products, promos, bank accounts, prices and holidays. Some of these rows
 * belong to the whole school, some to one of two outlets, and some to both outlets.
 */
import type { Body } from '#mocks/api/api.ts'
import { makeLines } from '#mocks/money/statement.ts'
import { firstNumber } from '#mocks/people/family.ts'
import type { School } from '#mocks/school/school.ts'

let n = firstNumber
/** Returns a number for names, higher than all numbers that it has returned before. */
export const nextNumber = (): number => ++n

/**
 * Creates the rows through the API. A row that can be limited to outlets is created four times: for
 * the whole school (an empty list of outlets), for each of the two outlets, and for both outlets.
 */
export const addCatalogue = async (
  s: School & { make: (name: string, body: Body) => Promise<number> },
): Promise<void> => {
  const { ids, make } = s
  await makeLines(s, [ids.gedung, ids.gedung2])
  for (const gedung of [[], [ids.gedung], [ids.gedung2], [ids.gedung, ids.gedung2]]) {
    const code = `${nextNumber()}`
    await make('kursus', {
      kode: `KX-${code}`,
      nama: `Kursus ${code}`,
      kategori_kursus_id: ids.kategori,
      biaya_bulanan: 300_000,
      gedung,
    })
    await make('biaya', {
      kode: `BX-${code}`,
      nama: `Biaya ${code}`,
      jenis_billing_id: ids.jenis,
      nominal: 5000,
      berlaku_mulai: '2024-01-01',
      gedung,
    })
    await make('produk-jasa', {
      kode: `PX-${code}`,
      nama: `Produk ${code}`,
      jenis_billing_id: ids.jenis,
      harga: 5000,
      stok: 50,
      gedung,
    })
    await make('promo', {
      nama: `Promo ${code}`,
      kode: `PROMO-${code}`,
      nilai: 5000,
      mulai: '2024-01-01',
      gedung,
    })
    await make('bank', { nama_bank: `Bank ${code}`, no_rekening: code, atas_nama: 'Nada', gedung })
  }
  for (const gedung_id of [null, ids.gedung, ids.gedung2]) {
    await make('kursus-harga', {
      kursus_id: ids.kursus,
      gedung_id,
      berlaku_mulai: '2023-01-01',
      biaya_bulanan: 450_000,
    })
    await make('hari-libur', { nama: 'Libur', tanggal: '2023-01-01', gedung_id })
  }
}
