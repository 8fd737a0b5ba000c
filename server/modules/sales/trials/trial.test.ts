/**
 * Trial lessons of leads (domain.md 2.3, 3.8, 3.10): booking, moving, cancelling and attendance.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { Hari, RoleId, SlotPelatih, StatusKeberangkatan } from '#contract/enums.ts'
import type { Answer, Body, Client } from '#mocks/api/api.ts'
import { makeKelas, makePelatih, makeRuang, setSetting } from '#mocks/people/family.ts'
import { storeLesson } from '#mocks/schedule/lesson.ts'
import { makeSchool, must, type School } from '#mocks/school/school.ts'

/** Instant of 09:30 in Jakarta on a Monday. */
const monday = '2026-03-09T02:30:00.000Z'
const today = '2026-03-09'
const tomorrow = '2026-03-10'
/** Instant of 15:15 in Jakarta on the same day, during a trial at 15:00. */
const inTrial = '2026-03-09T08:15:00.000Z'

let s: School
beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(monday) })
  s = await makeSchool()
})
afterAll(async () => {
  vi.useRealTimers()
  await s.close()
})
beforeEach(() => {
  vi.setSystemTime(new Date(monday))
})

let n = 0
const makeLead = async (more: Body = {}, by: Client = s.sales): Promise<number> =>
  must(
    await by.post('/lead/create', {
      nama: `Ibu Rina ${++n}`,
      phone: `0819${40_000_000 + n}`,
      gedung_id: s.ids.gedung,
      ...more,
    }),
  ).id
/** Returns the payload of a trial today at 15:00, with a new coach and a new room. */
const makePlace = async (more: Body = {}) => ({
  kursus_id: s.ids.kursus,
  pelatih_id: await makePelatih(s),
  ruang_id: await makeRuang(s, s.ids.gedung),
  tanggal: today,
  jam_mulai: '15:00',
  ...more,
})
const book = (id: number, place: Body, by: Client = s.sales): Promise<Answer<any>> =>
  by.post(`/lead/trial?id=${id}`, place)
const view = async (id: number, by: Client = s.sales): Promise<any> =>
  must(await by.get<any>(`/lead/view?id=${id}&expand=trial,aktivitas`))
const booked = async (more: Body = {}) => {
  const [id, place] = [await makeLead(), await makePlace(more)]
  const row = must(await book(id, place))
  return { id, place, lesson: Number(row.trial_pertemuan_id), coach: await s.as(place.pelatih_id) }
}
const mark = (by: Client, lesson: number, body: Body): Promise<Answer<any>> =>
  by.post(`/pertemuan/tandai?id=${lesson}`, body, `k-${++n}`)
const reasons = ({ status, data }: Answer<any>) => [
  status,
  ...(data.konflik ?? []).map((k: any) => `${k.jenis} ${k.pesan}`),
]
const statusOf = async (id: number): Promise<string> =>
  must(await s.superadmin.get<any>(`/pertemuan/view?id=${id}`)).status

