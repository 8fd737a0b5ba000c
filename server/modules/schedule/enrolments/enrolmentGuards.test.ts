/**
 * Preconditions of changes to an enrolment (domain.md 2.4, 3.3), and the defaults of the next class
 * (3.10).
 */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { Hari, KursusPesertaStatus } from '#contract/enums.ts'
import { addDays, addMonths, currentDay, firstDay, occurrences } from '#contract/values/tanggal.ts'
import type { Answer, Body, Client } from '#mocks/api/api.ts'
import {
  enrol,
  makeAkun,
  makeKelas,
  makeOutlet,
  makePelatih,
  makePeserta,
  setSetting,
} from '#mocks/people/family.ts'
import { storeLesson } from '#mocks/schedule/lesson.ts'
import { makeSchool, must, type School } from '#mocks/school/school.ts'
import { now } from '#server/http/context.ts'

let s: School
beforeAll(async () => {
  s = await makeSchool()
})
afterAll(() => s.close())
afterEach(() => setSetting(s, 'wajib_lunas_pendaftaran', false))

const { tidakAktif, aktif } = KursusPesertaStatus
const today = currentDay()
const next = addMonths(today.slice(0, 7), 1)
const send = (
  id: number,
  verb: string,
  body: Body = {},
  by: Client = s.admin,
): Promise<Answer<any>> => by.post(`/kursus-peserta/${verb}?id=${id}`, body)
const view = async (id: number) =>
  must(await s.superadmin.get<any>(`/kursus-peserta/view?id=${id}`))
const create = (body: Body, by: Client = s.admin): Promise<Answer<any>> =>
  by.post('/kursus-peserta/create', { mulai: today, ...body })
const set = (table: 'kursus_pelatih' | 'user', id: number, columns: object) =>
  s.db.updateTable(table).set(columns).where('id', '=', id).execute()

/** Enrols a student with an enrolment that is still inactive. */
const makeNew = async () => {
  const gedung = await makeOutlet(s)
  const kelas = await makeKelas(s, gedung)
  const akun = await makeAkun(s)
  const peserta = await makePeserta(s, akun, gedung)
  const id = await enrol(s, peserta, kelas, { status: tidakAktif, mulai: today })
  return { gedung, kelas, akun, peserta, id }
}
type One = Awaited<ReturnType<typeof makeNew>>

describe('the activation of an enrolment', () => {
  const fields = ({ status, data }: Answer<any>) => [
    status,
    (data.errors ?? []).map((e: { field: string }) => e.field),
  ]
  const cases: [why: string, make: (one: One) => Promise<unknown>, body: Body, answer: unknown][] =
    [
      [
        'in a class without a seat',
        async ({ gedung, kelas, akun }) => {
          await enrol(s, await makePeserta(s, akun, gedung), kelas)
          await set('kursus_pelatih', kelas, { kapasitas: 1 })
        },
        {},
        [409, ['kursus_pelatih_id']],
      ],
      [
        'while the student is in another class at that hour',
        async ({ gedung, peserta }) => enrol(s, peserta, await makeKelas(s, gedung)),
        {},
        [409, ['kursus_pelatih_id']],
      ],
      [
        'before the class begins',
        ({ kelas }) => set('kursus_pelatih', kelas, { mulai: addDays(today, 5) }),
        {},
        [422, ['mulai']],
      ],
      [
        'in a class that rests',
        ({ kelas }) => set('kursus_pelatih', kelas, { status: 'nonaktif' }),
        {},
        [422, ['kursus_pelatih_id']],
      ],
      [
        'while the student is not',
        ({ peserta }) => set('user', peserta, { status: 0 }),
        {},
        [422, ['peserta_id']],
      ],
    ]
  test.each(cases)('is rejected %s', async (_, make, body, answer) => {
    const enrolment = await makeNew()
    await make(enrolment)
    expect(fields(await send(enrolment.id, 'aktifkan', body))).toEqual(answer)
    expect((await view(enrolment.id)).status).toBe(tidakAktif)
  })
})

test('rejects a student who is in the class already, except after graduation', async () => {
  const { id, peserta, kelas } = await makeNew()
  const again = { peserta_id: peserta, kursus_pelatih_id: kelas }
  for (const status of [tidakAktif, aktif])
    expect((await create({ ...again, status })).status).toBe(409)
  must(await send(id, 'aktifkan'))
  must(await send(id, 'lulus', { selesai: today }))
  must(await create({ ...again, mulai: addDays(today, 1) }))
})
test('requires a reason and an admin for a special price, and logs it', async () => {
  const { id } = await makeNew()
  const change = async (body: Body, by?: Client) =>
    send(id, 'update', { ...body, versi: (await view(id)).versi }, by)
  expect(await change({ biaya_bulanan_khusus: 300_000 })).toMatchObject({
    status: 422,
    data: { errors: [{ field: 'alasan_biaya' }] },
  })
  const price = { biaya_bulanan_khusus: 300_000, alasan_biaya: 'Beasiswa' }
  expect((await change(price, s.sales)).status).toBe(403)
  must(await change(price))
  const [entry] = must(
    await s.superadmin.get<any[]>(`/audit?entitas=kursus-peserta&entitas_id=${id}&sort=-id`),
  )
  expect(JSON.stringify(entry)).toMatch(/300000.*Beasiswa|Beasiswa.*300000/)
})

