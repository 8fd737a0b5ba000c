/**
 * Activation of leads and applicants (domain.md 2.3, 3.11). Each step takes effect once, even when
 * several people send it repeatedly, and the first bill equals its preview.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Activation, Hari, RoleId, SlotPelatih } from '#contract/enums.ts'
import { currentDay } from '#contract/values/tanggal.ts'
import type { Answer, Body, Client } from '#mocks/api/api.ts'
import {
  hold as holdSlot,
  lastLead,
  makeHour as newHour,
  makeLead as newLead,
  nextDay,
  studentBody,
} from '#mocks/people/calon.ts'
import { makeAkun, makeKelas, makePelatih, makePeserta, setSetting } from '#mocks/people/family.ts'
import { makeSchool, must, type School } from '#mocks/school/school.ts'

let s: School
beforeAll(async () => {
  s = await makeSchool()
})
afterAll(() => s.close())

const makeLead = (more?: Body, by?: Client) => newLead(s, more, by)
const makeHour = () => newHour(s)
/** Returns the payload of step 1 (registration of the student) for a child of the latest lead. */
const student = (more?: Body) => studentBody(lastLead(), more)
type Call = (id: number, body?: Body, by?: Client, sumber?: string) => Promise<Answer<any>>
const send =
  (path: string): Call =>
  (id, body = {}, by = s.sales, sumber = 'lead') =>
    by.post<any>(`${path}?id=${id}&sumber=${sumber}`, body)
const register = send('/user/tambah-peserta')
const choose = send('/user/tambah-kursus-peserta')
const preview = send('/user/pratinjau-kursus-peserta')
const undo = send('/lead/urungkan-aktivasi')
const save = send('/lead/simpan-aktivasi')
const stateOf = async (id: number, by: Client = s.sales, sumber = 'lead'): Promise<any> =>
  must(await by.get<any>(`/lead/aktivasi?id=${id}&sumber=${sumber}`))
const hold = (lead_id: number, place: Body, by?: Client) => holdSlot(s, lead_id, place, by)
/**
 * Creates a lead and registers its student (step 1). Returns the id of the lead, and the id of the
 * student as `id`.
 */
const registered = async (more: Body = {}): Promise<{ lead: number; id: number }> => {
  const lead = await makeLead()
  return { lead, id: must(await register(lead, student(more))).id }
}
/**
 * Returns a waiting enrolment as its sales person's portal shows it, or undefined. Also checks that
 * the admin's list of waiting enrolments agrees with the portal.
 */
const waiting = async (id: number): Promise<any> => {
  const entry = must(await s.sales.get<any>('/portal/sales')).menunggu.find((m: any) => m.id === id)
  const list = must(
    await s.admin.get<any[]>('/kursus-peserta?menunggu=true&expand=menunggu&per-page=100'),
  )
  expect(list.every((row) => row.menunggu !== null && row.status === 0)).toBe(true)
  const row = list.find((enrolment) => enrolment.id === id)
  expect(row?.menunggu).toEqual(entry && { sebab: entry.sebab })
  return entry
}
const countOf = async (lead: number) => {
  const rows = await s.db
    .selectFrom('lead')
    .leftJoin('user', 'user.lead_id', 'lead.id')
    .leftJoin('kursus_peserta as kp', 'kp.lead_id', 'lead.id')
    .leftJoin('billing_item as i', 'i.kursus_peserta_id', 'kp.id')
    .select(['user.id as user', 'kp.id as kp', 'i.id as item'])
    .where('lead.id', '=', lead)
    .execute()
  return rows
}

