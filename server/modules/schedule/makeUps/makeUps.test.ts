/**
 * Make-up credits through the API: granting, booking, releasing, using and expiry (domain.md 2.4,
 * 3.10).
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { KursusPesertaStatus } from '#contract/enums.ts'
import { makeRandom } from '#contract/values/random.ts'
import { addDays, currentDay } from '#contract/values/tanggal.ts'
import type { Answer, Body, Client } from '#mocks/api/api.ts'
import {
  enrol,
  makeAkun,
  makeBill,
  makeKelas,
  makePelatih,
  makePeserta,
  makeRuang,
  setSetting,
} from '#mocks/people/family.ts'
import { makeHost, makeMakeUp } from '#mocks/schedule/makeUp.ts'
import { makeSchool, must, type School } from '#mocks/school/school.ts'
import { brokenSchedule } from '#server/modules/schedule/invariants.ts'

const today = currentDay()
const alasan = 'Uji'
let s: School
let gedung: number
beforeAll(async () => {
  s = await makeSchool()
  gedung = s.ids.gedung
})
afterAll(() => s.close())

const book = (credit: number, pertemuan_id: number, more: Body = {}, by: Client = s.superadmin) =>
  by.post<any>(`/kredit-pengganti/pesan?id=${credit}`, { pertemuan_id, ...more })
const release = (credit: number, by: Client = s.superadmin) =>
  by.post<any>(`/kredit-pengganti/batal-pesan?id=${credit}`, {})
const view = async (credit: number) =>
  must(await s.superadmin.get<any>(`/kredit-pengganti/view?id=${credit}`))
const creditsOf = async (peserta: number): Promise<any[]> =>
  must(await s.superadmin.get<any[]>(`/kredit-pengganti?peserta_id=${peserta}&sort=created_at`))
const options = async (credit: number, by: Client = s.superadmin, more = '') =>
  must(await by.get<any>(`/kredit-pengganti/pertemuan?id=${credit}${more}`))
const offered = async (credit: number, by?: Client, more?: string): Promise<number[]> =>
  (await options(credit, by, more)).pertemuan.map((p: any) => p.id)
const kinds = ({ status, data }: Answer<any>) =>
  status === 409 && data.konflik ? data.konflik.map((k: any) => `${k.jenis} ${k.tingkat}`) : status
const setCredit = (id: number, to: object) =>
  s.db.updateTable('kredit_pengganti').set(to).where('id', '=', id).execute()
/** Reads the audit log entries of a make-up: action, reason, and values before the change. */
const auditOf = async (credit: number) => {
  const rows = await s.db
    .selectFrom('audit')
    .select(['aksi', 'alasan', 'sebelum'])
    .where('entitas', '=', 'kredit-pengganti')
    .where('entitas_id', '=', credit)
    .orderBy('id')
    .execute()
  return rows.map(({ aksi, alasan: why, sebelum }) => [aksi, why, JSON.parse(sebelum ?? '{}')])
}
const lessonStatus = async (id: number) =>
  must(await s.superadmin.get<any>(`/pertemuan/view?id=${id}`)).status

