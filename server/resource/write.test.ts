/**
 * Tests writes over HTTP: methods, bodies, ids, versions, duplicates, references, defaults and the
 * audit log.
 */
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MetodePembayaran, Hari, RoleId } from '#contract/enums.ts'
import { resources } from '#contract/registry.ts'
import { testKeys, type Body } from '#mocks/api/api.ts'
import { makeSchool, must, type School } from '#mocks/school/school.ts'
import { createApp } from '#server/app.ts'

let s: School
beforeAll(async () => {
  s = await makeSchool()
})
afterAll(() => s.close())

const raw = (path: string, init: RequestInit & { token?: string } = {}) =>
  s.app.request(`/api${path}`, {
    ...init,
    headers: {
      authorization: `Bearer ${init.token ?? s.superadmin.token}`,
      ...(init.body !== undefined && { 'content-type': 'application/json' }),
      ...init.headers,
    },
  })
const issues = ({ status, data }: { status: number; data: { errors?: { field: string }[] } }) => [
  status,
  data.errors?.map((e) => e.field),
]
const bank = (more: Body = {}) => ({
  nama_bank: 'Mandiri',
  no_rekening: '777',
  atas_nama: 'Nada',
  ...more,
})

describe('a request', () => {
  test('gets 404 in the envelope for an unknown path, with and without a token', async () => {
    for (const path of [
      '/tidak-ada',
      '/bank/tidak-ada',
      '/',
      '/bank/view/1',
      '/__proto__',
      '/constructor',
    ])
      for (const init of [{}, { headers: { authorization: '' } }]) {
        const response = await raw(path, init)
        expect([response.status, await response.json()], path).toEqual([
          404,
          { success: false, data: expect.objectContaining({ status: 404, name: 'Not Found' }) },
        ])
      }
  })
  test('gets 405 with the allowed method for a wrong one', async () => {
    for (const [method, path, allow] of [
      ['POST', '/bank', 'GET'],
      ['GET', '/bank/create', 'POST'],
      ['PUT', '/bank', 'GET'],
      ['DELETE', '/bank/delete?id=1', 'POST'],
      ['PATCH', '/auth/login', 'POST'],
    ] as const) {
      const response = await raw(path, { method })
      expect([response.status, response.headers.get('allow')], `${method} ${path}`).toEqual([
        405,
        allow,
      ])
      expect(await response.json()).toMatchObject({ success: false, data: { status: 405 } })
    }
  })
  test('gets the response of GET for HEAD', async () =>
    expect((await raw('/bank', { method: 'HEAD' })).headers.get('x-pagination-total-count')).toBe(
      '1',
    ))
  test('ignores a trailing slash', async () => expect((await raw('/bank/')).status).toBe(200))
  test.each([
    ['text', 'bukan json', 400],
    ['half of an object', '{"nama_bank":', 400],
    ['a list', '[]', 400],
    ['a number', '12', 400],
    ['null', 'null', 400],
    ['a text', '"x"', 400],
    ['NUL', '{"nama_bank":"a\\u0000b"}', 400],
    ['a raw NUL', '{"nama_bank":"a\u0000b"}', 400],
    ['single quotes', "{'a':1}", 400],
    ['NaN', '{"urutan":NaN}', 400],
    ['nothing', '', 422],
    ['an empty object', '{}', 422],
  ])('rejects a body that is %s', async (_, body, status) => {
    const response = await raw('/bank/create', { method: 'POST', body })
    expect([response.status, (await response.json()).success]).toEqual([status, false])
  })
  test('accepts a backslash before "u0000", which is no NUL', async () => {
    const { id } = must(await s.superadmin.post('/kategori-kursus/create', { nama: 'C:\\u0000' }))
    expect(must(await s.superadmin.get(`/kategori-kursus/view?id=${id}`)).nama).toBe('C:\\u0000')
  })
  test('accepts a day between 1900 and 2099, and rejects a half-typed year', async () => {
    for (const [tanggal, status] of [
      ['0000-01-01', 422],
      ['0001-01-01', 422],
      ['0202-11-21', 422],
      ['1899-12-31', 422],
      ['1900-01-01', 201],
      ['2099-12-31', 201],
      ['2100-01-01', 422],
      ['9999-12-31', 422],
      ['2026-02-30', 422],
    ] as const) {
      expect(
        (await s.superadmin.post('/hari-libur/create', { nama: `Libur ${tanggal}`, tanggal }))
          .status,
        tanggal,
      ).toBe(status)
    }
  })
  test('reads an invisible name as empty; removes hiding marks, keeps joined emoji', async () => {
    for (const nama of ['\u200b', ' \u2060\u202e ', '\u200d\u200e'])
      expect((await s.superadmin.post('/kategori-kursus/create', { nama })).data.errors).toEqual([
        { field: 'nama', message: 'Wajib diisi' },
      ])
    for (const [nama, stored] of [
      ['Vo\u200bkal\u202e abc', 'Vokal abc'],
      ['👩‍👩‍👧 Keluarga', '👩‍👩‍👧 Keluarga'],
      ['مدرسة', 'مدرسة'],
    ] as const)
      expect(must(await s.superadmin.post('/kategori-kursus/create', { nama })).nama).toBe(stored)
  })
  test('replaces half a surrogate pair, and rejects it as a name', async () => {
    const nama = 'separuh \ud83d, utuh 🎻'
    expect(must(await s.superadmin.post('/kategori-kursus/create', { nama })).nama).toBe(
      'separuh \ufffd, utuh 🎻',
    )
    const named = await s.superadmin.post('/kategori-kursus/create', { '\udc00': 1, nama: 'x' })
    expect(named.status).toBe(400)
  })
  test('gets 415 for a body of another type', async () => {
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/jsonx',
      '',
    ])
      expect(
        (
          await raw('/bank/create', {
            method: 'POST',
            body: '{"a":1}',
            headers: { 'content-type': type },
          })
        ).status,
        type,
      ).toBe(415)
    expect(
      (
        await raw('/bank/create', {
          method: 'POST',
          body: '{}',
          headers: { 'content-type': 'application/json; charset=utf-8' },
        })
      ).status,
    ).toBe(422)
  })
  test('gets 413 for 10 MB, with a length and without', async () => {
    const body = JSON.stringify({ nama_bank: 'x'.repeat(10 * 1024 * 1024) })
    expect(
      (
        await raw('/bank/create', {
          method: 'POST',
          body,
          headers: { 'content-length': String(body.length) },
        })
      ).status,
    ).toBe(413)
    const stream = new Blob([body]).stream()
    expect(
      (await raw('/bank/create', { method: 'POST', body: stream, duplex: 'half' } as RequestInit))
        .status,
    ).toBe(413)
  })
  test('rejects a body nested a hundred thousand times without an error', async () => {
    for (const path of ['/bank/create', '/billing-payment/create', '/billing/generate']) {
      const response = await raw(path, {
        method: 'POST',
        body: `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`,
        headers: { 'idempotency-key': 'dalam' },
      })
      expect([400, 422], path).toContain(response.status)
    }
  })
  test('gets responses that are never cached', async () =>
    expect((await raw('/bank')).headers.get('cache-control')).toBe('no-store'))
  test('rejects a URL with %00, and reads a broken escape as text', async () => {
    expect((await raw('/bank?status=%00')).status).toBe(400)
    expect((await raw('/bank?status=%zz')).status).toBe(422)
  })
})

