/** Tests of waiting lists of classes (domain.md 2.4): rules, row scope, and the end of waiting. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { KursusPesertaStatus, UserStatus } from '#contract/enums.ts'
import { addDays, currentDay } from '#contract/values/tanggal.ts'
import type { Body, Client } from '#mocks/api/api.ts'
import { conflictConfirmation, enrol, makeKelas, makePeserta } from '#mocks/people/family.ts'
import { makeSchool, must, type School } from '#mocks/school/school.ts'

let s: School
beforeAll(async () => {
  s = await makeSchool()
})
afterAll(() => s.close())

const student = (more: Body = {}) => makePeserta(s, s.ids.akun, s.ids.gedung, more)
const add = (by: Client, peserta_id: number, kursus_pelatih_id: number, more: Body = {}) =>
  by.post<any>('/daftar-tunggu/create', { peserta_id, kursus_pelatih_id, ...more })
const idsIn = async (by: Client, kelas: number): Promise<number[]> =>
  must(await by.get<{ peserta_id: number }[]>(`/daftar-tunggu?kursus_pelatih_id=${kelas}`)).map(
    (row) => row.peserta_id,
  )
/** Creates a class and a student who waits for it. */
const waiting = async () => {
  const [peserta_id, kelas] = [await student(), await makeKelas(s, s.ids.gedung)]
  const { id } = must(await add(s.admin, peserta_id, kelas))
  return { id, peserta_id, kelas }
}

test('keeps the students of a class in the order in which they came', async () => {
  const { peserta_id, kelas } = await waiting()
  const second = await student()
  const row = must(await add(s.admin, second, kelas, { catatan: 'Hanya sore' }))
  expect(row).toMatchObject({ gedung_id: s.ids.gedung, catatan: 'Hanya sore' })
  const rows = must(
    await s.admin.get<any[]>(`/daftar-tunggu?kursus_pelatih_id=${kelas}&expand=antrean`),
  )
  expect(rows.map((r) => [r.peserta_id, r.antrean.urutan])).toEqual([
    [peserta_id, 1],
    [second, 2],
  ])
})

test('rejects a student who waits or sits in the class already', async () => {
  const { peserta_id, kelas } = await waiting()
  const again = await add(s.admin, peserta_id, kelas)
  expect([again.status, JSON.stringify(again.data)]).toEqual([
    422,
    expect.stringContaining('sudah ada di daftar tunggu'),
  ])
  const seated = await student()
  await enrol(s, seated, kelas)
  const refused = await add(s.admin, seated, kelas)
  expect([refused.status, JSON.stringify(refused.data)]).toEqual([
    422,
    expect.stringContaining('sudah terdaftar di kelas ini'),
  ])
})

test('accepts a student whose enrolment in the class has ended', async () => {
  const [peserta_id, kelas] = [await student(), await makeKelas(s, s.ids.gedung)]
  await enrol(s, peserta_id, kelas, {
    status: KursusPesertaStatus.tidakAktif,
    selesai: addDays(currentDay(), -7),
    diakhiri_at: '2026-01-01T00:00:00.000Z',
  })
  must(await add(s.admin, peserta_id, kelas))
  expect(await idsIn(s.admin, kelas)).toEqual([peserta_id])
})

test('rejects inactive students and inactive classes', async () => {
  const [peserta_id, kelas] = [await student(), await makeKelas(s, s.ids.gedung)]
  await s.db
    .updateTable('user')
    .set({ status: UserStatus.nonaktif })
    .where('id', '=', peserta_id)
    .execute()
  expect((await add(s.superadmin, peserta_id, kelas)).status).toBe(422)
  const closed = await makeKelas(s, s.ids.gedung, { status: 'nonaktif' })
  expect((await add(s.admin, await student(), closed)).status).toBe(422)
})

test('shows the rows of an outlet to its admins, and those of own students to sales', async () => {
  const ownStudent = await student({ sales_id: s.ids.sales })
  const peserta_id = await student({ sales_id: s.ids.sales2 })
  const kelas = await makeKelas(s, s.ids.gedung)
  expect((await add(s.sales, peserta_id, kelas)).success).toBe(false)
  must(await add(s.admin, peserta_id, kelas))
  must(await add(s.sales, ownStudent, kelas))
  expect(await idsIn(s.admin, kelas)).toEqual([peserta_id, ownStudent])
  expect(await idsIn(s.sales, kelas)).toEqual([ownStudent])
  expect(await idsIn(s.admin2, kelas)).toEqual([])
  const [row] = must(
    await s.sales.get<any[]>(`/daftar-tunggu?kursus_pelatih_id=${kelas}&expand=antrean`),
  )
  expect(row.antrean.urutan).toBe(2)
  for (const by of [s.pelatih, s.akun, s.peserta])
    expect((await by.get('/daftar-tunggu')).status).toBe(403)
})

