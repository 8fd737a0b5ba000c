/** Removal of attendance marks, and the history of marks, through the API (domain.md 3.10). */
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { Hari, KursusPesertaStatus, StatusKeberangkatan, UserStatus } from '#contract/enums.ts'
import type { Answer, Body, Client } from '#mocks/api/api.ts'
import {
  conflictConfirmation,
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
import { brokenSchedule } from '#server/modules/schedule/invariants.ts'

/** Monday at 09:30 in Jakarta, during the lesson from 09:00 to 10:00. */
const inLesson = '2026-03-09T02:30:00.000Z'
const day = '2026-03-09'
const hours = { jam_mulai: '09:00', jam_selesai: '10:00' }
const { belum, berangkat, tidakBerangkat } = StatusKeberangkatan

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
  kelas: number
  coach: Client
  coachId: number
  kp: number[]
  peserta: number[]
  lesson: number
}
/**
 * Creates a class with `n` students and a coach whose pay is 75,000 rupiah per lesson. Also creates
 * a lesson of the class on the day of the tests.
 */
const makePlace = async (n = 1): Promise<Place> => {
  const gedung = await makeOutlet(s)
  const coachId = await makePelatih(s)
  await s.db
    .updateTable('pelatih_profil')
    .set({ tarif_honor: 75_000, jenis_honor: 'per_pertemuan' })
    .where('user_id', '=', coachId)
    .execute()
  const kelas = await makeKelas(s, gedung, { pelatih_id: coachId, jam_mulai: '15:00' })
  const akun = await makeAkun(s)
  const [kp, peserta]: number[][] = [[], []]
  for (let i = 0; i < n; i++) {
    peserta?.push(await makePeserta(s, akun, gedung, { name: `Ratih ${kelas} ${i}` }))
    kp?.push(await enrol(s, peserta?.at(-1) ?? 0, kelas))
  }
  const lesson = await storeLesson(s, kelas, day, hours)
  return { kelas, coachId, coach: await s.as(coachId), kp: kp!, peserta: peserta!, lesson }
}
let keys = 0
const mark = (by: Client, lesson: number, body: Body): Promise<Answer<any>> =>
  by.post(`/pertemuan/tandai?id=${lesson}`, body, `u-${++keys}`)
const markOne = (
  by: Client,
  { lesson, kp }: Place,
  kode_absensi: string | null,
  more: Body = {},
): Promise<Answer<any>> =>
  mark(by, lesson, { peserta: [{ kursus_peserta_id: kp[0], kode_absensi, ...more }] })
const read = async ({ lesson }: Place): Promise<any> =>
  must(await s.superadmin.get<any>(`/pertemuan/absensi?id=${lesson}`))
const marksOf = async (place: Place) => (await read(place)).peserta.map((p: any) => p.kode_absensi)
const credits = ({ peserta }: Place) =>
  s.db
    .selectFrom('kredit_pengganti')
    .select(['id', 'status', 'asal_absensi_id', 'asal_pertemuan_id'])
    .where('peserta_id', 'in', peserta)
    .orderBy('id')
    .execute()
const feeOf = ({ lesson }: Place) =>
  s.db
    .selectFrom('pertemuan')
    .select(['status', 'honor_tarif', 'honor_nominal'])
    .where('id', '=', lesson)
    .executeTakeFirstOrThrow()
const changesOf = async (by: Client, { lesson }: Place) =>
  must(await by.get<any>(`/pertemuan/riwayat-absensi?id=${lesson}`)).perubahan.map((c: any) => [
    c.nama,
    c.dari,
    c.ke,
    c.oleh,
    c.diubah_at,
  ])