describe('CORS', () => {
  test('is off by default; lets only a listed origin read the pagination headers', async () => {
    const origin = { headers: { origin: 'https://sekolah.id' } }
    expect((await raw('/bank', origin)).headers.get('access-control-allow-origin')).toBeNull()
    const app = createApp({
      db: s.db,
      dataKeys: testKeys,
      log: pino({ level: 'silent' }),
      corsOrigin: ['https://sekolah.id'],
    })
    const allowed = await app.request('/api/bank', {
      headers: { ...origin.headers, authorization: `Bearer ${s.superadmin.token}` },
    })
    expect(allowed.headers.get('access-control-allow-origin')).toBe('https://sekolah.id')
    for (const header of [
      'X-Pagination-Total-Count',
      'X-Pagination-Page-Count',
      'X-Pagination-Current-Page',
      'X-Pagination-Per-Page',
      'Link',
    ])
      expect(allowed.headers.get('access-control-expose-headers')).toContain(header)
    expect(
      (await app.request('/api/bank', { headers: { origin: 'https://jahat.id' } })).headers.get(
        'access-control-allow-origin',
      ),
    ).toBeNull()
    const preflight = await app.request('/api/bank/create', {
      method: 'OPTIONS',
      headers: {
        ...origin.headers,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization',
      },
    })
    expect([preflight.status, preflight.headers.get('access-control-allow-headers')]).toEqual([
      204,
      'Authorization,Content-Type,Idempotency-Key',
    ])
  })
})

