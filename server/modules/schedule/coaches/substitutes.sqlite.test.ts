/** Substitutes for a lesson, and lessons without a coach, through the API (domain.md 3.10). */
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { Hari, SlotPelatih, StatusKeberangkatan, UserStatus } from '#contract/enums.ts'
import { makeKelas, makeOutlet, makePelatih } from '#mocks/people/family.ts'
import { storeLesson } from '#mocks/schedule/lesson.ts'
import { makeSchool, must, type School } from '#mocks/school/school.ts'

/** Monday on which the lesson takes place, from 09:00 to 10:00 in Jakarta. */
const day = '2026-03-09'
const setClock = (clock: string) => vi.setSystemTime(new Date(`${day}T${clock}:00.000+07:00`))

let s: School
let gedung: number
let coach: number
let kelas: number
let lesson: number
beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(`${day}T07:00:00.000+07:00`) })
  s = await makeSchool()
})
afterAll(async () => {
  vi.useRealTimers()
  await s.close()
})
beforeEach(async () => {
  setClock('07:00')
  gedung = await makeOutlet(s)
  coach = await makePelatih(s)
  kelas = await makeKelas(s, gedung, { pelatih_id: coach, hari: Hari.jumat, jam_mulai: '15:00' })
  lesson = await storeLesson(s, kelas, day, { jam_mulai: '09:00', jam_selesai: '10:00' })
})

const teaching = (more: object = {}) => makePelatih(s, { bidang: [s.ids.kategori], ...more })
interface Candidate {
  pelatih: { id: number }
  asli: boolean
  konflik: { jenis: string; tingkat: string }[]
}
const candidates = async (by = s.superadmin): Promise<Candidate[]> =>
  must(await by.get<any>(`/pertemuan/calon-pengganti?id=${lesson}`)).calon
const conflictsOf = async (id: number) => {
  const candidate = (await candidates()).find((c) => c.pelatih.id === id)
  return candidate && candidate.konflik.map((k) => `${k.jenis} ${k.tingkat}`)
}

describe('substitutes', () => {
  test('are the active coaches of that field, without the coach of the lesson', async () => {
    const [colleague, otherCoach] = [await teaching(), await makePelatih(s)]
    const formerCoach = await teaching({ status: UserStatus.nonaktif })
    await s.db
      .insertInto('pelatih_bidang')
      .values({ user_id: coach, kategori_kursus_id: s.ids.kategori })
      .execute()
    expect(await conflictsOf(colleague)).toEqual([])
    for (const id of [otherCoach, formerCoach, coach]) expect(await conflictsOf(id)).toBeUndefined()
  })
  test('show their conflicts, and free ones come first', async () => {
    const [busy, away, unwilling, free] = [
      await teaching({ name: 'A Sibuk' }),
      await teaching({ name: 'A Libur' }),
      await teaching({ name: 'A Tak Bisa' }),
      await teaching({ name: 'Z Kosong' }),
    ]
    const otherClass = await makeKelas(s, gedung, { pelatih_id: busy, hari: Hari.jumat })
    await storeLesson(s, otherClass, day, { jam_mulai: '09:30', jam_selesai: '10:30' })
    const leave = { pelatih_id: away, mulai: day, selesai: day, alasan: 'Ke dokter gigi' }
    const { id } = must(await s.superadmin.post<any>('/pelatih-libur/create', leave))
    must(await s.superadmin.post(`/pelatih-libur/setujui?id=${id}`, {}))
    const slot = [{ hari: Hari.selasa, jam: '08:00', status: SlotPelatih.kosong }]
    must(await s.superadmin.post(`/user/ubah-jadwal-pelatih?id=${unwilling}`, { versi: 0, slot }))
    expect(await conflictsOf(busy)).toEqual(['pelatih keras'])
    expect(await conflictsOf(away)).toEqual(['cuti keras'])
    expect(await conflictsOf(unwilling)).toEqual(['slot lunak'])
    expect(await conflictsOf(free)).toEqual([])
    const order = (await candidates()).map((c) => c.pelatih.id)
    expect(order.indexOf(free)).toBeLessThan(order.indexOf(unwilling))
    expect(order.indexOf(unwilling)).toBeLessThan(order.indexOf(busy))
  })
  test('list the coach of the class first, to take the lesson back', async () => {
    const otherCoach = await teaching()
    must(await s.superadmin.post(`/pertemuan/pengganti?id=${lesson}`, { pelatih_id: otherCoach }))
    expect((await candidates())[0]).toMatchObject({ pelatih: { id: coach }, asli: true })
  })
  test('are hidden outside the scope, as are coaches of other outlets only', async () => {
    expect((await s.admin2.get(`/pertemuan/calon-pengganti?id=${lesson}`)).status).toBe(404)
    expect((await s.pelatih.get(`/pertemuan/calon-pengganti?id=${lesson}`)).status).toBe(403)
    const there = await teaching({ gedung_id: s.ids.gedung, gedung_wilayah: [s.ids.gedung] })
    const afternoon = { jam_mulai: '15:00', jam_selesai: '15:30' }
    lesson = await storeLesson(s, s.ids.kelas2, day, afternoon)
    expect((await candidates()).map((c) => c.pelatih.id)).toContain(there)
    expect((await candidates(s.admin2)).map((c) => c.pelatih.id)).not.toContain(there)
  })
})

