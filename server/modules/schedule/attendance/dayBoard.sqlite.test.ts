/** Day board of the front desk: rows, marks and money that each reader may see (domain.md 3.10). */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CallOutput } from '#contract/call.ts'
import { RoleId, StatusKeberangkatan } from '#contract/enums.ts'
import type { dayBoard } from '#contract/schedule/attendanceCalls.ts'
import { addDays, currentDay } from '#contract/values/tanggal.ts'
import type { Client } from '#mocks/api/api.ts'
import { enrol, makeBill, makeKelas, makePeserta, setSetting } from '#mocks/people/family.ts'
import { storeLesson } from '#mocks/schedule/lesson.ts'
import { makeSchool, must, type School } from '#mocks/school/school.ts'
import type { Actor, Ctx } from '#server/http/context.ts'
import { readDayBoard } from '#server/modules/schedule/attendance/dayBoard.ts'

type Board = CallOutput<typeof dayBoard>
const day = addDays(currentDay(), -1)
const phone = '+6281234500033'
let s: School
let lesson: number
let foreignLesson: number
/** Admin who is limited to the first outlet. */
let limited: Client
beforeAll(async () => {
  s = await makeSchool()
  const { ids, db } = s
  lesson = await storeLesson(s, ids.kelas, day, { jam_mulai: '10:00', jam_selesai: '11:00' })
  const kelas = await makeKelas(s, ids.gedung2)
  await enrol(s, await makePeserta(s, ids.akun2, ids.gedung2, { name: 'Murid Bandung' }), kelas)
  foreignLesson = await storeLesson(s, kelas, day)
  must(
    await s.superadmin.post(
      `/pertemuan/tandai?id=${lesson}`,
      {
        pelatih: { status_keberangkatan: StatusKeberangkatan.berangkat },
        peserta: [{ kursus_peserta_id: ids.kp, kode_absensi: 'TERLAMBAT', terlambat_menit: 15 }],
      },
      'papan',
    ),
  )
  const admin = must(
    await s.superadmin.post<{ id: number }>('/user/create', {
      role_id: RoleId.admin,
      name: 'Admin Meja Depan',
      email: 'meja.depan@contoh.id',
      phone: '081299887700',
      gedung_id: ids.gedung,
      gedung_wilayah: [ids.gedung],
    }),
  )
  limited = await s.as(admin.id)
  await setSetting(s, 'blokir_tunggakan_bulan', 1)
  for (const [days, amount] of [
    [10, 250_000],
    [40, 400_000],
  ] as const) {
    const bill = await makeBill(s, ids.akun, amount)
    await db
      .updateTable('billing')
      .set({ jatuh_tempo: addDays(currentDay(), -days), periode: `2024-0${days / 10}` })
      .where('id', '=', bill)
      .execute()
    await db
      .updateTable('billing_item')
      .set({ peserta_id: ids.peserta })
      .where('billing_id', '=', bill)
      .execute()
  }
  await db.updateTable('user').set({ phone }).where('id', '=', ids.akun).execute()
})
afterAll(() => s.close())

const read = async (by: Client, more = '') =>
  must(await by.get<Board>(`/pertemuan/papan?tanggal=${day}${more}`)).pertemuan
const idsOf = async (by: Client, more?: string) => (await read(by, more)).map(({ id }) => id)
const studentOf = async (by: Client) =>
  (await read(by))
    .find(({ id }) => id === lesson)
    ?.peserta.find(({ peserta_id }) => peserta_id === s.ids.peserta)

/** Makes a user whose role is a copy of a standard role with only these access codes. */
const makeCustom = async (dasar_role_id: number, accesses: readonly string[]) => {
  const name = `Papan ${dasar_role_id} ${accesses.length}`
  const role = must(
    await s.superadmin.post<{ id: number }>('/role/create', { name, dasar_role_id, accesses }),
  )
  const { id } = must(
    await s.superadmin.post<{ id: number }>('/user/create', {
      role_id: role.id,
      name,
      email: `${name.replaceAll(' ', '.')}@contoh.id`,
      phone: `08129988${dasar_role_id}0${accesses.length}`,
      gedung_id: s.ids.gedung,
    }),
  )
  return s.as(id)
}