describe('ids', () => {
  test.each(['/user/info-billing', '/user/info-peserta', '/user/list-payment-bank'])(
    '%s',
    async (path) => {
      for (const id of [
        '',
        '?id=abc',
        '?id=-1',
        '?id=0',
        '?id=1.5',
        '?id=99999999999999999999',
        '?id=2147483648',
      ])
        expect([404, 422], id).toContain((await s.superadmin.get(`${path}${id}`)).status)
    },
  )
  test('are checked in generate-batch', async () => {
    for (const query of ['', '?id=abc', '?id=99999999999', `?kunci=${'x'.repeat(81)}`])
      expect((await s.superadmin.get(`/billing/generate-batch${query}`)).status, query).toBe(422)
    expect((await s.superadmin.get('/billing/generate-batch?kunci=tidakada')).status).toBe(404)
  })
})

describe('create', () => {
  test('returns 201, the row and its location', async () => {
    const { status, data, headers } = await s.superadmin.post(
      '/bank/create',
      bank({ no_rekening: '1' }),
    )
    expect([status, headers.get('location')]).toEqual([201, `/api/bank/view?id=${data.id}`])
    expect(data).toMatchObject({
      versi: 1,
      metode: MetodePembayaran.transfer,
      tipe: 'rekening',
      gedung: [],
      tampil_di_tagihan: true,
      status: 'aktif',
      created_by: 1,
      updated_by: 1,
    })
    expect(must(await s.superadmin.get(`/bank/view?id=${data.id}`))).toEqual(data)
  })
  test('rejects references of another kind than the field takes', async () => {
    const { ids, superadmin } = s
    const kelas = {
      pelatih_id: ids.pelatih,
      kursus_id: ids.kursus,
      gedung_id: ids.gedung,
      ruang_id: ids.ruang,
      hari: Hari.rabu,
      jam_mulai: '10:00',
      mulai: '2024-01-01',
    }
    for (const userId of [ids.sales, ids.peserta, ids.akun, 1])
      expect(
        issues(await superadmin.post('/kursus-pelatih/create', { ...kelas, pelatih_id: userId })),
      ).toEqual([422, ['pelatih_id']])
    for (const userId of [ids.sales, ids.pelatih, ids.akun])
      expect(
        issues(
          await superadmin.post('/kursus-peserta/create', {
            peserta_id: userId,
            kursus_pelatih_id: ids.kelas,
            mulai: '2024-01-01',
          }),
        ),
      ).toEqual([422, ['peserta_id']])
    expect(
      issues(
        await superadmin.post('/billing-payment/create', {
          akun_billing_id: ids.peserta,
          tanggal: '2024-01-01',
          metode: MetodePembayaran.tunai,
          jumlah: 1,
        }),
      ),
    ).toEqual([422, ['akun_billing_id']])
    expect(
      issues(await superadmin.post('/bank/create', bank({ gedung: [ids.gedung, 999_999] }))),
    ).toEqual([422, ['gedung']])
    expect(
      issues(
        await superadmin.post('/billing/create', {
          akun_billing_id: ids.akun,
          gedung_id: ids.gedung,
          jatuh_tempo: '2030-01-01',
          items: [{ jenis_billing_id: 999_999, deskripsi: 'x', harga_satuan: 1 }],
        }),
      ),
    ).toEqual([422, ['items.0.jenis_billing_id']])
  })
  test('reads an empty text as null where allowed, and as missing otherwise', async () => {
    const { data } = await s.superadmin.post('/gedung/create', {
      kode: 'SBY',
      nama: 'Nada Surabaya',
      alamat: 'x',
      kota: 'Surabaya',
      phone: '',
      email: '',
      kop_surat: '',
    })
    expect(data).toMatchObject({ phone: null, email: null, kop_surat: null })
    expect(
      issues(
        await s.superadmin.post('/gedung/create', { kode: '', nama: '  ', alamat: '', kota: '' }),
      ),
    ).toEqual([422, expect.arrayContaining(['kode', 'nama', 'alamat', 'kota'])])
  })
  test('ignores unknown keys, computed columns and keys named like object members', async () => {
    const body = `{"nama":"Drum","urutan":2,"id":1,"versi":99,"created_by":5,"cari":"x","nama_kunci":"x","tidakada":1,"__proto__":{"nama":"polusi"},"constructor":"","toString":"","hasOwnProperty":"","prototype":{"a":1}}`
    const response = await raw('/kategori-kursus/create', { method: 'POST', body })
    const { data } = await response.json()
    expect([response.status, data]).toEqual([
      201,
      expect.objectContaining({ nama: 'Drum', versi: 1, created_by: 1 }),
    ])
    expect(data.id).toBeGreaterThan(1)
    expect(Object.keys(data).toSorted()).toEqual(
      Object.keys(resources['kategori-kursus'].entity.shape).toSorted(),
    )
    expect(({} as Body).nama).toBeUndefined()
    const bill = await s.superadmin.post('/billing/create', {
      akun_billing_id: s.ids.akun,
      gedung_id: s.ids.gedung,
      jatuh_tempo: '2030-01-01',
      items: [{ jenis_billing_id: s.ids.jenis, deskripsi: 'x', harga_satuan: 5 }],
      status: 1,
      total: 1,
      nomor: 'PALSU',
      terbayar: 5,
    })
    expect(bill.data).toMatchObject({ status: 0, total: 5, nomor: null, terbayar: 0 })
    must(await s.superadmin.post(`/billing/delete?id=${bill.data.id}`))
  })
  test('returns 409 for a duplicate and names the field', async () => {
    must(
      await s.superadmin.post('/jenis-billing/create', {
        kode: 'SAMA',
        nama: 'Sama',
        sifat: 'lain',
      }),
    )
    for (const [body, field, text] of [
      [{ kode: 'SAMA', nama: 'Lain lagi', sifat: 'lain' }, 'kode', 'Kode sudah dipakai'],
      [{ kode: 'BEDA', nama: 'Sama', sifat: 'lain' }, 'nama', 'Nama sudah dipakai'],
    ] as const) {
      const answer = await s.superadmin.post('/jenis-billing/create', body)
      expect([answer.status, answer.data.errors, answer.data.message]).toEqual([
        409,
        [{ field, message: text }],
        text,
      ])
    }
    must(await s.superadmin.post('/bank/create', bank({ no_rekening: '2' })))
    expect(
      (await s.superadmin.post('/bank/create', bank({ no_rekening: '2' }))).data,
    ).toMatchObject({
      status: 409,
      errors: [{ field: 'nama_bank' }],
      message: 'Nama Bank dan No. Rekening sudah dipakai',
    })
    expect((await s.superadmin.post('/bank/create', bank({ no_rekening: '3' }))).status).toBe(201)
    expect(
      (
        await s.superadmin.post('/user/create', {
          role_id: RoleId.admin,
          name: 'Kembar',
          email: 'AYU.admin@contoh.id',
        })
      ).data,
    ).toMatchObject({ status: 409, errors: [{ field: 'email' }] })
  })
  test('allows one price a day for all outlets, as for one outlet', async () => {
    for (const gedung_id of [null, s.ids.gedung]) {
      const body = {
        kursus_id: s.ids.kursus,
        gedung_id,
        berlaku_mulai: '2021-01-01',
        biaya_bulanan: 1,
      }
      must(await s.superadmin.post('/kursus-harga/create', body))
      expect((await s.superadmin.post('/kursus-harga/create', body)).status).toBe(409)
    }
  })
  test('validates the required key of a call: missing, too long, reused', async () => {
    const body = {
      akun_billing_id: s.ids.akun,
      gedung_id: s.ids.gedung,
      tanggal: '2024-01-01',
      metode: MetodePembayaran.tunai,
      jumlah: 1000,
    }
    expect((await s.admin.post('/billing-payment/create', body, null)).status).toBe(400)
    expect((await s.admin.post('/billing-payment/create', body, 'x'.repeat(81))).status).toBe(400)
    const first = await s.admin.post('/billing-payment/create', body, 'kunci-1')
    const again = await s.admin.post('/billing-payment/create', body, 'kunci-1')
    expect([again.status, again.data]).toEqual([first.status, first.data])
    expect(
      (await s.admin.post('/billing-payment/create', { ...body, jumlah: 2000 }, 'kunci-1')).status,
    ).toBe(422)
    expect((await s.superadmin.post('/billing-payment/create', body, 'kunci-1')).data.id).not.toBe(
      first.data.id,
    )
  })
})

