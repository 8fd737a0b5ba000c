/**
 * Row scope of every read of the schedule for every role: lists, records, calendars, attendance,
 * exports, pickers, search, portals and calendar links (domain.md section 4). Each role has one
 * lesson in scope and one lesson out of scope. The first test fails if a new read is missing in
 * `lists` and `records`.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Hari, RoleId } from '#contract/enums.ts'
import { addDays, currentDay } from '#contract/values/tanggal.ts'
import type { Answer, Body, Client } from '#mocks/api/api.ts'
import { enrol, makeKelas, makeRuang } from '#mocks/people/family.ts'
import { storeLesson } from '#mocks/schedule/lesson.ts'
import { makeSchool, must, type School } from '#mocks/school/school.ts'
import { addCalls } from '#server/http/calls.ts'
import type { Routes } from '#server/http/routes.ts'
import { handlers } from '#server/modules/calls.ts'
import { moduleOf, modules } from '#server/modules/registry.ts'
import { addResource } from '#server/resource/addResource.ts'

const day = (n: number) => addDays(currentDay(), n)
/**
 * Rows of one outlet, called a side. Their names contain the word `word` (Safir or Zamrud), so that
 * a test recognizes names of the other side in a response.
 */
interface Side {
  word: string
  gedung: number
  ruang: number
  pelatih: number
  sales: number
  akun: number
  peserta: number
  kelas: number
  enrolment: number
  lesson: number
  over: number
  leave: number
  credit: number
}
let s: School
let ownSide: Side
let otherSide: Side
/**
 * Role of a user of one side. The user may read the rows of the own outlet, but not the rows of the
 * other outlet.
 */
type Who = 'admin' | 'pelatih' | 'sales' | 'akunbilling' | 'peserta'
const clients = {} as Record<Who, Client>

const makeSide = async (word: string, n: number): Promise<Side> => {
  const make = async (path: string, body: Body) =>
    must(await s.superadmin.post<{ id: number }>(`/${path}/create`, body)).id
  const gedung = await make('gedung', {
    kode: `L${n}`,
    nama: `Outlet ${word}`,
    alamat: 'Jl. Uji 1',
    kota: 'Bandung',
  })
  const person = (role_id: number, kind: string, more: Body = {}) =>
    make('user', {
      role_id,
      name: `${kind} ${word}`,
      email: `${kind}.${n}@lihat.id`.toLowerCase(),
      phone: `08150000${n}${role_id}0`,
      gedung_id: gedung,
      ...more,
    })
  const pelatih = await person(RoleId.pelatih, 'Guru', { gedung_wilayah: [gedung] })
  const sales = await person(RoleId.sales, 'Sales')
  const akun = await person(RoleId.akunBilling, 'Keluarga')
  const peserta = await person(RoleId.peserta, 'Murid', {
    akun_billing_id: akun,
    sales_id: sales,
    gender: 'Perempuan',
    tanggal_lahir: '2015-03-04',
    wali_nama: 'Wali',
    wali_phone: '081234567890',
    persetujuan: true,
  })
  const ruang = await makeRuang(s, gedung, { nama: `Ruang ${word}` })
  const kelas = await makeKelas(s, gedung, {
    pelatih_id: pelatih,
    ruang_id: ruang,
    hari: Hari.selasa,
  })
  const enrolment = await enrol(s, peserta, kelas)
  await s.db.deleteFrom('pertemuan').where('kursus_pelatih_id', '=', kelas).execute()
  const notes = { catatan: `Catatan ${word}`, alasan: `Alasan ${word}` }
  const lesson = await storeLesson(s, kelas, day(1), {
    ...notes,
    // The lessons of the two outlets are at different times, so that a student of one outlet is
    // free to make up a lesson at the other outlet.
    jam_mulai: n === 1 ? '09:00' : '11:00',
    jam_selesai: n === 1 ? '09:30' : '11:30',
    catatan_materi: `Materi ${word}`,
  })
  const { catatan } = notes
  await s.db
    .updateTable('kursus_pelatih')
    .set({ catatan, alasan_bentrok: notes.alasan, alasan_tanya_dulu: `Jawaban ${word}` })
    .where('id', '=', kelas)
    .execute()
  const over = await storeLesson(s, kelas, day(-1))
  const leave = await make('pelatih-libur', {
    pelatih_id: pelatih,
    mulai: day(1),
    selesai: day(2),
    alasan: `Libur ${word}`,
  })
  const credit = await make('kredit-pengganti', {
    peserta_id: peserta,
    kursus_id: s.ids.kursus,
    alasan: `Kredit ${word}`,
  })
  const people = { pelatih, sales, akun, peserta }
  return { word, gedung, ruang, ...people, kelas, enrolment, lesson, over, leave, credit }
}

