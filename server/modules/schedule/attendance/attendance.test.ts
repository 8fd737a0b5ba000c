/** Attendance of a lesson through the API (domain.md 3.10). */
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { KursusPesertaStatus, RoleId, StatusKeberangkatan } from '#contract/enums.ts'
import type { Answer, Body, Client } from '#mocks/api/api.ts'
import {
  enrol,
  makeAkun,
  makeBill,
  makeKelas,
  makeOutlet,
  makePelatih,
  makePeserta,
  setSetting,
} from '#mocks/people/family.ts'
import { storeAway, storeLesson } from '#mocks/schedule/lesson.ts'
import { makeSchool, must, type School } from '#mocks/school/school.ts'

/** Monday at 09:30 in Jakarta, during the lesson from 09:00 to 10:00. */
const inLesson = '2026-03-09T02:30:00.000Z'
const day = '2026-03-09'
const hours = { jam_mulai: '09:00', jam_selesai: '10:00' }

let s: School
beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(inLesson) })
  s = await makeSchool()
})
afterAll(async () => {
  vi.useRealTimers()
  await s.close()
})
beforeEach(() => {
  vi.setSystemTime(new Date(inLesson))
})

interface Place {
  gedung: number
  kelas: number
  coach: Client
  coachId: number
  kp: number[]
  peserta: number[]
  lesson: number
}
/**
 * Creates a class with its own coach and `n` students, and a lesson of the class on the day of the
 * tests.
 */
const makePlace = async (n = 3, outlet: Body = {}): Promise<Place> => {
  const gedung = await makeOutlet(s, outlet)
  const coachId = await makePelatih(s)
  // The lessons that the server generates for the class are in the afternoon, so that they do not
  // overlap with the lesson of the tests.
  const kelas = await makeKelas(s, gedung, { pelatih_id: coachId, jam_mulai: '15:00' })
  const akun = await makeAkun(s)
  const peserta: number[] = []
  const kp: number[] = []
  for (let i = 0; i < n; i++) {
    const id = await makePeserta(s, akun, gedung)
    peserta.push(id)
    kp.push(await enrol(s, id, kelas))
  }
  const lesson = await storeLesson(s, kelas, day, hours)
  return { gedung, kelas, coachId, coach: await s.as(coachId), kp, peserta, lesson }
}
let keys = 0
const mark = (by: Client, lesson: number, body: Body, key = `k-${++keys}`): Promise<Answer<any>> =>
  by.post(`/pertemuan/tandai?id=${lesson}`, body, key)
const markOne = (by: Client, place: Place, n: number, kode_absensi: string, more: Body = {}) => {
  const { ditandai_at, ...fields } = more
  return mark(by, place.lesson, {
    peserta: [{ kursus_peserta_id: place.kp[n], kode_absensi, ...fields }],
    ...(ditandai_at !== undefined && { ditandai_at }),
  })
}
const read = async (by: Client, lesson: number): Promise<any> =>
  must(await by.get<any>(`/pertemuan/absensi?id=${lesson}`))
const marksOf = async ({ lesson }: Place) =>
  (await read(s.superadmin, lesson)).peserta.map((p: any) => p.kode_absensi)
const credits = ({ lesson }: Place) =>
  s.db
    .selectFrom('kredit_pengganti')
    .selectAll()
    .where('asal_pertemuan_id', '=', lesson)
    .orderBy('peserta_id')
    .execute()
const statusOf = async ({ lesson }: Place) => (await read(s.superadmin, lesson)).pertemuan.status
const { berangkat, tidakBerangkat } = StatusKeberangkatan