describe('step 1', () => {
  test('creates active payer and student from a lead with its sales person, once', async () => {
    const lead = await makeLead()
    const first = must(await register(lead, student()))
    expect(first).toMatchObject({ sudah: false, name: `Anak ${lastLead()}` })
    const again = must(await register(lead, student({ name: 'Lain' })))
    expect(again).toMatchObject({ id: first.id, sudah: true, name: `Anak ${lastLead()}` })
    const rows = await s.db
      .selectFrom('user')
      .select(['status', 'sales_id', 'sumber', 'activation', 'role_id', 'lead_id'])
      .where('id', 'in', [first.id, first.akun_billing_id])
      .orderBy('id')
      .execute()
    const common = { status: 10, sales_id: s.ids.sales, sumber: 'lead' }
    expect(rows).toMatchObject([
      { ...common, role_id: RoleId.akunBilling, lead_id: null },
      { ...common, role_id: RoleId.peserta, activation: Activation.terdaftar, lead_id: lead },
    ])
    expect(await stateOf(lead)).toMatchObject({
      activation: Activation.terdaftar,
      peserta: { id: first.id, akun_billing: { id: first.akun_billing_id } },
      draf: null,
    })
  })
  test('returns errors for missing fields, including guardian and consent of a child', async () => {
    const lead = await makeLead()
    const body = student({
      akun_email: null,
      akun_phone: null,
      gender: null,
      wali_nama: null,
      persetujuan: false,
    })
    const refused = await register(lead, body)
    expect(refused.status).toBe(422)
    expect(refused.data.errors.map((e: any) => e.field).toSorted()).toEqual([
      'akun_phone',
      'gender',
      'persetujuan',
      'wali_nama',
    ])
    const self = await register(lead, student({ pembayar: 'sendiri' }))
    expect(self.data.errors.map((e: any) => e.field)).toContain('pembayar')
    expect((await stateOf(lead)).activation).toBe(Activation.belum)
  })
  test('suggests the family with the same phone and adds a sibling to it', async () => {
    const sibling = await registered()
    const akun = (await stateOf(sibling.lead)).peserta.akun_billing.id
    const phone = student().akun_phone
    const lead = await makeLead({ phone })
    const { keluarga } = await stateOf(lead)
    expect(keluarga).toMatchObject([
      { akun_billing: { id: akun }, peserta: [{ id: sibling.id }], sama: ['phone'] },
    ])
    const body = student({ pembayar: 'ada', akun_billing_id: akun })
    const sister = must(await register(lead, body))
    expect(sister).toMatchObject({ akun_billing_id: akun })
    expect(sister.id).not.toBe(sibling.id)
    const back = await makeLead({ phone })
    const choice = { pembayar: 'ada', akun_billing_id: akun, peserta_id: sibling.id }
    expect(must(await register(back, choice))).toMatchObject({ id: sibling.id, sudah: false })
  })
  test('lets an adult pay alone and reports an email already in use at its field', async () => {
    const lead = await makeLead()
    const grown = { pembayar: 'sendiri', tanggal_lahir: '1990-02-03' }
    const contact = { phone: '081711112222', email: 'dewasa@contoh.id' }
    const { id, akun_billing_id } = must(await register(lead, student({ ...grown, ...contact })))
    expect(akun_billing_id).toBe(id)
    const refusal = await register(await makeLead(), student({ akun_email: 'dewasa@contoh.id' }))
    expect([refusal.status, refusal.data.errors?.[0]?.field]).toEqual([409, 'akun_email'])
  })
  test('keeps the consent of an applicant and may move the email to the parent', async () => {
    const { id } = await s.db
      .selectFrom('user')
      .select('id')
      .where('id', '=', await makePeserta(s, await makeAkun(s), s.ids.gedung))
      .executeTakeFirstOrThrow()
    await s.db
      .updateTable('user')
      .set({ sumber: 'mandiri', status: 1, akun_billing_id: null, email: 'kecil@contoh.id' })
      .where('id', '=', id)
      .execute()
    const body = studentBody(1_000_000, { akun_email: 'kecil@contoh.id', persetujuan: false })
    const applicant = must(await register(id, body, s.sales, 'mandiri'))
    expect(applicant.id).toBe(id)
    expect(must(await register(id, body, s.sales, 'mandiri')).sudah).toBe(true)
    const row = await s.db.selectFrom('user').selectAll().where('id', '=', id).executeTakeFirst()
    expect(row).toMatchObject({ status: 10, email: null, activation: 1 })
    expect(row?.persetujuan_at).not.toBeNull()
    expect(
      (await s.superadmin.get(`/lead/aktivasi?id=${s.ids.peserta}&sumber=mandiri`)).status,
    ).toBe(404)
  })
})