beforeAll(async () => {
  s = await makeSchool()
  ownSide = await makeSide('Safir', 1)
  otherSide = await makeSide('Zamrud', 2)
  const admin = must(
    await s.superadmin.post<{ id: number }>('/user/create', {
      role_id: RoleId.admin,
      name: 'Admin Safir',
      email: 'admin.safir@lihat.id',
      phone: '081500009990',
      gedung_id: ownSide.gedung,
      gedung_wilayah: [ownSide.gedung],
    }),
  ).id
  Object.assign(clients, {
    admin: await s.as(admin),
    pelatih: await s.as(ownSide.pelatih),
    sales: await s.as(ownSide.sales),
    akunbilling: await s.as(ownSide.akun),
    peserta: await s.as(ownSide.peserta),
  } satisfies Record<Who, Client>)
})
afterAll(() => s.close())

const staff: Who[] = ['admin', 'pelatih', 'sales']
const everybody: Who[] = [...staff, 'akunbilling', 'peserta']
const enrolled: Who[] = ['admin', 'sales', 'akunbilling', 'peserta']
const week = `mulai=${day(-1)}&selesai=${day(5)}`
const people = 'pelatih,ruang,gedung,kursus_pelatih'

/**
 * Read requests without an id. The responses contain rows of the reader's outlet, and no rows of
 * the other outlet.
 */