describe('a make-up credit given by hand', () => {
  test('requires an admin and a reason, and is valid for the set number of days', async () => {
    const peserta_id = await makePeserta(s, await makeAkun(s), gedung)
    const body = { peserta_id, kursus_id: s.ids.kursus, alasan }
    expect((await s.admin.post('/kredit-pengganti/create', body)).status).toBe(422)
    await enrol(s, peserta_id, await makeKelas(s, gedung))
    const give = (more: Body) => s.admin.post<any>('/kredit-pengganti/create', { ...body, ...more })
    expect((await give({ alasan: '' })).status).toBe(422)
    expect((await give({ sampai: addDays(today, -1) })).status).toBe(422)
    expect(must(await give({}))).toMatchObject({
      sebab: 'manual',
      status: 'tersedia',
      diberikan_oleh: s.ids.admin,
      berlaku_sampai: addDays(today, 60),
      jumlah_menit: 30,
      gedung_id: gedung,
    })
    // Credits granted by hand count towards the monthly cap. Credits that the school owes do not
    // count.
    expect((await give({})).status).toBe(422)
    await s.db
      .updateTable('kredit_pengganti')
      .set({ sebab: 'sekolah' })
      .where('peserta_id', '=', peserta_id)
      .execute()
    expect((await give({ sampai: addDays(today, 5) })).status).toBe(201)
    for (const by of [s.akun, s.peserta, s.pelatih])
      expect((await by.post('/kredit-pengganti/create', body)).status).toBe(403)
  })
  test('of sales people is limited to own students and the cap; the coach sees it', async () => {
    const coach = await makePelatih(s)
    const peserta_id = await makePeserta(s, await makeAkun(s), gedung)
    await enrol(s, peserta_id, await makeKelas(s, gedung, { pelatih_id: coach }))
    const body = { peserta_id, kursus_id: s.ids.kursus, alasan }
    const give = (by: Client) => by.post<any>('/kredit-pengganti/create', body)
    const foreign = await give(s.sales2)
    expect([foreign.status, foreign.data.errors[0].field]).toEqual([422, 'peserta_id'])
    const { id, diberikan_oleh } = must(await give(s.sales))
    expect(diberikan_oleh).toBe(s.ids.sales)
    expect((await give(s.sales)).status).toBe(422)
    expect((await s.sales.post(`/kredit-pengganti/cabut?id=${id}`, { alasan })).status).toBe(403)
    const read = async (by: Client) =>
      (await by.get<any>(`/kredit-pengganti/view?id=${id}&expand=peserta,kursus`)).status
    expect([await read(await s.as(coach)), await read(s.pelatih)]).toEqual([200, 404])
    const ownCredits = must(await (await s.as(coach)).get<any[]>('/kredit-pengganti'))
    expect(ownCredits.map((credit) => credit.id)).toEqual([id])
  })
  test('is revoked with a reason while it is not used', async () => {
    const { credit } = await makeMakeUp(s, gedung)
    const { lessons } = await makeHost(s, gedung)
    const revoke = (body: Body) => s.admin.post(`/kredit-pengganti/cabut?id=${credit}`, body)
    must(await book(credit, lessons[0]!))
    expect((await revoke({})).status).toBe(422)
    must(await revoke({ alasan }))
    expect(await view(credit)).toMatchObject({ status: 'dicabut', pertemuan_id: null, alasan })
    expect((await revoke({ alasan })).status).toBe(409)
    expect((await book(credit, lessons[0]!)).status).toBe(409)
    expect((await release(credit)).status).toBe(409)
  })
})

