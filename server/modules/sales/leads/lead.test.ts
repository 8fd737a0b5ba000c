/** Leads (domain.md 2.3): holder, scope, stages, activities, duplicates and merging. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { RoleId, UserStatus } from '#contract/enums.ts'
import { addDays, currentDay } from '#contract/values/tanggal.ts'
import type { Answer, Body, Client } from '#mocks/api/api.ts'
import { setSetting } from '#mocks/people/family.ts'
import { samplesOf } from '#mocks/samples.ts'
import { makeSchool, must, type School } from '#mocks/school/school.ts'
import { engineOf } from '#server/db/engine.ts'
import { transaction } from '#server/db/transaction.ts'

let s: School
beforeAll(async () => {
  s = await makeSchool()
})
afterAll(() => s.close())

let n = 0
const phone = () => `0817${String(20_000_000 + ++n)}`
const make = async (more: Body = {}, by: Client = s.superadmin): Promise<any> =>
  must(
    await by.post('/lead/create', {
      nama: `Calon ${n}`,
      phone: phone(),
      gedung_id: s.ids.gedung,
      ...more,
    }),
  )
const view = async (id: number, by: Client = s.superadmin): Promise<any> =>
  must(await by.get(`/lead/view?id=${id}&expand=aktivitas,sales,kursus`))
const act = (
  id: number,
  verb: string,
  body: Body,
  by: Client = s.superadmin,
): Promise<Answer<any>> => by.post(`/lead/${verb}?id=${id}`, body)
const errorsOf = (answer: Answer<any>) =>
  (answer.data.errors ?? []).map((e: { field: string }) => e.field)
const makeSales = async (gedung_id: number, more: Body = {}): Promise<number> =>
  must(
    await s.superadmin.post('/user/create', {
      role_id: RoleId.sales,
      name: `Sales ${++n}`,
      email: `sales.${n}@contoh.id`,
      phone: phone(),
      gedung_id,
      ...more,
    }),
  ).id

describe('the holder of a lead', () => {
  test('is the sales person who enters it; three fields are enough', async () => {
    const body = { nama: 'Rina', phone: '0812-9999-1111', gedung_id: s.ids.gedung2 }
    const row = must(await s.sales.post('/lead/create', body))
    expect(row).toMatchObject({
      sales_id: s.ids.sales,
      phone: '+6281299991111',
      tahap: 'baru',
      activation: 0,
      kursus_minat: [],
      information_source: null,
    })
    expect((await s.sales.post('/lead/create', { ...body, sales_id: s.ids.sales2 })).status).toBe(
      422,
    )
  })
  test('is the only sales person who may see, change, move, note, merge or export it', async () => {
    const [ownLead, otherLead] = [await make({}, s.sales), await make({ sales_id: s.ids.sales2 })]
    const ids = (must(await s.sales.get('/lead?per-page=100')) as { id: number }[]).map((r) => r.id)
    expect(ids).toContain(ownLead.id)
    expect(ids).not.toContain(otherLead.id)
    for (const path of ['view', 'teks'])
      expect((await s.sales.get(`/lead/${path}?id=${otherLead.id}`)).status, path).toBe(404)
    for (const [verb, body] of [
      ['update', { versi: 1, catatan: 'x' }],
      ['delete', {}],
      ['tahap', { tahap: 'dihubungi' }],
      ['catat', { jenis: 'wa', isi: 'x' }],
      ['gabung', { lead_id: ownLead.id }],
    ] as const)
      expect((await act(otherLead.id, verb, body, s.sales)).status, verb).toBe(404)
    expect(errorsOf(await act(ownLead.id, 'gabung', { lead_id: otherLead.id }, s.sales))).toEqual([
      'lead_id',
    ])
    expect((await act(ownLead.id, 'serahkan', { sales_id: s.ids.sales2 }, s.sales)).status).toBe(
      403,
    )
    expect(
      (await s.sales.post(`/lead/update?id=${ownLead.id}`, { versi: 1, sales_id: s.ids.sales2 }))
        .status,
    ).toBe(422)
    expect((await s.sales.get(`/lead?sales_id=${s.ids.sales2}`)).data).toEqual([])
  })
  test('is chosen by an admin or rotates among active sales of the outlet', async () => {
    const gedung_id = must(
      await s.superadmin.post('/gedung/create', {
        kode: 'GLR',
        nama: 'Gilir',
        alamat: 'x',
        kota: 'y',
      }),
    ).id
    const none = await s.admin.post('/lead/create', { nama: 'A', phone: phone(), gedung_id })
    expect(errorsOf(none)).toEqual(['sales_id'])
    const [a, b, c] = [
      await makeSales(gedung_id),
      await makeSales(gedung_id),
      await makeSales(gedung_id),
    ]
    const holders = async (count: number) => {
      const got = []
      for (let i = 0; i < count; i++) got.push((await make({ gedung_id }, s.admin)).sales_id)
      return got
    }
    expect(await holders(4)).toEqual([a, b, c, a])
    must(await s.superadmin.post(`/user/disable-enable?id=${b}`, { alasan: 'Berhenti bekerja' }))
    expect(await holders(2)).toEqual([c, a])
    expect((await make({ gedung_id, sales_id: c }, s.admin)).sales_id).toBe(c)
    expect(
      errorsOf(
        await s.admin.post('/lead/create', { nama: 'A', phone: phone(), gedung_id, sales_id: b }),
      ),
    ).toEqual(['sales_id'])
    await setSetting(s, 'lead_pembagian', 'manual')
    expect(
      errorsOf(await s.admin.post('/lead/create', { nama: 'A', phone: phone(), gedung_id })),
    ).toEqual(['sales_id'])
    await setSetting(s, 'lead_pembagian', 'bergilir')
  })
  test('hands over all open leads within the admin’s outlets', async () => {
    const [from, to] = [await makeSales(s.ids.gedung2), await makeSales(s.ids.gedung2)]
    const [here, there, lost] = [
      await make({ sales_id: from, gedung_id: s.ids.gedung2 }),
      await make({ sales_id: from }),
      await make({ sales_id: from, gedung_id: s.ids.gedung2 }),
    ]
    must(await act(lost.id, 'tahap', { tahap: 'kalah', alasan: 'Harga' }))
    expect((await s.superadmin.post(`/user/delete?id=${from}`)).data.message).toMatch(
      'memegang lead',
    )
    const count = { jumlah: 1, pendaftar: 0 }
    expect(must(await s.admin2.get(`/lead/dipegang?id=${from}`))).toEqual(count)
    expect((await s.admin2.get(`/lead/dipegang?id=${s.ids.sales}`)).status).toBe(404)
    expect((await s.sales.get(`/lead/dipegang?id=${s.ids.sales}`)).status).toBe(403)
    const hand = (by: Client, body: Body = {}) =>
      by.post('/lead/serahkan-semua', { dari: from, ke: to, alasan: 'Pindah kerja', ...body })
    expect(errorsOf(await hand(s.admin2, { ke: from }))).toEqual(['ke'])
    expect(must(await hand(s.admin2))).toEqual(count)
    expect((await view(here.id)).sales_id).toBe(to)
    expect((await view(there.id)).sales_id).toBe(from)
    expect((await view(lost.id)).sales_id).toBe(from)
    const log = must(
      await s.superadmin.get(`/audit?entitas=lead&entitas_id=${here.id}&aksi=serahkan`),
    )
    expect(log).toMatchObject([{ alasan: 'Pindah kerja', sesudah: { sales_id: to } }])
  })
  test('changes by the action for one lead', async () => {
    const { id } = await make()
    expect(must(await act(id, 'serahkan', { sales_id: s.ids.sales2 })).sales_id).toBe(s.ids.sales2)
    expect((await act(id, 'serahkan', { sales_id: s.ids.sales2 })).status).toBe(409)
    expect(errorsOf(await act(id, 'serahkan', { sales_id: s.ids.pelatih }))).toEqual(['sales_id'])
  })
})

describe('stages', () => {
  test('follow the rules; a lost lead requires a reason', async () => {
    const { id } = await make()
    expect((await act(id, 'tahap', { tahap: 'trial_hadir' })).status).toBe(409)
    expect((await act(id, 'tahap', { tahap: 'menang' })).data.message).toMatch('aktivasi')
    expect(errorsOf(await act(id, 'tahap', { tahap: 'kalah' }))).toEqual(['alasan'])
    expect(must(await act(id, 'tahap', { tahap: 'kalah', alasan: 'Harga' }))).toMatchObject({
      tahap: 'kalah',
      alasan_kalah: 'Harga',
    })
    expect(must(await act(id, 'tahap', { tahap: 'dihubungi' }))).toMatchObject({
      tahap: 'dihubungi',
      alasan_kalah: null,
      versi: 3,
    })
  })
  test('reject a move based on an outdated version', async () => {
    const { id, versi } = await make()
    must(await act(id, 'tahap', { tahap: 'dihubungi', versi }))
    const late = await act(id, 'tahap', { tahap: 'penawaran', versi })
    expect(late.status).toBe(409)
    expect(late.data.current).toMatchObject({ tahap: 'dihubungi' })
  })
  test('allow one of two concurrent moves', async () => {
    const { id, versi } = await make()
    const both = await Promise.all(
      ['dihubungi', 'penawaran'].map((tahap) => act(id, 'tahap', { tahap, versi })),
    )
    expect(both.map((a) => a.status).toSorted()).toEqual([200, 409])
  })
})

describe('activities', () => {
  test('mark a new lead as contacted and set the next step; a replay is stored once', async () => {
    const { id } = await make({}, s.sales)
    const body = {
      jenis: 'telepon',
      isi: 'Tanya piano',
      tindak_lanjut_at: '2026-12-01',
      tindak_lanjut: 'Kirim jadwal',
    }
    for (let i = 0; i < 2; i++) must(await s.sales.post(`/lead/catat?id=${id}`, body, 'kunci-sama'))
    must(await act(id, 'catat', { jenis: 'catatan', isi: 'Anaknya dua' }))
    const row = await view(id)
    expect(row).toMatchObject({ tahap: 'dihubungi', tindak_lanjut_at: null })
    expect(row.aktivitas.map((a: any) => [a.jenis, a.isi, a.oleh])).toEqual([
      ['catatan', 'Anaknya dua', 'Superadmin'],
      ['telepon', 'Tanya piano', 'Dewi Sales'],
    ])
    expect(errorsOf(await act(id, 'catat', { jenis: 'trial', isi: 'x' }))).toEqual(['jenis'])
  })
  test('prevent deleting the lead', async () => {
    const [freshLead, notedLead] = [await make({}, s.sales), await make({}, s.sales)]
    must(await act(notedLead.id, 'catat', { jenis: 'wa', isi: 'Halo' }))
    expect((await act(notedLead.id, 'delete', {}, s.sales)).status).toBe(409)
    must(await act(freshLead.id, 'delete', {}, s.sales))
    expect((await s.superadmin.get(`/lead/view?id=${freshLead.id}`)).status).toBe(404)
    const rows = await s.db
      .selectFrom('lead')
      .select('dihapus_at')
      .where('id', '=', freshLead.id)
      .execute()
    expect(rows[0]?.dihapus_at).not.toBeNull()
  })
  test('filters due leads by the day of the outlet', async () => {
    const today = currentDay()
    const days = { late: addDays(today, -3), today, later: addDays(today, 3), none: null }
    const ids: Record<string, number> = {}
    for (const [name, tindak_lanjut_at] of Object.entries(days))
      ids[name] = (await make({ tindak_lanjut_at, sales_id: s.ids.sales2 })).id
    const namesDue = async (jatuh: string) => {
      const rows = must<any>(await s.superadmin.get(`/lead?jatuh=${jatuh}&per-page=100`))
      const named = Object.entries(ids).filter(([, id]) => rows.some((r: any) => r.id === id))
      return named.map(([name]) => name).join(' ')
    }
    expect(await namesDue('perlu')).toBe('late today')
    expect(await namesDue('terlambat')).toBe('late')
    expect(await namesDue('hari_ini')).toBe('today')
    expect(await namesDue('nanti')).toBe('later')
    expect(await namesDue('tanpa')).toBe('none')
    must(await act(ids.late!, 'tahap', { tahap: 'kalah', alasan: 'Harga' }))
    expect(await namesDue('perlu')).toBe('today')
  })
})

describe('duplicate leads', () => {
  const similar = async (query: Record<string, string>, by: Client = s.superadmin): Promise<any> =>
    must(await by.get(`/lead/mirip?${new URLSearchParams(query)}`))
  test('match leads, students, payers and applicants by phone, email and name', async () => {
    const lead = await make({
      nama: 'Pak Boedi Hartanto',
      phone: '081777000111',
      email: 'bh@contoh.id',
    })
    const child = must(
      await s.superadmin.post('/user/create', {
        role_id: RoleId.peserta,
        name: 'Budi Hartanto Putra',
        akun_billing_id: s.ids.akun,
        gedung_id: s.ids.gedung,
        gender: 'Laki-laki',
        tanggal_lahir: '2015-03-04',
        wali_nama: 'Wali',
        wali_phone: '081777000111',
        persetujuan: true,
      }),
    ).id
    await s.db
      .updateTable('user')
      .set({ sumber: 'mandiri', status: UserStatus.nonaktif })
      .where('id', '=', child)
      .execute()
    const duplicates = await similar({
      nama: 'Budi H.',
      phone: '+62 817-7700-0111',
      email: 'BH@contoh.id',
    })
    expect(duplicates.ada).toEqual([
      {
        jenis: 'lead',
        id: lead.id,
        nama: 'Pak Boedi Hartanto',
        keterangan: 'Lead, baru, Nada Jakarta',
        sama: ['phone', 'email', 'nama'],
      },
      {
        jenis: 'user',
        id: child,
        nama: 'Budi Hartanto Putra',
        keterangan: 'Pendaftar mandiri, Nada Jakarta',
        sama: ['phone', 'nama'],
      },
    ])
    expect((await similar({ phone: '081777000111', kecuali: String(lead.id) })).ada).toHaveLength(1)
    expect(await similar({})).toEqual({ ada: [], di_luar: { phone: 0, email: 0 } })
  })
  test('are only counted out of scope, and not at all by name', async () => {
    await make({ nama: 'Citra Rahasia', phone: '081777000222', sales_id: s.ids.sales2 })
    expect(await similar({ nama: 'Citra Rahasia', phone: '081777000222' }, s.sales)).toEqual({
      ada: [],
      di_luar: { phone: 1, email: 0 },
    })
    expect(await similar({ nama: 'Citra Rahasia' }, s.sales)).toEqual({
      ada: [],
      di_luar: { phone: 0, email: 0 },
    })
  })
  test('merge into one lead with all activities and fields; the other is deleted', async () => {
    const [a, b] = [
      await make({ nama: 'Dodi', catatan: 'Sore saja' }, s.sales),
      await make(
        {
          nama: 'Dodi P.',
          email: 'dodi@contoh.id',
          catatan: 'Punya keyboard',
          kursus_minat: [s.ids.kursus],
          tindak_lanjut_at: '2026-12-02',
        },
        s.sales,
      ),
    ]
    must(
      await act(b.id, 'catat', { jenis: 'wa', isi: 'Tanya harga', tindak_lanjut_at: '2026-12-02' }),
    )
    const spent = must(
      await s.superadmin.post<any>('/pengeluaran-sales/create', {
        ...(await samplesOf(s)['pengeluaran-sales'].create()),
        sales_id: s.ids.sales,
        lead_id: b.id,
      }),
    )
    const spentFor = async (by: Client) =>
      must(await by.get<any>(`/pengeluaran-sales/view?id=${spent.id}&expand=lead`)).lead
    expect(await spentFor(s.sales)).toEqual({ id: b.id, nama: 'Dodi P.', terbuka: true })
    expect((await act(a.id, 'gabung', { lead_id: a.id })).status).toBe(422)
    expect((await act(a.id, 'gabung', { lead_id: b.id, versi: 9 })).status).toBe(409)
    must(await act(a.id, 'gabung', { lead_id: b.id, versi: a.versi }, s.sales))
    const row = await view(a.id)
    expect(row).toMatchObject({
      nama: 'Dodi',
      email: 'dodi@contoh.id',
      catatan: 'Sore saja\nPunya keyboard',
      kursus_minat: [s.ids.kursus],
      tindak_lanjut_at: '2026-12-02',
      tahap: 'baru',
    })
    expect(row.aktivitas.map((x: any) => x.isi)).toEqual([
      expect.stringContaining('Digabung dari lead Dodi P., +62817'),
      'Tanya harga',
    ])
    expect((await s.superadmin.get(`/lead/view?id=${b.id}`)).status).toBe(404)
    expect((await act(a.id, 'gabung', { lead_id: b.id })).status).toBe(422)
    expect(await spentFor(s.sales)).toEqual({ id: a.id, nama: 'Dodi', terbuka: true })
    await act(a.id, 'serahkan', { sales_id: s.ids.sales2 })
    expect(await spentFor(s.sales)).toMatchObject({ id: a.id, terbuka: false })
    const log = must(await s.superadmin.get(`/audit?entitas=lead&entitas_id=${b.id}&aksi=digabung`))
    expect(log).toMatchObject([{ sesudah: { digabung_ke_id: a.id } }])
  })
})

test('fills the text templates of the settings for a lead', async () => {
  const { id } = await make({ nama: 'Eka', kursus_minat: [s.ids.kursus] }, s.sales)
  await setSetting(s, 'wa_lead_perkenalan', '{nama} {wali} {sales} {outlet} {sekolah} {kursus}')
  const texts = must<any>(await s.sales.get(`/lead/teks?id=${id}`))
  expect(texts[0]).toEqual({
    templat: 'wa_lead_perkenalan',
    isi: expect.stringMatching(/^Eka Eka Dewi Sales Nada Jakarta .+ .+$/),
  })
  expect(JSON.stringify(texts)).not.toMatch(/[{][a-z]+[}]/)
})

test('reads duplicates from indexes: phone, email, first word of a name', async () => {
  const isSqlite = engineOf(s.db) === 'sqlite'
  const plan = (query: ReturnType<typeof sql>) =>
    transaction(s.db, async (trx) => {
      // Turns off sequential scans, which PostgreSQL prefers for few rows. The plan then shows
      // whether an index could be used.
      if (!isSqlite) await sql`set local enable_seqscan = off`.execute(trx)
      const prefix = isSqlite ? sql`explain query plan ` : sql`explain `
      return JSON.stringify((await sql`${prefix}${query}`.execute(trx)).rows)
    })
  for (const query of [
    sql`select id from lead where phone = '1' or email = '2' or id in (1, 2)`,
    sql`select id from lead where nama_bunyi >= 'budi ' and nama_bunyi < 'budi!'`,
    sql`select id from "user" where phone = '1' or phone_alt = '1' or wali_phone = '1' or email = '2' or id in (1, 2)`,
    sql`select id from "user" where name_kunci >= 'budi ' and name_kunci < 'budi!'`,
  ])
    expect(await plan(query)).not.toMatch(/Seq Scan|SCAN (lead|user)/)
})