describe('a lesson with its attendance', () => {
  test('shows room, students, time window, next lesson and attendance codes', async () => {
    const place = await makePlace()
    const next = await storeLesson(s, place.kelas, day, {
      jam_mulai: '11:00',
      jam_selesai: '12:00',
    })
    const before = await read(place.coach, place.lesson)
    expect(before).toMatchObject({
      pertemuan: {
        status: 'terjadwal',
        zona_waktu: 'Asia/Jakarta',
        pelatih: { id: place.coachId },
      },
      buka_at: '2026-03-09T01:00:00.000Z',
      tutup_at: '2026-03-10T17:00:00.000Z',
      terhalang: null,
      pelatih: { status_keberangkatan: StatusKeberangkatan.belum },
      berikutnya: { id: next, jam_mulai: '11:00' },
    })
    expect(before.peserta.map((p: any) => p.kursus_peserta_id)).toEqual(place.kp)
    must(await mark(place.coach, place.lesson, { pelatih: { status_keberangkatan: berangkat } }))
    must(await markOne(place.coach, place, 0, 'HADIR'))
    must(
      await markOne(place.coach, place, 1, 'TERLAMBAT', { terlambat_menit: 12, catatan: 'Macet' }),
    )
    expect(await statusOf(place)).toBe('terjadwal')
    const last = must(await markOne(place.coach, place, 2, 'ALPA'))
    expect(last).toEqual({ id: place.lesson, status: 'selesai', diubah: 1 })
    must(await mark(place.coach, place.lesson, { catatan_materi: 'Tangga nada C' }))
    expect(await read(place.coach, place.lesson)).toMatchObject({
      pertemuan: { status: 'selesai', catatan_materi: 'Tangga nada C' },
      pelatih: { status_keberangkatan: berangkat, ditandai_at: inLesson },
      peserta: [
        { kode_absensi: 'HADIR', terlambat_menit: 0 },
        { kode_absensi: 'TERLAMBAT', terlambat_menit: 12, catatan: 'Macet' },
        { kode_absensi: 'ALPA' },
      ],
    })
  })
  test('lists the students of its day, without leaves, stops and later starts', async () => {
    const place = await makePlace(6)
    const set = (n: number, to: object) =>
      s.db.updateTable('kursus_peserta').set(to).where('id', '=', place.kp[n]!).execute()
    const { cuti, tidakAktif, lulus } = KursusPesertaStatus
    await set(0, { status: cuti, cuti_mulai: '2026-03-01', cuti_selesai: null })
    const diakhiri_at = '2026-03-01T00:00:00.000Z'
    await set(1, { status: tidakAktif, selesai: '2026-03-02', diakhiri_at })
    await set(2, { mulai: '2026-03-16' })
    await set(3, { status: lulus, selesai: day, diakhiri_at })
    await set(4, { status: cuti, cuti_mulai: '2026-04-01' })
    const { peserta } = await read(place.coach, place.lesson)
    expect(peserta.map((p: any) => p.kursus_peserta_id)).toEqual(place.kp.slice(3))
    expect((await markOne(place.coach, place, 0, 'HADIR')).status).toBe(422)
  })
  test('rejects codes that are not for people, and a late excuse without a note', async () => {
    const place = await makePlace(1)
    for (const [code, field] of [
      ['PELATIH_TIDAK_HADIR', 'peserta.0.kode_absensi'],
      ['LIBUR', 'peserta.0.kode_absensi'],
      ['IZIN_MENDADAK', 'peserta.0.catatan'],
    ] as const) {
      const answer = await markOne(place.coach, place, 0, code)
      expect([answer.status, answer.data.errors[0].field]).toEqual([422, field])
    }
    const absent = { status_keberangkatan: tidakBerangkat }
    expect((await mark(place.coach, place.lesson, { pelatih: absent })).data.errors[0].field).toBe(
      'pelatih.alasan',
    )
    expect(await marksOf(place)).toEqual([null])
  })
  test('rejects a short-notice code before the deadline of the settings', async () => {
    const place = await makePlace(1)
    const until = '2026-03-08T02:00:00.000Z'
    expect(await read(place.coach, place.lesson)).toMatchObject({ izin_sampai_at: until })
    vi.setSystemTime(new Date('2026-03-08T01:59:00.000Z'))
    const short = () => markOne(s.superadmin, place, 0, 'IZIN_MENDADAK', { catatan: 'Sakit perut' })
    const early = await short()
    expect([early.status, early.data.errors[0]]).toEqual([
      422,
      {
        field: 'peserta.0.kode_absensi',
        message: expect.stringContaining('batas izin 8 Maret 2026 09.00 WIB'),
      },
    ])
    must(await markOne(s.superadmin, place, 0, 'IZIN'))
    vi.setSystemTime(new Date(until))
    must(await short())
    await setSetting(s, 'batas_izin_jam', 3)
    expect((await short()).status).toBe(422)
    await setSetting(s, 'batas_izin_jam', 24)
  })
  test('stores all of the posted attendance or nothing', async () => {
    const place = await makePlace(2)
    const answer = await mark(place.coach, place.lesson, {
      catatan_materi: 'Hilang',
      peserta: [
        { kursus_peserta_id: place.kp[0], kode_absensi: 'HADIR' },
        { kursus_peserta_id: s.ids.kp, kode_absensi: 'HADIR' },
      ],
    })
    expect([answer.status, answer.data.errors[0].field]).toEqual([
      422,
      'peserta.1.kursus_peserta_id',
    ])
    expect(await marksOf(place)).toEqual([null, null])
    expect((await read(place.coach, place.lesson)).pertemuan.catatan_materi).toBeNull()
  })
})

