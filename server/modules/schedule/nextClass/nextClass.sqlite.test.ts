/**
 * Tests the move to the next class (domain.md 3.10) for one student and for a group, the preview of
 * the move, and the undo of the move.
 */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { Hari, KursusPesertaStatus } from '#contract/enums.ts'
import { addMonths, currentDay, firstDay, occurrences } from '#contract/values/tanggal.ts'
import type { Answer, Body } from '#mocks/api/api.ts'
import {
  checkMoney,
  enrol,
  makeAkun,
  makeKelas,
  makeOutlet,
  makePelatih,
  makePeserta,
  makeRuang,
  setSetting,
} from '#mocks/people/family.ts'
import { makeSchool, must, type School } from '#mocks/school/school.ts'

let s: School
beforeAll(async () => {
  s = await makeSchool()
  // Cancels all lessons in the fifth week of a month, so that a full month has four lessons.
  await setSetting(s, 'minggu_kelima', 'libur')
})
afterAll(() => s.close())
afterEach(async () => {
  const broken = await checkMoney(s.db)
  if (broken.length > 0) throw new Error(broken.join('; '))
})

const { aktif, lulus } = KursusPesertaStatus
const thisMonth = currentDay().slice(0, 7)
const next = addMonths(thisMonth, 1)
const lastLesson = occurrences(thisMonth, Hari.sabtu).at(-1)!

let course = 0
const makeCourse = async (more: Body = {}): Promise<number> =>
  must(
    await s.superadmin.post<{ id: number }>('/kursus/create', {
      kode: `NAIK-${++course}`,
      nama: `Naik ${course}`,
      kategori_kursus_id: s.ids.kategori,
      tipe: 'group',
      kapasitas_maks: 3,
      durasi_menit: 60,
      biaya_bulanan: 600_000,
      ...more,
    }),
  ).id
/** Creates a class with students. The course of the class has a following course (`following`). */
const makeClass = async (students = 1, more: Body = {}) => {
  const gedung = await makeOutlet(s)
  const following = await makeCourse({ biaya_bulanan: 750_000, ...more })
  const kursus_id = await makeCourse({ kursus_selanjutnya_id: following, ...more })
  const place = { pelatih_id: await makePelatih(s), ruang_id: await makeRuang(s, gedung) }
  const slot = { ...place, hari: Hari.sabtu, jam_mulai: '09:00' }
  const kelas = await makeKelas(s, gedung, { kursus_id, ...slot })
  const akun = await makeAkun(s)
  const ids: number[] = []
  for (let i = 0; i < students; i++)
    ids.push(await enrol(s, await makePeserta(s, akun, gedung), kelas))
  return { gedung, following, kursus_id, kelas, akun, ids, id: ids[0]!, at: slot }
}
const send = (id: number, verb: string, body: Body = {}, by = s.admin): Promise<Answer<any>> =>
  by.post(`/kursus-peserta/${verb}?id=${id}`, body)
const view = async (id: number) =>
  must(await s.superadmin.get<any>(`/kursus-peserta/view?id=${id}`))
const generate = async (periode: string, gedung: number) =>
  must(await s.admin.post('/billing/generate', { periode, gedung_id: [gedung] }))
const tuition = async (gedung: number) =>
  (
    await s.db
      .selectFrom('billing_item')
      .innerJoin('billing', 'billing.id', 'billing_item.billing_id')
      .select(['kursus_peserta_id', 'billing_item.periode', 'jumlah'])
      .where('gedung_id', '=', gedung)
      .where('void_at', 'is', null)
      .orderBy('billing_item.periode')
      .orderBy('kursus_peserta_id')
      .execute()
  ).map((l) => [l.kursus_peserta_id, l.periode, l.jumlah])