describe('a booking', () => {
  test('creates lesson, stage, next step and activity; a repeat changes nothing', async () => {
    const { id, place, lesson } = await booked()
    const row = await view(id)
    expect(row).toMatchObject({
      tahap: 'trial_dijadwalkan',
      tindak_lanjut_at: today,
      tindak_lanjut: 'Ingatkan trial jam 15.00',
      trial: { pertemuan_id: lesson, tanggal: today, jam_mulai: '15:00', status: 'terjadwal' },
    })
    expect(row.aktivitas.map((a: any) => [a.jenis, a.isi.split(':')[0]])).toEqual([
      ['trial', 'Trial dijadwalkan'],
    ])
    expect(must(await s.superadmin.get<any>(`/pertemuan/view?id=${lesson}`))).toMatchObject({
      jenis: 'trial',
      kursus_pelatih_id: null,
      gedung_id: s.ids.gedung,
    })
    must(await book(id, place))
    expect((await view(id)).aktivitas).toHaveLength(1)
  })
  test('is rejected for a busy coach or room, with alternative times and rooms', async () => {
    const { place } = await booked()
    const otherLead = await makeLead({}, s.superadmin)
    const refused = await book(otherLead, place, s.superadmin)
    expect(reasons(refused)).toEqual([
      409,
      expect.stringMatching(/^pelatih Guru sudah mengajar trial Ibu Rina/),
      expect.stringMatching(/^ruang Ruang sudah dipakai trial Ibu Rina/),
    ])
    // Another sales person sees neither the name of the lead nor its holder.
    const seller = await s.as(s.ids.sales2)
    const ownLead = await makeLead({}, seller)
    const room = { ...place, pelatih_id: await makePelatih(s) }
    const answer = must(
      await seller.post<any>('/lead/periksa-trial', { lead_id: ownLead, ...room }),
    )
    expect(answer.konflik).toMatchObject([{ pesan: 'Ruang sudah dipakai trial calon peserta' }])
    expect(answer.alternatif.some((a: any) => a.ruang_id !== room.ruang_id)).toBe(true)
    expect(answer.alternatif.length).toBeGreaterThan(1)
    must(await book(ownLead, { ...room, ...answer.alternatif[0] }, seller))
  })
  test('is rejected for sales in a blocked hour; "tanya dulu" requires a reason', async () => {
    const place = await makePlace()
    const slot = (status: number) => [
      { hari: Hari.senin, jam: '08:00', status: SlotPelatih.kosong },
      { hari: Hari.senin, jam: '15:00', status },
      { hari: Hari.senin, jam: '15:30', status },
    ]
    const saveWeek = async (versi: number, status: number) =>
      must(
        await s.superadmin.post(`/user/ubah-jadwal-pelatih?id=${place.pelatih_id}`, {
          versi,
          slot: slot(status),
        }),
      )
    await saveWeek(0, SlotPelatih.tidakBisa)
    const id = await makeLead()
    expect((await book(id, { ...place, konfirmasi: ['slot'], alasan: 'x' })).status).toBe(409)
    await saveWeek(1, SlotPelatih.tanyaDulu)
    expect((await book(id, place)).status).toBe(409)
    expect((await book(id, { ...place, konfirmasi: ['slot'] })).status).toBe(422)
    must(await book(id, { ...place, konfirmasi: ['slot'], alasan: 'Guru setuju lewat telepon' }))
  })
  test('ignores a slot held for the same lead and rejects one held for others', async () => {
    const place = await makePlace()
    const id = await makeLead()
    const { tanggal, ...rest } = place
    const slot = { ...rest, gedung_id: s.ids.gedung, hari: Hari.senin, mulai: tanggal }
    must(await s.sales.post('/lead/tahan-slot', { lead_id: id, ...slot }))
    expect((await book(await makeLead(), place)).status).toBe(409)
    must(await book(id, place))
  })
  test('requires an own open lead, existing rows and a future time', async () => {
    const place = await makePlace()
    const foreign = await makeLead({}, await s.as(s.ids.sales2))
    expect((await book(foreign, place)).status).toBe(404)
    expect((await s.sales.post('/lead/periksa-trial', { lead_id: foreign, ...place })).status).toBe(
      404,
    )
    const id = await makeLead()
    const fields = async (more: Body) => {
      const { status, data } = await book(id, { ...place, ...more })
      return [status, ...(data.errors ?? []).map((e: any) => e.field)]
    }
    expect(await fields({ tanggal: '2026-03-06' })).toEqual([422, 'tanggal'])
    expect(await fields({ tanggal: '2026-06-30' })).toEqual([422, 'tanggal'])
    expect(await fields({ jam_mulai: '23:45' })).toEqual([422, 'jam_mulai'])
    expect(await fields({ kursus_id: 999_999 })).toEqual([422, 'kursus_id'])
    must(await s.sales.post(`/lead/tahap?id=${id}`, { tahap: 'kalah', alasan: 'Harga' }))
    expect((await book(id, place)).status).toBe(409)
  })
})

