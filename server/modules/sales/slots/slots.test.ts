/**
 * Slots held for people who have not decided yet (domain.md 2.3). Other people cannot take them.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Hari } from '#contract/enums.ts'
import { addDays } from '#contract/values/tanggal.ts'
import type { Answer, Body, Client } from '#mocks/api/api.ts'
import {
  askSlot,
  lastLead,
  makeHour as newHour,
  makeLead as newLead,
  nextDay,
} from '#mocks/people/calon.ts'
import { enrol, makeAkun, makeKelas, makePelatih, makePeserta } from '#mocks/people/family.ts'
import { makeSchool, must, type School } from '#mocks/school/school.ts'

let s: School
beforeAll(async () => {
  s = await makeSchool()
})
afterAll(() => s.close())

const makeLead = (by?: Client) => newLead(s, {}, by)
const makeHour = () => newHour(s)
const hold = (lead_id: number, place: Body, by?: Client) => askSlot(s, lead_id, place, by)
const held = async (lead_id: number, by: Client = s.sales): Promise<any> =>
  must(await by.get<any>(`/lead/slot?lead_id=${lead_id}`)).slot
const createClass = (place: Body): Promise<Answer<any>> =>
  s.superadmin.post('/kursus-pelatih/create', place)
const reasons = ({ status, data }: Answer<any>) => [
  status,
  ...(data.konflik ?? []).map((k: any) => `${k.jenis} ${k.dengan.resource}`),
]
/** Sets a held slot as expired, without a run of the job that releases it. */
const runOut = (id: number) =>
  s.db
    .updateTable('slot_ditahan')
    .set({ sampai_at: new Date(Date.now() - 1000).toISOString() })
    .where('id', '=', id)
    .execute()

describe('a held hour', () => {
  test('blocks classes of that coach or in that room until it expires', async () => {
    const place = await makeHour()
    const lead = await makeLead()
    const { slot } = must(await hold(lead, place))
    expect(slot).toMatchObject({ hari: Hari.selasa, jam_mulai: '10:00', habis: false })
    const refused = await createClass(place)
    expect(reasons(refused)).toEqual([409, 'pelatih lead', 'ruang lead'])
    expect(refused.data.konflik[0].dengan).toMatchObject({ id: lead, label: `Calon ${lastLead()}` })
    expect(refused.data.alternatif.length).toBeGreaterThan(0)
    const room = { ...place, pelatih_id: await makePelatih(s) }
    expect(reasons(await createClass(room))).toEqual([409, 'ruang lead'])
    await runOut(slot.id)
    expect((await createClass(place)).status).toBe(201)
  })
  test('blocks lessons on its days and not before', async () => {
    const place = await makeHour()
    must(await hold(await makeLead(), { ...place, mulai: addDays(place.mulai, 7) }))
    const lesson = (tanggal: string) =>
      s.superadmin.post<any>('/pertemuan/create', {
        jenis: 'trial',
        kursus_id: place.kursus_id,
        kursus_pelatih_id: null,
        pelatih_id: place.pelatih_id,
        ruang_id: place.ruang_id,
        tanggal,
        jam_mulai: place.jam_mulai,
      })
    expect(reasons(await lesson(addDays(place.mulai, 7)))).toEqual([
      409,
      'pelatih lead',
      'ruang lead',
    ])
    expect((await lesson(place.mulai)).status).toBe(201)
  })
  test('is rejected where a class exists', async () => {
    const place = await makeHour()
    const kelas = must(await createClass(place))
    const refused = await hold(await makeLead(), place)
    expect(reasons(refused)).toEqual([409, 'pelatih kursus-pelatih', 'ruang kursus-pelatih'])
    expect(refused.data.konflik[0].dengan.id).toBe(kelas.id)
  })
  test('is the same for a repeated request; another replaces it, even overlapping', async () => {
    const place = await makeHour()
    const lead = await makeLead()
    const { slot } = must(await hold(lead, place))
    expect(must(await hold(lead, place)).slot).toEqual(slot)
    // Holds a time half an hour later. It overlaps the slot that the lead already holds, which is
    // no conflict.
    const later = must(await hold(lead, { ...place, jam_mulai: '10:15' })).slot
    expect(later).toMatchObject({ jam_mulai: '10:15' })
    expect((await held(lead)).id).toBe(later.id)
    expect(
      await s.db.selectFrom('slot_ditahan').selectAll().where('lead_id', '=', lead).execute(),
    ).toHaveLength(1)
  })
  test('goes to one of many concurrent requests; others get reason and alternatives', async () => {
    const place = await makeHour()
    const clients = 50
    const leads = await Promise.all(Array.from({ length: clients }, () => makeLead()))
    const answers = await Promise.all(leads.map((lead) => hold(lead, place)))
    expect(answers.map((a) => a.status).toSorted()).toEqual([200, ...Array(clients - 1).fill(409)])
    for (const { data } of answers.filter((a) => a.status === 409)) {
      expect(data.konflik[0].pesan).toContain('dipesan')
      expect(data.alternatif).toHaveLength(3)
    }
  })
})