describe('write access to attendance', () => {
  test('is limited to the window for a coach, and to open months for an admin', async () => {
    const place = await makePlace(1)
    const statusAt = async (iso: string, by = place.coachId) => {
      vi.setSystemTime(new Date(iso))
      return (await markOne(await s.as(by), place, 0, 'HADIR')).status
    }
    expect(await statusAt('2026-03-09T00:59:59.000Z')).toBe(409)
    expect(await statusAt('2026-03-09T00:59:59.000Z', s.ids.superadmin)).toBe(200)
    expect(await statusAt('2026-03-09T01:00:00.000Z')).toBe(200)
    expect(await statusAt('2026-03-10T16:59:59.000Z')).toBe(200)
    expect(await statusAt('2026-03-10T17:00:00.000Z')).toBe(409)
    expect(await statusAt('2026-03-13T17:00:00.000Z', s.ids.superadmin)).toBe(200)
    vi.setSystemTime(new Date(inLesson))
    await setSetting(s, 'kunci_buku_sampai', day)
    expect(await statusAt(inLesson, s.ids.superadmin)).toBe(409)
    await setSetting(s, 'kunci_buku_sampai', null)
  })
  test('ends with the day in the time zone of the outlet', async () => {
    const place = await makePlace(1, { zona_waktu: 'Asia/Jayapura' })
    vi.setSystemTime(new Date('2026-03-10T14:59:59.000Z'))
    const coach = await s.as(place.coachId)
    expect((await markOne(coach, place, 0, 'HADIR')).status).toBe(200)
    vi.setSystemTime(new Date('2026-03-10T15:00:00.000Z'))
    expect((await markOne(coach, place, 0, 'ALPA')).status).toBe(409)
  })
  test('includes attendance from within the window for another day, with its time', async () => {
    const place = await makePlace(1)
    vi.setSystemTime(new Date('2026-03-11T16:00:00.000Z'))
    const coach = await s.as(place.coachId)
    must(await markOne(coach, place, 0, 'HADIR', { ditandai_at: inLesson }))
    const { peserta } = await read(coach, place.lesson)
    expect(peserta[0].ditandai_at).toBe(inLesson)
    vi.setSystemTime(new Date('2026-03-11T17:00:00.000Z'))
    const late = await markOne(coach, place, 0, 'ALPA', { ditandai_at: inLesson })
    expect(late.status).toBe(409)
  })
  test('is denied to other coaches, and to a substituted coach, who may read', async () => {
    const place = await makePlace(1)
    const substitute = await makePelatih(s)
    const by = await s.as(substitute)
    expect((await markOne(by, place, 0, 'HADIR')).status).toBe(404)
    expect((await by.get(`/pertemuan/absensi?id=${place.lesson}`)).status).toBe(404)
    await s.db
      .updateTable('pertemuan')
      .set({ pelatih_id: substitute, pelatih_asli_id: place.coachId })
      .where('id', '=', place.lesson)
      .execute()
    expect((await markOne(by, place, 0, 'HADIR')).status).toBe(200)
    expect((await markOne(place.coach, place, 0, 'ALPA')).status).toBe(403)
    expect((await read(place.coach, place.lesson)).terhalang).toMatch(/^Pertemuan ini diisi oleh/)
    expect((await markOne(s.admin2, place, 0, 'ALPA')).status).toBe(404)
    expect((await markOne(s.sales, place, 0, 'ALPA')).status).toBe(403)
    expect(await marksOf(place)).toEqual(['HADIR'])
  })
  test('is denied to another role with the access code, which reads own students', async () => {
    const place = await makePlace(2)
    const role = must(
      await s.superadmin.post<{ id: number }>('/role/create', {
        name: 'Sales Absensi',
        dasar_role_id: RoleId.sales,
        accesses: ['kursus-pelatih/absensi', 'user/peserta'],
      }),
    )
    const id = must(
      await s.superadmin.post<{ id: number }>('/user/create', {
        role_id: role.id,
        name: 'Sales Hadir',
        email: 'sales.hadir@contoh.id',
        phone: '081299887766',
        gedung_id: place.gedung,
      }),
    ).id
    await s.db
      .updateTable('user')
      .set({ sales_id: id })
      .where('id', '=', place.peserta[1]!)
      .execute()
    const by = await s.as(id)
    const { peserta } = await read(by, place.lesson)
    expect(peserta.map((p: any) => p.peserta_id)).toEqual([place.peserta[1]])
    expect((await markOne(by, place, 1, 'HADIR')).status).toBe(403)
  })
  test.each(['batal_pelatih', 'batal_sekolah', 'libur', 'minggu_5', 'pindah'] as const)(
    'is denied for a lesson with the status %s',
    async (status) => {
      const place = await makePlace(1)
      await s.db.updateTable('pertemuan').set({ status }).where('id', '=', place.lesson).execute()
      expect((await markOne(s.superadmin, place, 0, 'HADIR')).status).toBe(409)
    },
  )
})