describe('a booked trial', () => {
  test('stays the same lesson after a move and frees its old hour', async () => {
    const { id, place, lesson } = await booked()
    const there = { ...place, jam_mulai: '17:00' }
    expect(must(await book(id, there)).trial_pertemuan_id).toBe(lesson)
    expect(await view(id)).toMatchObject({ tindak_lanjut: 'Ingatkan trial jam 17.00' })
    must(await book(await makeLead(), place))
    // Moves the trial by half an hour. The new time overlaps the trial's own current time, which is
    // no conflict.
    must(await book(id, { ...there, jam_mulai: '17:30' }))
  })
  test('frees its hour when cancelled and asks for another appointment', async () => {
    const { id, place, lesson } = await booked()
    must(await s.sales.post(`/lead/batal-trial?id=${id}`, { alasan: 'Anak sakit' }))
    expect(await statusOf(lesson)).toBe('batal_sekolah')
    const row = await view(id)
    expect(row).toMatchObject({ tahap: 'dihubungi', trial: null, tindak_lanjut_at: tomorrow })
    expect(row.aktivitas[0].isi).toContain('Anak sakit')
    expect((await s.sales.post(`/lead/batal-trial?id=${id}`, { alasan: 'x' })).status).toBe(409)
    must(await book(await makeLead(), place))
    expect(must(await book(id, { ...place, jam_mulai: '18:00' })).trial_pertemuan_id).not.toBe(
      lesson,
    )
  })
  test('is cancelled with a lost, merged or deleted lead', async () => {
    const [lostTrial, mergedTrial, deletedTrial] = [await booked(), await booked(), await booked()]
    must(await s.sales.post(`/lead/tahap?id=${lostTrial.id}`, { tahap: 'kalah', alasan: 'Harga' }))
    must(await s.sales.post(`/lead/gabung?id=${await makeLead()}`, { lead_id: mergedTrial.id }))
    await s.db
      .updateTable('lead')
      .set({ aktivitas_at: null })
      .where('id', '=', deletedTrial.id)
      .execute()
    must(await s.sales.post(`/lead/delete?id=${deletedTrial.id}`))
    for (const { lesson } of [lostTrial, mergedTrial, deletedTrial])
      expect(await statusOf(lesson)).toBe('batal_sekolah')
    expect(await view(lostTrial.id)).toMatchObject({ tahap: 'kalah', trial: null })
  })
  test('updates the lead when the office moves, substitutes or cancels it', async () => {
    const { id, lesson } = await booked()
    const there = { tanggal: '2026-03-11', jam_mulai: '14:00', alasan: 'Ruang dipakai' }
    must(await s.superadmin.post(`/pertemuan/pindah?id=${lesson}`, there))
    expect(await view(id)).toMatchObject({ tindak_lanjut_at: '2026-03-11' })
    const pelatih_id = await makePelatih(s)
    must(await s.superadmin.post(`/pertemuan/pengganti?id=${lesson}`, { pelatih_id }))
    const body = { sebab: 'sekolah', alasan: 'Listrik padam' }
    must(await s.superadmin.post(`/pertemuan/batal?id=${lesson}`, body))
    const row = await view(id)
    expect(row).toMatchObject({ tahap: 'dihubungi', trial: null })
    expect(row.aktivitas.map((a: any) => a.isi.split(':')[0])).toEqual([
      'Trial batal (Listrik padam)',
      'Trial dipindahkan',
      'Trial dipindahkan',
      'Trial dijadwalkan',
    ])
  })
})

