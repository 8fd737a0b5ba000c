/**
 * Tests users: fields and profiles of every kind of user, limits that apply to every call
 * regardless of access codes, changes of the status, lists and pickers.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
/* oxlint-disable vitest/no-conditional-expect -- what is expected depends on the row */
import { Hari, KursusPesertaStatus, MetodePembayaran, RoleId, UserStatus } from '#contract/enums.ts'
import { currentDay } from '#contract/values/tanggal.ts'
import type { Body, Client } from '#mocks/api/api.ts'
import {
  enrol,
  makeAkun,
  makeBill,
  makeKelas,
  makeOutlet,
  makePeserta,
  makeRuang,
} from '#mocks/people/family.ts'
import { makeSchool, must, type School } from '#mocks/school/school.ts'

let s: School
beforeAll(async () => {
  s = await makeSchool()
})
afterAll(() => s.close())

let n = 0
const view = async (id: number, expand = '') =>
  must(await s.superadmin.get(`/user/view?id=${id}&expand=${expand}`))
const change = async (id: number, body: Body, by: Client = s.superadmin) =>
  by.post(`/user/update?id=${id}`, { versi: (await view(id)).versi, ...body })
const act = (action: string, id: number, body: Body = {}, by: Client = s.superadmin) =>
  by.post(`/user/${action}?id=${id}`, body)
const create = async (body: Body, by: Client = s.superadmin) => {
  const i = ++n
  return must(
    await by.post('/user/create', {
      name: `Orang ${i}`,
      email: `orang.${i}@contoh.id`,
      phone: `0813${20_000_000 + i}`,
      ...body,
    }),
  )
}
const makeId = async (body: Body): Promise<number> => (await create(body)).id
const status = async (id: number) =>
  (await s.db.selectFrom('user').select('status').where('id', '=', id).executeTakeFirstOrThrow())
    .status
const fields = ({
  status: code,
  data,
}: {
  status: number
  data: { errors?: { field: string }[] }
}) => [code, ...(data.errors ?? []).map((e) => e.field)]
/** Creates a custom role based on a built-in role, and a user who has it. */
const holder = async (dasar_role_id: number, accesses: string[], more: Body = {}) => {
  const role = must(
    await s.superadmin.post('/role/create', { name: `Role ${++n}`, dasar_role_id, accesses }),
  )
  const id = await makeId({ role_id: role.id, gedung_id: s.ids.gedung, ...more })
  return { role: role.id as number, id, client: await s.as(id) }
}