describe('a coach who does not come', () => {
  const absent = { pelatih: { status_keberangkatan: tidakBerangkat, alasan: 'Sakit' } }
  test('leaves the lesson to a substitute before its start', async () => {
    const place = await makePlace(2)
    vi.setSystemTime(new Date('2026-03-09T01:30:00.000Z'))
    must(await mark(place.coach, place.lesson, absent))
    expect([await statusOf(place), await credits(place)]).toEqual(['terjadwal', []])
    const substitute = await makePelatih(s)
    await s.db
      .updateTable('pertemuan')
      .set({ pelatih_id: substitute, pelatih_asli_id: place.coachId })
      .where('id', '=', place.lesson)
      .execute()
    const by = await s.as(substitute)
    expect((await read(by, place.lesson)).pelatih.status_keberangkatan).toBe(0)
    vi.setSystemTime(new Date(inLesson))
    must(await mark(by, place.lesson, { pelatih: { status_keberangkatan: berangkat } }))
    expect(await statusOf(place)).toBe('terjadwal')
  })
  test('makes a credit for every student, above the cap and with any attendance code', async () => {
    const place = await makePlace(3)
    await setSetting(s, 'maks_kredit_bulan', 0)
    must(await markOne(place.coach, place, 0, 'HADIR'))
    expect(must(await mark(s.admin, place.lesson, absent)).status).toBe('batal_pelatih')
    await setSetting(s, 'maks_kredit_bulan', 1)
    expect(await marksOf(place)).toEqual(Array(3).fill('PELATIH_TIDAK_HADIR'))
    expect(await credits(place)).toMatchObject(
      place.peserta.map((peserta_id) => ({
        peserta_id,
        sebab: 'pelatih',
        status: 'tersedia',
        jumlah_menit: 60,
        berlaku_sampai: '2026-05-08',
      })),
    )
    expect((await markOne(s.admin, place, 0, 'HADIR')).status).toBe(409)
  })
  test('removes the codes and unused credits on a later arrival', async () => {
    const place = await makePlace(2)
    const came = { pelatih: { status_keberangkatan: berangkat } }
    must(await mark(place.coach, place.lesson, absent))
    const [first] = await credits(place)
    const set = (to: object) =>
      s.db.updateTable('kredit_pengganti').set(to).where('id', '=', first!.id).execute()
    const otherLesson = await storeLesson(s, place.kelas, '2026-03-20')
    await set({ status: 'dipesan', pertemuan_id: otherLesson })
    expect((await mark(place.coach, place.lesson, came)).status).toBe(409)
    await set({ status: 'tersedia', pertemuan_id: null })
    expect(must(await mark(place.coach, place.lesson, came)).status).toBe('terjadwal')
    expect(await marksOf(place)).toEqual([null, null])
    expect((await credits(place)).map((c) => c.status)).toEqual(['dicabut', 'dicabut'])
    must(await mark(place.coach, place.lesson, absent))
    expect((await credits(place)).filter((c) => c.status === 'tersedia')).toHaveLength(2)
  })
  test('does not reopen a lesson whose room was given to another one', async () => {
    const place = await makePlace(1)
    must(await mark(place.coach, place.lesson, absent))
    const { ruang_id } = await s.db
      .selectFrom('pertemuan')
      .select('ruang_id')
      .where('id', '=', place.lesson)
      .executeTakeFirstOrThrow()
    const kelas = await makeKelas(s, place.gedung, { jam_mulai: '15:00' })
    await storeLesson(s, kelas, day, { ...hours, ruang_id })
    const answer = await mark(place.coach, place.lesson, {
      pelatih: { status_keberangkatan: berangkat },
    })
    expect([answer.status, answer.data.message]).toEqual([
      409,
      'Ruang sudah dipakai pertemuan lain pada jam ini',
    ])
  })
})

