/**
 * Tests the summary of a person (next lesson, attendance, money of the payer, and family), as
 * different users see it.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { RoleId } from '#contract/enums.ts'
import { addDays, currentDay } from '#contract/values/tanggal.ts'
import type { Client } from '#mocks/api/api.ts'
import { enrol, makeAkun, makeBill, makeKelas, makePeserta } from '#mocks/people/family.ts'
import { storeLesson } from '#mocks/schedule/lesson.ts'
import { makeSchool, must, type School } from '#mocks/school/school.ts'

let s: School
beforeAll(async () => {
  s = await makeSchool()
})
afterAll(() => s.close())

const summaryOf = async (id: number, by: Client = s.admin): Promise<any> =>
  must(await by.get<any>(`/user/view?id=${id}&expand=ringkasan`)).ringkasan

/** Stores an attendance mark of a student, in a lesson some days ago. */
const mark = async (
  enrolment: number,
  kelas: number,
  daysAgo: number,
  kode: 'HADIR' | 'IZIN' | 'LIBUR',
) => {
  const { peserta_id } = await s.db
    .selectFrom('kursus_peserta')
    .select('peserta_id')
    .where('id', '=', enrolment)
    .executeTakeFirstOrThrow()
  const tanggal = addDays(currentDay(), -daysAgo)
  const pertemuan_id = await storeLesson(s, kelas, tanggal, { status: 'selesai' })
  const time = new Date().toISOString()
  await s.db
    .insertInto('absensi')
    .values({
      pertemuan_id,
      kursus_peserta_id: enrolment,
      peserta_id,
      status_keberangkatan: kode === 'HADIR' ? 1 : 2,
      kode_absensi: kode,
      terlambat_menit: 0,
      catatan: null,
      ditandai_at: time,
      ditandai_oleh: null,
      versi: 1,
      created_at: time,
      created_by: null,
      updated_at: time,
      updated_by: null,
    })
    .execute()
}

test('sums up lessons, attendance, money and family of student, sibling and payer', async () => {
  const akun = await makeAkun(s)
  const child = await makePeserta(s, akun, s.ids.gedung, { name: 'Ayu Kakak' })
  const sibling = await makePeserta(s, akun, s.ids.gedung, { name: 'Bima Adik' })
  const kelas = await makeKelas(s, s.ids.gedung)
  const seat = await enrol(s, child, kelas)
  await mark(seat, kelas, 3, 'HADIR')
  await mark(seat, kelas, 4, 'IZIN')
  await mark(seat, kelas, 5, 'LIBUR')
  await mark(seat, kelas, 40, 'HADIR')
  await makeBill(s, akun, 70_000)
  const late = await makeBill(s, akun, 50_000)
  await s.db
    .updateTable('billing')
    .set({ jatuh_tempo: '2020-01-02' })
    .where('id', '=', late)
    .execute()
  const keuangan = {
    akun_billing_id: akun,
    saldo: 0,
    piutang: {
      jumlah: 2,
      sisa: 120_000,
      lewat_tempo: 1,
      sisa_lewat_tempo: 50_000,
      jatuh_tempo: '2020-01-02',
    },
  }
  const next = await s.db
    .selectFrom('pertemuan')
    .select(['id', 'tanggal', 'jam_mulai'])
    .where('kursus_pelatih_id', '=', kelas)
    .where('mulai_at', '>', new Date().toISOString())
    .where('status', '=', 'terjadwal')
    .orderBy('mulai_at')
    .executeTakeFirstOrThrow()
  const { id: pertemuan_id, ...time } = next
  const berikut = { pertemuan_id, ...time, kursus: 'Piano Grade 1' }
  expect(await summaryOf(child)).toEqual({
    berikut,
    kehadiran: { hadir: 1, ditandai: 2 },
    keuangan,
    keluarga: [{ id: sibling, name: 'Bima Adik' }],
  })
  expect(await summaryOf(sibling)).toEqual({
    berikut: null,
    kehadiran: { hadir: 0, ditandai: 0 },
    keuangan,
    keluarga: [{ id: child, name: 'Ayu Kakak' }],
  })
  expect(await summaryOf(akun)).toMatchObject({
    berikut,
    kehadiran: { hadir: 1, ditandai: 2 },
    keuangan,
    keluarga: [{ id: child }, { id: sibling }],
  })
})
test('shows the next lesson of a coach, and nothing else', async () => {
  const kelas = await makeKelas(s, s.ids.gedung)
  const { pelatih_id } = await s.db
    .selectFrom('kursus_pelatih')
    .select('pelatih_id')
    .where('id', '=', kelas)
    .executeTakeFirstOrThrow()
  expect(await summaryOf(pelatih_id)).toEqual({
    berikut: expect.objectContaining({ kursus: 'Piano Grade 1' }),
    kehadiran: null,
    keuangan: null,
    keluarga: [],
  })
})
test('omits bills and family outside the scope of the reader', async () => {
  const akun = await makeAkun(s)
  const child = await makePeserta(s, akun, s.ids.gedung2)
  await makePeserta(s, akun, s.ids.gedung)
  await makeBill(s, akun, 70_000)
  expect(await summaryOf(child, s.admin2)).toMatchObject({
    keluarga: [],
    keuangan: { saldo: 0, piutang: null },
  })
  const payer = await s.as(akun)
  const summary = await summaryOf(akun, payer)
  expect(summary.keluarga).toHaveLength(2)
  expect(summary.keuangan.piutang).toMatchObject({ jumlah: 1, sisa: 70_000 })
})
test('omits money without the access code for bills of a payer', async () => {
  const akun = await makeAkun(s)
  await makeBill(s, akun, 70_000)
  const { id: role_id } = must(
    await s.superadmin.post<{ id: number }>('/role/create', {
      name: 'Resepsionis',
      dasar_role_id: RoleId.admin,
      accesses: ['user/view', 'user/akun-billing'],
    }),
  )
  await s.db.updateTable('user').set({ role_id }).where('id', '=', s.ids.admin2).execute()
  await makePeserta(s, akun, s.ids.gedung2)
  const summary = await summaryOf(akun, await s.as(s.ids.admin2))
  expect(summary.keuangan).toBeNull()
})