describe('a removed mark', () => {
  test('opens the lesson again, without coach pay, and is written to the audit log', async () => {
    const place = await makePlace(2)
    for (const kursus_peserta_id of place.kp)
      must(
        await mark(place.coach, place.lesson, {
          peserta: [{ kursus_peserta_id, kode_absensi: 'HADIR' }],
        }),
      )
    expect(await feeOf(place)).toMatchObject({ status: 'selesai', honor_nominal: 75_000 })
    const removed = must(await markOne(place.coach, place, null, { kode_terlihat: 'HADIR' }))
    expect(removed).toEqual({ id: place.lesson, status: 'terjadwal', diubah: 1 })
    expect(await marksOf(place)).toEqual([null, 'HADIR'])
    expect((await read(place)).peserta[0]).toMatchObject({ ditandai_at: null, kredit: null })
    expect(await feeOf(place)).toEqual({
      status: 'terjadwal',
      honor_tarif: null,
      honor_nominal: null,
    })
    const log = await s.db
      .selectFrom('audit')
      .select(['aksi', 'entitas', 'created_by'])
      .where('aksi', 'in', ['delete', 'hapus-tanda'])
      .where('created_by', '=', place.coachId)
      .execute()
    expect(log.map((entry) => [entry.aksi, entry.entitas])).toEqual([
      ['delete', 'absensi'],
      ['hapus-tanda', 'pertemuan'],
    ])
    expect(must(await markOne(place.coach, place, null)).diubah).toBe(0)
  })
  test('takes back its credit, and a new mark earns another one', async () => {
    const place = await makePlace()
    must(await markOne(place.coach, place, 'IZIN'))
    must(await markOne(place.coach, place, null))
    expect(await credits(place)).toMatchObject([{ status: 'dicabut', asal_absensi_id: null }])
    must(await markOne(place.coach, place, 'SAKIT'))
    expect((await credits(place)).map((c) => c.status)).toEqual(['dicabut', 'tersedia'])
    expect(await brokenSchedule(s.db)).toEqual([])
  })
  test('stays when its credit is booked, used, or revoked by hand', async () => {
    const place = await makePlace()
    must(await markOne(place.coach, place, 'IZIN'))
    const [credit] = await credits(place)
    const set = (to: object) =>
      s.db.updateTable('kredit_pengganti').set(to).where('id', '=', credit!.id).execute()
    const pertemuan_id = await storeLesson(s, place.kelas, '2026-03-20')
    const refusal = async () => {
      const { status, data } = await markOne(s.superadmin, place, null)
      return [status, data.message]
    }
    await set({ status: 'dipesan', pertemuan_id })
    expect(await refusal()).toEqual([409, expect.stringContaining('sudah dipesan')])
    await set({ status: 'terpakai' })
    expect(await refusal()).toEqual([409, expect.stringContaining('sudah dipakai')])
    await set({ status: 'tersedia', pertemuan_id: null })
    must(
      await s.superadmin.post(`/kredit-pengganti/cabut?id=${credit!.id}`, {
        alasan: 'Salah memberi kredit',
      }),
    )
    expect(await refusal()).toEqual([409, expect.stringContaining('jangan dihapus')])
    expect(await marksOf(place)).toEqual(['IZIN'])
  })
  test('books a used make-up again', async () => {
    const [from, to] = [await makePlace(), await makePlace()]
    must(await markOne(from.coach, from, 'IZIN'))
    await s.db
      .updateTable('kredit_pengganti')
      .set({ status: 'dipesan', pertemuan_id: to.lesson })
      .where('peserta_id', '=', from.peserta[0]!)
      .execute()
    const guest = { ...to, kp: from.kp }
    must(await markOne(to.coach, guest, 'HADIR'))
    expect((await credits(from)).map((c) => c.status)).toEqual(['terpakai'])
    must(await markOne(to.coach, guest, null))
    expect((await credits(from)).map((c) => c.status)).toEqual(['dipesan'])
    expect((await read(to)).peserta).toHaveLength(2)
  })
  test('is rejected like a correction: other people, closed books, a newer mark', async () => {
    const place = await makePlace()
    must(await markOne(s.superadmin, place, 'HADIR'))
    const statusOf = async (by: Client, more: Body = {}) =>
      (await markOne(by, place, null, more)).status
    expect(await statusOf(s.sales)).toBe(403)
    expect(await statusOf(await s.as(await makePelatih(s)))).toBe(404)
    expect(await statusOf(place.coach, { kode_terlihat: 'ALPA' })).toBe(409)
    vi.setSystemTime(new Date('2026-03-10T17:00:00.000Z'))
    expect(await statusOf(await s.as(place.coachId))).toBe(409)
    vi.setSystemTime(new Date(inLesson))
    await setSetting(s, 'kunci_buku_sampai', day)
    expect(await statusOf(s.superadmin)).toBe(409)
    await setSetting(s, 'kunci_buku_sampai', null)
    expect(await marksOf(place)).toEqual(['HADIR'])
    expect(await statusOf(s.superadmin)).toBe(200)
  })
  test('lets a future lesson follow its class again', async () => {
    const place = await makePlace()
    const next = await s.db
      .selectFrom('pertemuan')
      .select('id')
      .where('kursus_pelatih_id', '=', place.kelas)
      .where('jenis', '=', 'reguler')
      .where('mulai_at', '>', '2026-03-15')
      .orderBy('mulai_at')
      .executeTakeFirstOrThrow()
    const future = { ...place, lesson: next.id }
    must(await markOne(s.superadmin, future, 'IZIN'))
    must(await markOne(s.superadmin, future, null))
    expect(await credits(place)).toMatchObject([{ status: 'dicabut', asal_pertemuan_id: null }])
    must(
      await s.superadmin.post(`/kursus-pelatih/update?id=${place.kelas}`, {
        versi: 1,
        hari: Hari.selasa,
        ...conflictConfirmation,
      }),
    )
    const lessons = await s.db
      .selectFrom('pertemuan')
      .select('tanggal')
      .where('kursus_pelatih_id', '=', place.kelas)
      .where('tanggal', 'in', ['2026-03-16', '2026-03-17'])
      .execute()
    expect(lessons).toEqual([{ tanggal: '2026-03-17' }])
  })
  test('pays a later mark at the present rate, unless a final payslip has paid', async () => {
    const place = await makePlace()
    const raise = (tarif_honor: number) =>
      s.db
        .updateTable('pelatih_profil')
        .set({ tarif_honor })
        .where('user_id', '=', place.coachId)
        .execute()
    const markAgain = async () => {
      must(await markOne(s.superadmin, place, null))
      must(await markOne(s.superadmin, place, 'HADIR'))
      return (await feeOf(place)).honor_nominal
    }
    must(await markOne(s.superadmin, place, 'HADIR'))
    await raise(80_000)
    expect(await markAgain()).toBe(80_000)
    const { gedung_id } = await s.db
      .selectFrom('pertemuan')
      .select('gedung_id')
      .where('id', '=', place.lesson)
      .executeTakeFirstOrThrow()
    must(await s.superadmin.post('/honor-periode/hitung', { periode: '2026-03', gedung_id }))
    const [slip] = must(
      await s.superadmin.get<{ id: number }[]>(`/honor-periode?pelatih_id=${place.coachId}`),
    )
    must(await s.superadmin.post(`/honor-periode/finalkan?id=${slip!.id}`, { total: 80_000 }))
    await raise(90_000)
    expect(await markAgain()).toBe(80_000)
    // Removes the mark after the payslip is final. The payslip of the next month corrects the pay.
    must(await markOne(s.superadmin, place, null))
    vi.setSystemTime(new Date('2026-04-05T02:30:00.000Z'))
    const office = await s.as(s.ids.superadmin)
    must(await office.post('/honor-periode/hitung', { periode: '2026-04', gedung_id }))
    const slips = must(
      await office.get<any[]>(
        `/honor-periode?pelatih_id=${place.coachId}&periode=2026-04&expand=baris`,
      ),
    )
    expect(slips[0].baris).toMatchObject([{ jenis: 'koreksi', jumlah: -80_000 }])
  })
  test('leaves no note in the audit log of an anonymised student', async () => {
    const place = await makePlace()
    const catatan = 'zzrahasia sakit gigi'
    must(await markOne(place.coach, place, 'SAKIT', { catatan }))
    must(await markOne(place.coach, place, null))
    const noted = () =>
      s.db
        .selectFrom('audit')
        .select('id')
        .where((eb) =>
          eb.or([eb('sebelum', 'like', '%zzrahasia%'), eb('sesudah', 'like', '%zzrahasia%')]),
        )
        .execute()
    expect(await noted()).toHaveLength(2)
    const [id] = place.peserta
    await s.db
      .updateTable('kursus_peserta')
      .set({ status: KursusPesertaStatus.tidakAktif })
      .where('peserta_id', '=', id!)
      .execute()
    await s.db
      .updateTable('user')
      .set({ status: UserStatus.nonaktif })
      .where('id', '=', id!)
      .execute()
    must(await s.superadmin.post(`/user/anonimkan?id=${id}`, { alasan: 'Keluarga memintanya' }))
    expect(await noted()).toEqual([])
  })
})