describe('a held seat', () => {
  const makeClass = (kapasitas: number) => makeKelas(s, s.ids.gedung, { kapasitas })
  const mulai = () => nextDay(Hari.sabtu)
  test('blocks the last seat for everybody else', async () => {
    const kelas = await makeClass(1)
    const { slot } = must(
      await hold(await makeLead(), { kursus_pelatih_id: kelas, mulai: mulai() }),
    )
    expect(slot.kelas.id).toBe(kelas)
    const akun = await makeAkun(s)
    const peserta_id = await makePeserta(s, akun, s.ids.gedung)
    const join = () =>
      s.superadmin.post<any>('/kursus-peserta/periksa', {
        peserta_id,
        kursus_pelatih_id: kelas,
        mulai: mulai(),
        selesai: null,
      })
    expect(must(await join()).konflik).toMatchObject([{ jenis: 'kapasitas', tingkat: 'keras' }])
    const refusal = await hold(await makeLead(), { kursus_pelatih_id: kelas, mulai: mulai() })
    expect(reasons(refusal)).toEqual([409, 'kapasitas ruang'])
    must(await s.sales.post('/lead/lepas-slot', { id: slot.id }))
    expect(must(await join()).konflik).toEqual([])
  })
  test('prevents reducing the capacity of the class and closing it', async () => {
    const kelas = await makeClass(2)
    await enrol(s, await makePeserta(s, await makeAkun(s), s.ids.gedung), kelas)
    must(await hold(await makeLead(), { kursus_pelatih_id: kelas, mulai: mulai() }))
    const change = async (to: Body) => {
      const { versi } = must(await s.superadmin.get<any>(`/kursus-pelatih/view?id=${kelas}`))
      return s.superadmin.post<any>(`/kursus-pelatih/update?id=${kelas}`, { versi, ...to })
    }
    const smaller = await change({ kapasitas: 1 })
    expect([smaller.status, smaller.data.message]).toEqual([
      422,
      'Sudah ada 1 peserta dan 1 tempat dipesan',
    ])
    expect((await change({ status: 'nonaktif' })).status).toBe(409)
  })
})

describe('the duration of a hold', () => {
  test('can be extended once before it expires', async () => {
    const lead = await makeLead()
    const { slot } = must(await hold(lead, await makeHour()))
    expect(slot.boleh_diperpanjang).toBe(true)
    const prolong = ({ id, versi }: any) =>
      s.sales.post<any>('/lead/perpanjang-slot', { id, versi })
    const longer = must(await prolong(slot)).slot
    expect(longer).toMatchObject({ boleh_diperpanjang: false, versi: slot.versi + 1 })
    expect(longer.sampai_at >= slot.sampai_at).toBe(true)
    expect((await prolong(longer)).status).toBe(409)
    const otherSlot = must(await hold(await makeLead(), await makeHour())).slot
    await runOut(otherSlot.id)
    expect((await prolong(otherSlot)).status).toBe(409)
  })
  test('is ended and recorded by the job after expiry; active holds stay', async () => {
    const [expiredLead, keptLead] = [await makeLead(), await makeLead()]
    const first = must(await hold(expiredLead, await makeHour())).slot
    must(await hold(keptLead, await makeHour()))
    await runOut(first.id)
    must(await s.superadmin.post('/pekerjaan/jalankan', { nama: 'slot-ditahan' }))
    expect(await held(expiredLead)).toBeNull()
    expect(await held(keptLead)).not.toBeNull()
    const { aktivitas } = must(
      await s.sales.get<any>(`/lead/view?id=${expiredLead}&expand=aktivitas`),
    )
    expect(aktivitas[0].isi).toMatch(/^Waktu pesanan jam habis: .*Selasa/)
  })
  test.each([['kalah', { alasan: 'Pindah kota' }]])(
    'ends with a lead in stage %s',
    async (tahap, more) => {
      const lead = await makeLead()
      const place = await makeHour()
      must(await hold(lead, place))
      must(await s.sales.post(`/lead/tahap?id=${lead}`, { tahap, ...more }))
      expect(await held(lead)).toBeNull()
      expect((await hold(lead, place)).status).toBe(409)
    },
  )
})

describe('access to a hold', () => {
  test('shows the lead only to its holder and admins of its outlet', async () => {
    const place = await makeHour()
    const otherSales = await s.as(s.ids.sales2)
    const lead = await makeLead(otherSales)
    const { slot } = must(await hold(lead, place, otherSales))
    const refused = await hold(await makeLead(), place)
    expect(refused.data.konflik[0].dengan).toEqual({
      resource: 'lead',
      id: null,
      label: 'calon peserta',
    })
    expect((await s.sales.get(`/lead/slot?lead_id=${lead}`)).status).toBe(404)
    for (const verb of ['lepas-slot', 'perpanjang-slot'])
      expect((await s.sales.post(`/lead/${verb}`, { id: slot.id, versi: slot.versi })).status).toBe(
        404,
      )
  })
  test('accepts either a lead or an applicant, not both and not neither', async () => {
    const place = await makeHour()
    const peserta_id = await makePeserta(s, await makeAkun(s), s.ids.gedung)
    const ownHold = must(await s.superadmin.post<any>('/lead/tahan-slot', { peserta_id, ...place }))
    expect(ownHold.slot.habis).toBe(false)
    const both = { lead_id: await makeLead(), peserta_id }
    for (const calon of [both, {}])
      expect((await s.superadmin.post('/lead/tahan-slot', { ...calon, ...place })).status).toBe(422)
  })
})
