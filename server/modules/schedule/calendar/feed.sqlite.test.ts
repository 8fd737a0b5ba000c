/**
 * Calendar links: the people who may have one, and the text of the calendar, which a strict parser
 * must accept.
 */
import ICAL from 'ical.js'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { StatusPertemuan } from '#contract/enums.ts'
import { addDays, currentDay } from '#contract/values/tanggal.ts'
import { enrol, makeKelas, makePelatih, makePeserta } from '#mocks/people/family.ts'
import { storeLesson } from '#mocks/schedule/lesson.ts'
import { makeSchool, must, type School } from '#mocks/school/school.ts'

let s: School
beforeAll(async () => {
  s = await makeSchool()
})
afterAll(() => s.close())
beforeEach(() => s.db.deleteFrom('batas_laju').execute())

const day = (n: number) => addDays(currentDay(), n)
/** Creates a calendar link for a person and returns its path below `/api`. */
const linkOf = async (by: School['superadmin'], id: number): Promise<string> => {
  const { url } = must(await by.post<{ url: string }>(`/user/kalender?id=${id}`))
  return new URL(url).pathname.replace(/^\/api/, '')
}
const read = (path: string, headers?: Record<string, string>) => s.anonymous.bytes(path, headers)
const eventsOf = (text: string) =>
  new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent').map((e) => new ICAL.Event(e))
const events = async (path: string) => {
  const { status, data } = await read(path)
  expect(status).toBe(200)
  return eventsOf(data.toString())
}

/** Creates a coach with a class of one student, in the time zone of the second outlet. */
const makeClass = async (more: { name?: string } = {}) => {
  const pelatih = await makePelatih(s, more)
  const kelas = await makeKelas(s, s.ids.gedung2, { pelatih_id: pelatih, hari: 3 })
  const peserta = await makePeserta(s, s.ids.akun2, s.ids.gedung2, {
    name: 'Rara Kusuma Dewi',
    nama_panggilan: null,
  })
  const kp = await enrol(s, peserta, kelas, { mulai: day(-200) })
  // Deletes the lessons that the server generated, because the tests store their own lessons.
  await s.db.deleteFrom('pertemuan').where('kursus_pelatih_id', '=', kelas).execute()
  return { pelatih, kelas, peserta, kp, coach: await s.as(pelatih) }
}

describe('a calendar link', () => {
  test('is made for coaches, students, and payers for each child, and for no others', async () => {
    const { ids } = s
    const of = async (id: number) =>
      must(await (await s.as(id)).get('/profile/kalender')).map((k: { id: number }) => k.id)
    expect(await of(ids.pelatih)).toEqual([ids.pelatih])
    expect(await of(ids.peserta)).toEqual([ids.peserta])
    expect(await of(ids.akun)).toEqual([ids.peserta, ids.adik])
    expect(await of(ids.sales)).toEqual([])
    expect(await of(ids.admin)).toEqual([])
    for (const [client, id] of [
      [s.pelatih, ids.peserta],
      [s.peserta, ids.adik],
      [s.akun, ids.peserta2],
      [s.akun, ids.akun],
      [s.admin, ids.peserta],
      [s.sales, ids.peserta],
    ] as const) {
      expect((await client.post(`/user/kalender?id=${id}`)).status).toBe(404)
      expect((await client.post(`/user/kalender-cabut?id=${id}`)).status).toBe(404)
    }
    expect((await s.anonymous.post(`/user/kalender?id=${ids.peserta}`)).status).toBe(401)
  })
  test('is valid until it is replaced or revoked, and is stored as a hash', async () => {
    const { ids, akun } = s
    const first = await linkOf(akun, ids.peserta)
    expect((await read(first)).status).toBe(200)
    const second = await linkOf(akun, ids.peserta)
    expect((await read(first)).status).toBe(404)
    expect((await read(second)).status).toBe(200)
    const token = /([\w-]{22})\.ics$/.exec(second)?.[1] ?? ''
    expect(Buffer.from(token, 'base64url')).toHaveLength(16)
    const stored = JSON.stringify([
      await s.db.selectFrom('kalender').selectAll().execute(),
      await s.db.selectFrom('audit').selectAll().execute(),
      await s.db.selectFrom('idempotensi').selectAll().execute(),
    ])
    expect(stored).toContain('buat-kalender')
    expect(stored).not.toContain(token)
    must(await akun.post(`/user/kalender-cabut?id=${ids.peserta}`))
    expect((await read(second)).status).toBe(404)
    expect(must(await akun.get('/profile/kalender'))[0].dibuat).toBeNull()
  })
  test('stops with a deactivated account, and works again with an active one', async () => {
    const { pelatih, coach } = await makeClass()
    const link = await linkOf(coach, pelatih)
    const set = (status: 10 | 1) =>
      s.db.updateTable('user').set({ status }).where('id', '=', pelatih).execute()
    await set(1)
    expect((await read(link)).status).toBe(404)
    await set(10)
    expect((await read(link)).status).toBe(200)
  })
  test('is limited in reads and in guesses per hour', async () => {
    const { pelatih, coach } = await makeClass()
    const link = await linkOf(coach, pelatih)
    for (let i = 0; i < 60; i++) expect((await read(link)).status).toBe(200)
    const { status, headers } = await read(link)
    expect([status, Number(headers.get('retry-after')) > 0]).toEqual([429, true])
    const wrong = (n: number) => `/kalender/${String(n).padStart(22, 'A')}.ics`
    for (let i = 0; i < 100; i++) expect((await read(wrong(i))).status).toBe(404)
    expect((await read(wrong(100))).status).toBe(429)
    // Reads a valid link from the same address, which must still work: guessing tokens must not
    // block other readers.
    expect((await read(await linkOf(s.peserta, s.ids.peserta))).status).toBe(200)
  })
  test('returns 404 for another form', async () => {
    for (const path of ['/kalender/x.ics', '/kalender/%00.ics', '/kalender/', '/kalender/a/b.ics'])
      expect((await read(path)).status, path).toBe(404)
    expect((await s.anonymous.post('/kalender/x.ics')).status).toBe(405)
  })
})

