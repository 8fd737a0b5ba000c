/**
 * Tests changes of a coach's week, and of the hours and holidays of an outlet, that conflict with
 * the schedule (domain.md 2.4, 3.8). A conflict with a class prevents the change. A conflict with a
 * dated lesson is listed, and the change is allowed with a reason.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { SlotPelatih } from '#contract/enums.ts'
import type { Conflict } from '#contract/schedule/rules/conflicts.ts'
import { addDays, currentDay, weekday } from '#contract/values/tanggal.ts'
import type { Answer, Body } from '#mocks/api/api.ts'
import { makeOutlet, makePelatih, makeRuang } from '#mocks/people/family.ts'
import { makeSchool, must, type School } from '#mocks/school/school.ts'

let s: School
beforeAll(async () => {
  s = await makeSchool()
})
afterAll(() => s.close())

const inDays = (n: number): string => addDays(currentDay(), n)
/**
 * Day of the lessons. The day is in the future, so that no lesson is over. The class takes place on
 * the following day.
 */
const tanggal = inDays(9)
const hari = weekday(tanggal)
const classDay = weekday(inDays(10))
const alasan = 'Sudah disepakati dengan gurunya'

interface Place {
  gedung_id: number
  ruang_id: number
  pelatih_id: number
  kursus_id: number
  kelas: number
}
let place: Place
/**
 * Creates a class at 10:00 on the day after `tanggal`, so that its lessons can be moved to
 * `tanggal`.
 */
beforeEach(async () => {
  const gedung_id = await makeOutlet(s, { jam_buka: '08:00', jam_tutup: '20:00' })
  const ownPlace = {
    gedung_id,
    ruang_id: await makeRuang(s, gedung_id),
    pelatih_id: await makePelatih(s),
    kursus_id: s.ids.kursus,
  }
  const kelas = must(
    await s.superadmin.post<any>('/kursus-pelatih/create', {
      ...ownPlace,
      hari: classDay,
      jam_mulai: '10:00',
      mulai: currentDay(),
    }),
  ).id
  place = { ...ownPlace, kelas }
})

const ofClass = async (day = inDays(10)): Promise<any> =>
  must(await s.superadmin.get<any>(`/pertemuan?kursus_pelatih_id=${place.kelas}&tanggal=${day}`))[0]
const lessonAt = async (jenis: string, more: Body = {}): Promise<number> => {
  const { kursus_id, pelatih_id, ruang_id, kelas } = place
  const body = { jenis, kursus_id, pelatih_id, ruang_id, kursus_pelatih_id: kelas }
  const lessonBody = { ...body, tanggal, jam_mulai: '15:00', ...more }
  return must(await s.superadmin.post<any>('/pertemuan/create', lessonBody)).id
}
/**
 * Functions that create a lesson at 15:00, one function for each kind of lesson that is made or
 * moved by hand.
 */
const byHand: readonly [string, () => Promise<number>][] = [
  ['an extra lesson', () => lessonAt('tambahan')],
  ['a trial', () => lessonAt('trial', { kursus_pelatih_id: null })],
  [
    'a lesson that was moved, which makes up for the regular one',
    async () => {
      const to = { tanggal, jam_mulai: '15:00', alasan: 'Guru ujian' }
      must(await s.superadmin.post(`/pertemuan/pindah?id=${(await ofClass()).id}`, to))
      return (await ofClass(tanggal)).id
    },
  ],
  [
    'a lesson that is given in the place of another coach',
    async () => {
      const otherCoach = await makePelatih(s)
      const id = await lessonAt('tambahan', { pelatih_id: otherCoach })
      const { pelatih_id } = place
      must(await s.superadmin.post(`/pertemuan/pengganti?id=${id}`, { pelatih_id }))
      return id
    },
  ],
]
const outcomeOf = ({ status, data }: Answer<any>) => [
  status,
  (data.konflik ?? []).map((c: Conflict) => [c.jenis, c.tingkat, c.dengan.resource, c.dengan.id]),
]
const logged = async (entitas: string, entitas_id: number) =>
  s.db
    .selectFrom('audit')
    .select(['sesudah', 'alasan', 'created_by'])
    .where('aksi', '=', 'konfirmasi-bentrok')
    .where('entitas', '=', entitas)
    .where('entitas_id', '=', entitas_id)
    .executeTakeFirst()