describe('a leave', () => {
  test('lists its open lessons until a substitute gives them', async () => {
    const free = await teaching()
    const later = await storeLesson(s, kelas, '2026-03-10', { jam_mulai: '09:00' })
    const leave = { pelatih_id: coach, mulai: day, selesai: '2026-03-10', alasan: 'Ujian kampus' }
    const { id } = must(await s.superadmin.post<any>('/pelatih-libur/create', leave))
    const open = async () => must(await s.superadmin.get<any>(`/pelatih-libur/pertemuan?id=${id}`))
    const before = await open()
    expect(before.pertemuan.map((p: { id: number }) => p.id)).toEqual([lesson, later])
    expect(before.pertemuan[0].kosong.length).toBeGreaterThan(0)
    must(await s.superadmin.post(`/pelatih-libur/setujui?id=${id}`, {}))
    must(await s.superadmin.post(`/pertemuan/pengganti?id=${lesson}`, { pelatih_id: free }))
    const after = await open()
    expect(after).toMatchObject({ jumlah: 1, pertemuan: [{ id: later }] })
    // A coach on leave is not offered as a substitute.
    expect(after.pertemuan[0].kosong.map((c: { id: number }) => c.id)).not.toContain(coach)
  })
  test('returns an empty list without open lessons', async () => {
    const leave = { mulai: '2026-05-01', selesai: '2026-05-02', alasan: 'Ujian kampus' }
    const pelatih_id = await teaching()
    const { id } = must(
      await s.superadmin.post<any>('/pelatih-libur/create', { ...leave, pelatih_id }),
    )
    const answer = must(await s.superadmin.get<any>(`/pelatih-libur/pertemuan?id=${id}`))
    expect(answer).toEqual({ pertemuan: [], jumlah: 0 })
  })
  test('returns 404 for a coach of another outlet', async () => {
    const leave = { pelatih_id: coach, mulai: day, selesai: day, alasan: 'Ujian kampus' }
    const { id } = must(await s.superadmin.post<any>('/pelatih-libur/create', leave))
    expect((await s.admin2.get(`/pelatih-libur/pertemuan?id=${id}`)).status).toBe(404)
  })
})

