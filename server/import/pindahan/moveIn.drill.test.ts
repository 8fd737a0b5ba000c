/**
 * Moves in a school of 400 students and compares its timetable, its open bills and saldo, and the
 * bills of the next month with the workbook. The trial and the run together must take less than
 * 60 s of CPU time.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Hari } from '#contract/enums.ts'
import { addMonths, currentDay, firstDay } from '#contract/values/tanggal.ts'
import { book, moverOf, problems, type Rows } from '#mocks/import/workbook.ts'
import { makeSchool, must, type School } from '#mocks/school/school.ts'

let s: School
beforeAll(async () => {
  s = await makeSchool()
})
afterAll(() => s.close())
const { triedFile, ran, undo } = moverOf(() => s)

const size = { students: 400, bills: 300, coaches: 12, perCoach: 10 }
const month = currentDay().slice(0, 7)
const price = 350_000
const rangeOf = (length: number) => Array.from({ length }, (_, i) => i)
const phoneOf = (start: string, i: number) => `${start}${String(i).padStart(7, '0')}`
const days = Hari.options.slice(0, 5)

/** Classes of the workbook; a coach stays in one room of one outlet. */
const classes = rangeOf(size.coaches * size.perCoach).map((k) => {
  const coach = Math.floor(k / size.perCoach)
  const slot = k % size.perCoach
  const outlet = coach % 2
  return {
    guru: `Guru ${coach}`,
    outlet: `Outlet ${outlet}`,
    ruang: `Ruang ${coach}`,
    hari: days[slot % days.length]?.label ?? '',
    jam: slot < days.length ? '10.00' : '15.00',
  }
})
/** Students with their class and monthly price; two of them have one payer. */
const students = rangeOf(size.students).map((i) => {
  const kelas = classes[i % classes.length]
  const payer = Math.floor(i / 2)
  return { nama: `Murid ${i}`, payer, kelas, biaya: i % 10 === 0 ? 300_000 : price }
})
/** Open bills of the first students, and saldo of the last payers. */
const openBills = students.slice(0, size.bills).map(({ nama, payer }, i) => ({
  nama,
  payer,
  sisa: 100_000 + i,
}))
const saldos = rangeOf(20).map((i) => ({ payer: size.students / 2 - 1 - i, saldo: 50_000 + i }))
const sumOf = (amounts: readonly number[]): number => amounts.reduce((sum, n) => sum + n, 0)

const sheets: Record<string, Rows> = {
  Outlet: [
    ['Kode', 'Nama Outlet', 'Alamat', 'Kota'],
    ...rangeOf(2).map((i) => [`OP${i}`, `Outlet ${i}`, `Jl. Pindah ${i}`, 'Bogor']),
  ],
  Ruang: [
    ['Outlet', 'Ruang', 'Kapasitas'],
    ...rangeOf(size.coaches).map((i) => [`OP${i % 2}`, `Ruang ${i}`, '4']),
  ],
  'Kategori Kursus': [
    ['Nama', 'Level'],
    ['Biola Pindahan', 'Dasar'],
  ],
  Kursus: [
    ['Kode', 'Nama', 'Kategori', 'SPP', 'Durasi', 'Tipe', 'Maks Murid'],
    ['BPD', 'Biola Pindahan Dasar', 'Biola Pindahan', String(price), '45', 'Grup', '4'],
  ],
  Guru: [
    ['Nama', 'HP', 'Outlet', 'Instrumen', ...days.map(({ label }) => label)],
    ...rangeOf(size.coaches).map((i) => [
      `Guru ${i}`,
      phoneOf('0812', i),
      `OP${i % 2}`,
      'Biola Pindahan',
      ...days.map(() => '09.00-18.00'),
    ]),
  ],
  'Akun Billing': [
    ['Nama', 'WA', 'Alamat'],
    ...rangeOf(size.students / 2).map((i) => [`Wali ${i}`, phoneOf('0813', i), 'Jl. Wali']),
  ],
  Peserta: [
    ['Nama', 'JK', 'Tgl Lahir', 'Outlet', 'HP Orang Tua', 'Wali', 'No. HP Wali', 'Persetujuan'],
    ...students.map(({ nama, payer, kelas }, i) => [
      nama,
      i % 2 === 0 ? 'P' : 'L',
      `${(i % 28) + 1}/3/2014`,
      kelas?.outlet,
      phoneOf('0813', payer),
      `Wali ${payer}`,
      phoneOf('0813', payer),
      'ya',
    ]),
  ],
  Kelas: [
    ['Guru', 'Kursus', 'Outlet', 'Ruang', 'Hari', 'Jam', 'Mulai'],
    ...classes.map(({ guru, outlet, ruang, hari, jam }) => [
      guru,
      'BPD',
      outlet,
      ruang,
      hari,
      jam,
      firstDay(month),
    ]),
  ],
  'Kursus Peserta': [
    ['Peserta', 'Guru', 'Hari', 'Jam', 'Mulai', 'Biaya Khusus', 'Alasan Biaya Khusus'],
    ...students.map(({ nama, kelas, biaya }) => [
      nama,
      kelas?.guru,
      kelas?.hari,
      kelas?.jam,
      firstDay(month),
      biaya === price ? '' : String(biaya),
      biaya === price ? '' : 'Harga lama',
    ]),
  ],
  'Tagihan Terbuka': [
    ['Akun Billing', 'No. HP Akun Billing', 'Peserta', 'Nomor Lama', 'Jatuh Tempo', 'Sisa Tagihan'],
    ...openBills.map(({ nama, payer, sisa }, i) => [
      `Wali ${payer}`,
      phoneOf('0813', payer),
      nama,
      `INV-${i}`,
      firstDay(month),
      String(sisa),
    ]),
  ],
  'Saldo Awal': [
    ['Akun Billing', 'No. HP Akun Billing', 'Saldo'],
    ...saldos.map(({ payer, saldo }) => [`Wali ${payer}`, phoneOf('0813', payer), String(saldo)]),
  ],
}