describe('profiles', () => {
  test('stores for a coach a generated code, fields, outlets, fee and account', async () => {
    const coach = await create({
      role_id: RoleId.pelatih,
      bidang: [s.ids.kategori, s.ids.kategori],
      gedung_wilayah: [s.ids.gedung2],
      jenis_honor: 'per_pertemuan',
      tarif_honor: 75_000,
      bank: 'BCA',
      no_rekening: '123-456-7890',
      tanggal_masuk: '2020-01-02',
    })
    const row = await view(coach.id, 'pelatih_profil,bidang,gedung_wilayah')
    expect(row.pelatih_profil).toEqual({
      kode: `G${String(coach.id).padStart(4, '0')}`,
      jenis_honor: 'per_pertemuan',
      tarif_honor: 75_000,
      bank: 'BCA',
      no_rekening: '************7890',
      tanggal_masuk: '2020-01-02',
      level_maks: null,
    })
    expect([row.bidang, row.gedung_wilayah]).toEqual([
      [{ id: s.ids.kategori, nama: 'Piano', warna: expect.any(String) }],
      [{ id: s.ids.gedung2, nama: 'Nada Makassar' }],
    ])
    must(await change(coach.id, { kode: 'GURU-1', gedung_wilayah: [], bidang: [] }))
    expect(await view(coach.id, 'pelatih_profil,bidang,gedung_wilayah')).toMatchObject({
      pelatih_profil: { kode: 'GURU-1', bank: 'BCA', no_rekening: '************7890' },
      bidang: [],
      gedung_wilayah: [],
    })
    expect(
      fields(
        await s.superadmin.post('/user/create', {
          role_id: RoleId.pelatih,
          name: 'Kembar',
          email: 'kembar.kode@contoh.id',
          phone: '081300000001',
          kode: 'GURU-1',
        }),
      ),
    ).toEqual([409, 'kode'])
  })
  test('does not generate a code already entered by hand', async () => {
    const first = await makeId({ role_id: RoleId.pelatih })
    const next = `G${String(first + 2).padStart(4, '0')}`
    must(await change(first, { kode: next }))
    await makeId({ role_id: RoleId.akunBilling })
    const coachId = await makeId({ role_id: RoleId.pelatih })
    expect((await view(coachId, 'pelatih_profil')).pelatih_profil.kode).toBe(`${next}-2`)
  })
  test('stores targets and commission for a sales person', async () => {
    const id = await makeId({
      role_id: RoleId.sales,
      gedung_id: s.ids.gedung,
      target_peserta_bulan: 10,
      target_pendapatan_bulan: 25_000_000,
      komisi_persen: 1250,
    })
    expect((await view(id, 'sales_profil')).sales_profil).toEqual({
      kode: expect.stringMatching(/^S\d{4}$/),
      target_peserta_bulan: 10,
      target_pendapatan_bulan: 25_000_000,
      komisi_persen: 1250,
    })
    expect(fields(await change(id, { komisi_persen: 10_001 }))).toEqual([422, 'komisi_persen'])
  })
  test('stores, changes and deletes contacts of a payer as a list', async () => {
    const mother = {
      nama: 'Ibu Sari',
      hubungan: 'Ibu',
      phone: '0812-7000-1234',
      email: 'SARI@contoh.id',
      terima_tagihan: true,
    }
    const id = await makeId({
      role_id: RoleId.akunBilling,
      kontak: [mother, { nama: 'Pak Supir' }],
    })
    expect((await view(id, 'kontak')).kontak).toEqual([
      { id: expect.any(Number), ...mother, phone: '+6281270001234', email: 'sari@contoh.id' },
      {
        id: expect.any(Number),
        nama: 'Pak Supir',
        hubungan: null,
        phone: null,
        email: null,
        terima_tagihan: false,
      },
    ])
    must(await change(id, { kota: 'Bogor' }))
    expect((await view(id, 'kontak')).kontak).toHaveLength(2)
    expect(fields(await change(id, { kontak: [{ ...mother, phone: '12' }] }))).toEqual([
      422,
      'kontak.0.phone',
    ])
    must(await change(id, { kontak: [mother] }))
    expect((await view(id, 'kontak')).kontak).toMatchObject([{ nama: 'Ibu Sari' }])
  })
  test('keeps the billing name equal to the name until it is changed separately', async () => {
    const id = await makeId({ role_id: RoleId.akunBilling, name: 'Rudi Hartono' })
    must(await change(id, { name: 'Rudy Hartono' }))
    expect((await view(id, 'akun_billing_profil')).akun_billing_profil.nama_tagihan).toBe(
      'Rudy Hartono',
    )
    must(await change(id, { nama_tagihan: 'PT Rudy' }))
    must(await change(id, { name: 'Rudi H.' }))
    expect((await view(id, 'akun_billing_profil')).akun_billing_profil.nama_tagihan).toBe('PT Rudy')
  })
  test('updates the name in enrolments and class titles', async () => {
    const kelas = await makeKelas(s, s.ids.gedung, {
      pelatih_id: await makeId({ role_id: RoleId.pelatih, name: 'Guru Lama' }),
      ruang_id: await makeRuang(s, s.ids.gedung, { nama: 'X9' }),
    })
    const { pelatih_id } = must(await s.superadmin.get(`/kursus-pelatih/view?id=${kelas}`))
    must(await change(pelatih_id, { name: 'Guru Baru' }))
    expect(must(await s.superadmin.get(`/kursus-pelatih/view?id=${kelas}`)).nama).toBe(
      'Piano Grade 1 – Senin 09.00 – Guru Baru',
    )
    expect(must(await s.superadmin.get('/kursus-pelatih?q=guru baru x9'))).toMatchObject([
      { id: kelas },
    ])
  })
  test('finds by number, code, billing name and a phone in any spelling', async () => {
    const akun = await makeId({
      role_id: RoleId.akunBilling,
      nama_tagihan: 'PT Cempaka Raya',
      phone: '081399887766',
    })
    for (const q of ['cempaka', '081399887766', '+6281399887766', '0813-9988-7766', '99887766'])
      expect(
        must(await s.superadmin.get(`/user?q=${encodeURIComponent(q)}`)).map(
          (u: { id: number }) => u.id,
        ),
        q,
      ).toContain(akun)
    const { no_induk } = (await view(s.ids.peserta, 'peserta_profil')).peserta_profil
    expect(must(await s.superadmin.get(`/user?q=${no_induk}&jenis=peserta`))).toMatchObject([
      { id: s.ids.peserta },
    ])
    const kode = (await view(s.ids.pelatih, 'pelatih_profil')).pelatih_profil.kode
    expect(must(await s.superadmin.get(`/user/pilihan?q=${kode}&jenis=pelatih`))).toMatchObject([
      { id: s.ids.pelatih },
    ])
  })
  test('finds a payer by a student and by a bill number, within the scope of the actor', async () => {
    const payers = async (client: Client, q: string) =>
      must<{ id: number }[]>(
        await client.get(`/user/pilihan?jenis=akun-billing&q=${encodeURIComponent(q)}`),
      ).map((user) => user.id)
    const { no_induk } = (await view(s.ids.peserta, 'peserta_profil')).peserta_profil
    const { nomor } = must<{ nomor: string }>(
      await s.superadmin.get(`/billing/view?id=${await makeBill(s, s.ids.akun, 50_000)}`),
    )
    for (const q of [no_induk, nomor, nomor.toLowerCase()])
      expect(await payers(s.superadmin, q), q).toEqual([s.ids.akun])
    // A part of a number finds nothing, because it would match bills of many payers.
    expect(await payers(s.superadmin, nomor.slice(0, -1))).toEqual([])
    expect(await payers(s.admin2, nomor)).toEqual([])
  })
})