describe('a decision on a leave', () => {
  const ask = (mulai: string, selesai: string, more: object = {}) =>
    s.superadmin.post<any>('/pelatih-libur/create', {
      pelatih_id: coach,
      mulai,
      selesai,
      alasan: 'Ujian kampus',
      ...more,
    })
  const decide = (id: number, verb = 'setujui', body = {}) =>
    s.superadmin.post<any>(`/pelatih-libur/${verb}?id=${id}`, body)
  const next = '2026-03-10'
  /** Sets the clock to a later day and logs in again, because sessions expire. */
  const later = async (tanggal: string) => {
    vi.setSystemTime(new Date(`${tanggal}T07:00:00.000+07:00`))
    return s.as(s.ids.superadmin)
  }

  test('is made once by an admin, and a coach may only request an own leave', async () => {
    const [client, leave] = [
      await s.as(coach),
      { mulai: day, selesai: next, alasan: 'Ujian kampus' },
    ]
    const foreign = { ...leave, pelatih_id: s.ids.pelatih }
    const refused = await client.post<any>('/pelatih-libur/create', foreign)
    expect([refused.status, refused.data.errors[0].field]).toEqual([422, 'pelatih_id'])
    const path = '/pelatih-libur/create'
    const { id, status } = must(await client.post<any>(path, { ...leave, pelatih_id: coach }))
    expect(status).toBe('diajukan')
    for (const verb of ['setujui', 'tolak'])
      expect((await client.post(`/pelatih-libur/${verb}?id=${id}`, { alasan: 'Ya' })).status).toBe(
        403,
      )
    for (const by of [s.sales, s.akun, s.peserta])
      expect((await by.post(path, { ...leave, pelatih_id: coach })).status).toBe(403)
    must(await decide(id))
    for (const again of [await decide(id), await decide(id, 'tolak', { alasan: 'Ada konser' })])
      expect([again.status, again.data.message]).toEqual([409, 'Libur ini sudah disetujui'])
    // A coach cannot delete a leave that is already decided.
    expect((await client.post(`/pelatih-libur/delete?id=${id}`)).status).toBe(409)
  })
  test('lists lessons that the coach gives as a substitute', async () => {
    const otherCoach = await makePelatih(s, { name: 'A Asli' })
    const kelas2 = await makeKelas(s, gedung, { pelatih_id: otherCoach, hari: Hari.jumat })
    const givenLesson = await storeLesson(s, kelas2, day, {
      jam_mulai: '13:00',
      jam_selesai: '13:30',
    })
    must(await s.superadmin.post(`/pertemuan/pengganti?id=${givenLesson}`, { pelatih_id: coach }))
    const { id } = must(await ask(day, day))
    const { pertemuan } = must(await s.superadmin.get<any>(`/pelatih-libur/pertemuan?id=${id}`))
    expect(pertemuan).toMatchObject([
      { id: lesson, menggantikan: null },
      // For a lesson given by a substitute, the coach of the class is listed first.
      { id: givenLesson, menggantikan: 'A Asli', kosong: [{ id: otherCoach }, {}, {}] },
    ])
  })
  test('is rejected for days of another requested or approved leave', async () => {
    const first = must(await ask(day, next)).id
    const overlapping = await ask(next, '2026-03-12')
    expect([overlapping.status, overlapping.data.message]).toEqual([
      409,
      'Sudah ada libur 9 Maret 2026 sampai 10 Maret 2026',
    ])
    must(await decide(first, 'tolak', { alasan: 'Ada konser' }))
    const second = must(await ask(next, '2026-03-12')).id
    // Sets both leaves back to "requested" in the database, and approves the second one. The first
    // leave overlaps the second and can then not be approved.
    await s.db.updateTable('pelatih_libur').set({ status: 'diajukan' }).execute()
    must(await decide(second))
    expect((await decide(first)).data.message).toBe(
      'Sudah ada libur 10 Maret 2026 sampai 12 Maret 2026',
    )
  })
  test('is rejected for past days', async () => {
    const past = await ask('2026-03-08', next)
    expect([past.status, past.data.errors[0].field]).toEqual([422, 'mulai'])
    const { id, versi } = must(await ask(day, next))
    const begun = await later('2026-03-10')
    // A leave that has begun may be extended, but its first day cannot change.
    const longer = { selesai: '2026-03-11', versi }
    must(await begun.post(`/pelatih-libur/update?id=${id}`, longer))
    const after = await later('2026-03-12')
    const late = await after.post<any>(`/pelatih-libur/setujui?id=${id}`, {})
    expect([late.status, late.data.message]).toEqual([
      409,
      'Hari-hari libur ini sudah lewat: tolak atau hapus',
    ])
    const no = { alasan: 'Terlambat diputuskan' }
    must(await after.post(`/pelatih-libur/tolak?id=${id}`, no))
  })
  test('flags lessons in the calendar of staff until a substitute gives them', async () => {
    const flagged = async (by = s.superadmin) =>
      must(
        await by.get<any>(`/pertemuan/kalender?mulai=${day}&selesai=${day}&gedung_id=${gedung}`),
      ).pertemuan.map((p: { id: number; perlu_pengganti: boolean }) => [p.id, p.perlu_pengganti])
    const { id } = must(await ask(day, day))
    expect(await flagged()).toEqual([[lesson, false]])
    must(await decide(id))
    expect(await flagged()).toEqual([[lesson, true]])
    const pelatih_id = await teaching()
    must(await s.superadmin.post(`/pertemuan/pengganti?id=${lesson}`, { pelatih_id }))
    expect(await flagged()).toEqual([[lesson, false]])
  })
  test('is hidden from families', async () => {
    const leave = { pelatih_id: s.ids.pelatih }
    const givenLesson = await storeLesson(s, s.ids.kelas, day, {
      jam_mulai: '18:00',
      jam_selesai: '18:30',
    })
    must(await decide(must(await ask(day, day, leave)).id))
    const flagsFor = async (by: School['akun']) =>
      must(await by.get<any>(`/pertemuan/kalender?mulai=${day}&selesai=${day}`))
        .pertemuan.filter((p: { id: number }) => p.id === givenLesson)
        .map((p: { perlu_pengganti: boolean }) => p.perlu_pengganti)
    expect([await flagsFor(s.pelatih), await flagsFor(s.akun)]).toEqual([[true], [false]])
  })
})