describe('make-up credits', () => {
  test('are earned by the attendance code, up to the cap of the month', async () => {
    const place = await makePlace(1)
    const lessons = [place.lesson]
    for (const tanggal of ['2026-03-16', '2026-04-06'])
      lessons.push(await storeLesson(s, place.kelas, tanggal, hours))
    for (const lesson of lessons) must(await markOne(s.admin, { ...place, lesson }, 0, 'SAKIT'))
    const earned = await Promise.all(
      lessons.map(async (lesson) => (await credits({ ...place, lesson })).length),
    )
    expect(earned).toEqual([1, 0, 1])
  })
  test.each([
    ['siswa', 0],
    ['manual', 0],
    ['pelatih', 1],
    ['sekolah', 1],
  ] as const)('owed by %s leave %i to earn in that month', async (sebab, creditCount) => {
    const place = await makePlace(1)
    const earlier = await storeLesson(s, place.kelas, '2026-03-02', hours)
    await storeAway(s, earlier, place.kp[0]!)
    await s.db
      .updateTable('kredit_pengganti')
      .set({ sebab })
      .where('asal_pertemuan_id', '=', earlier)
      .execute()
    must(await markOne(place.coach, place, 0, 'SAKIT'))
    expect(await credits(place)).toHaveLength(creditCount)
  })
  test('are valid for the set number of days from their lesson on', async () => {
    await setSetting(s, 'masa_kredit_hari', 10)
    const place = await makePlace(1)
    must(await markOne(place.coach, place, 0, 'IZIN'))
    expect(await credits(place)).toMatchObject([{ berlaku_sampai: '2026-03-19' }])
    await setSetting(s, 'masa_kredit_hari', 60)
  })
  test.each(['HADIR', 'TERLAMBAT', 'ALPA', 'IZIN_MENDADAK'])('are not due for %s', async (code) => {
    const place = await makePlace(1)
    must(await markOne(place.coach, place, 0, code, { catatan: 'Baru dikabari' }))
    expect(await credits(place)).toEqual([])
  })
  test('are revoked and restored with their attendance code, once', async () => {
    const place = await makePlace(1)
    must(await markOne(place.coach, place, 0, 'IZIN'))
    must(await markOne(place.coach, place, 0, 'HADIR'))
    expect((await credits(place)).map((c) => c.status)).toEqual(['dicabut'])
    expect((await read(place.coach, place.lesson)).peserta[0].kredit).toBeNull()
    must(await markOne(place.coach, place, 0, 'SAKIT'))
    expect((await credits(place)).map((c) => c.status)).toEqual(['tersedia'])
    expect((await read(place.coach, place.lesson)).peserta[0].kredit).toEqual({
      status: 'tersedia',
      berlaku_sampai: '2026-05-08',
    })
  })
  test.each(['dipesan', 'terpakai'] as const)('keep their code when %s', async (status) => {
    const place = await makePlace(1)
    must(await markOne(place.coach, place, 0, 'IZIN'))
    const pertemuan_id = await storeLesson(s, place.kelas, '2026-03-20')
    await s.db
      .updateTable('kredit_pengganti')
      .set({ status, pertemuan_id })
      .where('asal_pertemuan_id', '=', place.lesson)
      .execute()
    expect((await markOne(place.coach, place, 0, 'HADIR')).status).toBe(409)
    expect(await marksOf(place)).toEqual(['IZIN'])
    expect((await markOne(place.coach, place, 0, 'SAKIT')).status).toBe(200)
  })
  test('list the guest, are used if missed, and return if the coach is absent', async () => {
    const from = await makePlace(1)
    const guest = { ...from, kp: from.kp }
    must(await markOne(from.coach, from, 0, 'IZIN'))
    const to = await makePlace(1)
    await s.db
      .updateTable('kredit_pengganti')
      .set({ status: 'dipesan', pertemuan_id: to.lesson })
      .where('asal_pertemuan_id', '=', from.lesson)
      .execute()
    const { peserta } = await read(to.coach, to.lesson)
    expect(peserta.map((p: any) => [p.kursus_peserta_id, p.pengganti])).toEqual([
      [from.kp[0], true],
      [to.kp[0], false],
    ])
    must(await markOne(to.coach, { ...guest, lesson: to.lesson }, 0, 'SAKIT'))
    expect((await credits(from)).map((c) => c.status)).toEqual(['terpakai'])
    expect(await credits(to)).toEqual([])
    must(
      await mark(to.coach, to.lesson, {
        pelatih: { status_keberangkatan: tidakBerangkat, alasan: 'Ban bocor' },
      }),
    )
    expect((await credits(to)).map((c) => [c.peserta_id, c.sebab])).toEqual([
      [from.peserta[0], 'pelatih'],
      [to.peserta[0], 'pelatih'],
    ])
  })
})