describe('required fields of an active user', () => {
  const adult = { tanggal_lahir: '1990-01-01', gender: 'Perempuan' }
  test.each<[string, Body, string[]]>([
    ['admin', { role_id: RoleId.admin, email: null }, ['email']],
    ['coach', { role_id: RoleId.pelatih, email: null, phone: null }, ['phone']],
    ['sales', { role_id: RoleId.sales }, ['gedung_id']],
    ['payer', { role_id: RoleId.akunBilling, email: null, phone: null }, ['phone']],
    [
      'student',
      { role_id: RoleId.peserta },
      ['gedung_id', 'gender', 'tanggal_lahir', 'akun_billing_id'],
    ],
    [
      'adult student',
      { role_id: RoleId.peserta, phone: null, ...adult },
      ['phone', 'gedung_id', 'akun_billing_id'],
    ],
    [
      'child',
      { role_id: RoleId.peserta, gender: 'Laki-laki', tanggal_lahir: '2016-05-05' },
      ['gedung_id', 'akun_billing_id', 'wali_nama', 'wali_phone', 'persetujuan'],
    ],
    [
      'payer billed by email',
      { role_id: RoleId.akunBilling, email: null, kirim_via: 'email' },
      ['email'],
    ],
    ['newborn', { role_id: RoleId.akunBilling, tanggal_lahir: currentDay() }, ['tanggal_lahir']],
    [
      'Indonesian with a passport',
      { role_id: RoleId.akunBilling, no_paspor: 'A1234567' },
      ['no_paspor'],
    ],
    [
      'child with a NIK',
      {
        role_id: RoleId.peserta,
        status: UserStatus.nonaktif,
        tanggal_lahir: '2016-05-05',
        nik: '3174000000000001',
      },
      ['nik'],
    ],
  ])('returns errors for the missing or invalid fields: %s', async (_, body, missing) => {
    const answer = await s.superadmin.post('/user/create', {
      name: 'Kurang',
      email: `kurang.${++n}@contoh.id`,
      phone: '081311112222',
      ...body,
    })
    expect(fields(answer)).toEqual([422, ...missing])
    if (!('no_paspor' in body) && !('nik' in body) && body.tanggal_lahir !== currentDay())
      expect(
        (
          await s.superadmin.post('/user/create', {
            name: 'Kurang',
            ...body,
            email: null,
            status: UserStatus.nonaktif,
          })
        ).status,
        'inactive',
      ).toBe(201)
  })
  test.each([
    ['a payer', RoleId.akunBilling, { email: null }],
    ['a payer', RoleId.akunBilling, { phone: null }],
    [
      'a payer',
      RoleId.akunBilling,
      { email: null, kirim_via: 'email', email_tagihan: 'tagihan@contoh.id' },
    ],
    ['a coach', RoleId.pelatih, { email: null }],
    ['a coach', RoleId.pelatih, { phone: null }],
  ])('accepts %s of role %i with one contact: without %j', async (_, role_id, without) => {
    const { status } = await s.superadmin.post('/user/create', {
      name: 'Satu Kontak',
      role_id,
      email: `satu.${++n}@contoh.id`,
      phone: '081311113333',
      ...without,
    })
    expect(status).toBe(201)
  })
  test('requires for a custom role the fields of its base', async () => {
    const role = must(
      await s.superadmin.post('/role/create', {
        name: 'Guru Senior',
        dasar_role_id: RoleId.pelatih,
        accesses: ['kursus-pelatih/index'],
      }),
    )
    expect(
      fields(await s.superadmin.post('/user/create', { name: 'Senior', role_id: role.id })),
    ).toEqual([422, 'phone'])
    const id = await makeId({ role_id: role.id, bidang: [s.ids.kategori] })
    expect(
      must(await s.admin.get('/user?jenis=pelatih&per-page=100')).map((u: { id: number }) => u.id),
    ).toContain(id)
    expect((await view(id, 'pelatih_profil')).pelatih_profil.kode).toMatch(/^G/)
    expect(
      (
        await s.superadmin.post('/kursus-pelatih/create', {
          pelatih_id: id,
          kursus_id: s.ids.kursus,
          gedung_id: s.ids.gedung,
          ruang_id: s.ids.ruang,
          hari: Hari.jumat,
          jam_mulai: '10:00',
          mulai: '2024-01-01',
        })
      ).status,
    ).toBe(201)
  })
  test('stores consent with author, time and version; revocable when inactive', async () => {
    const id = await makePeserta(s, s.ids.akun, s.ids.gedung)
    expect(await view(id)).toMatchObject({
      persetujuan_at: expect.any(String),
      persetujuan_oleh: 'Wali',
      persetujuan_versi: expect.stringMatching(/^20/),
    })
    expect(fields(await change(id, { persetujuan: false }))).toEqual([422, 'persetujuan'])
    must(await change(id, { status: UserStatus.nonaktif, persetujuan: false }))
    expect(await view(id)).toMatchObject({
      persetujuan_at: null,
      persetujuan_oleh: null,
      persetujuan_versi: null,
    })
    expect(fields(await act('activate', id))).toEqual([409, 'persetujuan'])
  })
  test('requires an active user of the payer role as payer', async () => {
    const akun = await makeId({ role_id: RoleId.akunBilling, status: UserStatus.nonaktif })
    const child = {
      role_id: RoleId.peserta,
      gedung_id: s.ids.gedung,
      gender: 'Laki-laki',
      tanggal_lahir: '1990-01-01',
      name: 'Murid Tanpa',
      phone: '081311112222',
    }
    expect(
      fields(await s.superadmin.post('/user/create', { ...child, akun_billing_id: akun })),
    ).toEqual([422, 'akun_billing_id'])
    expect(
      fields(await s.superadmin.post('/user/create', { ...child, akun_billing_id: s.ids.sales })),
    ).toEqual([422, 'akun_billing_id'])
  })
  test('ignores the payer field of a payer who is not a student', async () => {
    const id = await makeId({ role_id: RoleId.akunBilling, akun_billing_id: s.ids.akun })
    expect((await view(id)).akun_billing_id).toBeNull()
    must(await change(id, { akun_billing_id: s.ids.akun }))
    expect((await view(id)).akun_billing_id).toBeNull()
  })
})