describe('one student', () => {
  test('moves to the class at that time, and is billed only there from next month', async () => {
    const c = await makeClass()
    // Requests a new class at the same hour. The old class has no other students, so it can end.
    const preview = must(await send(c.id, 'pratinjau-kelas-selanjutnya', { kelas_baru: true }))
    expect(preview).toMatchObject({
      selesai: lastLesson,
      mulai: firstDay(next),
      halangan: null,
      baris: [{ id: c.id, harga_lama: 600_000, harga_baru: 750_000, halangan: null }],
    })
    expect(await view(c.id)).toMatchObject({ status: aktif, selesai: null })
    const moved = must(await send(c.id, 'kelas-selanjutnya', { kelas_baru: true }))
    expect(await view(c.id)).toMatchObject({ status: lulus, selesai: lastLesson })
    expect(await view(moved.id)).toMatchObject({
      status: aktif,
      mulai: firstDay(next),
      sebelumnya_id: c.id,
      kursus_id: c.following,
    })
    for (const month of [thisMonth, next, thisMonth, next]) await generate(month, c.gedung)
    expect(await tuition(c.gedung)).toEqual([
      [c.id, thisMonth, 600_000],
      [moved.id, next, 750_000],
    ])
  })
  test('takes the class at that time if there is one, else requires a choice', async () => {
    const c = await makeClass()
    expect((await send(c.id, 'kelas-selanjutnya')).status).toBe(422)
    const kelas = await makeKelas(s, c.gedung, { kursus_id: c.following, jam_mulai: '11:00' })
    expect((await send(c.id, 'kelas-selanjutnya')).status).toBe(422)
    const choices = must(
      await s.admin.get<any>(`/kursus-peserta/pilihan-kelas-selanjutnya?id=${c.id}`),
    )
    expect(choices).toMatchObject({
      kursus: { id: c.following },
      kelas: [{ id: kelas, cocok: false, sisa: 3 }],
      teman: [],
    })
    must(await send(c.id, 'kelas-selanjutnya', { kursus_pelatih_id: kelas }))
    expect((await send(c.id, 'kelas-selanjutnya', { kursus_pelatih_id: kelas })).status).toBe(409)
  })
  test('pays each class for its own lessons in the middle of a month', async () => {
    const c = await makeClass()
    const kelas = await makeKelas(s, c.gedung, {
      kursus_id: c.following,
      hari: Hari.sabtu,
      jam_mulai: '13:00',
    })
    const days = occurrences(thisMonth, Hari.sabtu)
    const body = { kursus_pelatih_id: kelas, selesai: days[1], mulai: days[2], tagihan: 'prorata' }
    await generate(thisMonth, c.gedung)
    const preview = must(await send(c.id, 'pratinjau-kelas-selanjutnya', body))
    expect(preview.baris[0].tagihan).toMatchObject([{ pembilang_baru: 2, jumlah_baru: 300_000 }])
    const { id } = must(await send(c.id, 'kelas-selanjutnya', body))
    await generate(thisMonth, c.gedung)
    expect(await tuition(c.gedung)).toEqual([
      [c.id, thisMonth, 300_000],
      [id, thisMonth, 375_000],
    ])
  })
  test('pays the fee of a higher level once, and not after an undo', async () => {
    const c = await makeClass()
    const fee = must(
      await s.superadmin.post<any>('/biaya/create', {
        kode: `NAIK${c.id}`,
        nama: 'Biaya Naik Level',
        jenis_billing_id: s.ids.jenis,
        nominal: 90_000,
        pemicu: 'kenaikan_level',
        gedung: [c.gedung],
        berlaku_mulai: '2024-01-01',
      }),
    ).id
    const preview = must(await send(c.id, 'pratinjau-kelas-selanjutnya', { kelas_baru: true }))
    expect(preview.baris[0].biaya).toEqual([{ nama: 'Biaya Naik Level', nominal: 90_000 }])
    const moved = must(await send(c.id, 'kelas-selanjutnya', { kelas_baru: true }))
    expect(await tuition(c.gedung)).toEqual([[null, null, 90_000]])
    must(await send(moved.id, 'batal-kelas-selanjutnya'))
    expect(await tuition(c.gedung)).toEqual([])
    must(await s.superadmin.post(`/biaya/delete?id=${fee}`))
  })
  test('pays no registration fee of the next course', async () => {
    const c = await makeClass()
    await s.db
      .updateTable('kursus')
      .set({ biaya_pendaftaran: 250_000 })
      .where('id', '=', c.following)
      .execute()
    const moved = must(await send(c.id, 'kelas-selanjutnya', { kelas_baru: true }))
    await generate(addMonths(thisMonth, 1), c.gedung)
    const amounts = (await tuition(c.gedung)).map(([, , amount]) => amount)
    expect(amounts).not.toContain(250_000)
    expect(must(await s.admin.get<any>(`/kursus-peserta/view?id=${moved.id}`))).toMatchObject({
      biaya_pendaftaran: null,
    })
  })
  test('is moved by the own sales person, who may not make classes', async () => {
    const c = await makeClass()
    expect((await send(c.id, 'kelas-selanjutnya', { kelas_baru: true }, s.sales)).status).toBe(403)
    const kursus_pelatih_id = await makeKelas(s, c.gedung, { kursus_id: c.following })
    expect((await send(c.id, 'kelas-selanjutnya', { kursus_pelatih_id }, s.sales2)).status).toBe(
      404,
    )
    must(await send(c.id, 'kelas-selanjutnya', { kursus_pelatih_id }, s.sales))
  })
})