const version = async (path: string): Promise<number> =>
  must(await s.superadmin.get<any>(path)).versi

describe('the grid of a coach', () => {
  const save = async (slot: Body[], more: Body = {}, by = s.superadmin): Promise<Answer<any>> => {
    const versi = await version(`/user/jadwal-pelatih?id=${place.pelatih_id}`)
    return by.post(`/user/ubah-jadwal-pelatih?id=${place.pelatih_id}`, { versi, slot, ...more })
  }
  const closed = (day: number, ...hours: string[]) =>
    hours.map((jam) => ({ hari: day, jam, status: SlotPelatih.tidakBisa }))

  test.each(byHand)('has a soft conflict, allowed with a reason: %s', async (_, make) => {
    const id = await make()
    const slot = closed(hari, '15:00')
    const refused = await save(slot)
    expect(outcomeOf(refused)).toEqual([409, [['slot', 'lunak', 'pertemuan', id]]])
    expect(refused.data.konflik[0]).toMatchObject({ mulai: '15:00', selesai: '15:30' })
    expect(refused.data.errors[0].field).toBe('slot')
    const silent = await save(slot, { konfirmasi: ['slot'] })
    expect([silent.status, silent.data.errors[0].field]).toEqual([422, 'alasan'])
    must(await save(slot, { konfirmasi: ['slot'], alasan }))
    expect(await logged('user', place.pelatih_id)).toMatchObject({
      alasan,
      sesudah: expect.stringContaining(refused.data.konflik[0].pesan),
    })
    expect(must(await s.superadmin.get<any>(`/pertemuan/view?id=${id}`)).status).toBe('terjadwal')
  })
  test('closes slots beside a lesson without a question, and checks closed ones once', async () => {
    await lessonAt('trial')
    const free = ['14:30', '15:00', '15:30', '16:00'].map((jam) => ({
      hari,
      jam,
      status: SlotPelatih.kosong,
    }))
    must(await save(free))
    must(await save(closed(hari, '14:30', '15:30')))
    must(await save(closed(hari, '15:00'), { konfirmasi: ['slot'], alasan }))
    must(await save(closed(hari, '15:00', '16:00')))
    const open = { hari, jam: '15:00', status: SlotPelatih.kosong }
    must(await save([open]))
    expect((await save(closed(hari, '15:00'))).status).toBe(409)
  })
  test('has a hard conflict with a class, shown once without its lessons', async () => {
    const slot = closed(classDay, '10:00')
    for (const more of [{}, { konfirmasi: ['slot'], alasan }])
      expect(outcomeOf(await save(slot, more))).toEqual([
        409,
        [['slot', 'keras', 'kursus-pelatih', place.kelas]],
      ])
  })
  test('shows a lesson that was made by hand beside its class', async () => {
    const extra = await lessonAt('tambahan', { tanggal: inDays(10) })
    expect(outcomeOf(await save(closed(classDay, '10:00', '15:00')))).toEqual([
      409,
      [
        ['slot', 'keras', 'kursus-pelatih', place.kelas],
        ['slot', 'lunak', 'pertemuan', extra],
      ],
    ])
  })
  test('has no conflict with a class that has ended', async () => {
    const change = { selesai: inDays(-1), mulai: inDays(-30) }
    await s.db.updateTable('kursus_pelatih').set(change).where('id', '=', place.kelas).execute()
    await s.db.deleteFrom('pertemuan').where('kursus_pelatih_id', '=', place.kelas).execute()
    expect(outcomeOf(await save(closed(classDay, '10:00')))).toEqual([200, []])
  })
  test('names a lesson at the former time of its class as a lesson', async () => {
    const first = await ofClass()
    const versi = await version(`/kursus-pelatih/view?id=${place.kelas}`)
    const later = { jam_mulai: '17:00', berlaku_mulai: inDays(14), versi }
    must(await s.superadmin.post(`/kursus-pelatih/update?id=${place.kelas}`, later))
    const [status, konflik] = outcomeOf(await save(closed(classDay, '10:00')))
    expect([status, konflik]).toEqual([
      409,
      expect.arrayContaining([['slot', 'lunak', 'pertemuan', first.id]]),
    ])
    expect(konflik).toHaveLength(2)
  })
  test('ignores past and cancelled lessons', async () => {
    const id = await lessonAt('trial')
    must(await s.superadmin.post(`/pertemuan/batal?id=${id}`, { sebab: 'sekolah', alasan }))
    expect(outcomeOf(await save(closed(hari, '15:00')))).toEqual([200, []])
  })
  test('shows a lesson of another outlet without its name', async () => {
    const id = await lessonAt('trial', { kursus_pelatih_id: null })
    await s.db
      .insertInto('user_gedung')
      .values({ user_id: place.pelatih_id, gedung_id: s.ids.gedung2 })
      .execute()
    const slot = closed(hari, '15:00')
    const versi = 0
    const url = `/user/ubah-jadwal-pelatih?id=${place.pelatih_id}`
    const refused = await s.admin2.post<any>(url, { versi, slot })
    expect(outcomeOf(refused)).toEqual([409, [['slot', 'lunak', 'pertemuan', null]]])
    expect(JSON.stringify(refused.data)).not.toContain(`"id":${id}`)
  })
})