test('removes the mark of the coach, which reopens a lesson without students', async () => {
  const place = await makePlace(0)
  const say = (status_keberangkatan: number, more: Body = {}) =>
    mark(place.coach, place.lesson, { pelatih: { status_keberangkatan, ...more } })
  expect(must(await say(berangkat)).status).toBe('selesai')
  expect(must(await say(belum))).toMatchObject({ status: 'terjadwal', diubah: 1 })
  expect((await read(place)).pelatih).toMatchObject({
    status_keberangkatan: belum,
    ditandai_at: null,
  })
  expect(await feeOf(place)).toMatchObject({ honor_nominal: null })
  expect(must(await say(belum)).diubah).toBe(0)
  must(await say(tidakBerangkat, { alasan: 'Sakit' }))
  expect((await say(belum)).status).toBe(409)
})

describe('the history of marks', () => {
  test('lists corrections and removals with their authors, newest first', async () => {
    const place = await makePlace()
    const { name: coach } = await s.db
      .selectFrom('user')
      .select('name')
      .where('id', '=', place.coachId)
      .executeTakeFirstOrThrow()
    const { name } = await s.db
      .selectFrom('user')
      .select('name')
      .where('id', '=', place.peserta[0]!)
      .executeTakeFirstOrThrow()
    const { name: office } = await s.db
      .selectFrom('user')
      .select('name')
      .where('id', '=', s.ids.superadmin)
      .executeTakeFirstOrThrow()
    must(await markOne(place.coach, place, 'HADIR'))
    must(await mark(place.coach, place.lesson, { pelatih: { status_keberangkatan: berangkat } }))
    const [corrected, removed, withdrawn] = [35, 40, 45].map(
      (minute) => `2026-03-09T02:${minute}:00.000Z`,
    ) as [string, string, string]
    vi.setSystemTime(new Date(corrected))
    must(await markOne(s.superadmin, place, 'IZIN'))
    must(await markOne(s.superadmin, place, 'IZIN', { catatan: 'Hanya catatan' }))
    vi.setSystemTime(new Date(removed))
    must(await markOne(s.superadmin, place, null))
    must(await markOne(place.coach, place, 'HADIR'))
    vi.setSystemTime(new Date(withdrawn))
    must(await mark(place.coach, place.lesson, { pelatih: { status_keberangkatan: belum } }))
    const changes = [
      ['Guru', 'Berangkat', 'Belum ditandai', coach, withdrawn],
      [name, 'Izin', 'Belum ditandai', office, removed],
      [name, 'Hadir', 'Izin', office, corrected],
    ]
    expect(await changesOf(place.coach, place)).toEqual(changes)
    expect(await changesOf(s.superadmin, place)).toEqual(changes)
    const stranger = await s.as(await makePelatih(s))
    expect((await stranger.get(`/pertemuan/riwayat-absensi?id=${place.lesson}`)).status).toBe(404)
  })
})