describe('an alert of a lesson without its coach', () => {
  const alerts = async (
    by = s.superadmin,
    query = `?gedung_id=${gedung}`,
  ): Promise<{ id: number }[]> => must(await by.get(`/pertemuan/tanpa-guru${query}`)).pertemuan
  let key = 0
  const coachSays = async (status: number, alasan: string | null = null) =>
    must(
      await s.superadmin.post(
        `/pertemuan/tandai?id=${lesson}`,
        { pelatih: { status_keberangkatan: status, alasan } },
        `tanpa-guru-${++key}`,
      ),
    )
  const { belum, berangkat, tidakBerangkat } = StatusKeberangkatan
  test('is shown from half an hour before, until the coach has set out', async () => {
    setClock('08:29')
    expect(await alerts()).toEqual([])
    setClock('08:30')
    expect(await alerts()).toMatchObject([{ id: lesson, status_keberangkatan: belum }])
    await coachSays(berangkat)
    expect(await alerts()).toEqual([])
  })
  test('is shown until the lesson is over', async () => {
    setClock('09:59')
    expect(await alerts()).toHaveLength(1)
    setClock('10:00')
    expect(await alerts()).toEqual([])
  })
  test('is shown when the coach reports an absence, until a substitute is set', async () => {
    setClock('08:10')
    await coachSays(tidakBerangkat, 'Mobil mogok di jalan')
    expect(await alerts()).toMatchObject([
      { id: lesson, status_keberangkatan: tidakBerangkat, alasan: 'Mobil mogok di jalan' },
    ])
    const otherCoach = await teaching()
    must(await s.superadmin.post(`/pertemuan/pengganti?id=${lesson}`, { pelatih_id: otherCoach }))
    expect(await alerts()).toEqual([])
    // The substitute has not set out for the lesson either, so the lesson is listed again.
    setClock('08:30')
    expect(await alerts()).toMatchObject([{ id: lesson, status_keberangkatan: belum }])
  })
  test('is shown within the scope of the outlet', async () => {
    setClock('08:30')
    expect((await s.admin2.get(`/pertemuan/tanpa-guru?gedung_id=${gedung}`)).status).toBe(404)
    expect((await alerts(s.admin2, '')).map((p) => p.id)).not.toContain(lesson)
    expect((await alerts(s.admin, '')).map((p) => p.id)).toContain(lesson)
  })
})