describe('update', () => {
  test('keeps omitted fields, increments the version, and records the author', async () => {
    const outlet = must(
      await s.superadmin.post('/gedung/create', {
        kode: 'DPS',
        nama: 'Nada Denpasar',
        alamat: 'Jl. 1',
        kota: 'Denpasar',
        phone: '0361123456',
        zona_waktu: 'Asia/Makassar',
      }),
    )
    const { status, data } = await s.admin.post(`/gedung/update?id=${outlet.id}`, {
      versi: 1,
      kota: 'Badung',
    })
    expect([status, data]).toEqual([
      200,
      { ...outlet, kota: 'Badung', versi: 2, updated_at: data.updated_at, updated_by: s.ids.admin },
    ])
    expect(
      must(await s.superadmin.post(`/gedung/update?id=${outlet.id}`, { versi: 2, phone: '' }))
        .phone,
    ).toBeNull()
    expect(
      (await s.admin.post(`/gedung/update?id=${outlet.id}`, { versi: 2, kota: 'X' })).data,
    ).toMatchObject({
      status: 409,
      current: { versi: 3, kota: 'Badung' },
      message: 'Data diubah oleh Superadmin sejak Anda membukanya',
    })
    expect(must(await s.superadmin.get('/gedung?q=badung')).length).toBe(1)
    expect(must(await s.superadmin.get('/gedung?q=denpasar jl')).length).toBe(0)
  })
  test('checks rules over several fields against the merged row', async () => {
    const { id, versi } = must(await s.superadmin.get(`/gedung/view?id=${s.ids.gedung}`))
    expect(
      issues(await s.superadmin.post(`/gedung/update?id=${id}`, { versi, jam_tutup: '07:00' })),
    ).toEqual([422, ['jam_tutup']])
    const kursus = must(await s.superadmin.get(`/kursus/view?id=${s.ids.kursus}`))
    expect(
      issues(
        await s.superadmin.post(`/kursus/update?id=${kursus.id}`, {
          versi: kursus.versi,
          kapasitas_min: 51,
        }),
      ),
    ).toEqual([422, ['kapasitas_min']])
  })
  test('rejects clearing required fields', async () => {
    const { id, versi } = must(await s.superadmin.get(`/gedung/view?id=${s.ids.gedung}`))
    for (const value of ['', null, '   '])
      expect(
        issues(await s.superadmin.post(`/gedung/update?id=${id}`, { versi, nama: value })),
      ).toEqual([422, ['nama']])
  })
  test('lets one of two concurrent updates win, and reports a conflict to the other', async () => {
    const { id, versi } = must(await s.superadmin.get(`/bank/view?id=${s.ids.bank}`))
    const answers = await Promise.all(
      [1, 2, 3, 4].map((n) => s.superadmin.post(`/bank/update?id=${id}`, { versi, urutan: n })),
    )
    expect(answers.map((a) => a.status).toSorted()).toEqual([200, 409, 409, 409])
    expect(must(await s.superadmin.get(`/bank/view?id=${id}`)).versi).toBe(versi + 1)
  })
})