describe('the coach pay of a lesson', () => {
  const rate = (coach: number, tarif_honor: number | null, jenis_honor = 'per_pertemuan') =>
    s.db
      .updateTable('pelatih_profil')
      .set({ tarif_honor, jenis_honor: jenis_honor as 'per_pertemuan' })
      .where('user_id', '=', coach)
      .execute()
  const feeOf = async ({ lesson }: Place) => {
    const { honor_tarif, honor_nominal } = must(
      await s.superadmin.get<any>(`/pertemuan/view?id=${lesson}`),
    )
    return [honor_tarif, honor_nominal]
  }
  test('is stored with the attendance, follows it and ignores later rates', async () => {
    const place = await makePlace(2)
    await rate(place.coachId, 75_000)
    must(await markOne(place.coach, place, 0, 'SAKIT'))
    expect(await feeOf(place)).toEqual([null, null])
    must(await markOne(place.coach, place, 1, 'ALPA'))
    expect(await feeOf(place)).toEqual([75_000, 75_000])
    await rate(place.coachId, 90_000)
    must(await markOne(place.coach, place, 1, 'IZIN'))
    expect(await feeOf(place)).toEqual([75_000, 0])
    must(await markOne(place.coach, place, 0, 'HADIR'))
    expect(await feeOf(place)).toEqual([75_000, 75_000])
    // Coach and admin see the pay. Other readers of the lesson do not see it.
    const payFor = async (by: Client) => (await read(by, place.lesson)).pertemuan.honor_nominal
    expect([await payFor(place.coach), await payFor(s.superadmin)]).toEqual([75_000, 75_000])
    const substitute = await makePelatih(s)
    const to = { pelatih_id: substitute, pelatih_asli_id: place.coachId }
    await s.db.updateTable('pertemuan').set(to).where('id', '=', place.lesson).execute()
    expect([await payFor(place.coach), await payFor(await s.as(substitute))]).toEqual([
      null,
      75_000,
    ])
  })
  test('has the rate of the substitute, and is empty for a cancelled lesson', async () => {
    const place = await makePlace(1)
    const substitute = await makePelatih(s)
    await rate(place.coachId, 75_000)
    await rate(substitute, 60_000)
    must(await s.admin.post(`/pertemuan/pengganti?id=${place.lesson}`, { pelatih_id: substitute }))
    must(await markOne(s.superadmin, place, 0, 'HADIR'))
    expect(await feeOf(place)).toEqual([60_000, 60_000])
    const absent = { pelatih: { status_keberangkatan: tidakBerangkat, alasan: 'Sakit' } }
    must(await mark(s.superadmin, place.lesson, absent))
    expect(await feeOf(place)).toEqual([null, null])
  })
  test.each([
    ['persen', 'persen', 50_000],
    ['a salary', 'tetap', 50_000],
    ['no rate', 'per_pertemuan', null],
  ])('is empty for %s, also with a later rate', async (_, jenis, tarif) => {
    const place = await makePlace(1)
    await rate(place.coachId, tarif, jenis)
    must(await markOne(place.coach, place, 0, 'HADIR'))
    await rate(place.coachId, 80_000)
    must(await markOne(place.coach, place, 0, 'ALPA'))
    expect(await feeOf(place)).toEqual([null, null])
  })
  test('is paid for a lesson without students if the coach came', async () => {
    const place = await makePlace(0)
    await rate(place.coachId, 75_000)
    must(await mark(place.coach, place.lesson, { pelatih: { status_keberangkatan: berangkat } }))
    expect([await statusOf(place), await feeOf(place)]).toEqual(['selesai', [75_000, 75_000]])
  })
})

