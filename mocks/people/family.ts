/**
 * Adds outlets, classes, families and bills to the school of a test, and checks the rules about
 * money in its database.
 */
import { sql } from 'kysely'
import { RoleId, Hari } from '#contract/enums.ts'
import { softKinds } from '#contract/schedule/rules/conflicts.ts'
import type { Body, Client } from '#mocks/api/api.ts'
import { must, type School } from '#mocks/school/school.ts'
import type { Db } from '#server/db/schema/tables.ts'
import { brokenMoney } from '#server/modules/billing/invariants.ts'

/**
 * Start of the counter for generated names; the first name gets the next number. All numbers have
 * five digits, so that names sort in the order of creation.
 */
export const firstNumber = 10_000
let last = firstNumber
const make = async (by: Client, path: string, body: Body): Promise<number> =>
  must(await by.post<{ id: number }>(`/${path}/create`, body)).id

/** Creates an outlet for one test, so that bills of other tests do not affect its sums. */
export const makeOutlet = (s: School, more: Body = {}): Promise<number> => {
  const n = ++last
  return make(s.superadmin, 'gedung', {
    kode: `T${n}`,
    nama: `Outlet ${n}`,
    alamat: 'Jl. Uji 1',
    kota: 'Bandung',
    ...more,
  })
}
/** Creates a room in the outlet. The capacity of the room is enough for any class. */
export const makeRuang = (s: School, gedung_id: number, more: Body = {}): Promise<number> =>
  make(s.superadmin, 'ruang', { nama: `Ruang ${++last}`, gedung_id, kapasitas: 50, ...more })
export const makePelatih = (s: School, more: Body = {}): Promise<number> => {
  const n = ++last
  return make(s.superadmin, 'user', {
    role_id: RoleId.pelatih,
    name: `Guru ${n}`,
    email: `guru.${n}@contoh.id`,
    phone: `0814${10_000_000 + n}`,
    ...more,
  })
}
/**
 * Input that confirms all soft conflicts, such as a class on a holiday. `makeKelas` and `enrol` use
 * this input, because most tests do not test conflicts.
 */
export const conflictConfirmation = { konfirmasi: softKinds, alasan_bentrok: 'Sudah dibicarakan' }
/**
 * Creates a class on Mondays at 09:00, from 2024 on. By default, its coach and room are new, so
 * that it conflicts with no other class.
 */
export const makeKelas = async (s: School, gedung_id: number, more: Body = {}): Promise<number> =>
  make(s.superadmin, 'kursus-pelatih', {
    pelatih_id: more.pelatih_id ?? (await makePelatih(s)),
    kursus_id: s.ids.kursus,
    gedung_id,
    ruang_id: more.ruang_id ?? (await makeRuang(s, gedung_id)),
    hari: Hari.senin,
    jam_mulai: '09:00',
    mulai: '2024-01-01',
    ...conflictConfirmation,
    ...more,
  })
/** Creates a class that its coach has to approve and has not approved yet. */
export const makeUnanswered = async (s: School, gedung_id: number): Promise<number> => {
  const id = await makeKelas(s, gedung_id)
  await s.db.updateTable('kursus_pelatih').set({ tanya_dulu: 1 }).where('id', '=', id).execute()
  return id
}
export const makeAkun = (s: School, more: Body = {}): Promise<number> => {
  const n = ++last
  return make(s.superadmin, 'user', {
    role_id: RoleId.akunBilling,
    name: `Keluarga ${n}`,
    email: `keluarga.${n}@contoh.id`,
    phone: `0813${10_000_000 + n}`,
    ...more,
  })
}
export const makePeserta = (
  s: School,
  akun_billing_id: number,
  gedung_id: number,
  more: Body = {},
): Promise<number> =>
  make(s.superadmin, 'user', {
    role_id: RoleId.peserta,
    name: `Murid ${++last}`,
    akun_billing_id,
    gedung_id,
    sales_id: s.ids.sales,
    gender: 'Perempuan',
    tanggal_lahir: '2015-03-04',
    wali_nama: 'Wali',
    wali_phone: '081234567890',
    persetujuan: true,
    ...more,
  })
