/**
 * Tests the encrypted numbers of users: they are never stored unencrypted, are shown as a mask, are
 * revealed only with a reason, cannot be decrypted for another user, and are encrypted again when
 * the key changes.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MetodePembayaran, RoleId, UserStatus } from '#contract/enums.ts'
import { testKeys, type Body } from '#mocks/api/api.ts'
import { makeSchool, must, type School } from '#mocks/school/school.ts'
import { createApp } from '#server/app.ts'
import { makeDataKeys } from '#server/crypto/dataKeys.ts'
import { readDataKeys, prepareSecrets } from '#server/crypto/keyFile.ts'
import { engineOf } from '#server/db/engine.ts'
import { readRahasia } from '#server/modules/access/user/save/rahasia.ts'
import { ConfigError, readConfig } from '#server/runtime/config.ts'

let s: School
beforeAll(async () => {
  s = await makeSchool()
})
afterAll(() => s.close())

const key = (n: number) => Buffer.alloc(32, n)
const nik = '3174012345678901'
let n = 0
const create = async (more: Body) =>
  must(
    await s.superadmin.post('/user/create', {
      role_id: RoleId.pelatih,
      name: `Rahasia ${++n}`,
      email: `rahasia.${n}@contoh.id`,
      phone: '081200001111',
      gedung_id: s.ids.gedung,
      ...more,
    }),
  )
const change = async (id: number, body: Body) =>
  s.superadmin.post(`/user/update?id=${id}`, {
    versi: must(await s.superadmin.get(`/user/view?id=${id}`)).versi,
    ...body,
  })
/** Returns every value of every table as text. */
const dump = async (): Promise<string> => {
  const { rows } =
    engineOf(s.db) === 'postgres'
      ? await sql<{
          name: string
        }>`select table_name as name from information_schema.tables where table_schema = 'public'`.execute(
          s.db,
        )
      : await sql<{ name: string }>`select name from sqlite_schema where type = 'table'`.execute(
          s.db,
        )
  return (
    await Promise.all(
      rows.map(async ({ name }) =>
        JSON.stringify((await sql`select * from ${sql.table(name)}`.execute(s.db)).rows),
      ),
    )
  ).join('\n')
}

describe('stored secrets', () => {
  test('are in clear text in no row, search key, audit entry or response', async () => {
    const person = await create({
      nik: '3174 0123 4567 8901',
      citizenship: 'WNA',
      no_paspor: 'c-9876543',
      no_rekening: '0881-2345-6789',
    })
    expect(person).toMatchObject({ nik: '************8901', no_paspor: '************6543' })
    const all = await dump()
    for (const secret of [nik, '3174 0123', 'C9876543', 'c-9876543', '088123456789', '0881-2345'])
      expect(all, secret).not.toContain(secret)
    expect(all).toContain('************8901')
    for (const path of [
      `/user/view?id=${person.id}&expand=pelatih_profil`,
      `/user?q=rahasia&expand=pelatih_profil`,
      '/audit?per-page=100',
      `/user/pilihan?id=${person.id}`,
    ])
      expect(JSON.stringify((await s.superadmin.get(path)).data), path).not.toMatch(
        /3174012345678901|C9876543|088123456789/,
      )
    expect(await readRahasia(s.db, testKeys, person.id)).toEqual({
      nik,
      no_paspor: 'C9876543',
      no_rekening: '088123456789',
    })
  })
  test('are not searchable and not exported, not even masked', async () => {
    await create({ nik })
    for (const q of [nik, '************8901', '8901'])
      expect(must(await s.superadmin.get(`/user?q=${encodeURIComponent(q)}`)), q).toEqual([])
    const csv = (await s.superadmin.get<string>('/user/ekspor')).data
    expect(csv).not.toMatch(/NIK|Paspor|\*{12}|8901/)
    expect((await s.superadmin.get('/user/ekspor?fields=name,nik')).status).toBe(422)
    for (const filter of ['nik=1', 'filter[nik][like]=8901'])
      expect((await s.superadmin.get(`/user?${filter}`)).status, filter).toBe(422)
  })
  test('stay with their own mask, reject another mask, accept null or a new value', async () => {
    const { id } = await create({ nik, no_rekening: '1112223334' })
    must(
      await change(id, { kota: 'Bogor', nik: '************8901', no_rekening: '************3334' }),
    )
    expect(await readRahasia(s.db, testKeys, id)).toMatchObject({ nik, no_rekening: '1112223334' })
    for (const body of [
      { nik: '************0000' },
      { no_rekening: '************0000' },
      { nik: '123' },
      { nik: '31740123456789AB' },
      { no_rekening: '12345' },
    ])
      expect((await change(id, body)).status, JSON.stringify(body)).toBe(422)
    // The new number has the same last four digits, so its mask is unchanged.
    must(await change(id, { nik: '3174999999998901' }))
    expect((await readRahasia(s.db, testKeys, id)).nik).toBe('3174999999998901')
    const [entry] = must(
      await s.superadmin.get(`/audit?entitas=user&entitas_id=${id}&aksi=ubah-rahasia`),
    )
    expect(entry.sesudah).toEqual({ kolom: ['nik'] })
    must(await change(id, { nik: null }))
    expect([
      await readRahasia(s.db, testKeys, id),
      must(await s.superadmin.get(`/user/view?id=${id}`)).nik,
    ]).toEqual([{ nik: null, no_paspor: null, no_rekening: '1112223334' }, null])
  })
  test('cannot be decrypted in another row or column', async () => {
    const [a, b] = [(await create({ nik })).id, (await create({ nik: '3174012345670000' })).id]
    const stored = await s.db
      .selectFrom('rahasia')
      .selectAll()
      .where('user_id', '=', a)
      .executeTakeFirstOrThrow()
    await s.db.updateTable('rahasia').set({ isi: stored.isi }).where('user_id', '=', b).execute()
    await expect(readRahasia(s.db, testKeys, b)).rejects.toThrow(/authenticate/)
    expect(
      (await s.superadmin.post(`/user/lihat-nik?id=${b}`, { alasan: 'Cocokkan dengan KTP' }))
        .status,
    ).toBe(500)
    await s.db.deleteFrom('rahasia').where('user_id', '=', b).execute()
  })
})