describe('a booking', () => {
  test('is open to family, student, sales person and admin, if there is a seat', async () => {
    const { lessons } = await makeHost(s, gedung)
    const { credit, akun, peserta } = await makeMakeUp(s, gedung)
    for (const by of [await s.as(akun), await s.as(peserta), s.sales, s.admin]) {
      expect(await offered(credit, by)).toContain(lessons[0])
      expect(must(await book(credit, lessons[0]!, {}, by))).toMatchObject({
        status: 'dipesan',
        pertemuan_id: lessons[0],
      })
      expect((await book(credit, lessons[1]!, {}, by)).status).toBe(409)
      must(await release(credit, by))
      expect(await view(credit)).toMatchObject({ status: 'tersedia', pertemuan_id: null })
    }
    for (const by of [s.akun2, s.sales2, s.admin2])
      expect((await book(credit, lessons[0]!, {}, by)).status).toBe(404)
    expect((await book(credit, lessons[0]!, {}, s.pelatih)).status).toBe(403)
  })
  test('takes each seat once, and offers the nearest lessons with a seat', async () => {
    const { lessons } = await makeHost(s, gedung, { kapasitas: 1, jam_mulai: '13:00' })
    const [makeUpA, makeUpB] = [await makeMakeUp(s, gedung), await makeMakeUp(s, gedung)]
    must(await book(makeUpA.credit, lessons[0]!))
    expect(await offered(makeUpB.credit)).not.toContain(lessons[0])
    const refused = await book(makeUpB.credit, lessons[0]!)
    expect(kinds(refused)).toEqual(['kapasitas keras'])
    expect(refused.data.alternatif).toHaveLength(3)
    // Make-ups may exceed the capacity of a class by `kursi_pengganti`, but never the capacity of
    // the room.
    await setSetting(s, 'kursi_pengganti', 1)
    expect(await offered(makeUpB.credit)).toContain(lessons[0])
    must(await book(makeUpB.credit, lessons[0]!))
    const makeUpC = await makeMakeUp(s, gedung)
    expect(kinds(await book(makeUpC.credit, lessons[0]!))).toEqual(['kapasitas keras'])
    await setSetting(s, 'kursi_pengganti', 0)
  })
  test('keeps its seat: a newcomer can start only after that lesson', async () => {
    const { kelas, lessons } = await makeHost(s, gedung, { kapasitas: 1 })
    const { credit } = await makeMakeUp(s, gedung)
    must(await book(credit, lessons[0]!))
    const join = async (mulai: string) =>
      s.superadmin.post('/kursus-peserta/create', {
        peserta_id: await makePeserta(s, await makeAkun(s), gedung),
        kursus_pelatih_id: kelas,
        mulai,
      })
    expect((await join(today)).status).toBe(409)
    expect((await join(addDays(today, 3))).status).toBe(201)
  })
  test('prevents a smaller capacity of the class or room', async () => {
    const ruang_id = await makeRuang(s, gedung, { kapasitas: 3 })
    const small = await makeRuang(s, gedung, { kapasitas: 1 })
    const { kelas, lessons } = await makeHost(s, gedung, { ruang_id, kapasitas: 2 })
    const [makeUpA, makeUpB] = [await makeMakeUp(s, gedung), await makeMakeUp(s, gedung)]
    for (const { credit } of [makeUpA, makeUpB]) must(await book(credit, lessons[0]!))
    const change = async (resource: string, id: number, to: Body) => {
      const { versi } = must(await s.admin.get<any>(`/${resource}/view?id=${id}`))
      const { status, data } = await s.admin.post<any>(`/${resource}/update?id=${id}`, {
        versi,
        ...to,
      })
      return status === 422 ? `${data.errors[0].field}: ${data.errors[0].message}` : status
    }
    const full = /Kursi pada .* dipesan untuk kelas pengganti/
    expect(await change('kursus-pelatih', kelas, { kapasitas: 1 })).toMatch(full)
    expect(await change('kursus-pelatih', kelas, { kapasitas: 1, ruang_id: small })).toMatch(full)
    must(await release(makeUpB.credit))
    expect(await change('kursus-pelatih', kelas, { kapasitas: 1 })).toBe(200)
    // The booking exceeds the capacity of the class by `kursi_pengganti`, but still fits the room.
    await setSetting(s, 'kursi_pengganti', 2)
    must(await book(makeUpB.credit, lessons[0]!))
    expect(await change('ruang', ruang_id, { kapasitas: 1 })).toMatch(full)
    expect(await change('kursus-pelatih', kelas, { ruang_id: small })).toMatch(/^ruang_id: Kursi/)
    // A new student may not exceed the capacity of the room, even if the class has a free seat.
    expect(await change('ruang', ruang_id, { kapasitas: 2 })).toBe(200)
    const newcomer = {
      peserta_id: await makePeserta(s, await makeAkun(s), gedung),
      kursus_pelatih_id: kelas,
      mulai: today,
    }
    expect((await s.superadmin.post('/kursus-peserta/create', newcomer)).status).toBe(409)
    must(await release(makeUpB.credit))
    expect((await s.superadmin.post('/kursus-peserta/create', newcomer)).status).toBe(201)
    await setSetting(s, 'kursi_pengganti', 0)
  })
  test('returns the credit when the student is enrolled in the class', async () => {
    const { kelas, lessons } = await makeHost(s, gedung, { kapasitas: 1 })
    const { credit, peserta } = await makeMakeUp(s, gedung)
    must(await book(credit, lessons[1]!))
    const seat = { peserta_id: peserta, kursus_pelatih_id: kelas, mulai: addDays(today, 1) }
    const { konflik, catatan } = must(await s.admin.post<any>('/kursus-peserta/periksa', seat))
    expect([konflik, catatan]).toEqual([[], [expect.stringMatching(/ dikembalikan dan dapat/)]])
    // The seat begins after the day of the booked lesson, so the make-up stays booked.
    const later = { ...seat, mulai: addDays(today, 16) }
    const { id } = must(await s.admin.post<any>('/kursus-peserta/create', { ...later, status: 0 }))
    expect((await view(credit)).status).toBe('dipesan')
    const activate = (action: string, mulai: string) =>
      s.admin.post<any>(`/kursus-peserta/${action}?id=${id}`, { mulai })
    const late = must(await activate('pratinjau-aktifkan', later.mulai))
    expect(late.peringatan).toEqual([])
    const soon = must(await activate('pratinjau-aktifkan', seat.mulai))
    expect(soon.peringatan).toEqual(['1 kelas pengganti yang dipesan di kelas ini dikembalikan'])
    expect((await view(credit)).status).toBe('dipesan')
    must(await activate('aktifkan', seat.mulai))
    expect(await view(credit)).toMatchObject({ status: 'tersedia', pertemuan_id: null })
    expect(await auditOf(credit)).toContainEqual([
      'batal-pesan',
      'Peserta masuk ke kelas itu',
      { status: 'dipesan', pertemuan_id: lessons[1] },
    ])
  })
  test('is limited by the room, and by seats on leave if the school keeps them', async () => {
    const ruang_id = await makeRuang(s, gedung, { kapasitas: 1 })
    const { kelas, lessons } = await makeHost(s, gedung, { ruang_id, kapasitas: 1 })
    await setSetting(s, 'kursi_pengganti', 5)
    const [makeUpA, makeUpB] = [await makeMakeUp(s, gedung), await makeMakeUp(s, gedung)]
    must(await book(makeUpA.credit, lessons[0]!))
    expect(kinds(await book(makeUpB.credit, lessons[0]!))).toEqual(['kapasitas keras'])
    await setSetting(s, 'kursi_pengganti', 0)
    must(await release(makeUpA.credit))
    await enrol(s, await makePeserta(s, await makeAkun(s), gedung), kelas, {
      status: KursusPesertaStatus.cuti,
      cuti_mulai: '2024-02-01',
      cuti_selesai: addDays(today, 90),
    })
    expect(kinds(await book(makeUpA.credit, lessons[0]!))).toEqual(['kapasitas keras'])
    await setSetting(s, 'cuti_tahan_slot', false)
    must(await book(makeUpA.credit, lessons[0]!))
    await setSetting(s, 'cuti_tahan_slot', true)
  })
  test('is rejected at the time of an own lesson, and shows a sibling elsewhere', async () => {
    const { lessons } = await makeHost(s, gedung)
    const { credit, peserta, akun } = await makeMakeUp(s, gedung)
    const ownHost = await makeHost(s, gedung, { jam_mulai: '09:15' })
    await enrol(s, peserta, ownHost.kelas)
    expect(kinds(await book(credit, lessons[0]!))).toEqual(['peserta keras'])
    // A student cannot book a lesson in which the student already has a seat.
    expect(kinds(await book(credit, ownHost.lessons[0]!))).toEqual(['peserta keras'])
    expect(await offered(credit)).not.toContain(lessons[0])
    await s.db.deleteFrom('kursus_peserta').where('kursus_pelatih_id', '=', ownHost.kelas).execute()
    // The clock of the other outlet is one hour later, so both lessons take place at the same time.
    const there = await makeHost(s, s.ids.gedung2, { jam_mulai: '10:00' })
    await enrol(s, await makePeserta(s, akun, s.ids.gedung2), there.kelas)
    expect(kinds(await book(credit, lessons[0]!))).toEqual(['saudara lunak'])
    const sure = { konfirmasi: ['saudara'] }
    expect((await book(credit, lessons[0]!, sure)).status).toBe(422)
    must(await book(credit, lessons[0]!, { ...sure, alasan }))
  })
  test('requires the same level or a reason of an admin, and a valid credit', async () => {
    const kursus_id = must(
      await s.superadmin.post<{ id: number }>('/kursus/create', {
        kode: 'VOK-9',
        nama: 'Vokal',
        kategori_kursus_id: s.ids.kategori,
        tipe: 'group',
        kapasitas_maks: 5,
        biaya_bulanan: 400_000,
      }),
    ).id
    const { credit, akun } = await makeMakeUp(s, gedung)
    const otherHost = await makeHost(s, gedung, { kursus_id })
    const [id] = otherHost.lessons
    const family = await s.as(akun)
    expect((await book(credit, id!, { lintas_level: true, alasan }, family)).status).toBe(403)
    expect(await offered(credit, family, '&semua_level=1')).not.toContain(id)
    expect(await offered(credit, s.admin, '&semua_level=1')).toContain(id)
    expect((await book(credit, id!)).status).toBe(422)
    expect((await book(credit, id!, { lintas_level: true })).status).toBe(422)
    must(await book(credit, id!, { lintas_level: true, alasan }))
    must(await release(credit))
    const { lessons } = await makeHost(s, gedung)
    await setCredit(credit, { berlaku_sampai: addDays(today, 2) })
    expect(await offered(credit)).toContain(lessons[0])
    expect(await offered(credit)).not.toContain(lessons[1])
    expect((await book(credit, lessons[1]!)).status).toBe(409)
    must(await book(credit, lessons[0]!))
  })
  test('is rejected for cancelled, past and out-of-scope lessons', async () => {
    const { credit, akun } = await makeMakeUp(s, gedung)
    const { lessons } = await makeHost(s, gedung)
    must(await s.admin.post(`/pertemuan/batal?id=${lessons[0]}`, { sebab: 'sekolah', alasan }))
    expect((await book(credit, lessons[0]!)).status).toBe(409)
    await s.db
      .updateTable('pertemuan')
      .set({ mulai_at: '2024-01-01T00:00:00.000Z' })
      .where('id', '=', lessons[1]!)
      .execute()
    expect((await book(credit, lessons[1]!)).status).toBe(409)
    const there = await makeHost(s, s.ids.gedung2)
    expect((await book(credit, there.lessons[0]!, {}, await s.as(akun))).status).toBe(422)
    must(await book(credit, there.lessons[0]!, {}, s.admin))
  })
  test('is rejected with arrears if the school requires payment', async () => {
    const { credit, peserta, akun } = await makeMakeUp(s, gedung)
    const { lessons } = await makeHost(s, gedung)
    const bill = await makeBill(s, akun, 500_000)
    const late = { jatuh_tempo: '2024-01-10' }
    await s.db.updateTable('billing').set(late).where('id', '=', bill).execute()
    expect((await options(credit)).terhalang).toBe(null)
    await s.db
      .updateTable('billing_item')
      .set({ peserta_id: peserta })
      .where('billing_id', '=', bill)
      .execute()
    expect(await options(credit)).toMatchObject({
      terhalang: expect.stringContaining('tagihan'),
      pertemuan: [],
    })
    expect((await book(credit, lessons[0]!)).status).toBe(409)
    await setSetting(s, 'tahan_pengganti_tunggakan', false)
    must(await book(credit, lessons[0]!))
    await setSetting(s, 'tahan_pengganti_tunggakan', true)
  })
  test('is cancelled by a family in time only', async () => {
    const { credit, akun } = await makeMakeUp(s, gedung)
    const { lessons } = await makeHost(s, gedung)
    must(await book(credit, lessons[0]!))
    await setSetting(s, 'batas_izin_jam', 168)
    expect((await release(credit, await s.as(akun))).status).toBe(409)
    must(await release(credit, s.sales))
    await setSetting(s, 'batas_izin_jam', 24)
  })
})