test('shows the arrears flag to staff from the set number of months on', async () => {
  const place = await makePlace(2)
  const { akun_billing_id } = await s.db
    .selectFrom('user')
    .select('akun_billing_id')
    .where('id', '=', place.peserta[0]!)
    .executeTakeFirstOrThrow()
  const owe = async (periode: string) => {
    const bill = await makeBill(s, akun_billing_id!, 400_000)
    const late = { periode, jatuh_tempo: `${periode}-10` }
    await s.db.updateTable('billing').set(late).where('id', '=', bill).execute()
    await s.db
      .updateTable('billing_item')
      .set({ peserta_id: place.peserta[0] })
      .where('billing_id', '=', bill)
      .execute()
  }
  const flags = async (by: Client) =>
    (await read(by, place.lesson)).peserta.map((p: any) => p.tunggakan)
  for (const month of ['2025-11', '2025-12', '2025-12']) await owe(month)
  expect(await flags(place.coach)).toEqual([false, false])
  await owe('2026-01')
  expect([await flags(place.coach), await flags(s.superadmin)]).toEqual([
    [true, false],
    [true, false],
  ])
  await setSetting(s, 'blokir_tunggakan_bulan', 4)
  expect(await flags(place.coach)).toEqual([false, false])
  await setSetting(s, 'blokir_tunggakan_bulan', 3)
})