describe('delete', () => {
  test.each([
    ['gedung', 'gedung'],
    ['kategori-kursus', 'kategori'],
    ['kursus', 'kursus'],
    ['kursus-pelatih', 'kelas'],
    ['user', 'akun'],
    ['user', 'peserta'],
    ['user', 'pelatih'],
  ] as const)('returns 409 for %s (%s) in use and keeps it', async (name, key) => {
    const { status, data } = await s.superadmin.post(`/${name}/delete?id=${s.ids[key]}`)
    expect([status, data.message]).toEqual([409, expect.stringMatching(/dipakai/)])
    expect((await s.superadmin.get(`/${name}/view?id=${s.ids[key]}`)).status).toBe(200)
  })
  test('keeps what belongs to the row when rejected', async () => {
    expect(
      must(await s.superadmin.get(`/user/view?id=${s.ids.peserta}&expand=peserta_profil`))
        .peserta_profil,
    ).not.toBeNull()
    expect((await s.akun.get('/profile')).status).toBe(200)
  })
  test('returns 200 with the id, and the row no longer exists', async () => {
    const { id } = must(await s.superadmin.post('/kategori-kursus/create', { nama: 'Sementara' }))
    const { status, data, success } = await s.superadmin.post(`/kategori-kursus/delete?id=${id}`)
    expect([status, success, data]).toEqual([200, true, { id }])
    expect((await s.superadmin.post(`/kategori-kursus/delete?id=${id}`)).status).toBe(404)
  })
  test('deletes an account without history with its sessions and profile', async () => {
    const { id } = must(
      await s.superadmin.post('/user/create', {
        role_id: RoleId.akunBilling,
        name: 'Tanpa Riwayat',
        email: 'tr@contoh.id',
        phone: '081234567899',
      }),
    )
    const client = await s.as(id)
    expect((await client.get('/profile')).status).toBe(200)
    must(await s.superadmin.post(`/user/delete?id=${id}`))
    expect((await client.get('/profile')).status).toBe(401)
  })
})