describe('a lesson with a booked make-up', () => {
  /** Books a make-up into a lesson that begins now. */
  const makeTaken = async () => {
    const makeUp = await makeMakeUp(s, gedung)
    const coach = await makePelatih(s)
    const { lessons } = await makeHost(s, gedung, { pelatih_id: coach })
    must(await book(makeUp.credit, lessons[0]!))
    const time = Date.now()
    await s.db
      .updateTable('pertemuan')
      .set({
        mulai_at: new Date(time - 60_000).toISOString(),
        selesai_at: new Date(time + 3_540_000).toISOString(),
      })
      .where('id', '=', lessons[0]!)
      .execute()
    const mark = (body: Body, key: string) =>
      s.superadmin.post<any>(`/pertemuan/tandai?id=${lessons[0]}`, body, key)
    const bodyOf = (kode_absensi: string) => ({
      peserta: [{ kursus_peserta_id: makeUp.kp, kode_absensi }],
    })
    return { ...makeUp, lesson: lessons[0]!, mark, one: bodyOf }
  }
  test.each(['HADIR', 'TERLAMBAT', 'ALPA', 'IZIN'])(
    'uses the credit with the code %s, also without attendance',
    async (code) => {
      const { credit, peserta, lesson, mark, one } = await makeTaken()
      must(await mark(one(code), `${code}-${credit}`))
      expect(await view(credit)).toMatchObject({ status: 'terpakai', pertemuan_id: lesson })
      expect(await creditsOf(peserta)).toHaveLength(1)
      expect((await release(credit)).status).toBe(409)
      expect((await s.admin.post(`/kredit-pengganti/cabut?id=${credit}`, { alasan })).status).toBe(
        409,
      )
      // Attendance that is saved a second time does not earn another credit.
      must(await mark(one('SAKIT'), `${code}-again-${credit}`))
      expect(await creditsOf(peserta)).toHaveLength(1)
    },
  )
  test('makes a new credit if its coach does not come', async () => {
    const { credit, peserta, lesson, mark } = await makeTaken()
    must(await mark({ pelatih: { status_keberangkatan: 2, alasan } }, `away-${credit}`))
    expect(await lessonStatus(lesson)).toBe('batal_pelatih')
    expect((await creditsOf(peserta)).map((c) => `${c.sebab} ${c.status}`).toSorted()).toEqual([
      'manual terpakai',
      'pelatih tersedia',
    ])
    // The coach comes after all and gives the lesson. The credit is booked again, and the new
    // credit is revoked.
    must(await mark({ pelatih: { status_keberangkatan: 1 } }, `back-${credit}`))
    expect(await view(credit)).toMatchObject({ status: 'dipesan', pertemuan_id: lesson })
    expect((await creditsOf(peserta)).map((c) => `${c.sebab} ${c.status}`).toSorted()).toEqual([
      'manual dipesan',
      'pelatih dicabut',
    ])
  })
  test('keeps a used credit when the enrolment of the student ends before it', async () => {
    const { credit, kp, lesson, mark, one } = await makeTaken()
    must(await mark(one('HADIR'), `ends-${credit}`))
    const { versi } = must(await s.admin.get<any>(`/kursus-peserta/view?id=${kp}`))
    const end = { versi, selesai: addDays(today, -1), alasan }
    must(await s.admin.post(`/kursus-peserta/berhenti?id=${kp}`, end))
    expect(await view(credit)).toMatchObject({ status: 'terpakai', pertemuan_id: lesson })
    expect(await brokenSchedule(s.db)).toEqual([])
  })
  test.each([
    ['pelatih', 'batal_pelatih', 'PELATIH_TIDAK_HADIR'],
    ['sekolah', 'batal_sekolah', 'LIBUR'],
  ])(
    'cancelled by the %s makes credits for its students, and returns booked ones',
    async (sebab, status, kode_absensi) => {
      const { credit } = await makeMakeUp(s, gedung)
      const { kelas, lessons } = await makeHost(s, gedung)
      const member = await makePeserta(s, await makeAkun(s), gedung)
      await enrol(s, member, kelas)
      must(await book(credit, lessons[0]!))
      await setCredit(credit, { berlaku_sampai: addDays(today, 2) })
      must(await s.admin.post(`/pertemuan/batal?id=${lessons[0]}`, { sebab, alasan }))
      expect(await lessonStatus(lessons[0]!)).toBe(status)
      // The released credit stays valid for 14 days, because the school cancelled the lesson.
      expect(await view(credit)).toMatchObject({
        status: 'tersedia',
        pertemuan_id: null,
        berlaku_sampai: addDays(today, 14),
      })
      expect(await creditsOf(member)).toMatchObject([
        { sebab, status: 'tersedia', asal_pertemuan_id: lessons[0], jumlah_menit: 30 },
      ])
      const marks = await s.db
        .selectFrom('absensi')
        .select(['peserta_id', 'kode_absensi'])
        .where('pertemuan_id', '=', lessons[0]!)
        .execute()
      expect(marks).toEqual([{ peserta_id: member, kode_absensi }])
    },
  )
  test('logs a cancellation or a move for each make-up', async () => {
    const { kelas, lessons } = await makeHost(s, gedung)
    const makeUps = [await makeMakeUp(s, gedung), await makeMakeUp(s, gedung)]
    for (const { credit } of makeUps) must(await book(credit, lessons[0]!))
    const to = { tanggal: addDays(today, 3), jam_mulai: '16:00', alasan: 'Konser' }
    must(await s.admin.post(`/pertemuan/pindah?id=${lessons[0]}`, to))
    const { pindah_ke_id } = must(await s.admin.get<any>(`/pertemuan/view?id=${lessons[0]}`))
    must(await s.admin.post(`/pertemuan/batal?id=${pindah_ke_id}`, { sebab: 'sekolah', alasan }))
    for (const { credit } of makeUps) must(await book(credit, lessons[1]!))
    const { versi } = must(await s.admin.get<any>(`/kursus-pelatih/view?id=${kelas}`))
    must(await s.admin.post(`/kursus-pelatih/update?id=${kelas}`, { versi, status: 'nonaktif' }))
    const booked = (pertemuan_id: unknown) => ({ status: 'dipesan', pertemuan_id })
    for (const { credit } of makeUps)
      expect((await auditOf(credit)).slice(1)).toEqual([
        ['pesan', null, expect.anything()],
        ['pindah', 'Konser', { pertemuan_id: lessons[0] }],
        ['batal-pesan', alasan, booked(pindah_ke_id)],
        ['pesan', null, expect.anything()],
        ['batal-pesan', 'Jadwal kelas berubah', booked(lessons[1])],
      ])
  })
  test('takes its make-ups along in a move, and returns them when it is deleted', async () => {
    const { credit } = await makeMakeUp(s, gedung)
    const { kelas, lessons } = await makeHost(s, gedung)
    must(await book(credit, lessons[0]!))
    const to = { tanggal: addDays(today, 3), jam_mulai: '15:00', alasan }
    must(await s.admin.post(`/pertemuan/pindah?id=${lessons[0]}`, to))
    const { pindah_ke_id } = must(await s.admin.get<any>(`/pertemuan/view?id=${lessons[0]}`))
    expect(await view(credit)).toMatchObject({ status: 'dipesan', pertemuan_id: pindah_ke_id })
    must(await release(credit))
    must(await book(credit, lessons[1]!))
    const { versi } = must(await s.admin.get<any>(`/kursus-pelatih/view?id=${kelas}`))
    must(await s.admin.post(`/kursus-pelatih/update?id=${kelas}`, { versi, status: 'nonaktif' }))
    expect(await view(credit)).toMatchObject({ status: 'tersedia', pertemuan_id: null })
  })
})