describe('the opening hours of an outlet', () => {
  const change = async (body: Body): Promise<Answer<any>> =>
    s.superadmin.post(`/gedung/update?id=${place.gedung_id}`, {
      versi: await version(`/gedung/view?id=${place.gedung_id}`),
      ...body,
    })
  test.each(byHand)('have a soft conflict, allowed with a reason: %s', async (_, make) => {
    const id = await make()
    const early = { jam_tutup: '15:15' }
    const refused = await change(early)
    expect(outcomeOf(refused)).toEqual([409, [['tutup', 'lunak', 'pertemuan', id]]])
    expect(refused.data.errors[0].field).toBe('jam_tutup')
    expect((await change({ ...early, konfirmasi: ['tutup'] })).status).toBe(422)
    must(await change({ ...early, konfirmasi: ['tutup'], alasan }))
    expect(await logged('gedung', place.gedung_id)).toMatchObject({ alasan })
    expect(must(await s.superadmin.get<any>(`/pertemuan/view?id=${id}`))).toMatchObject({
      status: 'terjadwal',
      jam_mulai: '15:00',
    })
    // Lessons that are already outside the hours are not reported again.
    must(await change({ jam_tutup: '15:00' }))
  })
  test('have a hard conflict with a class, shown once without its lessons', async () => {
    const late = { jam_buka: '10:15' }
    for (const more of [{}, { konfirmasi: ['tutup'], alasan }]) {
      const refused = await change({ ...late, ...more })
      expect(outcomeOf(refused)).toEqual([409, [['tutup', 'keras', 'kursus-pelatih', place.kelas]]])
      expect(refused.data.errors[0].field).toBe('jam_buka')
    }
  })
  test('need no confirmation if they are longer or include every lesson', async () => {
    await lessonAt('trial')
    must(await change({ jam_buka: '07:00', jam_tutup: '21:00' }))
    expect(outcomeOf(await change({ jam_buka: '10:00', jam_tutup: '15:30' }))).toEqual([200, []])
  })
})