/**
 * Columns that the API can set only after an enrolment was created. `enrol` therefore writes these
 * columns directly to the table.
 */
const laterStates = ['status', 'cuti_mulai', 'cuti_selesai', 'alasan_status'] as const
export const enrol = async (
  s: School,
  peserta_id: number,
  kursus_pelatih_id: number,
  more: Body = {},
): Promise<number> => {
  const later = laterStates.filter((key) => key in more)
  const id = await make(s.superadmin, 'kursus-peserta', {
    peserta_id,
    kursus_pelatih_id,
    mulai: '2024-01-01',
    ...conflictConfirmation,
    ...Object.fromEntries(Object.entries(more).filter(([k]) => !later.some((l) => l === k))),
  })
  if (later.length > 0)
    await s.db
      .updateTable('kursus_peserta')
      .set(Object.fromEntries(later.map((key) => [key, more[key]])))
      .where('id', '=', id)
      .execute()
  return id
}

export interface Family {
  akun: number
  peserta: number[]
  kp: number[]
}
/**
 * Creates a payer with `anak` new students, and enrols these students in the class. Returns the ids
 * of the payer, the students (`peserta`) and their enrolments (`kp`).
 */
export const makeFamily = async (
  s: School,
  gedung_id: number,
  kelas: number,
  anak = 1,
  more: Body = {},
): Promise<Family> => {
  const akun = await makeAkun(s)
  const peserta: number[] = []
  const kp: number[] = []
  for (let i = 0; i < anak; i++) {
    const id = await makePeserta(s, akun, gedung_id)
    peserta.push(id)
    kp.push(await enrol(s, id, kelas, more))
  }
  return { akun, peserta, kp }
}

/** Creates a draft bill with one line, as an admin does by hand; returns its id. */
export const makeDraft = async (
  s: School,
  akun_billing_id: number,
  harga_satuan: number,
  more: Body = {},
): Promise<number> =>
  make(s.superadmin, 'billing', {
    akun_billing_id,
    gedung_id: s.ids.gedung,
    jatuh_tempo: '2040-12-31',
    items: [{ jenis_billing_id: s.ids.jenis, deskripsi: 'Uji', harga_satuan }],
    ...more,
  })
/** Creates a published bill with one line; returns its id. */
export const makeBill = async (
  s: School,
  akun: number,
  harga: number,
  more: Body = {},
): Promise<number> => {
  const id = await makeDraft(s, akun, harga, more)
  must(await s.superadmin.post(`/billing/terbitkan?id=${id}`))
  return id
}
export const setSetting = async (s: School, key: string, value: unknown): Promise<void> => {
  const { versi } = await s.db
    .selectFrom('setting')
    .select('versi')
    .where('key', '=', key)
    .executeTakeFirstOrThrow()
  must(
    await s.superadmin.post('/setting/update', {
      key,
      value,
      versi,
      alasan: 'Keadaan untuk pengujian',
    }),
  )
}

/** Returns a text for each violated money rule, with the violating rows. */
export const checkMoney = async (db: Db): Promise<string[]> => {
  const broken = await brokenMoney(db)
  for (const table of ['billing', 'billing_payment', 'pengeluaran_sales'] as const)
    broken.push(...(await numberGaps(db, table)))
  return broken
}
/**
 * Returns a text for each series of document numbers with a gap or a duplicate. The digits at the
 * end of a series' numbers must count 1, 2, 3 …
 */
export const numberGaps = async (
  db: Db,
  table: 'billing' | 'billing_payment' | 'pengeluaran_sales',
): Promise<string[]> => {
  const { rows } = await sql<{
    nomor: string
  }>`select nomor from ${sql.table(table)} where nomor is not null`.execute(db)
  return [...Map.groupBy(rows, (r) => r.nomor.replace(/\d+$/, ''))].flatMap(
    ([series, seriesRows]) => {
      const numbers = seriesRows
        .map((r) => Number(/\d+$/.exec(r.nomor)?.[0]))
        .toSorted((a, b) => a - b)
      return numbers.every((n, i) => n === i + 1)
        ? []
        : [`nomor ${series} tidak urut: ${numbers.join(' ')}`]
    },
  )
}
