/**
 * Settings: saving several at once, rejecting concurrent changes and invalid values with an error
 * that names the setting, requiring a reason to unlock the books, and the effects of settings.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { formatNomor } from '#contract/billing/rules/numberFormat.ts'
import { MetodePembayaran } from '#contract/enums.ts'
import { dendaText } from '#contract/settings/collection.ts'
import { settings, type SettingKey } from '#contract/settings/settings.ts'
import type { Body } from '#mocks/api/api.ts'
import { makeBill, makeDraft, setSetting } from '#mocks/people/family.ts'
import { makeSchool, must, type School } from '#mocks/school/school.ts'
import { transaction } from '#server/db/transaction.ts'
import { firstStart } from '#server/seed/first.ts'
import { setSettings } from '#server/seed/school.ts'
import { readSettings, readSome } from '#server/settings.ts'

let s: School
beforeAll(async () => {
  s = await makeSchool()
})
afterAll(() => s.close())

interface Row {
  key: SettingKey
  value: unknown
  versi: number
  label: string
  ket: string
  awal: unknown
  diubah_oleh: string | null
  updated_at: string | null
}
const all = async () => must(await s.superadmin.get<Row[]>('/setting'))
const settingOf = async (key: SettingKey) => (await all()).find((r) => r.key === key)!
const save = async (values: Partial<Record<SettingKey, unknown>>, more: Body = {}) => {
  const rows = await all()
  return s.superadmin.post('/setting/simpan', {
    perubahan: Object.entries(values).map(([key, value]) => ({
      key,
      value,
      versi: rows.find((r) => r.key === key)?.versi ?? 1,
    })),
    ...more,
  })
}
const issues = (answer: Awaited<ReturnType<typeof save>>): [string, string][] => {
  expect(answer.status).toBe(422)
  return answer.data.errors.map((e: { field: string; message: string }) => [e.field, e.message])
}

test('describes every setting and its default', async () => {
  const rows = await all()
  expect(rows.map((r) => r.key)).toEqual(Object.keys(settings))
  for (const r of rows)
    expect([r.label.length > 2, r.ket.endsWith('.'), r.awal !== undefined], r.key).toEqual([
      true,
      true,
      true,
    ])
})
test('saves a group atomically with one audit entry, or nothing if one is invalid', async () => {
  const saved = must(await save({ hari_terbit: 20, jatuh_tempo_hari: 5 })) as Row[]
  expect(saved).toMatchObject([
    {
      key: 'hari_terbit',
      value: 20,
      versi: 2,
      diubah_oleh: 'Superadmin',
      updated_at: expect.any(String),
    },
    { key: 'jatuh_tempo_hari', value: 5, versi: 2 },
  ])
  const entries = () =>
    s.db
      .selectFrom('audit')
      .select(['sebelum', 'sesudah'])
      .where('entitas', '=', 'setting')
      .orderBy('id', 'desc')
      .execute()
  const [entry, ...older] = await entries()
  expect([JSON.parse(entry!.sebelum!), JSON.parse(entry!.sesudah!)]).toEqual([
    { hari_terbit: 25, jatuh_tempo_hari: 10 },
    { hari_terbit: 20, jatuh_tempo_hari: 5 },
  ])
  expect(issues(await save({ hari_terbit: 21, jatuh_tempo_hari: 40, pembulatan: 0 }))).toEqual([
    ['jatuh_tempo_hari', 'Maksimal 31'],
    ['pembulatan', expect.any(String)],
  ])
  expect((await settingOf('hari_terbit')).value).toBe(20)
  must(await save({ hari_terbit: 20 }))
  expect((await entries()).length).toBe(older.length + 1)
})
test('reports a concurrent change with its author and saves none of the others', async () => {
  const [a, b] = [await settingOf('app_nama'), await settingOf('nama_sekolah')]
  await setSetting(s, 'nama_sekolah', 'Sekolah Baru')
  const answer = await s.superadmin.post('/setting/simpan', {
    perubahan: [
      { key: 'app_nama', value: 'Lain', versi: a.versi },
      { key: 'nama_sekolah', value: 'Punya Saya', versi: b.versi },
    ],
  })
  expect([answer.status, answer.data.message]).toEqual([
    409,
    expect.stringMatching(/^Nama sekolah diubah oleh Superadmin pukul \d/),
  ])
  expect(answer.data.current).toEqual({
    nilai: { nama_sekolah: 'Sekolah Baru' },
    versi: { nama_sekolah: b.versi + 1 },
    updated_at: expect.any(String),
  })
  expect((await settingOf('app_nama')).value).toBe(a.value)
})
test('accepts one of twenty concurrent saves', async () => {
  const { versi } = await settingOf('maks_kredit_bulan')
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, i) =>
      s.superadmin.post('/setting/simpan', {
        perubahan: [{ key: 'maks_kredit_bulan', value: i + 2, versi }],
      }),
    ),
  )
  expect(answers.map((a) => a.status).toSorted()).toEqual([
    200,
    ...Array.from({ length: 19 }, () => 409),
  ])
  expect((await settingOf('maks_kredit_bulan')).versi).toBe(versi + 1)
})
test('requires a superadmin', async () => {
  for (const client of [s.admin, s.sales, s.akun]) {
    expect((await client.get('/setting')).status).toBe(403)
    expect((await client.get('/setting/nomor?tanggal=2026-01-01')).status).toBe(403)
    expect(
      (
        await client.post('/setting/simpan', {
          perubahan: [{ key: 'app_nama', value: 'x', versi: 1 }],
        })
      ).status,
    ).toBe(403)
  }
})

describe('setting rules', () => {
  test.each([
    ['app_nama', '  ', 'Wajib diisi'],
    ['app_nama', 'x'.repeat(41), 'Maksimal 40 karakter'],
    ['npwp', '123', 'NPWP terdiri atas 15 atau 16 angka'],
    ['unggah_maks_mb', 0, 'Minimal 1'],
    ['unggah_maks_mb', '5', 'Harus berupa bilangan bulat'],
    ['hari_terbit', 1.5, 'Harus berupa bilangan bulat'],
    ['mode_tagihan', 'semua', 'Pilihan tidak dikenal'],
    ['auto_pakai_saldo', 'ya', 'Harus ya atau tidak'],
    ['kunci_buku_sampai', '2026-02-30', 'Tanggal tidak valid'],
    ['ppn_persen', 10_001, 'Maksimal 10.000'],
    ['format_nomor_tagihan', 'INV/{YYYY}/{0001}', 'Harus memuat satu bulan: {MM} atau {romawi}'],
    ['format_nomor_kuitansi', 'KW/{YYYY}/{MM}/{tahun}/{1}', 'Kode {tahun} tidak dikenal'],
    ['pengingat_hari', [0, 0], 'Ada hari yang sama dua kali'],
    ['pengingat_hari', [-90], 'Paling awal 60 hari sebelum'],
    ['jenis_billing_id', 999, 'Pilih jenis billing bersifat kursus yang aktif'],
    ['logo', 999, 'Logo tidak ditemukan. Unggah lagi.'],
    [
      'denda_tier',
      [
        { dari_hari: 1, sampai: 10, tipe: 'persen', nilai: 500 },
        { dari_hari: 10, sampai: null, tipe: 'nominal', nilai: 50_000 },
      ],
      'Baris 2 bertumpuk dengan baris 1: urutkan dari hari yang paling awal',
    ],
    [
      'denda_tier',
      [{ dari_hari: 9, sampai: 3, tipe: 'persen', nilai: 500 }],
      'Baris 1: hari terakhir sebelum hari pertama',
    ],
    [
      'denda_tier',
      [{ dari_hari: 1, tipe: 'persen', nilai: 20_000 }],
      'Baris 1: paling besar 100 %',
    ],
  ] as [SettingKey, unknown, string][])('rejects %s: %j', async (key, value, message) => {
    const [problem] = issues(await save({ [key]: value }))
    expect([problem?.[0]?.split('.')[0], problem?.[1]]).toEqual([key, message])
  })
  test('rejects a missing value, an unknown key and a duplicate key', async () => {
    expect(issues(await save({ npwp: undefined }))[0]).toEqual([
      'perubahan.0.value',
      expect.any(String),
    ])
    expect(
      (
        await s.superadmin.post('/setting/simpan', {
          perubahan: [{ key: 'toString', value: 1, versi: 1 }],
        })
      ).status,
    ).toBe(404)
    const { versi } = await settingOf('npwp')
    expect(
      (
        await s.superadmin.post('/setting/simpan', {
          perubahan: [
            { key: 'npwp', value: null, versi },
            { key: 'npwp', value: null, versi },
          ],
        })
      ).status,
    ).toBe(422)
  })
  test('accepts a list of rows, an empty list and an empty optional value', async () => {
    must(
      await save({
        denda_tier: [
          { dari_hari: 1, sampai: 10, tipe: 'persen', nilai: 750 },
          { dari_hari: 11, tipe: 'nominal', nilai: 25_000 },
        ],
        pengingat_hari: [],
        npwp: '01.234.567.8-901.000',
      }),
    )
    const { denda_tier, pengingat_hari, npwp } = await readSettings(s.db)
    expect(denda_tier.map(dendaText)).toEqual([
      'Hari 1–10: 7,5 %',
      'Hari 11 dan seterusnya: Rp25.000',
    ])
    expect([pengingat_hari, npwp]).toEqual([[], '01.234.567.8-901.000'])
    must(await save({ denda_tier: [], npwp: null }))
  })
  test('requires an active billing type of the right nature', async () => {
    const types = await s.db.selectFrom('jenis_billing').select(['id', 'sifat']).execute()
    const of = (sifat: string) => types.find((t) => t.sifat === sifat)!.id
    expect((await save({ jenis_billing_id: of('pendaftaran') })).status).toBe(422)
    expect((await save({ jenis_billing_pendaftaran_id: of('kursus') })).status).toBe(422)
    expect((await settingOf('jenis_billing_pendaftaran_id')).value).toBe(of('pendaftaran'))
    must(await save({ jenis_billing_pendaftaran_id: null }))
  })
})

describe('effects of settings', () => {
  test('formats numbers and previews the next one for an outlet and a day', async () => {
    must(await save({ format_nomor_tagihan: 'TG-{gedung}-{YY}{MM}-{001}' }))
    const tanggal = '2019-03-20'
    const next = async () => {
      const { kode, seri } = must(
        await s.superadmin.get(`/setting/nomor?tanggal=${tanggal}&gedung_id=${s.ids.gedung}`),
      )
      return formatNomor('TG-{gedung}-{YY}{MM}-{001}', {
        tanggal,
        sequence: seri[0].urut + 1,
        gedung: kode,
      })
    }
    for (const expected of ['TG-JKT-1903-001', 'TG-JKT-1903-002']) {
      expect(await next()).toBe(expected)
      const id = await makeDraft(s, s.ids.akun, 1000)
      await s.db
        .updateTable('billing')
        .set({ tanggal_terbit: tanggal })
        .where('id', '=', id)
        .execute()
      expect(must(await s.superadmin.post(`/billing/terbitkan?id=${id}`)).nomor).toBe(expected)
    }
    expect(must(await s.superadmin.get(`/setting/nomor?tanggal=${tanggal}`))).toMatchObject({
      kode: null,
      seri: [
        { jenis: 'tagihan', urut: null, tahun_ini: 2 },
        { jenis: 'kuitansi', urut: 0 },
        { jenis: 'pengeluaran', urut: 0, tahun_ini: 0 },
        { jenis: 'konfirmasi', urut: 0, tahun_ini: 0 },
      ],
    })
    // Returns the last used sequence number of a format that is not saved yet. A stored bill uses a
    // sequence number if the number of the bill matches the format.
    const typed = async (format: string) =>
      must(
        await s.superadmin.get(
          `/setting/nomor?tanggal=${tanggal}&gedung_id=${s.ids.gedung}&tagihan=${encodeURIComponent(format)}`,
        ),
      ).seri[0].urut
    expect([
      await typed('TG-JKT-{YY}{MM}-{01}'),
      await typed('TG-{gedung}-{YY}{MM}-{1}'),
      await typed('X{YY}{MM}/{1}'),
      await typed('{salah}'),
    ]).toEqual([2, 2, 0, null])
    must(await save({ format_nomor_tagihan: settings.format_nomor_tagihan.awal }))
  })
  test('apply to the days of issue and due', async () => {
    must(await save({ hari_terbit: 31, jatuh_tempo_hari: 31 }))
    expect(
      must(await s.superadmin.post('/billing/pratinjau', { periode: '2041-02' })),
    ).toMatchObject({ tanggal_terbit: '2041-01-31', jatuh_tempo: '2041-02-28' })
    must(await save({ hari_terbit: 25, jatuh_tempo_hari: 10 }))
  })
  test('charges PPN on taxable lines and uses the balance at publication', async () => {
    const jenis = must(
      await s.superadmin.post<{ id: number }>('/jenis-billing/create', {
        kode: 'PPN',
        nama: 'Kena PPN',
        sifat: 'lain',
        ppn_kena: true,
      }),
    ).id
    const body = { items: [{ jenis_billing_id: jenis, deskripsi: 'Buku', harga_satuan: 100_000 }] }
    must(await save({ ppn_persen: 1100 }))
    expect(
      must(await s.superadmin.get(`/billing/view?id=${await makeDraft(s, s.ids.akun, 0, body)}`))
        .total,
    ).toBe(111_000)
    must(await save({ ppn_persen: 0, auto_pakai_saldo: false }))
    must(
      await s.superadmin.post('/billing-payment/create', {
        akun_billing_id: s.ids.akun2,
        tanggal: '2025-01-05',
        metode: MetodePembayaran.tunai,
        jumlah: 50_000,
        alokasi: [],
      }),
    )
    const bill = async () =>
      must(await s.superadmin.get(`/billing/view?id=${await makeBill(s, s.ids.akun2, 20_000)}`))
        .terbayar
    expect(await bill()).toBe(0)
    must(await save({ auto_pakai_saldo: true }))
    expect(await bill()).toBe(20_000)
  })
  test('returns names and labels in the profile and limits the size of an upload', async () => {
    must(
      await save({
        app_nama: 'Gita',
        judul_kuitansi: 'KUITANSI',
        label_metode_2: 'EDC BCA',
        meterai_ambang: 1,
        unggah_maks_mb: 1,
      }),
    )
    expect(must(await s.sales.get('/profile')).pengaturan).toMatchObject({
      app_nama: 'Gita',
      judul_kuitansi: 'KUITANSI',
      label_metode_2: 'EDC BCA',
      meterai_ambang: 1,
    })
    must(await save({ npwp: '01.234.567.8-901.000' }))
    expect(must(await s.akun.get('/profile')).pengaturan).toMatchObject({
      npwp: '01.234.567.8-901.000',
      logo: null,
    })
    const pdf = Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.alloc(1_200_000)])
    expect(
      (await s.superadmin.upload('/berkas/unggah', 'besar.pdf', pdf, { jenis: 'bukti' })).status,
    ).toBe(413)
    must(await save({ unggah_maks_mb: 5 }))
    must(await s.superadmin.upload('/berkas/unggah', 'besar.pdf', pdf, { jenis: 'bukti' }))
  })
  test('requires a reason for unlocking books and stores it', async () => {
    must(await save({ kunci_buku_sampai: '2020-03-31' }))
    must(await save({ kunci_buku_sampai: '2020-04-30' }))
    for (const value of ['2020-03-31', null])
      expect(issues(await save({ kunci_buku_sampai: value }))).toEqual([
        ['alasan', expect.stringMatching(/^Buku terkunci sampai 30 April 2020/)],
      ])
    must(await save({ kunci_buku_sampai: null }, { alasan: 'Koreksi akuntan untuk Maret' }))
    expect(
      (
        await s.db
          .selectFrom('audit')
          .select('alasan')
          .where('entitas', '=', 'setting')
          .orderBy('id', 'desc')
          .executeTakeFirstOrThrow()
      ).alasan,
    ).toBe('Koreksi akuntan untuk Maret')
  })
})

test('shows the logo to everyone in the school and deletes a replaced one', async () => {
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
  const upload = async () =>
    must(
      await s.superadmin.upload<{ id: number }>('/berkas/unggah', 'logo.png', png, {
        jenis: 'foto',
      }),
    ).id
  const [first, second] = [await upload(), await upload()]
  expect((await s.akun.bytes(`/berkas?id=${first}`)).status).toBe(404)
  must(await save({ logo: first }))
  expect((await s.akun.bytes(`/berkas?id=${first}`)).status).toBe(200)
  expect(must(await s.akun.get('/profile')).pengaturan.logo).toBe(first)
  must(await save({ logo: second }))
  expect((await s.akun.bytes(`/berkas?id=${first}`)).status).toBe(404)
  must(await save({ logo: null }))
  expect((await s.akun.bytes(`/berkas?id=${second}`)).status).toBe(404)
})

test('adds new settings to an older database at start and keeps existing values', async () => {
  await setSetting(s, 'jatuh_tempo_hari', 12)
  await s.db.deleteFrom('setting').where('key', 'in', ['denda_tier', 'logo']).execute()
  await s.db
    .updateTable('setting')
    .set({ grup: 'lama' })
    .where('key', '=', 'jatuh_tempo_hari')
    .execute()
  await firstStart(s.db, { username: 'superadmin', password: 'rahasia-uji' })
  expect(await settingOf('denda_tier')).toMatchObject({ value: [], versi: 1 })
  expect(
    await s.db
      .selectFrom('setting')
      .select(['grup', 'value'])
      .where('key', '=', 'jatuh_tempo_hari')
      .executeTakeFirstOrThrow(),
  ).toEqual({ grup: 'tagihan', value: '12' })
})

test('reads the settings once per transaction, and again after the transaction stores some', async () => {
  const names: unknown[] = []
  const statements = await s.statementsOf(() =>
    transaction(s.db, async (trx) => {
      await readSettings(trx)
      names.push((await readSettings(trx)).nama_sekolah)
      await setSettings(trx, { nama_sekolah: 'Sekolah Baru' })
      names.push((await readSettings(trx)).nama_sekolah)
      names.push((await readSome(trx, ['nama_sekolah'])).nama_sekolah)
      await setSettings(trx, { nama_sekolah: names[0] })
    }),
  )
  expect(names.slice(1)).toEqual(['Sekolah Baru', 'Sekolah Baru'])
  expect(statements.filter((text) => /^select .* from "?setting/.test(text))).toHaveLength(2)
})