describe('a reveal', () => {
  const alasan = 'Cocokkan dengan KTP asli'
  test('requires the code, scope and a reason, and is audited', async () => {
    const { id } = await create({ nik, no_rekening: '9998887776' })
    expect(must(await s.admin.post(`/user/lihat-nik?id=${id}`, { alasan }))).toEqual({
      nik,
      no_paspor: null,
      no_rekening: '9998887776',
    })
    const [entry] = must(
      await s.superadmin.get(`/audit?entitas=user&entitas_id=${id}&aksi=lihat-nik`),
    )
    expect(entry).toMatchObject({
      created_by: s.ids.admin,
      alasan,
      sesudah: { kolom: ['nik', 'no_rekening'] },
    })
    expect(JSON.stringify(entry)).not.toContain(nik)
  })
  test('is rejected without a reason, the code or scope', async () => {
    const { id } = await create({ nik })
    for (const body of [{}, { alasan: 'pendek' }, { alasan: null }])
      expect(
        (await s.admin.post(`/user/lihat-nik?id=${id}`, body)).status,
        JSON.stringify(body),
      ).toBe(422)
    for (const by of [s.sales, s.pelatih, s.akun, s.peserta])
      expect((await by.post(`/user/lihat-nik?id=${id}`, { alasan })).status).toBe(403)
    for (const target of [id, 1, 999_999])
      expect(
        (await s.admin2.post(`/user/lihat-nik?id=${target}`, { alasan })).status,
        String(target),
      ).toBe(404)
    expect((await s.anonymous.post(`/user/lihat-nik?id=${id}`, { alasan })).status).toBe(401)
  })
  test('is limited to sixty an hour per user', async () => {
    const { id } = await create({ nik })
    const attemptKey = `lihat-nik:${s.ids.admin}`
    await s.db
      .insertInto('batas_laju')
      .values({ kunci: attemptKey, mulai: new Date().toISOString(), jumlah: 59 })
      .onConflict((c) => c.column('kunci').doUpdateSet({ jumlah: 59 }))
      .execute()
    must(await s.admin.post(`/user/lihat-nik?id=${id}`, { alasan }))
    const full = await s.admin.post(`/user/lihat-nik?id=${id}`, { alasan })
    expect([full.status, Number(full.headers.get('retry-after')) > 3000]).toEqual([429, true])
    must(await s.superadmin.post(`/user/lihat-nik?id=${id}`, { alasan }))
    await s.db.deleteFrom('batas_laju').execute()
  })
  test('requires neither code nor reason for one’s own data', async () => {
    const { id } = await create({ nik })
    expect(must(await (await s.as(id)).post(`/user/lihat-nik?id=${id}`))).toMatchObject({ nik })
    expect(
      must(await s.superadmin.get(`/audit?entitas=user&entitas_id=${id}&aksi=lihat-nik`)),
    ).toMatchObject([{ created_by: id, alasan: null }])
  })
  test('is never logged', async () => {
    const lines: string[] = []
    const app = createApp({
      db: s.db,
      dataKeys: testKeys,
      log: pino(
        { level: 'trace' },
        {
          write: (line) => {
            lines.push(line)
          },
        },
      ),
    })
    const { id } = await create({ nik })
    const response = await app.request(`/api/user/lihat-nik?id=${id}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${s.superadmin.token}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ alasan }),
    })
    expect(await response.text()).toContain(nik)
    await app.request('/api/user/create', {
      method: 'POST',
      headers: {
        authorization: `Bearer ${s.superadmin.token}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ nik }),
    })
    expect(lines.length).toBeGreaterThan(0)
    expect(lines.join('')).not.toContain(nik)
  })
})