describe('step 2', () => {
  test('creates class, seat and draft from a held hour and wins the lead, once', async () => {
    const { lead, id } = await registered()
    const place = await makeHour()
    await hold(lead, place)
    const offer = must(await preview(lead))
    expect(offer).toMatchObject({ harga_bulanan: 500_000, menunggu: null })
    expect(offer.mulai_lain).toHaveLength(4)
    const enrolment = must(await choose(lead, { total: offer.tagihan.total_tagihan }))
    expect(enrolment).toMatchObject({ sudah: false, status: 1 })
    expect({ ...enrolment.tagihan, billing_id: null }).toEqual(offer.tagihan)
    expect(must(await choose(lead))).toMatchObject({ id: enrolment.id, sudah: true })
    expect(await countOf(lead)).toHaveLength(1)
    expect(must(await s.sales.get<any>(`/lead/view?id=${lead}`))).toMatchObject({
      tahap: 'menang',
      activation: Activation.pilihKursus,
    })
    expect(await stateOf(lead)).toMatchObject({
      slot: null,
      kursus_peserta: { id: enrolment.id, tagihan: { id: enrolment.tagihan.billing_id } },
    })
    const kp = await s.db
      .selectFrom('kursus_peserta')
      .selectAll()
      .where('id', '=', enrolment.id)
      .execute()
    expect(kp).toMatchObject([{ peserta_id: id, lead_id: lead, mulai: place.mulai }])
    expect((await s.superadmin.post('/kursus-pelatih/create', place)).status).toBe(409)
  })
  test('requires step 1 and a slot, and rejects a total other than previewed', async () => {
    const fresh = await makeLead()
    expect((await choose(fresh)).status).toBe(409)
    const { lead } = await registered()
    expect((await choose(lead)).status).toBe(409)
    await hold(lead, await makeHour())
    const refusal = await choose(lead, { total: 1 })
    expect([refusal.status, refusal.data.message]).toEqual([
      409,
      expect.stringContaining('berubah'),
    ])
    expect((await stateOf(lead)).slot).not.toBeNull()
  })
  test('enrols in a seat of a class from a later day', async () => {
    const { lead } = await registered()
    const kelas = await makeKelas(s, s.ids.gedung, { kapasitas: 1 })
    const mulai = nextDay(Hari.senin)
    await hold(lead, { kursus_pelatih_id: kelas, mulai })
    const offer = must(await preview(lead))
    const [later] = offer.mulai_lain
    const enrolment = must(await choose(lead, { mulai: later.mulai, total: later.total_tagihan }))
    expect(enrolment).toMatchObject({ kursus_pelatih_id: kelas, tagihan: { total: later.total } })
  })
  test('takes the student off the waiting list of the chosen class, but not in a preview', async () => {
    const { lead, id } = await registered()
    const kelas = await makeKelas(s, s.ids.gedung)
    must(
      await s.superadmin.post('/daftar-tunggu/create', {
        peserta_id: id,
        kursus_pelatih_id: kelas,
      }),
    )
    const waitingRows = async () =>
      must(await s.superadmin.get<unknown[]>(`/daftar-tunggu?kursus_pelatih_id=${kelas}`))
    await hold(lead, { kursus_pelatih_id: kelas, mulai: nextDay(Hari.senin) })
    must(await preview(lead))
    expect(await waitingRows()).toHaveLength(1)
    must(await choose(lead))
    expect(await waitingRows()).toEqual([])
  })
  test('rejects an invalid promo code and applies a valid one to the bill', async () => {
    must(
      await s.superadmin.post('/promo/create', {
        kode: 'MULAI50',
        nama: 'Mulai',
        tipe: 'nominal',
        nilai: 50_000,
        mulai: '2020-01-01',
        jenis_sifat: ['kursus'],
      }),
    )
    const { lead } = await registered()
    await hold(lead, await makeHour())
    const wrong = await preview(lead, { kode_promo: 'TIDAKADA' })
    expect([wrong.status, wrong.data.errors[0].field]).toEqual([422, 'kode_promo'])
    const offer = must(await preview(lead, { kode_promo: 'mulai50' }))
    const { tagihan } = must(await choose(lead, { kode_promo: 'mulai50' }))
    expect({ ...tagihan, billing_id: null }).toEqual(offer.tagihan)
    expect(tagihan.baris[0].diskon).toBe(50_000)
  })
  test('waits for payment of the registration fee and keeps the seat', async () => {
    await setSetting(s, 'wajib_lunas_pendaftaran', true)
    const setFee = (biaya_pendaftaran: number | null) =>
      s.db.updateTable('kursus').set({ biaya_pendaftaran }).where('id', '=', s.ids.kursus).execute()
    await setFee(100_000)
    const { lead, id } = await registered()
    const kelas = await makeKelas(s, s.ids.gedung, { kapasitas: 1 })
    const mulai = nextDay(Hari.senin)
    await hold(lead, { kursus_pelatih_id: kelas, mulai })
    const enrolment = must(await choose(lead))
    expect(enrolment).toMatchObject({
      status: 0,
      menunggu: expect.stringMatching(/^Biaya pendaftaran .* belum lunas$/),
    })
    expect(enrolment.tagihan.baris).toHaveLength(2)
    const refusal = await s.sales.post<any>('/lead/tahan-slot', {
      lead_id: await makeLead(),
      kursus_pelatih_id: kelas,
      mulai,
    })
    expect(refusal.status).toBe(409)
    expect(await waiting(enrolment.id)).toMatchObject({ sebab: 'Pendaftaran belum lunas' })
    const { billing_id, total_tagihan } = enrolment.tagihan
    must(await s.superadmin.post(`/billing/terbitkan?id=${billing_id}`, {}))
    must(
      await s.superadmin.post('/billing-payment/create', {
        akun_billing_id: (await stateOf(lead)).peserta.akun_billing.id,
        tanggal: currentDay(),
        jumlah: total_tagihan,
        metode: 0,
        alokasi: [{ billing_id, jumlah: total_tagihan }],
      }),
    )
    expect(await waiting(enrolment.id)).toMatchObject({ sebab: null })
    const active = await s.sales.post(`/kursus-peserta/aktifkan?id=${enrolment.id}`, { versi: 2 })
    expect(must(active)).toBeTruthy()
    const rows = await s.db
      .selectFrom('kursus_peserta')
      .select(['status', 'tunggu_at'])
      .where('peserta_id', '=', id)
      .execute()
    expect(rows).toEqual([{ status: 1, tunggu_at: null }])
    expect(await waiting(enrolment.id)).toBeUndefined()
    const otherRows = must(
      await s.admin.get<any[]>('/kursus-peserta?menunggu=false&expand=menunggu&per-page=100'),
    )
    expect(otherRows.find((row) => row.id === enrolment.id)?.menunggu).toBeNull()
    await setSetting(s, 'wajib_lunas_pendaftaran', false)
    await setFee(null)
  })
})