const lists: Record<string, { path: string; by: readonly Who[]; empty?: true }> = {
  '/pertemuan': { path: `/pertemuan?expand=${people}`, by: everybody },
  '/pertemuan/ekspor': { path: '/pertemuan/ekspor', by: ['admin'] },
  '/pertemuan/kalender': { path: `/pertemuan/kalender?${week}`, by: everybody },
  '/pertemuan/papan': { path: `/pertemuan/papan?tanggal=${day(-1)}`, by: ['admin', 'pelatih'] },
  '/pertemuan/tanpa-guru': { path: '/pertemuan/tanpa-guru', by: ['admin'], empty: true },
  '/kursus-pelatih': { path: '/kursus-pelatih?expand=pelatih,ruang,gedung,isi,peserta', by: staff },
  '/kursus-pelatih/ekspor': { path: '/kursus-pelatih/ekspor', by: ['admin'] },
  '/kursus-pelatih/pilihan': { path: '/kursus-pelatih/pilihan?q=Guru', by: staff },
  '/kursus-peserta': { path: '/kursus-peserta?expand=peserta,kursus_pelatih,gedung', by: enrolled },
  '/kursus-peserta/ekspor': { path: '/kursus-peserta/ekspor', by: ['admin', 'sales'] },
  '/kursus-peserta/pilihan': { path: '/kursus-peserta/pilihan?q=Murid', by: ['admin', 'sales'] },
  '/kursus-peserta/cetak': { path: '/kursus-peserta/cetak', by: enrolled },
  '/pelatih-libur': { path: '/pelatih-libur?expand=pelatih', by: ['admin', 'pelatih'] },
  '/pelatih-libur/ekspor': { path: '/pelatih-libur/ekspor', by: ['admin'] },
  '/kredit-pengganti': { path: '/kredit-pengganti?expand=peserta', by: everybody },
  '/kredit-pengganti/ekspor': { path: '/kredit-pengganti/ekspor', by: ['admin'] },
  '/portal/pelatih': { path: '/portal/pelatih', by: ['pelatih'] },
  '/portal/peserta': { path: '/portal/peserta', by: ['peserta'] },
  '/portal/akun-billing': { path: '/portal/akun-billing', by: ['akunbilling'] },
  '/portal/sales': { path: '/portal/sales', by: ['sales'], empty: true },
  '/search': { path: '/search?q=Murid', by: everybody },
}
/** Read requests for one row. `of` is the property of `Side` that holds the id of the row. */
const records: Record<string, { of: keyof Side; by: readonly Who[] }> = {
  '/pertemuan/view': { of: 'lesson', by: everybody },
  '/pertemuan/absensi': { of: 'over', by: ['admin', 'pelatih'] },
  '/pertemuan/riwayat-absensi': { of: 'over', by: ['admin', 'pelatih'] },
  '/pertemuan/calon-pengganti': { of: 'lesson', by: ['admin'] },
  '/kursus-pelatih/view': { of: 'kelas', by: staff },
  '/kursus-peserta/view': { of: 'enrolment', by: enrolled },
  '/kursus-peserta/rincian': { of: 'enrolment', by: enrolled },
  '/kursus-peserta/pilihan-kelas-selanjutnya': { of: 'enrolment', by: ['admin', 'sales'] },
  '/pelatih-libur/view': { of: 'leave', by: ['admin', 'pelatih'] },
  '/pelatih-libur/pertemuan': { of: 'leave', by: ['admin'] },
  '/kredit-pengganti/view': { of: 'credit', by: everybody },
  '/kredit-pengganti/pertemuan': { of: 'credit', by: enrolled },
  '/user/jadwal-pelatih': { of: 'pelatih', by: staff },
}
/**
 * Filters, each with the property of `Side` that holds the value of the filter. The tests use the
 * values of the other outlet.
 */
const filters: readonly [string, keyof Side][] = [
  ['gedung_id', 'gedung'],
  ['ruang_id', 'ruang'],
  ['pelatih_id', 'pelatih'],
  ['peserta_id', 'peserta'],
  ['kursus_pelatih_id', 'kelas'],
  ['kursus_peserta_id', 'enrolment'],
]
/**
 * Patterns of names that a role must not see. Outlets are visible to all roles. Rooms are also
 * visible to coaches. Sales persons see where and when every coach teaches, but only their own
 * students.
 */
const foreign: Record<Who, RegExp> = {
  admin: /Zamrud/,
  pelatih: /(Guru|Murid|Keluarga|Kredit|Libur) Zamrud/,
  sales: /(Murid|Keluarga|Kredit|Catatan|Alasan|Materi|Jawaban) Zamrud/,
  akunbilling: /(Guru|Murid|Keluarga|Kredit|Libur|Ruang) Zamrud/,
  peserta: /(Guru|Murid|Keluarga|Kredit|Libur|Ruang) Zamrud/,
}
const open: readonly string[] = ['/pertemuan', '/kursus-pelatih', '/user/jadwal-pelatih']
const isOpenTo = (role: Who, path: string): boolean =>
  role === 'sales' && open.some((start) => path.startsWith(start))
const textOf = ({ data }: Answer<unknown>): string =>
  typeof data === 'string' ? data : JSON.stringify(data)

test('covers every read of the schedule', () => {
  const routes: Routes = new Map()
  for (const module of Object.values(modules)) addResource(routes, module, moduleOf)
  addCalls(routes, handlers)
  const reads = [...routes]
    .filter(([, methods]) => methods.GET)
    .map(([path]) => path)
    .filter((path) =>
      /^\/(pertemuan|kursus-pe|pelatih-libur|kredit-pengganti|portal|search)/.test(path),
    )
  const testedPaths = new Set([...Object.keys(lists), ...Object.keys(records)])
  expect(
    reads.filter((path) => !testedPaths.has(path) && !/\/(total|import[^/]*)$/.test(path)),
  ).toEqual([])
})

