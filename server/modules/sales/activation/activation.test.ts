/**
 * Activation of leads and applicants (domain.md 2.3, 3.11): each step takes effect once, no matter
 * who sends it and how often, and the first bill equals its preview.
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
/** Payload of step 1, for a child of the latest lead. */
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
/** Creates a lead that has passed step 1. */
const registered = async (more: Body = {}): Promise<{ lead: number; id: number }> => {
  const lead = await makeLead()
  return { lead, id: must(await register(lead, student(more))).id }
}
/**
 * Returns a waiting course from the portal of its sales person, after checking that the admin's
 * list agrees.
 */
const waiting = async (id: number): Promise<any> => {
  const told = must(await s.sales.get<any>('/portal/sales')).menunggu.find((m: any) => m.id === id)
  const list = must(
    await s.admin.get<any[]>('/kursus-peserta?menunggu=true&expand=menunggu&per-page=100'),
  )
  expect(list.every((row) => row.menunggu !== null && row.status === 0)).toBe(true)
  const row = list.find((one) => one.id === id)
  expect(row?.menunggu).toEqual(told && { sebab: told.sebab })
  return told
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
  test('makes payer and student of a lead, both active, of its sales person; once', async () => {
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
  test('says at its fields what is missing, of a child the guardian and the agreement', async () => {
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
  test('proposes the family with the same phone, and puts a sister beside it', async () => {
    const one = await registered()
    const akun = (await stateOf(one.lead)).peserta.akun_billing.id
    const phone = student().akun_phone
    const lead = await makeLead({ phone })
    const { keluarga } = await stateOf(lead)
    expect(keluarga).toMatchObject([
      { akun_billing: { id: akun }, peserta: [{ id: one.id }], sama: ['phone'] },
    ])
    const body = student({ pembayar: 'ada', akun_billing_id: akun })
    const made = must(await register(lead, body))
    expect(made).toMatchObject({ akun_billing_id: akun })
    expect(made.id).not.toBe(one.id)
    const back = await makeLead({ phone })
    const known = { pembayar: 'ada', akun_billing_id: akun, peserta_id: one.id }
    expect(must(await register(back, known))).toMatchObject({ id: one.id, sudah: false })
  })
  test('an adult may pay alone; a mail that is taken is told at its field', async () => {
    const lead = await makeLead()
    const grown = { pembayar: 'sendiri', tanggal_lahir: '1990-02-03' }
    const own = { phone: '081711112222', email: 'dewasa@contoh.id' }
    const { id, akun_billing_id } = must(await register(lead, student({ ...grown, ...own })))
    expect(akun_billing_id).toBe(id)
    const taken = await register(await makeLead(), student({ akun_email: 'dewasa@contoh.id' }))
    expect([taken.status, taken.data.errors?.[0]?.field]).toEqual([409, 'akun_email'])
  })
  test('an applicant keeps the agreement, and may leave the mail to the parent', async () => {
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
    const made = must(await register(id, body, s.sales, 'mandiri'))
    expect(made.id).toBe(id)
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
  test('makes a class of the hour that is kept, the seat, the draft; the lead is won; once', async () => {
    const { lead, id } = await registered()
    const place = await makeHour()
    await hold(lead, place)
    const shown = must(await preview(lead))
    expect(shown).toMatchObject({ harga_bulanan: 500_000, menunggu: null })
    expect(shown.mulai_lain).toHaveLength(4)
    const made = must(await choose(lead, { total: shown.tagihan.total_tagihan }))
    expect(made).toMatchObject({ sudah: false, status: 1 })
    expect({ ...made.tagihan, billing_id: null }).toEqual(shown.tagihan)
    expect(must(await choose(lead))).toMatchObject({ id: made.id, sudah: true })
    expect(await countOf(lead)).toHaveLength(1)
    expect(must(await s.sales.get<any>(`/lead/view?id=${lead}`))).toMatchObject({
      tahap: 'menang',
      activation: Activation.pilihKursus,
    })
    expect(await stateOf(lead)).toMatchObject({
      slot: null,
      kursus_peserta: { id: made.id, tagihan: { id: made.tagihan.billing_id } },
    })
    const kp = await s.db
      .selectFrom('kursus_peserta')
      .selectAll()
      .where('id', '=', made.id)
      .execute()
    expect(kp).toMatchObject([{ peserta_id: id, lead_id: lead, mulai: place.mulai }])
    expect((await s.superadmin.post('/kursus-pelatih/create', place)).status).toBe(409)
  })
  test('asks for a slot first, for step 1 before, and refuses another sum than was shown', async () => {
    const fresh = await makeLead()
    expect((await choose(fresh)).status).toBe(409)
    const { lead } = await registered()
    expect((await choose(lead)).status).toBe(409)
    await hold(lead, await makeHour())
    const other = await choose(lead, { total: 1 })
    expect([other.status, other.data.message]).toEqual([409, expect.stringContaining('berubah')])
    expect((await stateOf(lead)).slot).not.toBeNull()
  })
  test('a seat in a class, from a later day', async () => {
    const { lead } = await registered()
    const kelas = await makeKelas(s, s.ids.gedung, { kapasitas: 1 })
    const mulai = nextDay(Hari.senin)
    await hold(lead, { kursus_pelatih_id: kelas, mulai })
    const shown = must(await preview(lead))
    const [later] = shown.mulai_lain
    const made = must(await choose(lead, { mulai: later.mulai, total: later.total_tagihan }))
    expect(made).toMatchObject({ kursus_pelatih_id: kelas, tagihan: { total: later.total } })
  })
  test('a code that gives nothing is refused; one that does is on the bill', async () => {
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
    const shown = must(await preview(lead, { kode_promo: 'mulai50' }))
    const { tagihan } = must(await choose(lead, { kode_promo: 'mulai50' }))
    expect({ ...tagihan, billing_id: null }).toEqual(shown.tagihan)
    expect(tagihan.baris[0].diskon).toBe(50_000)
  })
  test('waits where the registration must be paid first, and keeps its seat', async () => {
    await setSetting(s, 'wajib_lunas_pendaftaran', true)
    const setFee = (biaya_pendaftaran: number | null) =>
      s.db.updateTable('kursus').set({ biaya_pendaftaran }).where('id', '=', s.ids.kursus).execute()
    await setFee(100_000)
    const { lead, id } = await registered()
    const kelas = await makeKelas(s, s.ids.gedung, { kapasitas: 1 })
    const mulai = nextDay(Hari.senin)
    await hold(lead, { kursus_pelatih_id: kelas, mulai })
    const made = must(await choose(lead))
    expect(made).toMatchObject({
      status: 0,
      menunggu: expect.stringMatching(/^Biaya pendaftaran .* belum lunas$/),
    })
    expect(made.tagihan.baris).toHaveLength(2)
    const other = await s.sales.post<any>('/lead/tahan-slot', {
      lead_id: await makeLead(),
      kursus_pelatih_id: kelas,
      mulai,
    })
    expect(other.status).toBe(409)
    expect(await waiting(made.id)).toMatchObject({ sebab: 'Pendaftaran belum lunas' })
    const { billing_id, total_tagihan } = made.tagihan
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
    expect(await waiting(made.id)).toMatchObject({ sebab: null })
    const active = await s.sales.post(`/kursus-peserta/aktifkan?id=${made.id}`, { versi: 2 })
    expect(must(active)).toBeTruthy()
    const rows = await s.db
      .selectFrom('kursus_peserta')
      .select(['status', 'tunggu_at'])
      .where('peserta_id', '=', id)
      .execute()
    expect(rows).toEqual([{ status: 1, tunggu_at: null }])
    expect(await waiting(made.id)).toBeUndefined()
    const others = must(
      await s.admin.get<any[]>('/kursus-peserta?menunggu=false&expand=menunggu&per-page=100'),
    )
    expect(others.find((row) => row.id === made.id)?.menunggu).toBeNull()
    await setSetting(s, 'wajib_lunas_pendaftaran', false)
    await setFee(null)
  })
})

describe('what was typed', () => {
  test('is there on another device; a stale device is told, and overwrites nothing', async () => {
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
    const gone = await makeLead()
    must(await save(gone, { langkah: 'peserta', isian, versi: 0 }))
    must(await s.sales.post(`/lead/delete?id=${gone}`))
    const left = s.db.selectFrom('aktivasi').select('id').where('lead_id', '=', gone)
    expect(await left.execute()).toEqual([])
  })
})

describe('undoing', () => {
  test('takes seat, class and lines away while nothing is published; an admin’s alone', async () => {
    const { lead } = await registered()
    const place = await makeHour()
    await hold(lead, place)
    const made = must(await choose(lead))
    const why = { alasan: 'Salah jadwal' }
    expect((await undo(lead, why)).status).toBe(403)
    must(await undo(lead, why, s.superadmin))
    expect(await stateOf(lead)).toMatchObject({
      activation: Activation.terdaftar,
      kursus_peserta: null,
      calon: { tahap: 'penawaran' },
    })
    const bill = s.db.selectFrom('billing').select('id').where('id', '=', made.tagihan.billing_id)
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
  test('seats of classes and hours of coaches that the family can, without what is kept', async () => {
    const { lead } = await registered()
    const pelatih_id = await makePelatih(s, { bidang: [s.ids.kategori] })
    const ask = async (more = '') =>
      must(
        await s.sales.get<any>(
          `/lead/slot-kosong?id=${lead}&kursus_id=${s.ids.kursus}&gedung_id=${s.ids.gedung}&mulai=${nextDay(Hari.rabu)}${more}`,
        ),
      )
    const all = await ask('&hari=3&dari=10:00&sampai=12:00')
    const mine = all.jam.filter((j: any) => j.pelatih_id === pelatih_id)
    expect(mine.map((j: any) => j.jam_mulai)).toContain('10:00')
    expect(all.jam.every((j: any) => j.hari === 3 && j.jam_selesai <= '12:00')).toBe(true)
    const [first] = mine
    const other = await makeLead()
    const { pelatih: _p, ruang: _r, jam_selesai: _e, ...at } = first
    const place = { ...at, kursus_id: s.ids.kursus, gedung_id: s.ids.gedung }
    await hold(other, { ...place, mulai: nextDay(Hari.rabu) })
    const after = (await ask('&hari=3&dari=10:00&sampai=12:00')).jam
    expect(
      after.some((j: any) => j.pelatih_id === pelatih_id && j.jam_mulai === first.jam_mulai),
    ).toBe(false)
    const kelas = await makeKelas(s, s.ids.gedung, { kapasitas: 1, hari: Hari.jumat })
    const seat = (k: any) => k.kursus_pelatih_id === kelas
    expect((await ask('&hari=5')).kelas.some(seat)).toBe(true)
    await hold(other, { kursus_pelatih_id: kelas, mulai: nextDay(Hari.rabu) })
    expect((await ask('&hari=5')).kelas.some(seat)).toBe(false)
  })
})

describe('an hour at which the coach wants to be asked', () => {
  test('is offered as such; its class waits for the coach, and the seat with it', async () => {
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
    const at = { pelatih_id, ruang_id, jam_mulai, hari: Hari.rabu, mulai }
    await hold(lead, { ...at, kursus_id: s.ids.kursus, gedung_id: s.ids.gedung })
    expect(must(await preview(lead)).menunggu).toBe('Menunggu persetujuan guru')
    const made = must(await choose(lead))
    expect(made).toMatchObject({ status: 0, menunggu: 'Menunggu persetujuan guru' })
    const start = () => s.sales.post(`/kursus-peserta/aktifkan?id=${made.id}`, { mulai })
    expect((await start()).status).toBe(409)
    expect(await waiting(made.id)).toMatchObject({ sebab: 'Menunggu persetujuan guru' })
    const kelas = made.kursus_pelatih_id
    must(await (await s.as(pelatih_id)).post(`/kursus-pelatih/setujui-slot?id=${kelas}`))
    expect(await waiting(made.id)).toMatchObject({ sebab: null })
    must(await start())
    expect(await waiting(made.id)).toBeUndefined()
  })
})

describe('who', () => {
  test('others’ leads are not there for sales; other roles are refused', async () => {
    const other = await s.as(s.ids.sales2)
    const lead = await makeLead({}, other)
    expect((await register(lead, student())).status).toBe(404)
    expect((await choose(lead)).status).toBe(404)
    expect((await preview(lead)).status).toBe(404)
    expect((await save(lead, { langkah: 'peserta', isian: '{}', versi: 0 })).status).toBe(404)
    expect((await s.sales.get(`/lead/aktivasi?id=${lead}`)).status).toBe(404)
    for (const by of [s.pelatih, s.akun, s.peserta])
      expect((await register(lead, student(), by)).status).toBe(403)
  })
  test('a lost lead is asked again first', async () => {
    const lead = await makeLead()
    must(await s.sales.post(`/lead/tahap?id=${lead}`, { tahap: 'kalah', alasan: 'Pindah kota' }))
    expect((await register(lead, student())).status).toBe(409)
  })
})