describe('a student who adds a course', () => {
  const holdFor = async (pemesan: Body, place: Body): Promise<any> =>
    must(await s.sales.post<any>('/lead/tahan-slot', { ...pemesan, ...place })).slot
  test('holds an hour, gets a further enrolment and bill, as often as needed', async () => {
    const { lead, id } = await registered()
    await hold(lead, await makeHour())
    const first = must(await choose(lead))
    const user = () =>
      s.db
        .selectFrom('user')
        .select(['activation', 'versi'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    const before = await user()
    const enrolments: number[] = [first.id]
    for (const hari of [Hari.rabu, Hari.kamis]) {
      const state = await stateOf(id, s.sales, 'peserta')
      expect(state).toMatchObject({
        activation: Activation.terdaftar,
        pemesan: { lead_id: null, peserta_id: id },
        slot: null,
        kursus_peserta: null,
      })
      const refusal = await choose(id, {}, s.sales, 'peserta')
      expect([refusal.status, refusal.data.message]).toEqual([409, 'Pilih jadwalnya dahulu'])
      const place = { ...(await makeHour()), hari, mulai: nextDay(hari) }
      const slot = await holdFor(state.pemesan, place)
      expect((await stateOf(id, s.sales, 'peserta')).slot).toEqual(slot)
      const offer = must(await preview(id, {}, s.sales, 'peserta'))
      const total = offer.tagihan.total_tagihan
      const enrolment = must(await choose(id, { total }, s.sales, 'peserta'))
      expect(enrolment).toMatchObject({ sudah: false, status: 1 })
      expect({ ...enrolment.tagihan, billing_id: null }).toEqual(offer.tagihan)
      enrolments.push(enrolment.id)
    }
    const rows = await s.db
      .selectFrom('kursus_peserta')
      .select(['id', 'lead_id'])
      .where('peserta_id', '=', id)
      .orderBy('id')
      .execute()
    expect(rows).toEqual(enrolments.map((kp, i) => ({ id: kp, lead_id: i === 0 ? lead : null })))
    expect(await user()).toEqual(before)
    // The activation of the lead still refers to the first course. The state of the activation
    // shows this course, and undoing the activation removes this course.
    expect((await stateOf(lead)).kursus_peserta).toMatchObject({ id: first.id })
    must(await undo(lead, { alasan: 'Salah pilih jam' }, s.admin))
    expect(await countOf(lead)).toMatchObject([{ kp: null }])
  })
  test('continues the open activation of the lead, which is won by the course', async () => {
    const { lead, id } = await registered()
    const { pemesan } = await stateOf(id, s.sales, 'peserta')
    expect(pemesan).toEqual({ lead_id: lead, peserta_id: null })
    await holdFor(pemesan, await makeHour())
    must(await choose(id, {}, s.sales, 'peserta'))
    expect(must(await s.sales.get<any>(`/lead/view?id=${lead}`)).tahap).toBe('menang')
  })
  test('omits courses that the student takes from the wishes', async () => {
    const { lead, id } = await registered()
    await s.db
      .updateTable('peserta_profil')
      .set({ kursus_minat: JSON.stringify([s.ids.kursus]) })
      .where('user_id', '=', id)
      .execute()
    await hold(lead, await makeHour())
    must(await choose(lead))
    expect((await stateOf(id, s.sales, 'peserta')).calon.kursus).toEqual([])
  })
  test('must be an active student in the scope of the reader', async () => {
    const { id } = await registered()
    const statusFor = async (of: number, by: Client) =>
      (await by.get(`/lead/aktivasi?id=${of}&sumber=peserta`)).status
    expect(await statusFor(id, s.sales)).toBe(200)
    expect(await statusFor(id, await s.as(s.ids.sales2))).toBe(404)
    expect(await statusFor(s.ids.pelatih, s.superadmin)).toBe(404)
    await s.db.updateTable('user').set({ status: 1 }).where('id', '=', id).execute()
    expect(await statusFor(id, s.superadmin)).toBe(404)
  })
})

describe('the saved input', () => {
  test('is available on another device; an outdated device gets a conflict', async () => {
    const lead = await makeLead()
    const isian = JSON.stringify({ name: 'Anak' })
    const { versi } = must(await save(lead, { langkah: 'peserta', isian, versi: 0 }))
    expect(await stateOf(lead, s.superadmin)).toMatchObject({
      versi,
      draf: { langkah: 'peserta', isian },
      diubah: { oleh_id: s.ids.sales },
    })
    const stale = await save(lead, { langkah: 'peserta', isian: '{}', versi: 0 }, s.superadmin)
    expect([stale.status, stale.data.current]).toMatchObject([409, { versi, draf: { isian } }])
    must(await register(lead, student()))
    expect((await stateOf(lead)).draf).toBeNull()
    const deletedLead = await makeLead()
    must(await save(deletedLead, { langkah: 'peserta', isian, versi: 0 }))
    must(await s.sales.post(`/lead/delete?id=${deletedLead}`))
    const progress = s.db.selectFrom('aktivasi').select('id').where('lead_id', '=', deletedLead)
    expect(await progress.execute()).toEqual([])
  })
})

describe('undo', () => {
  test('removes seat, class and lines before publication; only for an admin', async () => {
    const { lead } = await registered()
    const place = await makeHour()
    await hold(lead, place)
    const enrolment = must(await choose(lead))
    const why = { alasan: 'Salah jadwal' }
    expect((await undo(lead, why)).status).toBe(403)
    must(await undo(lead, why, s.superadmin))
    expect(await stateOf(lead)).toMatchObject({
      activation: Activation.terdaftar,
      kursus_peserta: null,
      calon: { tahap: 'penawaran' },
    })
    const bill = s.db
      .selectFrom('billing')
      .select('id')
      .where('id', '=', enrolment.tagihan.billing_id)
    expect(await bill.execute()).toEqual([])
    expect((await undo(lead, why, s.superadmin)).status).toBe(409)
    await hold(lead, place)
    const again = must(await choose(lead))
    must(await s.superadmin.post(`/billing/terbitkan?id=${again.tagihan.billing_id}`, {}))
    const late = await undo(lead, why, s.superadmin)
    expect([late.status, late.data.message]).toEqual([409, expect.stringContaining('sudah terbit')])
  })
})

describe('free slots', () => {
  test('offers seats and hours that fit the family, except held ones', async () => {
    const { lead } = await registered()
    const pelatih_id = await makePelatih(s, { bidang: [s.ids.kategori] })
    const ask = async (more = '') =>
      must(
        await s.sales.get<any>(
          `/lead/slot-kosong?id=${lead}&kursus_id=${s.ids.kursus}&gedung_id=${s.ids.gedung}&mulai=${nextDay(Hari.rabu)}${more}`,
        ),
      )
    const all = await ask('&hari=3&dari=10:00&sampai=12:00')
    const coachHours = all.jam.filter((j: any) => j.pelatih_id === pelatih_id)
    expect(coachHours.map((j: any) => j.jam_mulai)).toContain('10:00')
    expect(all.jam.every((j: any) => j.hari === 3 && j.jam_selesai <= '12:00')).toBe(true)
    const [first] = coachHours
    const otherLead = await makeLead()
    const { pelatih: _p, ruang: _r, jam_selesai: _e, ...hour } = first
    const place = { ...hour, kursus_id: s.ids.kursus, gedung_id: s.ids.gedung }
    await hold(otherLead, { ...place, mulai: nextDay(Hari.rabu) })
    const after = (await ask('&hari=3&dari=10:00&sampai=12:00')).jam
    expect(
      after.some((j: any) => j.pelatih_id === pelatih_id && j.jam_mulai === first.jam_mulai),
    ).toBe(false)
    const kelas = await makeKelas(s, s.ids.gedung, { kapasitas: 1, hari: Hari.jumat })
    const seat = (k: any) => k.kursus_pelatih_id === kelas
    expect((await ask('&hari=5')).kelas.some(seat)).toBe(true)
    await hold(otherLead, { kursus_pelatih_id: kelas, mulai: nextDay(Hari.rabu) })
    expect((await ask('&hari=5')).kelas.some(seat)).toBe(false)
  })
})

describe('an hour that requires the coach’s approval', () => {
  test('is marked as such; class and seat wait for the coach', async () => {
    const { lead } = await registered()
    const pelatih_id = await makePelatih(s, { bidang: [s.ids.kategori] })
    const slot = ['10:00', '10:30', '15:00', '15:30'].map((time) => ({
      hari: Hari.rabu,
      jam: time,
      status: time < '12:00' ? SlotPelatih.kosong : SlotPelatih.tanyaDulu,
    }))
    must(await s.superadmin.post(`/user/ubah-jadwal-pelatih?id=${pelatih_id}`, { versi: 0, slot }))
    const mulai = nextDay(Hari.rabu)
    const ask = async () => {
      const of = `id=${lead}&kursus_id=${s.ids.kursus}&gedung_id=${s.ids.gedung}&mulai=${mulai}`
      const { jam } = must(await s.sales.get<any>(`/lead/slot-kosong?${of}&hari=3`))
      return jam.filter((j: any) => j.pelatih_id === pelatih_id)
    }
    const offered = await ask()
    const times = offered.map((j: any) => [j.jam_mulai < '12:00', j.tanya_dulu])
    expect(times).toContainEqual([true, false])
    expect(times).toContainEqual([false, true])
    expect(times).not.toContainEqual([false, false])
    const { ruang_id, jam_mulai } = offered.find((j: any) => j.tanya_dulu)
    const hour = { pelatih_id, ruang_id, jam_mulai, hari: Hari.rabu, mulai }
    await hold(lead, { ...hour, kursus_id: s.ids.kursus, gedung_id: s.ids.gedung })
    expect(must(await preview(lead)).menunggu).toBe('Menunggu persetujuan guru')
    const enrolment = must(await choose(lead))
    expect(enrolment).toMatchObject({ status: 0, menunggu: 'Menunggu persetujuan guru' })
    const start = () => s.sales.post(`/kursus-peserta/aktifkan?id=${enrolment.id}`, { mulai })
    expect((await start()).status).toBe(409)
    expect(await waiting(enrolment.id)).toMatchObject({ sebab: 'Menunggu persetujuan guru' })
    const kelas = enrolment.kursus_pelatih_id
    must(await (await s.as(pelatih_id)).post(`/kursus-pelatih/setujui-slot?id=${kelas}`))
    expect(await waiting(enrolment.id)).toMatchObject({ sebab: null })
    must(await start())
    expect(await waiting(enrolment.id)).toBeUndefined()
  })
})

describe('access to an activation', () => {
  test('hides other people’s leads from sales and rejects other roles', async () => {
    const otherSales = await s.as(s.ids.sales2)
    const lead = await makeLead({}, otherSales)
    expect((await register(lead, student())).status).toBe(404)
    expect((await choose(lead)).status).toBe(404)
    expect((await preview(lead)).status).toBe(404)
    expect((await save(lead, { langkah: 'peserta', isian: '{}', versi: 0 })).status).toBe(404)
    expect((await s.sales.get(`/lead/aktivasi?id=${lead}`)).status).toBe(404)
    for (const by of [s.pelatih, s.akun, s.peserta])
      expect((await register(lead, student(), by)).status).toBe(403)
  })
  test('rejects a lost lead until it is reopened', async () => {
    const lead = await makeLead()
    must(await s.sales.post(`/lead/tahap?id=${lead}`, { tahap: 'kalah', alasan: 'Pindah kota' }))
    expect((await register(lead, student())).status).toBe(409)
  })
})