/**
 * Runs a step and returns its result and its CPU time in s, which does not depend on what else the
 * machine does. Prints it with the elapsed time.
 */
const seconds = async <T>(step: string, run: () => Promise<T>): Promise<[T, number]> => {
  const [start, before] = [performance.now(), process.cpuUsage()]
  const result = await run()
  const { user, system } = process.cpuUsage(before)
  const taken = (user + system) / 1e6
  const elapsed = (performance.now() - start) / 1000
  console.log(`${step}: ${taken.toFixed(1)} s of CPU time in ${elapsed.toFixed(1)} s`)
  return [result, taken]
}

test('moves 400 students in: the timetable and the bills of the next month equal the workbook', async () => {
  const [trial, tryTime] = await seconds('trial', () => triedFile(book(sheets)))
  expect(problems(trial)).toEqual([])
  const [result, runTime] = await seconds('run', () => ran(trial))
  expect(problems(result)).toEqual([])
  expect(result.lembar.every(({ tersimpan }) => tersimpan)).toBe(true)

  expect(result.jumlah).toMatchObject([
    { kunci: 'tagihan', lembar: sumOf(openBills.map(({ sisa }) => sisa)), cocok: true },
    { kunci: 'saldo', lembar: sumOf(saldos.map(({ saldo }) => saldo)), cocok: true },
  ])
  const open = await s.db
    .selectFrom('billing')
    .select(['total', 'terbayar'])
    .where('sumber', '=', 'awal')
    .orderBy('id')
    .execute()
  expect(open).toEqual(openBills.map(({ sisa }) => ({ total: sisa, terbayar: 0 })))

  const seats = await s.db
    .selectFrom('kursus_peserta as kp')
    .innerJoin('kursus_pelatih as k', 'k.id', 'kp.kursus_pelatih_id')
    .innerJoin('user as guru', 'guru.id', 'k.pelatih_id')
    .innerJoin('ruang', 'ruang.id', 'k.ruang_id')
    .select(['kp.peserta_nama', 'guru.name', 'ruang.nama', 'k.hari', 'k.jam_mulai'])
    .where('kp.peserta_nama', 'like', 'Murid %')
    .orderBy('kp.id')
    .execute()
  expect(
    seats.map((k) => [k.peserta_nama, k.name, k.nama, k.hari, k.jam_mulai.replace(':', '.')]),
  ).toEqual(
    students.map(({ nama, kelas }) => [
      nama,
      kelas?.guru,
      kelas?.ruang,
      Hari.options.find(({ label }) => label === kelas?.hari)?.value,
      kelas?.jam,
    ]),
  )

  const periode = addMonths(month, 1)
  const { baris } = must(await s.superadmin.post<any>('/billing/pratinjau', { periode }))
  const bills = (baris as { peserta: string; jumlah: number; hasil: string }[]).filter(
    ({ peserta }) => peserta.startsWith('Murid '),
  )
  expect(Object.fromEntries(bills.map(({ peserta, jumlah }) => [peserta, jumlah]))).toEqual(
    Object.fromEntries(students.map(({ nama, biaya }) => [nama, biaya])),
  )
  expect(bills).toHaveLength(size.students)
  expect(tryTime + runTime).toBeLessThan(60)

  const [undone] = await seconds('undo', () => undo(result))
  expect(must(undone).status).toBe('dibatalkan')
  const left = await s.db
    .selectFrom('kursus_peserta')
    .select('id')
    .where('peserta_nama', 'like', 'Murid %')
    .execute()
  expect(left).toEqual([])
}, 600_000)