describe('keys', () => {
  test('use a nonce per value and reject a changed bit, a wrong row and an unknown key', () => {
    const dataKeys = makeDataKeys([key(1)])
    const [a, b] = [dataKeys.encrypt(nik, 'user:1:nik'), dataKeys.encrypt(nik, 'user:1:nik')]
    expect(a.isi).not.toBe(b.isi)
    expect(dataKeys.decrypt(a, 'user:1:nik')).toBe(nik)
    expect(() => dataKeys.decrypt(a, 'user:2:nik')).toThrow(/authenticate/)
    const bytes = Buffer.from(a.isi, 'base64')
    for (let index = 0; index < bytes.length; index++) {
      const broken = Buffer.from(bytes)
      broken[index] = (broken[index] ?? 0) ^ 1
      expect(
        () => dataKeys.decrypt({ ...a, isi: broken.toString('base64') }, 'user:1:nik'),
        String(index),
      ).toThrow(/authenticate|base64|rusak/)
    }
    expect(() => dataKeys.decrypt({ ...a, isi: 'AAAA' }, 'user:1:nik')).toThrow(/rusak/)
    expect(() => makeDataKeys([key(2)]).decrypt(a, 'user:1:nik')).toThrow(/DATA_KEY/)
    expect(makeDataKeys([key(2), key(1)]).decrypt(a, 'user:1:nik')).toBe(nik)
    for (const keys of [[], [Buffer.alloc(16)]])
      expect(() => makeDataKeys(keys)).toThrow(RangeError)
  })
  test('re-encrypt with a new first key and stop the start if a key is missing', async () => {
    const { id } = await create({ nik })
    const both = makeDataKeys([key(9), key(7)])
    expect(await prepareSecrets(s.db, both)).toBeGreaterThan(0)
    expect(await prepareSecrets(s.db, both)).toBe(0)
    expect((await readRahasia(s.db, makeDataKeys([key(9)]), id)).nik).toBe(nik)
    await expect(prepareSecrets(s.db, testKeys)).rejects.toThrow(ConfigError)
    await prepareSecrets(s.db, makeDataKeys([key(7), key(9)]))
    expect((await readRahasia(s.db, testKeys, id)).nik).toBe(nik)
  })
  test('DATA_KEY accepts several keys, hides invalid ones, is required with DATABASE_URL', () => {
    const read = (DATA_KEY: string, more = {}) => readConfig({ DATA_KEY, ...more }, false).dataKey
    expect(read(`${key(1).toString('base64')}, ${key(2).toString('hex')}`)).toEqual([
      key(1),
      key(2),
    ])
    expect(read('')).toBeUndefined()
    for (const bad of [
      'rahasia-pendek',
      key(1).toString('base64').slice(2),
      `${key(1).toString('base64')},`,
      'x'.repeat(44),
    ]) {
      let text = ''
      try {
        read(bad)
      } catch (error) {
        text = error instanceof ConfigError ? error.message : ''
      }
      expect(text).toMatch(/^DATA_KEY tidak valid/)
      expect(text).not.toContain(bad)
    }
    const database = { DATABASE_URL: 'postgres://nada:x@localhost/nada' }
    expect(() => read('', database)).toThrow(/^DATA_KEY tidak valid: wajib jika DATABASE_URL/)
    expect(read(key(1).toString('base64'), database)).toEqual([key(1)])
  })
  test('create a file of mode 0600 once without DATA_KEY and never replace a broken one', () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'nada-kunci-'))
    const first = readDataKeys({ dataKey: undefined, dataDir })
    expect(readDataKeys({ dataKey: undefined, dataDir }).id).toBe(first.id)
    expect([readdirSync(dataDir), statSync(join(dataDir, 'kunci-data')).mode & 0o777]).toEqual([
      ['kunci-data'],
      0o600,
    ])
    expect(readDataKeys({ dataKey: [key(3)], dataDir }).id).toBe(makeDataKeys([key(3)]).id)
    writeFileSync(join(dataDir, 'kunci-data'), 'rusak')
    expect(() => readDataKeys({ dataKey: undefined, dataDir })).toThrow(ConfigError)
    expect(readFileSync(join(dataDir, 'kunci-data'), 'utf8')).toBe('rusak')
    rmSync(dataDir, { recursive: true })
  })
})