describe('a group', () => {
  test('moves together, or not at all', async () => {
    const c = await makeClass(3)
    const [id, ...lain] = c.ids
    const kelas = await makeKelas(s, c.gedung, { kursus_id: c.following, jam_mulai: '15:00' })
    await enrol(s, await makePeserta(s, c.akun, c.gedung), kelas)
    const full = { kursus_pelatih_id: kelas, lain }
    const preview = must(await send(id!, 'pratinjau-kelas-selanjutnya', full))
    expect(preview.baris.map((b: Body) => b.halangan)).toEqual([
      null,
      null,
      expect.stringContaining('penuh'),
    ])
    expect((await send(id!, 'kelas-selanjutnya', full)).status).toBe(409)
    for (const enrolmentId of c.ids) expect((await view(enrolmentId)).status).toBe(aktif)
    const moved = must(await send(id!, 'kelas-selanjutnya', { lain, kelas_baru: true }))
    expect(moved.ids).toHaveLength(3)
    for (const [i, enrolmentId] of c.ids.entries()) {
      expect((await view(enrolmentId)).status).toBe(lulus)
      expect(await view(moved.ids[i])).toMatchObject({ sebelumnya_id: enrolmentId, status: aktif })
    }
  })
  test('takes the time of its class only if nobody stays, and is of one class', async () => {
    const c = await makeClass(2)
    const refused = await send(c.id, 'kelas-selanjutnya', { kelas_baru: true })
    expect([refused.status, refused.data.message]).toEqual([
      409,
      expect.stringContaining('1 peserta lain'),
    ])
    const otherClass = await makeClass()
    const mixed = { lain: [otherClass.id], kelas_baru: true }
    expect((await send(c.id, 'kelas-selanjutnya', mixed)).status).toBe(422)
  })
  test('moves once with simultaneous requests', async () => {
    const c = await makeClass()
    const answers = await Promise.all(
      [1, 2, 3].map(() => send(c.id, 'kelas-selanjutnya', { kelas_baru: true })),
    )
    expect(answers.map((a) => a.status).toSorted()).toEqual([200, 409, 409])
  })
})

describe('an undo', () => {
  test('restores everything while nothing is billed', async () => {
    const c = await makeClass(2)
    const before = await view(c.id)
    const moved = must(
      await send(c.id, 'kelas-selanjutnya', { lain: [c.ids[1]], kelas_baru: true }),
    )
    for (const id of moved.ids) must(await send(id, 'batal-kelas-selanjutnya'))
    const after = await view(c.id)
    for (const key of ['status', 'mulai', 'selesai', 'diakhiri_at', 'alasan_status'])
      expect([key, after[key]]).toEqual([key, before[key]])
    const path = (id: number) => `/kursus-pelatih/view?id=${id}`
    expect(must(await s.admin.get<any>(path(c.kelas))).selesai).toBeNull()
    expect((await s.admin.get(path(moved.kursus_pelatih_id))).status).toBe(404)
    must(await send(c.id, 'kelas-selanjutnya', { lain: [c.ids[1]], kelas_baru: true }))
  })
  test('is rejected after a bill or a further step, and without a step', async () => {
    const c = await makeClass()
    expect((await send(c.id, 'batal-kelas-selanjutnya')).status).toBe(409)
    const { id } = must(await send(c.id, 'kelas-selanjutnya', { kelas_baru: true }))
    await generate(next, c.gedung)
    const refused = await send(id, 'batal-kelas-selanjutnya')
    expect([refused.status, refused.data.message]).toEqual([
      409,
      expect.stringContaining('draft tagihan'),
    ])
    const detail = must(await s.admin.get<any>(`/kursus-peserta/rincian?id=${id}`))
    expect(detail.urung).toContain('draft')
    expect(detail.rantai.map((k: Body) => k.id)).toEqual([c.id, id])
  })
})

test('previews a sibling conflict, allows it with a reason, and restores it on undo', async () => {
  const { id, following, gedung, akun } = await makeClass()
  const kelas = await makeKelas(s, gedung, {
    kursus_id: following,
    hari: Hari.minggu,
    mulai: firstDay(thisMonth),
  })
  const elsewhere = await makeOutlet(s)
  const otherClass = await makeKelas(s, elsewhere, { hari: Hari.minggu })
  await enrol(s, await makePeserta(s, akun, elsewhere), otherClass)
  const body = { kursus_pelatih_id: kelas }
  const preview = must(await send(id, 'pratinjau-kelas-selanjutnya', body))
  expect(preview).toMatchObject({ halangan: null, bentrok: ['saudara'] })
  expect(preview.baris[0]).toMatchObject({
    halangan: null,
    peringatan: ['Saudara di outlet lain pada jam yang sama'],
  })
  expect((await send(id, 'kelas-selanjutnya', body)).status).toBe(409)
  const alasan_bentrok = 'Diantar kakek dan nenek'
  const step = { ...body, konfirmasi: preview.bentrok, alasan_bentrok }
  const moved = must(await send(id, 'kelas-selanjutnya', step))
  expect(await view(moved.id)).toMatchObject({ bentrok: ['saudara'], alasan_bentrok })
  must(await send(moved.id, 'batal-kelas-selanjutnya'))
  expect(await view(id)).toMatchObject({ status: aktif, bentrok: [] })
})
