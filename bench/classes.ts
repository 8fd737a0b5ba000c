/**
 * Creates classes for benchmarks, each with one student. Classes of the same room or the same coach
 * never overlap.
 */
import { RoleId, KursusPesertaStatus } from '#contract/enums.ts'
import { fold } from '#server/db/fold.ts'
import { insertMany } from '#server/db/insertMany.ts'
import { migrate } from '#server/db/migrate/migrate.ts'
import type { Db } from '#server/db/schema/tables.ts'
import { transaction } from '#server/db/transaction.ts'
import { firstStart, firstRow } from '#server/seed/first.ts'
import { makeClass, password, personRow } from './data.ts'

/**
 * Start times of the lessons of a fully booked coach. They are the same on each of five weekdays.
 */
const hours = ['13:00', '13:30', '14:00', '14:30', '15:00'] as const
const weekdays = 5
const perCoach = hours.length * weekdays
const perFamily = 2
const mulai = '2024-01-01'

interface Ids {
  id: number
}
/** Fills a new database with `count` classes, their coaches, rooms, students and payers. */
export const fillClasses = async (db: Db, count: number): Promise<void> => {
  await migrate(db)
  await firstStart(db, { username: 'superadmin', password })
  const { gedung_id, kursus_id } = await makeClass(db)
  const coaches = Math.ceil(count / perCoach)
  const times = (n: number) => Array.from({ length: n }, (_, i) => i)
  await transaction(db, async (trx) => {
    const store = (table: Parameters<typeof insertMany>[1], rows: Record<string, unknown>[]) =>
      insertMany<Ids & Record<string, never>>(trx, table, rows, { returning: ['id'] })
    const people = (
      role: number,
      name: string,
      n: number,
      more: (i: number) => object = () => ({}),
    ) =>
      store(
        'user',
        times(n).map((i) => ({ ...personRow(role, `${name} ${i}`, gedung_id), ...more(i) })),
      )
    const pelatih = await people(RoleId.pelatih, 'Guru', coaches)
    const payers = await people(RoleId.akunBilling, 'Keluarga', Math.ceil(count / perFamily))
    const payerOf = (i: number) => payers[Math.floor(i / perFamily)]?.id
    const students = await people(RoleId.peserta, 'Anak', count, (i) => ({
      akun_billing_id: payerOf(i),
    }))
    const ruang = await store(
      'ruang',
      times(coaches).map((i) => ({
        ...firstRow(),
        nama: `Ruang ${i}`,
        nama_kunci: fold(`Ruang ${i}`),
        gedung_id,
        kapasitas: 1,
        status: 'aktif',
        fasilitas: '[]',
        cari: '',
      })),
    )
    const classes = await store(
      'kursus_pelatih',
      times(count).map((i) => {
        const [coach, hour] = [Math.floor(i / perCoach), i % hours.length]
        const nama = `Kelas ${i}`
        return {
          ...firstRow(),
          kode: `K-${i}`,
          nama,
          nama_kunci: fold(nama),
          pelatih_id: pelatih[coach]?.id,
          ruang_id: ruang[coach]?.id,
          kursus_id,
          gedung_id,
          hari: 1 + (Math.floor(i / hours.length) % weekdays),
          jam_mulai: hours[hour],
          jam_selesai: hours[hour + 1] ?? '15:30',
          mulai,
          kapasitas: 1,
          status: 'aktif',
          cari: fold(nama),
        }
      }),
    )
    await store(
      'kursus_peserta',
      students.map(({ id }, i) => ({
        ...firstRow(),
        peserta_id: id,
        peserta_nama: `Anak ${i}`,
        peserta_nama_kunci: fold(`Anak ${i}`),
        kursus_pelatih_id: classes[i]?.id,
        kursus_id,
        akun_billing_id: payerOf(i),
        gedung_id,
        status: KursusPesertaStatus.aktif,
        mulai,
        cari: '',
      })),
    )
  })
}