describe('anonimkan', () => {
  const alasan = 'Permintaan penghapusan data'
  test('erases everything that identifies the person, keeps money and authorship', async () => {
    const person = await create({
      role_id: RoleId.akunBilling,
      status: UserStatus.nonaktif,
      name: 'Nama Lengkap Sekali',
      nama_panggilan: 'Panggilan Unik',
      nik,
      alamat: 'Jalan Khas 99',
      username: 'nama.khas',
      email: 'khas@contoh.id',
      phone: '081377889901',
      kontak: [{ nama: 'Ibu Kontak Khas', phone: '081377889902' }],
      nama_tagihan: 'Tagihan Khas',
    })
    const { id } = person
    expect(must(await s.superadmin.post(`/user/anonimkan?id=${id}`, { alasan }))).toMatchObject({
      name: `Anonim ${id}`,
      status: UserStatus.dihapus,
      email: null,
      phone: null,
      nik: null,
      dianonimkan_at: expect.any(String),
    })
    const all = await dump()
    for (const trace of [
      'Nama Lengkap Sekali',
      'nama lengkap sekali',
      'Panggilan Unik',
      'Jalan Khas',
      'nama.khas',
      'khas@contoh.id',
      '+6281377889901',
      'Kontak Khas',
      '+6281377889902',
      'Tagihan Khas',
    ])
      expect(all, trace).not.toContain(trace)
    expect(
      await s.db.selectFrom('rahasia').select('kolom').where('user_id', '=', id).execute(),
    ).toEqual([])
    expect(
      must(await s.superadmin.get(`/audit?entitas=user&entitas_id=${id}`)).map(
        (e: { aksi: string; alasan: string | null; sebelum: unknown }) => [
          e.aksi,
          e.alasan,
          e.sebelum,
        ],
      ),
    ).toEqual([
      ['anonimkan', alasan, null],
      ['create', null, null],
      ['ubah-rahasia', null, null],
    ])
    expect((await s.superadmin.post(`/user/restore?id=${id}`)).status).toBe(409)
    expect((await s.superadmin.post(`/user/anonimkan?id=${id}`, { alasan })).status).toBe(409)
  })
  test('requires superadmin, reason, an inactive user and no class, debt or balance', async () => {
    const act = (id: number, body: Body = { alasan }) =>
      s.superadmin.post(`/user/anonimkan?id=${id}`, body)
    for (const id of [s.ids.akun, s.ids.peserta]) expect((await act(id)).status).toBe(409)
    expect((await act(s.ids.akun, {})).status).toBe(422)
    expect((await s.admin.post(`/user/anonimkan?id=${s.ids.akun}`, { alasan })).status).toBe(403)
    await s.db
      .updateTable('user')
      .set({ status: UserStatus.nonaktif })
      .where('id', 'in', [s.ids.akun, s.ids.peserta])
      .execute()
    for (const id of [s.ids.akun, s.ids.peserta]) expect((await act(id)).status).toBe(409)
    const payer = (await create({ role_id: RoleId.akunBilling })).id
    must(
      await s.superadmin.post('/billing-payment/create', {
        akun_billing_id: payer,
        gedung_id: s.ids.gedung,
        tanggal: '2024-01-01',
        metode: MetodePembayaran.tunai,
        jumlah: 5000,
      }),
    )
    await s.db
      .updateTable('user')
      .set({ status: UserStatus.nonaktif })
      .where('id', '=', payer)
      .execute()
    expect((await act(payer)).data.message).toMatch(/saldo Rp5.000/)
  })
})