describe('audit', () => {
  const last = async () => must(await s.superadmin.get('/audit?per-page=1'))[0]
  test('stores one row each for create, update and delete, none for a rejected write', async () => {
    const count = async () =>
      Number((await s.superadmin.get('/audit?per-page=1')).headers.get('x-pagination-total-count'))
    const start = await count()
    const { id } = must(
      await s.admin.post('/jenis-billing/create', { kode: 'AUD', nama: 'Audit', sifat: 'lain' }),
    )
    expect(await last()).toMatchObject({
      aksi: 'create',
      entitas: 'jenis-billing',
      entitas_id: id,
      created_by: s.ids.admin,
      user_nama: 'Ayu Admin',
      sebelum: null,
      sesudah: { kode: 'AUD' },
    })
    must(await s.admin.post(`/jenis-billing/update?id=${id}`, { versi: 1, nama: 'Audit 2' }))
    expect(await last()).toMatchObject({
      aksi: 'update',
      sebelum: { nama: 'Audit' },
      sesudah: { nama: 'Audit 2' },
    })
    must(await s.admin.post(`/jenis-billing/update?id=${id}`, { versi: 2, nama: 'Audit 2' }))
    expect(
      (await s.admin.post(`/jenis-billing/update?id=${id}`, { versi: 1, nama: 'x' })).status,
    ).toBe(409)
    expect(
      (await s.admin.post('/jenis-billing/create', { kode: 'AUD', nama: 'y', sifat: 'lain' }))
        .status,
    ).toBe(409)
    must(await s.admin.post(`/jenis-billing/delete?id=${id}`))
    expect(await last()).toMatchObject({ aksi: 'delete', sebelum: { kode: 'AUD' }, sesudah: null })
    expect(await count()).toBe(start + 3)
  })
})

describe('internal errors', () => {
  test('never show the text of an exception, which is logged without the token', async () => {
    const lines: string[] = []
    const app = createApp({
      db: s.db,
      dataKeys: testKeys,
      log: pino(
        { level: 'debug' },
        {
          write: (line) => {
            lines.push(line)
          },
        },
      ),
    })
    await sql`alter table kategori_kursus rename to simpan`.execute(s.db)
    const response = await app.request('/api/kategori-kursus', {
      headers: { authorization: `Bearer ${s.superadmin.token}` },
    })
    const text = await response.text()
    await sql`alter table simpan rename to kategori_kursus`.execute(s.db)
    expect([response.status, JSON.parse(text)]).toEqual([
      500,
      {
        success: false,
        data: {
          name: 'Internal Server Error',
          message: 'Terjadi kesalahan di server. Coba lagi, atau hubungi pengelola.',
          code: 0,
          status: 500,
        },
      },
    ])
    expect(lines.join('')).toMatch(/"level":50.*kategori_kursus/)
    expect(lines.join('')).not.toContain(s.superadmin.token)
    expect(text).not.toMatch(/kategori_kursus|select|relation|table|SQLITE/i)
  })
})