test.each(everybody)('%s: limits lists, files, pickers and portals to the scope', async (role) => {
  const me = clients[role]
  for (const { path, by, empty } of Object.values(lists)) {
    const answer = await me.get(path)
    expect([path, answer.status], textOf(answer)).toEqual([path, by.includes(role) ? 200 : 403])
    if (answer.status !== 200) continue
    expect(textOf(answer), path).not.toMatch(foreign[role])
    expect([path, textOf(answer).includes('Safir')]).toEqual([path, !empty])
    for (const [filter, key] of filters) {
      const filteredAnswer = await me.get(
        `${path}${path.includes('?') ? '&' : '?'}${filter}=${otherSide[key]}`,
      )
      expect(textOf(filteredAnswer), `${path} ${filter}`).not.toMatch(foreign[role])
    }
  }
})
test.each(everybody)('%s: filters lessons only by students in the scope', async (role) => {
  const me = clients[role]
  // A filter must not reveal students outside the reader's scope, even if they are in a lesson that
  // the reader sees.
  const guest = { pertemuan_id: ownSide.lesson, peserta_id: otherSide.peserta, status: 'dipesan' }
  await s.db
    .updateTable('kredit_pengganti')
    .set({ pertemuan_id: ownSide.lesson, status: guest.status } as never)
    .where('id', '=', otherSide.credit)
    .execute()
  const countsOf = async (peserta: number) => {
    const rows = must(await me.get<object[]>(`/pertemuan?peserta_id=${peserta}`))
    const { pertemuan } = must(
      await me.get<{ pertemuan: object[] }>(`/pertemuan/kalender?${week}&peserta_id=${peserta}`),
    )
    return [rows.length, pertemuan.length]
  }
  expect((await countsOf(ownSide.peserta)).every((n) => n > 0)).toBe(true)
  // The admin and the coach of the lesson see all its students. Sales persons and families do not
  // see students out of scope.
  const knows = role === 'admin' || role === 'pelatih'
  expect(await countsOf(otherSide.peserta)).toEqual(knows ? [1, 1] : [0, 0])
  await s.db
    .updateTable('kredit_pengganti')
    .set({ pertemuan_id: null, status: 'tersedia' } as never)
    .where('id', '=', otherSide.credit)
    .execute()
})
describe('the notes of staff on lessons and classes', () => {
  /** Returns the notes and reasons of a row, or the HTTP status if the request fails. */
  const textsOf = async (me: Client, path: string) => {
    const { status, data } = await me.get<Record<string, unknown>>(path)
    const { catatan, alasan, catatan_materi, alasan_bentrok, alasan_tanya_dulu } = data
    const all = [catatan, alasan, catatan_materi, alasan_bentrok, alasan_tanya_dulu]
    return status === 200 ? all.filter((t) => typeof t === 'string') : status
  }
  const ofLesson = ['Catatan Safir', 'Alasan Safir', 'Materi Safir']
  const ofClass = ['Catatan Safir', 'Alasan Safir', 'Jawaban Safir']
  const textsByRole: Record<Who | 'superadmin', { lesson: unknown; kelas: unknown }> = {
    superadmin: { lesson: ofLesson, kelas: ofClass },
    admin: { lesson: ofLesson, kelas: ofClass },
    pelatih: { lesson: ofLesson, kelas: ofClass },
    sales: { lesson: ofLesson, kelas: ofClass },
    akunbilling: { lesson: ['Materi Safir'], kelas: 403 },
    peserta: { lesson: ['Materi Safir'], kelas: 403 },
  }
  test('are shown in the scope, and to families only the lesson content', async () => {
    for (const [role, texts] of Object.entries(textsByRole)) {
      const me = role === 'superadmin' ? s.superadmin : clients[role as Who]
      const lesson = await textsOf(me, `/pertemuan/view?id=${ownSide.lesson}`)
      const kelas = await textsOf(me, `/kursus-pelatih/view?id=${ownSide.kelas}`)
      expect({ who: role, lesson, kelas }).toEqual({ who: role, ...texts })
    }
  })
  test('are shown to sales people only with an own lead or student in the lesson', async () => {
    const me = clients.sales
    const lesson = () => textsOf(me, `/pertemuan/view?id=${otherSide.lesson}`)
    const kelas = () => textsOf(me, `/kursus-pelatih/view?id=${otherSide.kelas}`)
    const inList = async () =>
      must(await me.get<{ id: number; catatan: string | null }[]>('/pertemuan?per-page=100')).find(
        (row) => row.id === otherSide.lesson,
      )?.catatan
    expect([await lesson(), await kelas(), await inList()]).toEqual([[], [], null])
    const lead = must(
      await me.post<{ id: number }>('/lead/create', {
        nama: 'Calon Safir',
        phone: '081500009991',
        gedung_id: ownSide.gedung,
      }),
    ).id
    const [time, by] = [new Date().toISOString(), null]
    const base = { versi: 1, created_at: time, created_by: by, updated_at: time, updated_by: by }
    const mark = { kode_absensi: null, catatan: null, ditandai_at: null, ditandai_oleh: null }
    await s.db
      .insertInto('trial_lead')
      .values({ ...base, ...mark, pertemuan_id: otherSide.lesson, lead_id: lead })
      .execute()
    expect([await lesson(), await inList()]).toEqual([
      ['Catatan Zamrud', 'Alasan Zamrud', 'Materi Zamrud'],
      'Catatan Zamrud',
    ])
    await s.db.deleteFrom('trial_lead').where('lead_id', '=', lead).execute()
    expect(await lesson()).toEqual([])
    const hand = (sales_id: number) =>
      s.db.updateTable('user').set({ sales_id }).where('id', '=', otherSide.peserta).execute()
    await hand(ownSide.sales)
    expect([(await lesson()) as string[], await kelas()]).toEqual([
      ['Catatan Zamrud', 'Alasan Zamrud', 'Materi Zamrud'],
      ['Catatan Zamrud', 'Alasan Zamrud', 'Jawaban Zamrud'],
    ])
    await hand(otherSide.sales)
    expect([await lesson(), await kelas()]).toEqual([[], []])
  })
})
test.each(everybody)('%s: limits records and attendance to the scope', async (role) => {
  const me = clients[role]
  for (const [path, { of, by }] of Object.entries(records)) {
    const ownAnswer = await me.get(`${path}?id=${ownSide[of]}`)
    expect([path, ownAnswer.status], textOf(ownAnswer)).toEqual([
      path,
      by.includes(role) ? 200 : 403,
    ])
    const otherAnswer = await me.get(`${path}?id=${otherSide[of]}`)
    const refused = by.includes(role) ? 404 : 403
    const status = by.includes(role) && isOpenTo(role, path) ? 200 : refused
    expect([path, otherAnswer.status], textOf(otherAnswer)).toEqual([path, status])
    expect(textOf(otherAnswer), path).not.toMatch(foreign[role])
  }
})
test('limits calendar links to own lessons, and rejects other people', async () => {
  const linkOf = (by: Client, id: number) => by.post<{ url: string }>(`/user/kalender?id=${id}`)
  for (const role of ['pelatih', 'peserta', 'akunbilling'] as const) {
    const id = role === 'pelatih' ? ownSide.pelatih : ownSide.peserta
    const { url } = must(await linkOf(clients[role], id))
    const file = await s.anonymous.bytes(new URL(url).pathname.replace(/^\/api/, ''))
    expect(file.status).toBe(200)
    // Joins the lines that iCalendar has folded.
    const text = file.data.toString().replaceAll('\r\n ', '')
    expect(text).toContain('Safir')
    expect(text).not.toContain('Zamrud')
  }
  for (const role of everybody)
    for (const id of [otherSide.pelatih, otherSide.peserta])
      expect((await linkOf(clients[role], id)).status, role).toBe(404)
})