describe('a calendar', () => {
  test('has the lessons from 30 days ago to 8 weeks ahead, in the zone of the outlet', async () => {
    const { pelatih, kelas, coach } = await makeClass()
    for (const n of [-31, -30, 0, 56, 57]) await storeLesson(s, kelas, day(n))
    const link = await linkOf(coach, pelatih)
    const feedEvents = await events(link)
    expect(feedEvents.map((e) => e.startDate.toString().slice(0, 10))).toEqual([
      day(-30),
      day(0),
      day(56),
    ])
    const [first] = feedEvents
    expect(first?.startDate.zone.tzid).toBe('Asia/Makassar')
    expect(first?.startDate.toJSDate().toISOString()).toBe(`${day(-30)}T01:00:00.000Z`)
    const { data, headers } = await read(link)
    expect(headers.get('content-type')).toBe('text/calendar; charset=utf-8')
    expect(data.toString()).toContain('TZOFFSETTO:+0800')
    expect(data.toString()).toMatch(/DTSTAMP:\d{8}T\d{6}Z/)
  })
  test('shows coaches only first names, and students only the coach', async () => {
    const { pelatih, kelas, peserta, coach } = await makeClass({ name: 'Bu Lestari Ayu' })
    const otherStudent = await makePeserta(s, s.ids.akun2, s.ids.gedung2, {
      name: 'Tito Pratama',
      nama_panggilan: 'Tito',
    })
    await enrol(s, otherStudent, kelas, { mulai: day(-10) })
    await storeLesson(s, kelas, day(-20), { catatan: 'Rahasia staf', honor_tarif: 50_000 })
    await storeLesson(s, kelas, day(1), { catatan: 'Rahasia staf' })
    const coachEvents = await events(await linkOf(coach, pelatih))
    expect(coachEvents.map((e) => [e.summary, e.description])).toEqual([
      ['Piano Grade 1 (Tambahan)', 'Peserta: Rara'],
      ['Piano Grade 1 (Tambahan)', 'Peserta: Rara, Tito'],
    ])
    const path = await linkOf(await s.as(peserta), peserta)
    const studentEvents = await events(path)
    expect(studentEvents.map((e) => e.description)).toEqual([
      'Guru: Bu Lestari Ayu',
      'Guru: Bu Lestari Ayu',
    ])
    const text = (await read(path)).data.toString()
    expect(text).not.toMatch(/Tito|Rahasia|50000/)
    // Expects that a student who joined the class later does not see the earlier lessons.
    expect(await events(await linkOf(await s.as(otherStudent), otherStudent))).toHaveLength(1)
  })
  test('shows cancelled, moved and substituted lessons, and omits days of leave', async () => {
    const { pelatih, kelas, peserta, kp, coach } = await makeClass()
    const stand_in = await makePelatih(s, { name: 'Pak Wahyu', nama_panggilan: 'Wahyu' })
    const to = await storeLesson(s, kelas, day(9), { jam_mulai: '15:00', jam_selesai: '15:30' })
    const rows = [
      [2, { status: 'batal_sekolah' }],
      [3, { status: 'libur' }],
      [4, { status: 'pindah', pindah_ke_id: to }],
      [5, { pelatih_id: stand_in, pelatih_asli_id: pelatih }],
    ] as const
    for (const [n, more] of rows) await storeLesson(s, kelas, day(n), more)
    const path = await linkOf(coach, pelatih)
    const feedEvents = await events(path)
    expect(
      feedEvents.map((e) => [e.summary.split(':')[0], e.component.getFirstPropertyValue('status')]),
    ).toEqual([
      ['BATAL', 'CANCELLED'],
      ['LIBUR', 'CANCELLED'],
      ['PINDAH', 'CANCELLED'],
      ['DIGANTIKAN', 'CANCELLED'],
      ['Piano Grade 1 (Tambahan)', 'CONFIRMED'],
    ])
    expect(feedEvents[2]?.description).toMatch(/^Dipindahkan ke .* 15\.00 WITA/)
    expect(feedEvents[3]?.description).toMatch(/^Digantikan Wahyu/)
    expect(StatusPertemuan.options).toHaveLength(7)
    await s.db
      .updateTable('kursus_peserta')
      .set({ status: 2, cuti_mulai: day(3), cuti_selesai: day(20) })
      .where('id', '=', kp)
      .execute()
    expect(await events(await linkOf(await s.as(peserta), peserta))).toHaveLength(1)
  })
  test('keeps its event ids, and returns 304 until something changes', async () => {
    const { pelatih, kelas, coach } = await makeClass()
    const id = await storeLesson(s, kelas, day(2))
    const link = await linkOf(coach, pelatih)
    const first = await read(link)
    const tag = first.headers.get('etag') ?? ''
    const again = await read(link, { 'if-none-match': tag })
    expect([again.status, again.data.length, again.headers.get('etag')]).toEqual([304, 0, tag])
    await s.db
      .updateTable('pertemuan')
      .set({ status: 'batal_sekolah', versi: 2 })
      .where('id', '=', id)
      .execute()
    const changed = await read(link, { 'if-none-match': tag })
    expect(changed.status).toBe(200)
    const [before, after] = [first, changed].map(({ data }) => eventsOf(data.toString())[0])
    expect(after?.uid).toBe(before?.uid)
    expect(Number(after?.sequence)).toBeGreaterThan(Number(before?.sequence))
  })
  test('folds and escapes any name without lines of its own', async () => {
    const odd = '💃🏽'.repeat(30) + '; \\ , "x": ' + 'Ω'.repeat(60)
    const { pelatih, kelas, peserta, coach } = await makeClass()
    await s.db
      .updateTable('user')
      .set({ nama_panggilan: `Rara\r\nBEGIN:VALARM\r\n\u0007 ${odd}` })
      .where('id', '=', peserta)
      .execute()
    await s.db
      .updateTable('user')
      .set({ nama_panggilan: 'Ci\nX-EVIL:1,;' })
      .where('id', '=', pelatih)
      .execute()
    await storeLesson(s, kelas, day(2))
    const text = (await read(await linkOf(coach, pelatih))).data.toString()
    const lines = text.split('\r\n')
    expect(lines.every((line) => Buffer.byteLength(line) <= 75 && !line.includes('\n'))).toBe(true)
    expect(lines.every((line) => line === '' || /^( |[A-Z][A-Z-]*[:;])/.test(line))).toBe(true)
    expect(text).not.toMatch(/^(X-EVIL|BEGIN:VALARM)/m)
    const [event] = eventsOf(text)
    expect(event?.description).toBe(`Peserta: Rara BEGIN:VALARM ${odd}`)
  })
})