describe('a holiday', () => {
  const add = (body: Body = {}): Promise<Answer<any>> =>
    s.superadmin.post('/hari-libur/create', {
      nama: 'Hari jadi',
      tanggal,
      gedung_id: place.gedung_id,
      ...body,
    })
  test.each(byHand)('has a soft conflict, allowed with a reason: %s', async (_, make) => {
    const id = await make()
    const refused = await add()
    expect(outcomeOf(refused)).toEqual([409, [['libur', 'lunak', 'pertemuan', id]]])
    expect(refused.data.errors[0].field).toBe('tanggal')
    expect((await add({ konfirmasi: ['libur'] })).status).toBe(422)
    const holiday = must(await add({ konfirmasi: ['libur'], alasan }))
    expect(await logged('hari-libur', holiday.id)).toMatchObject({ alasan })
    expect(must(await s.superadmin.get<any>(`/pertemuan/view?id=${id}`)).status).toBe('terjadwal')
    // A change of the name, or a move of the holiday to a day without lessons, needs no
    // confirmation.
    const { versi } = must(await s.superadmin.get<any>(`/hari-libur/view?id=${holiday.id}`))
    const url = `/hari-libur/update?id=${holiday.id}`
    const renamed = must(await s.superadmin.post<any>(url, { nama: 'Ulang tahun', versi }))
    must(await s.superadmin.post(url, { tanggal: inDays(8), versi: renamed.versi }))
    const back = await s.superadmin.post(url, { tanggal, versi: renamed.versi + 1 })
    expect(outcomeOf(back)).toEqual([409, [['libur', 'lunak', 'pertemuan', id]]])
    // Lessons that were confirmed before are not reported again when the holiday is extended to all
    // outlets.
    const again = { tanggal, versi: renamed.versi + 1, konfirmasi: ['libur'], alasan }
    const here = must(await s.superadmin.post<any>(url, again))
    const all = await s.superadmin.post(url, { gedung_id: null, versi: here.versi })
    expect(outcomeOf(all)[1]).not.toContainEqual(['libur', 'lunak', 'pertemuan', id])
  })
  test('of all outlets names the lessons of each, and of another outlet none', async () => {
    const id = await lessonAt('trial')
    must(await add({ gedung_id: await makeOutlet(s) }))
    const all = await add({ gedung_id: null })
    expect(outcomeOf(all)[1]).toContainEqual(['libur', 'lunak', 'pertemuan', id])
  })
  test('cancels lessons that follow their class without a question', async () => {
    must(await add({ tanggal: inDays(10) }))
    expect((await ofClass()).status).toBe('libur')
  })
})

describe('a deleted or moved holiday', () => {
  /**
   * Creates a holiday on the day of the class. On this day, the coach of the class gives a lesson
   * at another outlet.
   */
  const makeHoliday = async () => {
    const { gedung_id, pelatih_id, kursus_id } = place
    const day = { nama: 'Libur', tanggal: inDays(10), gedung_id }
    const libur = must(await s.superadmin.post<any>('/hari-libur/create', day))
    expect((await ofClass()).status).toBe('libur')
    const ruang_id = await makeRuang(s, await makeOutlet(s))
    const elsewhere = { jenis: 'trial', kursus_id, pelatih_id, ruang_id, kursus_pelatih_id: null }
    const trial = { ...elsewhere, tanggal: inDays(10), jam_mulai: '10:00' }
    return { libur, trial: () => s.superadmin.post<any>('/pertemuan/create', trial) }
  }
  const previewOf = async (id: number | string) =>
    must(await s.admin.get<any>(`/hari-libur/pratinjau-hapus?ids=${id}`))
  test('previews the lessons that return or have no slot, and stores nothing', async () => {
    const { libur, trial } = await makeHoliday()
    const back = { kembali: 1, libur: 0, tidak_kembali: [], lainnya: 0 }
    expect(await previewOf(libur.id)).toEqual(back)
    // With two holidays on the same day, the lesson takes place again only when both are deleted.
    const day = { nama: 'Libur', tanggal: inDays(10), gedung_id: null }
    const whole = { ...day, konfirmasi: ['libur'], alasan }
    const { id } = must(await s.superadmin.post<any>('/hari-libur/create', whole))
    expect(await previewOf(libur.id)).toEqual({ ...back, kembali: 0 })
    expect((await previewOf(`${libur.id},${id}`)).kembali).toBeGreaterThan(0)
    must(await s.superadmin.post(`/hari-libur/delete?id=${id}`))
    must(await trial())
    const lost = { ...back, kembali: 0, tidak_kembali: [expect.stringMatching(/ 10\.00$/)] }
    expect(await previewOf(libur.id)).toEqual(lost)
    expect((await ofClass()).status).toBe('libur')
    must(await s.admin.post(`/hari-libur/delete?id=${libur.id}`))
    expect((await ofClass()).status).toBe('libur')
  })
  test('asks about lessons without a slot when it is moved', async () => {
    const { libur, trial } = await makeHoliday()
    must(await trial())
    const move = (more: Body) =>
      s.admin.post<any>(`/hari-libur/update?id=${libur.id}`, {
        versi: libur.versi,
        tanggal: inDays(11),
        ...more,
      })
    const { status, data } = await move({})
    expect([status, data.konflik.map((k: Conflict) => [k.tingkat, k.pesan])]).toEqual([
      409,
      [['lunak', expect.stringMatching(/tidak kembali: /)]],
    ])
    expect((await move({ konfirmasi: ['libur'], alasan })).status).toBe(200)
  })
})