test('returns the lessons of the day in scope, by time, with coach, marks and reasons', async () => {
  expect(await idsOf(s.superadmin)).toEqual([foreignLesson, lesson])
  expect(await idsOf(s.superadmin, `&gedung_id=${s.ids.gedung}`)).toEqual([lesson])
  expect(await idsOf(limited)).toEqual([lesson])
  expect(await idsOf(limited, `&gedung_id=${s.ids.gedung2}`)).toEqual([])
  expect(await idsOf(s.admin2)).toEqual([foreignLesson])
  expect(await idsOf(s.pelatih)).toEqual([lesson])
  for (const by of [s.sales, s.akun, s.peserta])
    expect((await by.get(`/pertemuan/papan?tanggal=${day}`)).status).toBe(403)
  const [row] = await read(limited)
  expect(row).toMatchObject({
    gedung: { id: s.ids.gedung },
    pelatih: { id: s.ids.pelatih, status_keberangkatan: StatusKeberangkatan.berangkat },
    terhalang: null,
    calon: null,
  })
  expect(row?.peserta).toHaveLength(2)
  expect(await studentOf(limited)).toMatchObject({
    kursus_peserta_id: s.ids.kp,
    kode_absensi: 'TERLAMBAT',
    terlambat_menit: 15,
  })
  await setSetting(s, 'kunci_buku_sampai', day)
  expect((await read(limited))[0]?.terhalang).toMatch(/^Buku sudah dikunci/)
  await setSetting(s, 'kunci_buku_sampai', null)
})

test('shows amounts to holders of billing/index, the flag to staff, phones to admins', async () => {
  const owed = { sisa: 650_000, hari: 40 }
  expect(await studentOf(limited)).toMatchObject({
    menunggak: { bulan: 2 },
    tunggakan: owed,
    phone,
  })
  expect(await studentOf(s.pelatih)).toMatchObject({
    menunggak: { bulan: 2 },
    tunggakan: null,
    phone: null,
  })
  const codes = ['kursus-pelatih/absensi', 'user/peserta', 'user/akun-billing']
  expect(await studentOf(await makeCustom(RoleId.admin, codes))).toMatchObject({
    menunggak: { bulan: 2 },
    tunggakan: null,
    phone,
  })
  // A bill of another outlet is outside the scope of the admin.
  await s.db.updateTable('billing').set({ gedung_id: s.ids.gedung2 }).execute()
  expect((await studentOf(limited))?.tunggakan).toBeNull()
  await s.db.updateTable('billing').set({ gedung_id: s.ids.gedung }).execute()
})

test('shows a sales role with the code its own students only, and lets it mark nobody', async () => {
  const by = await makeCustom(RoleId.sales, ['kursus-pelatih/absensi', 'user/peserta'])
  const rows = await read(by)
  expect(rows.map((row) => row.peserta)).toEqual([[], []])
  expect(rows[0]?.terhalang).toBe('Absensi diisi oleh guru dan admin')
})

test('runs the same number of statements for any number of lessons', async () => {
  const statements: string[] = []
  const logged = s.db.withPlugin({
    transformQuery: ({ node }) => {
      statements.push(node.kind)
      return node
    },
    transformResult: async ({ result }) => result,
  })
  const actor: Actor = {
    id: 1,
    name: '',
    role_id: RoleId.superadmin,
    dasar: RoleId.superadmin,
    accesses: ['*'],
    allowed: new Set<string>(),
    gedung: [],
    customRoles: [],
    token_hash: '',
    harus_ganti_password: false,
  }
  const countOf = async (tanggal: string) => {
    statements.length = 0
    const { pertemuan } = await readDayBoard({ db: logged, actor } as unknown as Ctx, { tanggal })
    return [pertemuan.length, statements.length] as const
  }
  const [few, once] = await countOf(day)
  for (const jam of ['12', '13', '14', '15', '16'])
    await storeLesson(s, s.ids.kelas, day, { jam_mulai: `${jam}:00`, jam_selesai: `${jam}:45` })
  expect([few, await countOf(day)]).toEqual([2, [7, once]])
  expect(once).toBeLessThanOrEqual(12)
})