describe('an unused fifth week', () => {
  /** Creates a class with a student. The first lesson of the class is cancelled as a fifth week. */
  const makeResting = async (more: Body = {}) => {
    const pelatih_id = await makePelatih(s)
    const { kelas, lessons } = await makeHost(s, gedung, { pelatih_id, ...more })
    const member = await makePeserta(s, await makeAkun(s), gedung)
    await enrol(s, member, kelas)
    const id = lessons[0]!
    await s.db.updateTable('pertemuan').set({ status: 'minggu_5' }).where('id', '=', id).execute()
    return { kelas, id, pelatih_id, member }
  }
  const open = (id: number, by: Client = s.admin, body: Body = {}) =>
    by.post<any>(`/pertemuan/buka-pengganti?id=${id}`, body)
  const openedBy = async (pelatih_id: number) =>
    must(await s.admin.get<any[]>(`/pertemuan?pelatih_id=${pelatih_id}&jenis=pengganti`))
  test('is opened once, for make-ups only', async () => {
    const { credit, peserta, kp } = await makeMakeUp(s, gedung)
    const { id, pelatih_id, member, kelas } = await makeResting({ jam_mulai: '13:30' })
    expect((await book(credit, id)).status).toBe(409)
    for (const by of [s.sales, s.pelatih, s.akun]) expect((await open(id, by)).status).toBe(403)
    expect((await open(id, s.admin2)).status).toBe(404)
    must(await open(id))
    const again = await open(id)
    expect([again.status, again.data.message]).toEqual([
      409,
      'Minggu kelima ini sudah dibuka untuk kelas pengganti',
    ])
    const [opened] = await openedBy(pelatih_id)
    expect(opened).toMatchObject({
      status: 'terjadwal',
      kursus_pelatih_id: kelas,
      untuk_pengganti: true,
      minggu: null,
    })
    expect(await lessonStatus(id)).toBe('minggu_5')
    expect(await offered(credit)).toContain(opened.id)
    must(await book(credit, opened.id))
    // Students of the class have no seat in the lesson for make-ups.
    const students = must(await s.admin.get<any>(`/pertemuan/absensi?id=${opened.id}`)).peserta
    expect(students.map((p: any) => [p.peserta_id, p.pengganti, p.kursus_peserta_id])).toEqual([
      [peserta, true, kp],
    ])
    expect(must(await (await s.as(member)).get<any[]>('/pertemuan?jenis=pengganti'))).toEqual([])
    // Changes of the class do not affect this lesson, and the nightly job does not make another
    // lesson in that week.
    const { versi } = must(await s.admin.get<any>(`/kursus-pelatih/view?id=${kelas}`))
    must(await s.admin.post(`/kursus-pelatih/update?id=${kelas}`, { versi, catatan: 'Baru' }))
    must(await s.superadmin.post('/pekerjaan/jalankan', { nama: 'pertemuan' }))
    expect((await view(credit)).pertemuan_id).toBe(opened.id)
    must(await s.admin.post(`/pertemuan/batal?id=${opened.id}`, { sebab: 'sekolah', alasan }))
    expect(await view(credit)).toMatchObject({ status: 'tersedia', pertemuan_id: null })
    expect(await creditsOf(peserta)).toHaveLength(1)
  })
  test('gives all seats of its class to make-ups, at most those of its room', async () => {
    const ruang_id = await makeRuang(s, gedung, { kapasitas: 1 })
    const { id, pelatih_id } = await makeResting({ ruang_id, kapasitas: 1, jam_mulai: '11:30' })
    must(await open(id))
    const [opened] = await openedBy(pelatih_id)
    const [makeUpA, makeUpB] = [await makeMakeUp(s, gedung), await makeMakeUp(s, gedung)]
    must(await book(makeUpA.credit, opened.id))
    expect(kinds(await book(makeUpB.credit, opened.id))).toEqual(['kapasitas keras'])
  })
  test('is rejected with a busy coach or room, and for other lessons', async () => {
    const { id, pelatih_id, kelas } = await makeResting({ jam_mulai: '16:30' })
    const status = (to: 'terjadwal' | 'libur' | 'minggu_5') =>
      s.db.updateTable('pertemuan').set({ status: to }).where('id', '=', id).execute()
    for (const otherStatus of ['terjadwal', 'libur'] as const) {
      await status(otherStatus)
      expect((await open(id)).status).toBe(409)
    }
    await status('minggu_5')
    const asks = (tanya_dulu: number) =>
      s.db.updateTable('kursus_pelatih').set({ tanya_dulu }).where('id', '=', kelas).execute()
    await asks(1)
    expect((await open(id)).data.message).toBe('Kelas ini menunggu persetujuan guru')
    await asks(0)
    const { tanggal } = must(await s.admin.get<any>(`/pertemuan/view?id=${id}`))
    const leave = { pelatih_id, mulai: tanggal, selesai: tanggal, alasan }
    const { id: away } = must(await s.admin.post<any>('/pelatih-libur/create', leave))
    must(await s.admin.post(`/pelatih-libur/setujui?id=${away}`, {}))
    expect(kinds(await open(id))).toContain('cuti keras')
    expect(await openedBy(pelatih_id)).toEqual([])
  })
})