describe('limits of every call regardless of the codes', () => {
  const all = [
    'user/index',
    'user/view',
    'user/create',
    'user/update',
    'user/delete',
    'user/activate',
    'user/disable-enable',
    'user/restore',
    'user/upgrade',
    'user/downgrade',
    'user/reset-password',
    'user/anonimkan',
    'user/lihat-nik',
  ]
  const calls: [string, Body][] = [
    ['activate', {}],
    ['disable-enable', {}],
    ['delete', {}],
    ['restore', {}],
    ['upgrade', {}],
    ['downgrade', { akun_billing_id: 1 }],
    ['reset-password', { password: 'sandi-baru-1', re_password: 'sandi-baru-1' }],
    ['anonimkan', { alasan: 'Tidak boleh terjadi' }],
    ['update', { versi: 1, name: 'Dibajak' }],
    ['update', { versi: 1, email: 'bajak@contoh.id' }],
    ['update', { versi: 1, password: 'sandi-baru-1' }],
    ['update', { versi: 1, status: UserStatus.nonaktif }],
  ]
  test('prevents an admin from reaching or creating a superadmin or admin', async () => {
    const { client: strongAdmin } = await holder(2, all)
    const before = await s.db
      .selectFrom('user')
      .selectAll()
      .where('id', 'in', [1, s.ids.admin, s.ids.admin2])
      .orderBy('id')
      .execute()
    for (const by of [s.admin, strongAdmin])
      for (const id of [1, s.ids.admin2])
        for (const [call, body] of calls) {
          const versi = before.find((u) => u.id === id)?.versi
          const { status: code } = await by.post(`/user/${call}?id=${id}`, {
            ...body,
            ...('versi' in body && { versi }),
          })
          expect([403, 404], `${call} ${JSON.stringify(body)} ${id}`).toContain(code)
        }
    for (const role_id of [1, 2]) {
      expect(
        (
          await strongAdmin.post('/user/create', {
            role_id,
            name: 'Palsu',
            email: 'palsu@contoh.id',
          })
        ).status,
      ).toBe(403)
      for (const id of [s.ids.sales, s.ids.akun])
        expect([403, 422]).toContain((await change(id, { role_id }, strongAdmin)).status)
    }
    expect(
      await s.db
        .selectFrom('user')
        .selectAll()
        .where('id', 'in', [1, s.ids.admin, s.ids.admin2])
        .orderBy('id')
        .execute(),
    ).toEqual(before)
  })
  test('rejects giving or taking over a role with more codes than one’s own', async () => {
    const strongRole = must(
      await s.superadmin.post('/role/create', {
        name: 'Guru Berkuasa',
        dasar_role_id: RoleId.pelatih,
        accesses: ['setting/update'],
      }),
    )
    const coach = await makeId({ role_id: strongRole.id })
    expect(
      (
        await s.admin.post('/user/create', {
          role_id: strongRole.id,
          name: 'Naik',
          email: 'naik@contoh.id',
          phone: '081311112222',
        })
      ).status,
    ).toBe(403)
    expect((await change(s.ids.pelatih, { role_id: strongRole.id }, s.admin)).status).toBe(403)
    for (const [call, body] of [
      ['reset-password', { password: 'sandi-baru-1', re_password: 'sandi-baru-1' }],
      ['disable-enable', {}],
      ['delete', {}],
    ] as const)
      expect((await act(call, coach, body, s.admin)).status, call).toBe(403)
    for (const body of [
      { email: 'ambil@contoh.id' },
      { password: 'sandi-baru-1' },
      { status: UserStatus.nonaktif },
    ])
      expect((await change(coach, body, s.admin)).status).toBe(403)
    // An admin may assign a role if each access code of the role is either held by the admin or a
    // default code of the role's base role.
    const lightRole = must(
      await s.superadmin.post('/role/create', {
        name: 'Guru Biasa',
        dasar_role_id: RoleId.pelatih,
        accesses: ['portal/pelatih', 'bank/pilihan', 'kursus/index'],
      }),
    )
    expect(
      (
        await s.admin.post('/user/create', {
          role_id: lightRole.id,
          name: 'Biasa',
          email: 'biasa@contoh.id',
          phone: '081311112222',
        })
      ).status,
    ).toBe(201)
  })
  test('limits coach, payer and student with these codes to their own contact data', async () => {
    for (const dasar of [3, 5]) {
      const { id, client } = await holder(dasar, all)
      for (const [call, body] of calls.filter(([c]) => c !== 'update'))
        expect([403, 404], `${dasar} ${call}`).toContain(
          (await act(call, s.ids.akun2, body, client)).status,
        )
      expect(
        (
          await client.post('/user/create', {
            role_id: RoleId.peserta,
            status: UserStatus.nonaktif,
            name: 'Baru',
          })
        ).status,
      ).toBe(403)
      expect([403, 404]).toContain((await change(s.ids.peserta2, { kota: 'X' }, client)).status)
      must(
        await change(id, { kota: 'Bogor', alamat: 'Jl. Sendiri 1', phone: '081355556666' }, client),
      )
      for (const body of [
        { name: 'Lain' },
        { role_id: RoleId.peserta },
        { status: UserStatus.nonaktif },
        { sales_id: s.ids.sales },
        { gedung_id: s.ids.gedung2 },
        { bidang: [s.ids.kategori] },
        { blokir_tagihan: true },
        { gender: 'Perempuan' },
        { nik: '3174000000000009' },
      ].filter((b) => dasar === RoleId.akunBilling || !('blokir_tagihan' in b)))
        expect([403, 409, 422], JSON.stringify(body)).toContain(
          (await change(id, body, client)).status,
        )
    }
  })
  test('rejects actions on oneself and changes of one’s role, status, email, password', async () => {
    for (const [body, codes] of [
      [{ role_id: RoleId.admin }, [409, 422]],
      [{ status: UserStatus.nonaktif }, [409]],
      [{ email: 'baru@contoh.id' }, [422]],
      [{ password: 'sandi-baru-1' }, [422]],
    ] as const)
      expect(codes, JSON.stringify(body)).toContain((await change(1, body)).status)
    for (const [call, body] of calls.filter(([c]) => c !== 'update'))
      expect((await act(call, 1, body)).status, call).toBe(409)
    must(await change(1, { name: 'Ibu Kepala' }))
  })
  test('lets sales change their students except role, status, sales and password', async () => {
    const student = await view(s.ids.peserta)
    must(await change(student.id, { kota: 'Depok' }, s.sales))
    for (const body of [
      { status: UserStatus.nonaktif },
      { sales_id: s.ids.sales2 },
      { role_id: RoleId.akunBilling },
      { password: 'sandi-baru-1' },
    ])
      expect([403, 422], JSON.stringify(body)).toContain(
        (await change(student.id, body, s.sales)).status,
      )
    expect((await change(s.ids.peserta2, { kota: 'X' }, s.sales)).status).toBe(404)
    expect((await change(s.ids.pelatih, { kota: 'X' }, s.sales)).status).toBe(403)
    const { id, client } = await holder(4, [
      'user/create',
      'user/update',
      'user/peserta',
      'user/akun-billing',
      'user/pilihan',
    ])
    expect(
      (
        await client.post('/user/create', {
          role_id: RoleId.pelatih,
          name: 'Guru',
          email: 'guru.sales@contoh.id',
          phone: '081311112222',
        })
      ).status,
    ).toBe(403)
    expect(await create({ role_id: RoleId.akunBilling }, client)).toMatchObject({
      status: UserStatus.nonaktif,
      sales_id: id,
    })
    expect(
      fields(
        await client.post('/user/create', {
          role_id: RoleId.akunBilling,
          name: 'Titipan',
          status: UserStatus.nonaktif,
          sales_id: s.ids.sales,
        }),
      ),
    ).toEqual([422, 'sales_id'])
  })
  test('lets sales activate only their leads and applicants', async () => {
    const lead = await makePeserta(s, s.ids.akun, s.ids.gedung, { status: UserStatus.nonaktif })
    expect((await act('activate', lead, {}, s.sales)).status).toBe(403)
    await s.db.updateTable('user').set({ sumber: 'lead' }).where('id', '=', lead).execute()
    expect((await act('activate', lead, {}, s.sales2)).status).toBe(404)
    expect(must(await act('activate', lead, {}, s.sales)).status).toBe(10)
  })
  test('limits an admin of one outlet to it', async () => {
    expect(
      fields(
        await s.admin2.post('/user/create', {
          role_id: RoleId.pelatih,
          name: 'Guru',
          email: 'g.luar@contoh.id',
          phone: '081311112222',
          gedung_wilayah: [s.ids.gedung],
        }),
      ),
    ).toEqual([422, 'gedung_wilayah'])
    const coach = await create(
      { role_id: RoleId.pelatih, gedung_wilayah: [s.ids.gedung2] },
      s.admin2,
    )
    expect(coach.gedung_id).toBe(s.ids.gedung2)
    const both = await makeId({
      role_id: RoleId.pelatih,
      gedung_id: s.ids.gedung2,
      gedung_wilayah: [s.ids.gedung, s.ids.gedung2],
    })
    must(await change(both, { gedung_wilayah: [] }, s.admin2))
    expect((await view(both, 'gedung_wilayah')).gedung_wilayah).toMatchObject([
      { id: s.ids.gedung },
    ])
    const everywhere = await makeId({ role_id: RoleId.pelatih, gedung_id: s.ids.gedung2 })
    expect((await change(everywhere, { gedung_wilayah: [s.ids.gedung2] }, s.admin2)).status).toBe(
      403,
    )
  })
  test('lets a superadmin create an admin and limit it to outlets', async () => {
    const id = await makeId({ role_id: RoleId.admin, gedung_wilayah: [s.ids.gedung2] })
    const client = await s.as(id)
    expect(must(await client.get('/gedung')).map((g: { id: number }) => g.id)).toEqual([
      s.ids.gedung2,
    ])
    must(await change(id, { gedung_wilayah: [] }))
    expect(must(await client.get('/gedung')).length).toBeGreaterThan(1)
  })
})