describe('simultaneous attendance', () => {
  test('is stored once and answered once for one key', async () => {
    const place = await makePlace(1)
    const body = { peserta: [{ kursus_peserta_id: place.kp[0], kode_absensi: 'IZIN' }] }
    const answers = await Promise.all(
      [1, 2, 3].map(() => mark(place.coach, place.lesson, body, 'satu')),
    )
    expect(answers.map((a) => a.status)).toEqual([200, 200, 200])
    expect(new Set(answers.map((a) => JSON.stringify(a.data))).size).toBe(1)
    expect(await credits(place)).toHaveLength(1)
    const otherBody = { peserta: [{ kursus_peserta_id: place.kp[0], kode_absensi: 'ALPA' }] }
    expect((await mark(place.coach, place.lesson, otherBody, 'satu')).status).toBe(422)
    expect(
      (await place.coach.post(`/pertemuan/tandai?id=${place.lesson}`, body, null)).status,
    ).toBe(400)
  })
  test('has one code per student from coach and admin, and completes the lesson', async () => {
    const place = await makePlace(6)
    const all = ['HADIR', 'IZIN', 'SAKIT', 'ALPA']
    const answers = await Promise.all(
      place.kp.flatMap((_, n) => [
        markOne(place.coach, place, n, all[n % 4]!),
        markOne(s.superadmin, place, n, all[(n + 1) % 4]!),
      ]),
    )
    for (const { status } of answers) expect([200, 409]).toContain(status)
    const rows = await s.db
      .selectFrom('absensi')
      .selectAll()
      .where('pertemuan_id', '=', place.lesson)
      .execute()
    expect(rows).toHaveLength(6)
    expect(await statusOf(place)).toBe('selesai')
    const owed = new Set(
      rows.filter((r) => ['IZIN', 'SAKIT'].includes(r.kode_absensi)).map((r) => r.peserta_id),
    )
    const open = (await credits(place)).filter((c) => c.status === 'tersedia')
    expect(new Set(open.map((c) => c.peserta_id))).toEqual(owed)
  })
  test('returns 409 with the code that somebody else has stored meanwhile', async () => {
    const place = await makePlace(1)
    const seenCode = { kode_terlihat: null }
    must(await markOne(s.superadmin, place, 0, 'IZIN', seenCode))
    const answer = await markOne(place.coach, place, 0, 'ALPA', seenCode)
    expect(answer.status).toBe(409)
    expect(answer.data).toMatchObject({
      message: expect.stringMatching(/ sudah ditandai Izin oleh .* pada 9 Maret 2026 09\.30 WIB$/),
      current: { kursus_peserta_id: place.kp[0], kode_absensi: 'IZIN' },
    })
    expect((await markOne(place.coach, place, 0, 'IZIN', seenCode)).status).toBe(200)
    const earlier = { ditandai_at: '2026-03-09T02:00:00.000Z' }
    expect((await markOne(place.coach, place, 0, 'HADIR', earlier)).status).toBe(409)
    expect((await markOne(place.coach, place, 0, 'HADIR', { kode_terlihat: 'IZIN' })).status).toBe(
      200,
    )
    expect(await marksOf(place)).toEqual(['HADIR'])
  })
})