test('deletes attendance after the end of an enrolment, and keeps it before', async () => {
  const enrolment = await makeNew()
  must(await send(enrolment.id, 'aktifkan'))
  await s.db.deleteFrom('pertemuan').where('kursus_pelatih_id', '=', enrolment.kelas).execute()
  const days = [-7, 0, 7].map((n) => addDays(today, n))
  for (const tanggal of days)
    await s.db
      .insertInto('absensi')
      .values({
        versi: 1,
        created_at: now(),
        created_by: null,
        updated_at: now(),
        updated_by: null,
        pertemuan_id: await storeLesson(s, enrolment.kelas, tanggal),
        kursus_peserta_id: enrolment.id,
        peserta_id: enrolment.peserta,
        status_keberangkatan: 1,
        kode_absensi: 'HADIR',
        catatan: null,
        ditandai_at: now(),
        ditandai_oleh: null,
      })
      .execute()
  await s.db
    .updateTable('kursus_peserta')
    .set({ mulai: days[0] })
    .where('id', '=', enrolment.id)
    .execute()
  must(await send(enrolment.id, 'berhenti', { selesai: today, alasan: 'Pindah kota' }))
  const remainingMarks = await s.db
    .selectFrom('absensi')
    .innerJoin('pertemuan', 'pertemuan.id', 'absensi.pertemuan_id')
    .select('tanggal')
    .where('kursus_peserta_id', '=', enrolment.id)
    .orderBy('tanggal')
    .execute()
  expect(remainingMarks.map((l) => l.tanggal)).toEqual(days.slice(0, 2))
})

describe('the next class', () => {
  let n = 0
  const makeCourse = async (more: Body) =>
    must(
      await s.superadmin.post<{ id: number }>('/kursus/create', {
        kode: `NEXT-${++n}`,
        nama: `Next ${n}`,
        tipe: 'group',
        kapasitas_maks: 3,
        durasi_menit: 60,
        biaya_bulanan: 600_000,
        ...more,
      }),
    ).id
  const makeLevels = async () => {
    const { id } = must(
      await s.superadmin.post<any>('/kategori-kursus/create', {
        nama: `Tingkat ${++n}`,
        kode: `TK${n}`,
        levels: [{ nama: 'Satu' }, { nama: 'Dua' }],
      }),
    )
    const levels = await s.db
      .selectFrom('course_level')
      .select('id')
      .where('kategori_kursus_id', '=', id)
      .orderBy('urutan')
      .execute()
    const [low, high] = await Promise.all(
      levels.map((level) => makeCourse({ kategori_kursus_id: id, course_level_id: level.id })),
    )
    return [low!, high!] as const
  }
  test('has the course of the next level, which is named by hand for the highest one', async () => {
    const [low, high] = await makeLevels()
    const gedung = await makeOutlet(s)
    const offered = async (course: number) => {
      const kelas = await makeKelas(s, gedung, { kursus_id: course })
      const id = await enrol(s, await makePeserta(s, await makeAkun(s), gedung), kelas)
      return {
        id,
        ...must(await s.admin.get<any>(`/kursus-peserta/pilihan-kelas-selanjutnya?id=${id}`)),
      }
    }
    expect((await offered(low)).kursus).toMatchObject({ id: high })
    const top = await offered(high)
    expect(top.kursus).toBeNull()
    expect(await send(top.id, 'kelas-selanjutnya', { kelas_baru: true })).toMatchObject({
      status: 422,
      data: { errors: [{ field: 'kursus_id' }] },
    })
  })
  test('has the same time and coach, and cannot be undone after attendance', async () => {
    const [low, high] = await makeLevels()
    const gedung = await makeOutlet(s)
    const slot = { pelatih_id: await makePelatih(s), hari: Hari.sabtu, jam_mulai: '09:00' }
    const last = occurrences(today.slice(0, 7), Hari.sabtu).at(-1)!
    const old = await makeKelas(s, gedung, { kursus_id: low, selesai: last, ...slot })
    const following = await makeKelas(s, gedung, {
      kursus_id: high,
      mulai: firstDay(next),
      ...slot,
    })
    const id = await enrol(s, await makePeserta(s, await makeAkun(s), gedung), old)
    const moved = must(await send(id, 'kelas-selanjutnya'))
    expect(moved.kursus_pelatih_id).toBe(following)
    expect(await view(moved.id)).toMatchObject({ mulai: firstDay(next), status: aktif })
    await s.db
      .insertInto('absensi')
      .values({
        versi: 1,
        created_at: now(),
        created_by: null,
        updated_at: now(),
        updated_by: null,
        pertemuan_id: await storeLesson(s, following, firstDay(next), {
          diubah: 1,
          jenis: 'tambahan',
          minggu: null,
        }),
        kursus_peserta_id: moved.id,
        peserta_id: (await view(id)).peserta_id,
        status_keberangkatan: 1,
        kode_absensi: 'HADIR',
        catatan: null,
        ditandai_at: now(),
        ditandai_oleh: null,
      })
      .execute()
    const refused = await send(moved.id, 'batal-kelas-selanjutnya')
    expect([refused.status, refused.data.message]).toEqual([
      409,
      expect.stringContaining('absensi'),
    ])
  })
})