describe('status', () => {
  test('names missing fields on activation, sets a user name, requires active payer', async () => {
    const akun = await makeId({ role_id: RoleId.akunBilling })
    const id = await makePeserta(s, akun, s.ids.gedung, {
      status: UserStatus.nonaktif,
      gender: null,
      name: 'Sinta Dewi',
    })
    const answer = await act('activate', id, {}, s.admin)
    expect([...fields(answer), answer.data.message]).toEqual([
      409,
      'gender',
      'Belum dapat diaktifkan. Jenis Kelamin: Wajib diisi',
    ])
    must(await change(id, { gender: 'Perempuan' }))
    must(await act('disable-enable', akun))
    expect(fields(await act('activate', id))).toEqual([409, 'akun_billing_id'])
    must(await act('disable-enable', akun))
    expect(must(await act('activate', id, {}, s.admin))).toMatchObject({
      status: UserStatus.aktif,
      username: 'sinta.dewi',
    })
    expect((await act('activate', id)).status).toBe(409)
  })
  test('requires an adult applicant’s own consent', async () => {
    const id = await makePeserta(s, s.ids.akun, s.ids.gedung, {
      status: UserStatus.nonaktif,
      tanggal_lahir: '1995-01-01',
      phone: '081311112222',
      persetujuan: false,
    })
    await s.db.updateTable('user').set({ sumber: 'mandiri' }).where('id', '=', id).execute()
    expect(fields(await act('activate', id))).toEqual([409, 'persetujuan'])
    expect(fields(await change(id, { status: UserStatus.aktif }))).toEqual([422, 'persetujuan'])
    must(await change(id, { status: UserStatus.aktif, persetujuan: true }))
  })
  test('ends sessions on disable and checks required fields again on enable', async () => {
    const id = await makeId({ role_id: RoleId.akunBilling })
    const client = await s.as(id)
    expect((await client.get('/profile')).status).toBe(200)
    const before = await view(id)
    expect(
      must(
        await act(
          'disable-enable',
          id,
          { versi: before.versi, alasan: 'Pindah ke kota lain' },
          s.admin,
        ),
      ),
    ).toMatchObject({ status: UserStatus.nonaktif, versi: before.versi + 1 })
    expect((await client.get('/profile')).status).toBe(401)
    const unreachable = { email: null, phone: null }
    await s.db.updateTable('user').set(unreachable).where('id', '=', id).execute()
    expect(fields(await act('disable-enable', id, {}, s.admin))).toEqual([409, 'phone'])
    await s.db
      .updateTable('user')
      .set({ email: 'kembali@contoh.id' })
      .where('id', '=', id)
      .execute()
    expect(must(await act('disable-enable', id, {}, s.admin)).status).toBe(10)
    expect((await client.get('/profile')).status, 'the old session stays ended').toBe(401)
    expect(
      (await act('disable-enable', id, { versi: before.versi })).status,
      'an old version',
    ).toBe(409)
  })
  test('rejects disabling, changing or deleting a coach who still has classes', async () => {
    const id = await makeId({ role_id: RoleId.pelatih })
    const kelas = await makeKelas(s, s.ids.gedung, { pelatih_id: id, hari: Hari.sabtu })
    for (const answer of [
      await act('disable-enable', id),
      await change(id, { status: UserStatus.nonaktif }),
      await change(id, { role_id: RoleId.sales, gedung_id: s.ids.gedung }),
      await act('delete', id),
    ]) {
      expect(answer.status).toBe(409)
      expect(answer.data.message).toMatch(/mengajar/)
    }
    const { versi } = must(await s.superadmin.get(`/kursus-pelatih/view?id=${kelas}`))
    must(
      await s.superadmin.post(`/kursus-pelatih/update?id=${kelas}`, {
        versi,
        pelatih_id: s.ids.pelatih,
        hari: Hari.sabtu,
        jam_mulai: '15:00',
      }),
    )
    must(await act('disable-enable', id))
  })
  test('keeps the last superadmin, also for concurrent removals', async () => {
    const second = await makeId({ role_id: RoleId.superadmin })
    const otherClient = await s.as(second)
    for (const pair of [
      ['disable-enable', 'disable-enable'],
      ['delete', 'disable-enable'],
    ] as const) {
      let statuses: number[]
      do {
        const answers = await Promise.all([
          s.superadmin.post(`/user/${pair[0]}?id=${second}`),
          otherClient.post(`/user/${pair[1]}?id=1`),
        ])
        statuses = answers.map((a) => a.status).toSorted()
        const active = await s.db
          .selectFrom('user')
          .select('id')
          .where('role_id', '=', 1)
          .where('status', '=', 10)
          .execute()
        expect(active).toHaveLength(1)
        await s.db
          .updateTable('user')
          .set({ status: UserStatus.aktif })
          .where('role_id', '=', 1)
          .execute()
        await s.db
          .updateTable('user')
          .set({ token_versi: 1, username: 'superadmin', email: null })
          .where('id', '=', 1)
          .execute()
        s.superadmin.token = (await s.as(1)).token
        Object.assign(s.superadmin, await s.as(1))
        Object.assign(otherClient, await s.as(second))
        // A 401 means that the calls did not run concurrently: the first call had already ended the
        // session that the second call uses. The test then repeats both calls.
      } while (statuses[1] === 401)
      expect(statuses).toEqual([200, 409])
    }
    must(await act('disable-enable', second))
    expect(
      (await change(1, { role_id: RoleId.admin, email: 'x@contoh.id' })).status,
    ).toBeGreaterThanOrEqual(400)
    expect(await status(1)).toBe(10)
  })
  test('marks a deleted row, ends sessions and frees user name and email', async () => {
    const payer = await create({
      role_id: RoleId.akunBilling,
      username: 'budi.hapus',
      email: 'budi.hapus@contoh.id',
    })
    const client = await s.as(payer.id)
    expect(must(await act('delete', payer.id, {}, s.admin))).toEqual({ id: payer.id })
    expect((await client.get('/profile')).status).toBe(401)
    expect((await s.admin.get(`/user/view?id=${payer.id}`)).status).toBe(404)
    expect(must(await s.superadmin.get('/user?q=budi.hapus'))).toEqual([])
    expect(must(await s.superadmin.get('/user?q=budi.hapus&status=0'))).toMatchObject([
      { id: payer.id, status: UserStatus.dihapus },
    ])
    expect(must(await s.admin.get('/user?jenis=akun-billing&q=budi.hapus&status=0'))).toEqual([])
    const again = await create({
      role_id: RoleId.akunBilling,
      username: 'budi.hapus',
      email: 'budi.hapus@contoh.id',
    })
    expect((await act('delete', payer.id)).status).toBe(409)
    expect((await change(payer.id, { kota: 'X' })).status).toBe(409)
    expect(
      (
        await s.anonymous.post('/auth/login', {
          username: `budi.hapus#${payer.id}`,
          password: 'rahasia-uji',
        })
      ).status,
    ).toBe(401)
    // An admin may not restore a user. A superadmin must enter a new user name and mail address,
    // because another user has taken the old ones.
    expect((await act('restore', payer.id, {}, s.admin)).status).toBe(403)
    expect(fields(await act('restore', payer.id))).toEqual([
      409,
      expect.stringMatching(/username|email/),
    ])
    expect(
      must(await act('restore', payer.id, { username: 'budi.lagi', email: 'budi.lagi@contoh.id' })),
    ).toMatchObject({
      status: UserStatus.nonaktif,
      username: 'budi.lagi',
      email: 'budi.lagi@contoh.id',
    })
    must(await act('delete', again.id))
    expect(must(await act('restore', again.id))).toMatchObject({
      status: UserStatus.nonaktif,
      username: 'budi.hapus',
      email: 'budi.hapus@contoh.id',
    })
    expect((await act('restore', again.id)).status).toBe(409)
  })
  test('rejects deleting a user with money, classes or students, suggests disabling', async () => {
    const akun = await makeAkun(s)
    const student = await makePeserta(s, akun, s.ids.gedung)
    const refused = async (id: number, why: RegExp) => {
      const { status: code, data } = await act('delete', id, {}, s.admin)
      expect([code, data.message]).toEqual([409, expect.stringMatching(why)])
      expect(data.message).toMatch(/Nonaktifkan saja/)
    }
    await refused(akun, /membayar untuk Murid/)
    const kp = await enrol(s, student, s.ids.kelas)
    await refused(student, /jadwal kursus/)
    await s.db
      .updateTable('kursus_peserta')
      .set({ status: KursusPesertaStatus.lulus })
      .where('id', '=', kp)
      .execute()
    must(await act('delete', student, {}, s.admin))
    await makeBill(s, akun, 1000)
    await refused(akun, /tagihan/)
    const payer = await makeAkun(s)
    must(
      await s.superadmin.post('/billing-payment/create', {
        akun_billing_id: payer,
        gedung_id: s.ids.gedung,
        tanggal: '2024-01-01',
        metode: MetodePembayaran.tunai,
        jumlah: 1,
      }),
    )
    await refused(payer, /pembayaran.*saldo/)
  })
  test('rejects delete, restore and changes of a deleted user through update', async () => {
    const id = await makeId({ role_id: RoleId.akunBilling })
    expect(fields(await change(id, { status: UserStatus.dihapus }))).toEqual([422, 'status'])
    must(await act('delete', id))
    expect((await change(id, { status: UserStatus.aktif })).status).toBe(409)
    expect(
      fields(
        await s.superadmin.post('/user/create', {
          role_id: RoleId.akunBilling,
          name: 'Nol',
          status: UserStatus.dihapus,
        }),
      ),
    ).toEqual([422, 'status'])
  })
  test('resets to a repeated, strong password to change at login, and ends sessions', async () => {
    const id = await makeId({ role_id: RoleId.akunBilling, username: 'lupa.sandi' })
    const client = await s.as(id)
    expect(
      fields(
        await act(
          'reset-password',
          id,
          { password: 'sandi-baru-1', re_password: 'sandi-baru-2' },
          s.admin,
        ),
      ),
    ).toEqual([422, 're_password'])
    for (const password of ['lupa.sandi', '12345678'])
      expect(
        fields(await act('reset-password', id, { password, re_password: password }, s.admin)),
        password,
      ).toEqual([422, 'password'])
    must(
      await act(
        'reset-password',
        id,
        { password: 'sandi-baru-1', re_password: 'sandi-baru-1' },
        s.admin,
      ),
    )
    expect((await client.get('/profile')).status).toBe(401)
    const { key } = must(
      await s.anonymous.post('/auth/login', { username: 'lupa.sandi', password: 'sandi-baru-1' }),
    )
    const response = await s.app.request('/api/profile', {
      headers: { authorization: `Bearer ${key}` },
    })
    expect((await response.json()).data.harus_ganti_password).toBe(true)
    expect(JSON.stringify(await s.db.selectFrom('audit').selectAll().execute())).not.toContain(
      'sandi-baru-1',
    )
  })
})

