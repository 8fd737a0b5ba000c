/**
 * Graduation proposals (domain.md 2.4): a coach proposes that a student graduates, and an admin
 * decides.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { KursusPesertaStatus } from '#contract/enums.ts'
import { currentDay } from '#contract/values/tanggal.ts'
import type { Answer, Body, Client } from '#mocks/api/api.ts'
import {
  enrol,
  makeAkun,
  makeKelas,
  makeOutlet,
  makePelatih,
  makePeserta,
} from '#mocks/people/family.ts'
import { makeSchool, must, type School } from '#mocks/school/school.ts'

let s: School
beforeAll(async () => {
  s = await makeSchool()
})
afterAll(() => s.close())

const note = 'Sudah lancar tangga nada mayor'
/** Enrols a new student with a payer in a class of a new coach, at the given outlet. */
const makeOne = async (gedung = s.ids.gedung) => {
  const pelatih = await makePelatih(s)
  const kelas = await makeKelas(s, gedung, { pelatih_id: pelatih })
  const akun = await makeAkun(s)
  const peserta = await makePeserta(s, akun, gedung)
  const id = await enrol(s, peserta, kelas)
  return { id, kelas, akun, peserta, coach: await s.as(pelatih) }
}
const send = (by: Client, verb: string, id: number, body: Body = {}): Promise<Answer<any>> =>
  by.post(`/kursus-peserta/${verb}?id=${id}`, body)
const propose = (by: Client, id: number) => send(by, 'usulkan-lulus', id, { catatan: note })
const view = async (id: number) => must(await s.admin.get<any>(`/kursus-peserta/view?id=${id}`))
const inPortal = async (coach: Client) =>
  must(await coach.get<any>('/portal/pelatih')).kelas[0].peserta[0]
const counted = async (by: Client) =>
  must(await by.get<Record<string, number>>('/jumlah-menu')).permintaan

test('shows the proposal in the list, the record and the menu until it is done', async () => {
  const { id, coach } = await makeOne()
  const before = await counted(s.admin)
  expect((await send(coach, 'usulkan-lulus', id)).status).toBe(422)
  must(await propose(coach, id))
  expect(await view(id)).toMatchObject({ usulan_status: 'diajukan', usulan_catatan: note })
  const waiting = must(await s.admin.get<any[]>('/kursus-peserta?usulan_status=diajukan'))
  expect(waiting.map((r) => r.id)).toEqual([id])
  expect(await counted(s.admin)).toBe((before ?? 0) + 1)
  // Only admins decide on proposals, so the count is 0 for a sales person.
  expect(await counted(s.sales)).toBe(0)
  expect(await inPortal(coach)).toMatchObject({
    usulan: { status: 'diajukan', catatan: note },
    tanpa_usulan: 'Sudah diusulkan',
  })
  expect((await propose(coach, id)).status).toBe(409)
  expect((await send(s.sales, 'tolak-usulan', id)).status).toBe(403)
  must(await send(s.admin, 'lulus', id, { selesai: currentDay() }))
  expect(await view(id)).toMatchObject({
    status: KursusPesertaStatus.lulus,
    usulan_status: 'disetujui',
  })
  expect(await counted(s.admin)).toBe(before)
  expect((await propose(coach, id)).status).toBe(409)
})
test('rejects a proposal with an answer, or withdraws it, and accepts another one', async () => {
  const { id, coach } = await makeOne()
  must(await propose(coach, id))
  must(await send(s.admin, 'tolak-usulan', id, { alasan: 'Tunggu ujian Desember' }))
  expect((await inPortal(coach)).usulan).toMatchObject({
    status: 'ditolak',
    jawaban: 'Tunggu ujian Desember',
  })
  expect((await send(s.admin, 'tolak-usulan', id)).status).toBe(409)
  must(await propose(coach, id))
  must(await send(coach, 'tarik-usulan', id))
  expect((await view(id)).usulan_status).toBe('ditarik')
  expect((await send(coach, 'tarik-usulan', id)).status).toBe(409)
})
test('rejects a proposal at a stop, and accepts none on leave or before a stop', async () => {
  const { id, coach } = await makeOne()
  must(await propose(coach, id))
  must(await send(s.admin, 'berhenti', id, { selesai: currentDay(), alasan: 'Pindah kota' }))
  expect((await view(id)).usulan_status).toBe('ditolak')
  for (const columns of [{ status: KursusPesertaStatus.cuti }, { diakhiri_at: '2026-01-01' }]) {
    const otherEnrolment = await makeOne()
    await s.db
      .updateTable('kursus_peserta')
      .set(columns)
      .where('id', '=', otherEnrolment.id)
      .execute()
    expect((await propose(otherEnrolment.coach, otherEnrolment.id)).status).toBe(409)
  }
})
test('limits proposals to own students of the coach, and hides them from families', async () => {
  const gedung = await makeOutlet(s)
  const enrolment = await makeOne(gedung)
  const otherEnrolment = await makeOne()
  expect((await propose(otherEnrolment.coach, enrolment.id)).status).toBe(404)
  for (const by of [s.admin, s.sales, await s.as(enrolment.akun)])
    expect((await propose(by, enrolment.id)).status).toBe(403)
  expect((await propose(s.superadmin, enrolment.id)).status).toBe(404)
  must(await propose(enrolment.coach, enrolment.id))
  expect((await send(otherEnrolment.coach, 'tarik-usulan', enrolment.id)).status).toBe(404)
  expect((await send(s.admin2, 'tolak-usulan', enrolment.id)).status).toBe(404)
  for (const person of [enrolment.akun, enrolment.peserta]) {
    const family = await s.as(person)
    const row = must(await family.get<any>(`/kursus-peserta/view?id=${enrolment.id}`))
    expect(row).toMatchObject({ usulan_status: null, usulan_catatan: null, usulan_oleh: null })
    const answer = await family.get<any[]>('/kursus-peserta?usulan_status=diajukan')
    expect(answer.data ?? []).toEqual([])
  }
})
test('grants the proposal with the next class', async () => {
  const { id, coach, kelas } = await makeOne()
  const course = must(
    await s.superadmin.post<{ id: number }>('/kursus/create', {
      kode: `LANJUT-${id}`,
      nama: 'Lanjutan',
      kategori_kursus_id: s.ids.kategori,
      tipe: 'group',
      kapasitas_maks: 3,
      biaya_bulanan: 600_000,
    }),
  ).id
  must(await propose(coach, id))
  const body = { kursus_id: course, kelas_baru: true }
  expect(kelas).toBeGreaterThan(0)
  must(await send(s.admin, 'kelas-selanjutnya', id, body))
  expect((await view(id)).usulan_status).toBe('disetujui')
})