describe('the job', () => {
  const run = () => s.superadmin.post<any>('/pekerjaan/jalankan', { nama: 'kelas-pengganti' })
  test('expires only credits that were not booked in time', async () => {
    const { lessons } = await makeHost(s, gedung, { jam_mulai: '11:00' })
    const [late, booked, valid] = [
      await makeMakeUp(s, gedung),
      await makeMakeUp(s, gedung),
      await makeMakeUp(s, gedung),
    ]
    must(await book(booked.credit, lessons[0]!))
    for (const { credit } of [late, booked])
      await setCredit(credit, { berlaku_sampai: addDays(today, -2) })
    await setCredit(valid.credit, { berlaku_sampai: today })
    must(await run())
    await expect.poll(async () => (await view(late.credit)).status).toBe('kedaluwarsa')
    expect((await view(booked.credit)).status).toBe('dipesan')
    expect((await view(valid.credit)).status).toBe('tersedia')
    expect((await book(late.credit, lessons[1]!)).status).toBe(409)
    const revoked = await s.admin.post(`/kredit-pengganti/cabut?id=${late.credit}`, { alasan })
    expect(revoked.status).toBe(409)
  })
  test('lists credits 14 and 3 days before their expiry', async () => {
    const dayOffsets = [2, 3, 4, 14, 15, -1]
    const ids: number[] = []
    for (const days of dayOffsets) {
      const { credit } = await makeMakeUp(s, gedung)
      await setCredit(credit, { berlaku_sampai: addDays(today, days) })
      ids.push(credit)
    }
    const listed = async (habis: string) => {
      const rows = must(
        await s.superadmin.get<any[]>(`/kredit-pengganti?habis=${habis}&per-page=100`),
      )
      return dayOffsets.filter((_, i) => rows.some((row) => row.id === ids[i]))
    }
    expect(await listed('3')).toEqual([2, 3])
    expect(await listed('14')).toEqual([2, 3, 4, 14])
  })
})