describe('lists, choices and expands', () => {
  const ids = async (path: string, by: Client = s.superadmin) =>
    must(await by.get(path)).map((u: { id: number }) => u.id) as number[]
  test('offers for each kind the filters of its screen', async () => {
    const outlet = await makeOutlet(s)
    const coach = await makeId({
      role_id: RoleId.pelatih,
      bidang: [s.ids.kategori],
      gedung_wilayah: [outlet],
    })
    expect(
      await ids(`/user?jenis=pelatih&bidang=${s.ids.kategori}&wilayah=${outlet}&per-page=100`),
    ).toContain(coach)
    expect(await ids(`/user?jenis=pelatih&wilayah=${s.ids.gedung2}&per-page=100`)).not.toContain(
      coach,
    )
    expect(
      await ids(`/user?jenis=pelatih&wilayah=${outlet}&per-page=100`),
      'who teaches everywhere',
    ).toContain(s.ids.pelatih)
    expect(await ids(`/user?jenis=peserta&kursus_id=${s.ids.kursus}&per-page=100`)).toEqual(
      expect.arrayContaining([s.ids.peserta, s.ids.adik, s.ids.peserta2]),
    )
    const withoutKursus = await makePeserta(s, s.ids.akun, s.ids.gedung)
    expect(await ids('/user?jenis=peserta&kursus_aktif=false&per-page=100')).toContain(
      withoutKursus,
    )
    expect(await ids('/user?jenis=peserta&kursus_aktif=true&per-page=100')).not.toContain(
      withoutKursus,
    )
    expect(await ids(`/user?jenis=peserta&akun_billing_id=${s.ids.akun2}`)).toEqual([
      s.ids.peserta2,
    ])
    const [day] = new Date().toISOString().split('T')
    expect(
      (await ids(`/user?jenis=pendaftar-mandiri&filter[created_at][gte]=${day}`)).length,
    ).toBeGreaterThanOrEqual(0)
    expect(await ids('/user?sumber=lead&activation=2')).toEqual([])
  })
  test('filters payers by overdue bills in the reader’s scope', async () => {
    const akun = await makeAkun(s)
    await makeBill(s, akun, 70_000)
    expect(await ids('/user?jenis=akun-billing&tunggakan=true&per-page=100')).not.toContain(akun)
    expect((await view(akun, 'piutang')).piutang).toEqual({
      jumlah: 1,
      sisa: 70_000,
      lewat_tempo: 0,
      sisa_lewat_tempo: 0,
      jatuh_tempo: expect.stringMatching(/^20/),
    })
    await s.db
      .updateTable('billing')
      .set({ jatuh_tempo: '2020-01-01' })
      .where('akun_billing_id', '=', akun)
      .execute()
    expect(await ids('/user?jenis=akun-billing&tunggakan=true&per-page=100')).toContain(akun)
    expect(await ids('/user?jenis=akun-billing&tunggakan=false&per-page=100')).not.toContain(akun)
    expect((await view(akun, 'piutang')).piutang).toEqual({
      jumlah: 1,
      sisa: 70_000,
      lewat_tempo: 1,
      sisa_lewat_tempo: 70_000,
      jatuh_tempo: '2020-01-01',
    })
    // An admin does not see bills of another outlet.
    await makePeserta(s, akun, s.ids.gedung2)
    expect(must(await s.admin2.get(`/user/view?id=${akun}&expand=piutang`)).piutang).toBeNull()
    expect(
      await ids('/user?jenis=akun-billing&tunggakan=true&per-page=100', s.admin2),
    ).not.toContain(akun)
    expect((await view(s.ids.sales, 'piutang')).piutang).toBeNull()
  })
  test('expands students, courses and classes in the reader’s scope', async () => {
    const akun = await makeAkun(s)
    const [here, there] = [
      await makePeserta(s, akun, s.ids.gedung),
      await makePeserta(s, akun, s.ids.gedung2),
    ]
    expect(
      (await view(akun, 'peserta')).peserta.map((p: { id: number }) => p.id).toSorted(),
    ).toEqual([here, there].toSorted())
    expect(must(await s.admin2.get(`/user/view?id=${akun}&expand=peserta`)).peserta).toEqual([
      {
        id: there,
        name: expect.any(String),
        status: UserStatus.aktif,
        no_induk: expect.stringMatching(/^P-/),
      },
    ])
    expect((await view(s.ids.peserta, 'kursus_aktif')).kursus_aktif).toEqual([
      {
        id: s.ids.kp,
        kursus_id: s.ids.kursus,
        kursus: 'Piano Grade 1',
        kelas: expect.stringContaining('Citra Guru'),
        status: KursusPesertaStatus.aktif,
      },
    ])
    const { mengajar } = await view(s.ids.pelatih, 'mengajar')
    expect(mengajar.kelas).toBeGreaterThanOrEqual(2)
    expect(
      must(await s.admin2.get(`/user/view?id=${s.ids.pelatih}&expand=mengajar`)).mengajar,
    ).toEqual({ kelas: 1, peserta: 1 })
    const [row] = must(
      await s.superadmin.get(
        `/user?expand=role,peserta,mengajar,piutang,bidang,kursus_aktif,gedung_wilayah,kontak&filter[role_id]=2`,
      ),
    )
    expect(row.role.accesses).toEqual(expect.arrayContaining(['bank/pilihan']))
  })
  test('runs the same number of statements for any number of rows', async () => {
    const { expands } = (await import('#server/modules/access/user/user.ts')).userModule
    const statements: string[] = []
    const logged = s.db.withPlugin({
      transformQuery: ({ node }) => {
        statements.push(node.kind)
        return node
      },
      transformResult: async ({ result }) => result,
    })
    const actor = {
      id: 1,
      name: '',
      role_id: RoleId.superadmin,
      dasar: RoleId.superadmin,
      accesses: ['*'],
      allowed: new Set<string>(),
      gedung: [],
      customRoles: [],
      token_hash: '',
      harus_ganti_password: false,
    }
    for (const expand of Object.values(expands))
      await expand({ db: logged, actor, ids: Array.from({ length: 100 }, (_, i) => i + 1) })
    // Each expand runs one statement for all 100 users, with three exceptions: `belajar` adds three
    // (a subquery of bills, the last and the next lesson), `menunggak` one that reads a setting,
    // and `ringkasan` six (families, lessons of students and of coaches, attendance, bills and
    // accounts).
    expect(statements).toHaveLength(Object.keys(expands).length + 10)
  })
  test('offers only active users unless ids or a status are requested', async () => {
    const id = await makeId({
      role_id: RoleId.pelatih,
      status: UserStatus.nonaktif,
      name: 'Zzz Cuti',
    })
    const choices = (query: string) => ids(`/user/pilihan?jenis=pelatih${query}`)
    expect(await choices('&q=zzz')).toEqual([])
    expect(await choices(`&id=${id}`)).toEqual([id])
    expect(await choices('&q=zzz&status=1')).toEqual([id])
  })
  test('reports a phone or email already in use within scope without rejecting it', async () => {
    const first = await create({
      role_id: RoleId.akunBilling,
      name: 'Pertama',
      phone: '0813-7788-9900',
      email: 'pertama@contoh.id',
      gedung_id: s.ids.gedung,
    })
    const ask = (query: string, by: Client = s.superadmin) => by.get(`/user/kembar?${query}`)
    expect(must(await ask('phone=%2B62 813 7788 9900'))).toEqual([
      {
        id: first.id,
        name: 'Pertama',
        role_id: RoleId.akunBilling,
        status: UserStatus.aktif,
        gedung: 'Nada Jakarta',
        sama: ['phone'],
      },
    ])
    expect(must(await ask('phone=081377889900&email=PERTAMA@contoh.id'))).toMatchObject([
      { sama: ['phone', 'email'] },
    ])
    expect(must(await ask(`phone=081377889900&kecuali=${first.id}`))).toEqual([])
    expect(must(await ask('phone=081377889900', s.admin2))).toEqual([])
    expect(must(await ask(''))).toEqual([])
    expect((await ask('phone=12')).status).toBe(422)
    expect((await create({ role_id: RoleId.akunBilling, phone: '081377889900' })).phone).toBe(
      '+6281377889900',
    )
    expect(must(await ask('phone=081377889900'))).toHaveLength(2)
  })
})