test('ends the waiting with the enrolment in the class', async () => {
  const { peserta_id, kelas, id } = await waiting()
  const otherClass = await makeKelas(s, s.ids.gedung)
  must(await add(s.admin, peserta_id, otherClass))
  await enrol(s, peserta_id, kelas)
  expect([await idsIn(s.admin, kelas), await idsIn(s.admin, otherClass)]).toEqual([
    [],
    [peserta_id],
  ])
  const entry = await s.db
    .selectFrom('audit')
    .select(['aksi', 'alasan'])
    .where('entitas', '=', 'daftar-tunggu')
    .where('entitas_id', '=', id)
    .orderBy('id', 'desc')
    .executeTakeFirst()
  expect(entry).toEqual({ aksi: 'delete', alasan: 'Peserta masuk kelas ini' })
})

test('ends the waiting with a change of the class', async () => {
  const { peserta_id, kelas } = await waiting()
  const old = await makeKelas(s, s.ids.gedung)
  const enrolment = await enrol(s, peserta_id, old)
  const { versi } = must(await s.admin.get<any>(`/kursus-peserta/view?id=${enrolment}`))
  const move = { versi, kursus_pelatih_id: kelas, ...conflictConfirmation }
  must(await s.admin.post(`/kursus-peserta/update?id=${enrolment}`, move))
  expect(await idsIn(s.admin, kelas)).toEqual([])
})

test('ends the waiting with the activation of an ended enrolment', async () => {
  const [peserta_id, kelas] = [await student(), await makeKelas(s, s.ids.gedung)]
  const enrolment = await enrol(s, peserta_id, kelas)
  await s.db
    .updateTable('kursus_peserta')
    .set({ status: KursusPesertaStatus.tidakAktif, selesai: addDays(currentDay(), -7) })
    .set({ diakhiri_at: '2026-01-01T00:00:00.000Z' })
    .where('id', '=', enrolment)
    .execute()
  must(await add(s.admin, peserta_id, kelas))
  const body = { konfirmasi: conflictConfirmation.konfirmasi, alasan: 'Kembali' }
  must(await s.admin.post(`/kursus-peserta/aktifkan?id=${enrolment}`, body))
  expect(await idsIn(s.admin, kelas)).toEqual([])
})

test('keeps the waiting when the enrolment is rejected', async () => {
  const { peserta_id, kelas } = await waiting()
  const mulai = '2023-01-01'
  const body = { peserta_id, kursus_pelatih_id: kelas, mulai, ...conflictConfirmation }
  expect((await s.admin.post('/kursus-peserta/create', body)).status).toBe(422)
  expect(await idsIn(s.admin, kelas)).toEqual([peserta_id])
})

test('prevents the deletion of the class, and names the student', async () => {
  const { peserta_id, kelas } = await waiting()
  const { name } = must(await s.admin.get<any>(`/user/view?id=${peserta_id}`))
  const answer = await s.admin.post<any>(`/kursus-pelatih/delete?id=${kelas}`)
  expect([answer.status, answer.data.message]).toEqual([409, expect.stringContaining(name)])
})

test('removes a deleted student, and renames a renamed one', async () => {
  const { peserta_id, kelas, id } = await waiting()
  const { versi } = must(await s.admin.get<any>(`/user/view?id=${peserta_id}`))
  must(await s.admin.post(`/user/update?id=${peserta_id}`, { versi, name: 'Laras Wibowo' }))
  expect(must(await s.admin.get<any>(`/daftar-tunggu/view?id=${id}`)).peserta_nama).toBe(
    'Laras Wibowo',
  )
  must(await s.admin.post(`/user/delete?id=${peserta_id}`))
  expect(await idsIn(s.admin, kelas)).toEqual([])
})

test('removes an anonymised student, with the note in the log', async () => {
  const { peserta_id, kelas, id } = await waiting()
  await s.db
    .updateTable('user')
    .set({ status: UserStatus.nonaktif })
    .where('id', '=', peserta_id)
    .execute()
  must(
    await s.superadmin.post(`/user/anonimkan?id=${peserta_id}`, { alasan: 'Diminta keluarganya' }),
  )
  expect(await idsIn(s.superadmin, kelas)).toEqual([])
  const entries = await s.db
    .selectFrom('audit')
    .select(['sebelum', 'sesudah'])
    .where('entitas', '=', 'daftar-tunggu')
    .where('entitas_id', '=', id)
    .execute()
  expect(entries).toEqual([{ sebelum: null, sesudah: null }])
})