describe('simultaneous requests', () => {
  test('use no seat and no credit twice in bookings, returns and cancellations', async () => {
    await setSetting(s, 'maks_kredit_bulan', 31)
    const { kelas, lessons } = await makeHost(s, gedung, { kapasitas: 2, jam_mulai: '14:00' })
    const few = lessons.slice(0, 3)
    const students = await Promise.all(Array.from({ length: 6 }, () => makeMakeUp(s, gedung)))
    const r = makeRandom(7)
    const act = (): Promise<Answer<any>> => {
      const { credit } = students[r.int(0, 5)]!
      const lesson = few[r.int(0, 2)]!
      if (r.chance(0.6)) return book(credit, lesson)
      if (r.chance(0.8)) return release(credit)
      const to = { tanggal: addDays(today, r.int(1, 20)), jam_mulai: '15:00', alasan }
      return s.superadmin.post(`/pertemuan/pindah?id=${lesson}`, to)
    }
    for (let round = 0; round < 12; round++) {
      const answers = await Promise.all(Array.from({ length: 8 }, act))
      for (const { status } of answers) expect([200, 409, 422]).toContain(status)
      const rows = await s.db
        .selectFrom('kredit_pengganti as k')
        .innerJoin('pertemuan as p', 'p.id', 'k.pertemuan_id')
        .select(['k.id', 'k.peserta_id', 'k.status', 'p.id as pertemuan_id', 'p.status as lesson'])
        .where('p.kursus_pelatih_id', '=', kelas)
        .execute()
      const seats = Map.groupBy(rows, (row) => row.pertemuan_id)
      for (const bookings of seats.values()) expect(bookings.length).toBeLessThanOrEqual(2)
      expect(new Set(rows.map((row) => row.id)).size).toBe(rows.length)
      for (const row of rows) expect([row.status, row.lesson]).toEqual(['dipesan', 'terjadwal'])
    }
    // Books concurrently: one credit into several lessons, and after that several credits into one
    // seat. Only one booking succeeds each time.
    for (const { credit } of students) await release(credit)
    const free = (await makeHost(s, gedung, { kapasitas: 1, jam_mulai: '17:00' })).lessons
    const attempts = await Promise.all(free.slice(0, 6).map((id) => book(students[0]!.credit, id)))
    expect(attempts.filter((a) => a.status === 200)).toHaveLength(1)
    must(await release(students[0]!.credit))
    const all = await Promise.all(students.map(({ credit }) => book(credit, free[6]!)))
    expect(all.filter((a) => a.status === 200)).toHaveLength(1)
  })
})