describe('attendance', () => {
  const came = { calon: { kode_absensi: 'HADIR' } }
  const missed = { calon: { kode_absensi: 'ALPA' } }
  test('shows the coach the first name; marking it updates the lead', async () => {
    const { id, lesson, coach, place } = await booked()
    await s.db
      .updateTable('pelatih_profil')
      .set({ jenis_honor: 'per_pertemuan', tarif_honor: 75_000 })
      .where('user_id', '=', place.pelatih_id)
      .execute()
    expect((await mark(coach, lesson, came)).status).toBe(409)
    vi.setSystemTime(new Date(inTrial))
    const read = must(await coach.get<any>(`/pertemuan/absensi?id=${lesson}`))
    expect(read.calon).toMatchObject({ nama: 'Rina', lead_id: null, kode_absensi: null })
    const portal = must(await coach.get<any>('/portal/pelatih'))
    expect(portal.pertemuan).toMatchObject([{ id: lesson, calon: 'Rina', siswa: [] }])
    expect(must(await mark(coach, lesson, came)).status).toBe('selesai')
    expect(await view(id)).toMatchObject({
      tahap: 'trial_hadir',
      tindak_lanjut_at: tomorrow,
      tindak_lanjut: 'Tanyakan kesan trial',
      trial: { kode_absensi: 'HADIR', status: 'selesai' },
    })
    // Expects that the coach is paid as for a lesson with a student. The trial itself is not billed
    // and gives no make-up credit.
    const { honor_nominal } = must(await s.superadmin.get<any>(`/pertemuan/view?id=${lesson}`))
    expect(honor_nominal).toBe(75_000)
    // Corrects the attendance, which the coach had entered by mistake.
    must(await mark(coach, lesson, missed))
    expect(await view(id)).toMatchObject({ tahap: 'trial_dijadwalkan' })
    expect((await mark(s.admin, lesson, { calon: { kode_absensi: 'IZIN' } })).status).toBe(422)
    // A trial with attendance can be neither moved nor cancelled, but another trial can be booked.
    must(await book(id, { ...place, tanggal: '2026-03-12' }))
    expect(await statusOf(lesson)).toBe('selesai')
    must(await mark(coach, lesson, came))
    expect(await view(id)).toMatchObject({ tahap: 'trial_dijadwalkan' })
  })
  test('cancels the trial when the coach is absent and restores it when corrected', async () => {
    const { id, lesson, coach } = await booked()
    vi.setSystemTime(new Date(inTrial))
    const { berangkat, tidakBerangkat } = StatusKeberangkatan
    const says = (status_keberangkatan: number, alasan?: string) =>
      mark(coach, lesson, { pelatih: { status_keberangkatan, alasan } })
    must(await says(tidakBerangkat, 'Sakit'))
    expect(await statusOf(lesson)).toBe('batal_pelatih')
    expect(await view(id)).toMatchObject({ tahap: 'dihubungi', trial: null })
    must(await says(berangkat))
    expect(await view(id)).toMatchObject({
      tahap: 'trial_dijadwalkan',
      trial: { pertemuan_id: lesson, kode_absensi: null },
    })
    expect(must(await mark(coach, lesson, came)).status).toBe('selesai')
  })
  test('books the trial again when its mark is removed', async () => {
    const { id, lesson, coach } = await booked()
    vi.setSystemTime(new Date(inTrial))
    must(await mark(coach, lesson, came))
    const none = (kode_terlihat: string) => ({ calon: { kode_absensi: null, kode_terlihat } })
    expect((await mark(s.superadmin, lesson, none('ALPA'))).status).toBe(409)
    expect(must(await mark(s.superadmin, lesson, none('HADIR')))).toMatchObject({
      status: 'terjadwal',
      diubah: 1,
    })
    const row = await view(id)
    expect(row).toMatchObject({
      tahap: 'trial_dijadwalkan',
      tindak_lanjut_at: today,
      tindak_lanjut: 'Tunggu absensi trial',
      trial: { kode_absensi: null },
    })
    expect(row.aktivitas[0].isi).toMatch(/^Absensi trial dihapus: /)
    const history = must(await s.superadmin.get<any>(`/pertemuan/riwayat-absensi?id=${lesson}`))
    expect(history.perubahan).toMatchObject([
      { nama: row.nama, dari: 'Hadir', ke: 'Belum ditandai' },
    ])
    expect(must(await mark(coach, lesson, none('HADIR'))).diubah).toBe(0)
  })
  test('keeps a lost lead lost for any mark', async () => {
    const { id, lesson, coach } = await booked()
    vi.setSystemTime(new Date(inTrial))
    must(await s.sales.post(`/lead/tahap?id=${id}`, { tahap: 'kalah', alasan: 'Harga' }))
    must(await mark(coach, lesson, came))
    expect(await view(id)).toMatchObject({ tahap: 'kalah' })
  })
  test('is rejected in a closed month, for a class and without permission', async () => {
    const { lesson } = await booked()
    vi.setSystemTime(new Date(inTrial))
    expect((await mark(await s.as(await makePelatih(s)), lesson, came)).status).toBe(404)
    expect((await mark(s.sales, lesson, came)).status).toBe(403)
    const ofClass = await storeLesson(s, await makeKelas(s, s.ids.gedung), today, {
      jam_mulai: '15:00',
      jam_selesai: '15:30',
    })
    expect((await mark(s.admin, ofClass, came)).status).toBe(422)
    await setSetting(s, 'kunci_buku_sampai', '2026-03-31')
    expect((await mark(s.admin, lesson, came)).status).toBe(409)
    await setSetting(s, 'kunci_buku_sampai', null)
  })
})

test('shows the name of a trial in calendars only to users who may see the lead', async () => {
  const { lesson, coach, place } = await booked({ jam_mulai: '16:00' })
  const trialsFor = async (by: Client) => {
    const week = `mulai=${today}&selesai=${today}&pelatih_id=${place.pelatih_id}`
    const { pertemuan } = must(await by.get<any>(`/pertemuan/kalender?${week}`))
    return pertemuan.map((p: any) => [p.id, p.jenis, p.calon])
  }
  expect(await trialsFor(s.sales)).toEqual([[lesson, 'trial', expect.stringMatching(/^Ibu Rina/)]])
  expect(await trialsFor(await s.as(s.ids.sales2))).toEqual([[lesson, 'trial', 'calon peserta']])
  expect(await trialsFor(coach)).toEqual([[lesson, 'trial', 'Rina']])
  const family = await s.db
    .selectFrom('user')
    .select('id')
    .where('role_id', '=', RoleId.akunBilling)
    .executeTakeFirstOrThrow()
  expect((await (await s.as(family.id)).get(`/pertemuan/view?id=${lesson}`)).status).toBe(404)
})
