/**
 * Tests roles: the rights to create, assign, change and delete them, and the time at which a change
 * takes effect.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accessCodes, defaultRolesOf } from '#contract/access/accessCodes.ts'
import { RoleId } from '#contract/enums.ts'
import type { Body, Client } from '#mocks/api/api.ts'
import { makeSchool, must, type School } from '#mocks/school/school.ts'
import { syncAccess } from '#server/seed/first.ts'

let s: School
beforeAll(async () => {
  s = await makeSchool()
})
afterAll(() => s.close())

interface Role {
  id: number
  name: string
  versi: number
  accesses: string[]
  dasar_role_id: number | null
}
let n = 0
const make = async (body: Body = {}, by: Client = s.superadmin) =>
  must(
    await by.post<Role>('/role/create', {
      name: `Role Uji ${++n}`,
      dasar_role_id: RoleId.admin,
      ...body,
    }),
  )
const read = async (id: number) => must(await s.superadmin.get<Role>(`/role/view?id=${id}`))
const change = async (id: number, body: Body, by: Client = s.superadmin) =>
  by.post(`/role/update?id=${id}`, { versi: (await read(id)).versi, ...body })
/** Creates a user with a custom role that has the given access codes and base role. */
const holder = async (accesses: string[], dasar_role_id: number = RoleId.admin) => {
  const role = await make({ accesses, dasar_role_id })
  const { id } = must(
    await s.superadmin.post<{ id: number }>('/user/create', {
      role_id: role.id,
      name: `Pemegang ${role.id}`,
      phone: '081299990000',
      email: `pemegang.${role.id}@contoh.id`,
      gedung_id: s.ids.gedung,
    }),
  )
  return { role, id, client: await s.as(id) }
}
const issue = ({ status, data }: { status: number; data: { errors?: { field: string }[] } }) => [
  status,
  data.errors?.[0]?.field,
]

describe('a custom role', () => {
  test('gets the next id from 7, keeps its base and stores sorted, distinct codes', async () => {
    const role = await make({
      accesses: ['gedung/index', 'bank/view', 'gedung/index'],
      keterangan: 'Kasir',
    })
    expect(role).toMatchObject({
      id: 7,
      dasar_role_id: RoleId.admin,
      accesses: ['bank/view', 'gedung/index'],
    })
    expect(must(await change(role.id, { dasar_role_id: RoleId.pelatih })).dasar_role_id).toBe(2)
    expect(must(await change(role.id, { accesses: ['bank/index'] })).accesses).toEqual([
      'bank/index',
    ])
  })
  test('requires a base of roles 2 to 6', async () => {
    for (const dasar_role_id of [null, undefined, 0, 1, 7, 99, '2'])
      expect(
        issue(
          await s.superadmin.post('/role/create', {
            name: `Tanpa ${dasar_role_id}`,
            dasar_role_id,
          }),
        ),
        String(dasar_role_id),
      ).toEqual([422, 'dasar_role_id'])
  })
  test('requires a unique name regardless of case and spaces', async () => {
    await make({ name: 'Kasir Pagi' })
    for (const name of ['Kasir Pagi', 'kasir  pagi', ' KASIR PAGI ', 'Superadmin', 'guru'])
      expect(
        issue(await s.superadmin.post('/role/create', { name, dasar_role_id: RoleId.admin })),
        name,
      ).toEqual([409, 'name'])
  })
  test('rejects unknown codes', async () => {
    for (const accesses of [['bank/terbang'], [''], ['bank'], 'bank/index', [1], [null]])
      expect(
        (
          await s.superadmin.post('/role/create', {
            name: `Salah ${++n}`,
            dasar_role_id: RoleId.admin,
            accesses,
          })
        ).status,
        JSON.stringify(accesses),
      ).toBe(422)
    const role = await make({ accesses: ['bank/index'] })
    // An access code that the current version of the product does not know stays in the role when
    // the role is saved.
    await s.db
      .updateTable('role')
      .set({ accesses: '["bank/index","lama/index"]' })
      .where('id', '=', role.id)
      .execute()
    expect(must(await change(role.id, { keterangan: 'x' })).accesses).toEqual([
      'bank/index',
      'lama/index',
    ])
    expect(
      must(await change(role.id, { accesses: ['gedung/index', 'lama/index'] })).accesses,
    ).toEqual(['gedung/index', 'lama/index'])
  })
  test('reads rows by the scope of its base and calls by its own codes', async () => {
    const sales = await holder(['kursus-peserta/index', 'bank/index'], 4)
    const { role_id } = must(await s.superadmin.get(`/user/view?id=${sales.id}`))
    expect(role_id).toBe(sales.role.id)
    expect(must(await sales.client.get('/kursus-peserta'))).toEqual([])
    expect((await sales.client.get('/bank')).status).toBe(200)
    expect((await sales.client.get('/billing')).status).toBe(403)
    const admin = await holder(['kursus-peserta/index'])
    expect(must(await admin.client.get('/kursus-peserta'))).toHaveLength(3)
    await s.db
      .insertInto('user_gedung')
      .values({ user_id: admin.id, gedung_id: s.ids.gedung2 })
      .execute()
    expect(must(await admin.client.get('/kursus-peserta'))).toMatchObject([{ id: s.ids.kp2 }])
  })
  test('applies changed codes from the next request and shows them in the profile', async () => {
    const { role, client } = await holder(['gedung/index'])
    expect((await client.get('/gedung')).status).toBe(200)
    must(await change(role.id, { accesses: ['bank/index'] }))
    expect([(await client.get('/gedung')).status, (await client.get('/bank')).status]).toEqual([
      403, 200,
    ])
    expect(must(await client.get('/profile')).role).toEqual({
      id: role.id,
      name: role.name,
      accesses: ['bank/index'],
      dasar_role_id: RoleId.admin,
    })
  })
  test('is deleted only when no user has it', async () => {
    const { role, id } = await holder(['gedung/index'])
    const answer = await s.superadmin.post<{ message: string }>(`/role/delete?id=${role.id}`)
    expect([answer.status, answer.data.message]).toEqual([
      409,
      expect.stringContaining(`Pemegang ${role.id}`),
    ])
    must(
      await s.superadmin.post(`/user/update?id=${id}`, {
        versi: 1,
        role_id: RoleId.admin,
        email: 'pindah@contoh.id',
      }),
    )
    expect((await s.superadmin.post(`/role/delete?id=${role.id}`)).status).toBe(200)
    expect((await s.superadmin.get(`/role/view?id=${role.id}`)).status).toBe(404)
  })
})

describe('roles 1 to 6', () => {
  test('cannot be deleted, renamed or based on another role', async () => {
    for (const id of [1, 2, 3, 4, 5, 6]) {
      expect((await s.superadmin.post(`/role/delete?id=${id}`)).status, `delete ${id}`).toBe(409)
      expect(issue(await change(id, { name: 'Lain' })), `rename ${id}`).toEqual([422, 'name'])
      expect(
        must(await change(id, { dasar_role_id: RoleId.admin })).dasar_role_id,
        `base ${id}`,
      ).toBeNull()
    }
  })
  test('keeps the wildcard of the superadmin role', async () => {
    for (const accesses of [[], ['bank/index'], ['bank/index', '*'], ['*', 'bank/index']])
      expect(issue(await change(1, { accesses })), JSON.stringify(accesses)).toEqual([
        422,
        'accesses',
      ])
    expect(must(await change(1, { keterangan: 'Pemilik', accesses: ['*'] }))).toMatchObject({
      accesses: ['*'],
      keterangan: 'Pemilik',
    })
  })
  test('lets the other roles gain and lose codes and return to the default', async () => {
    const before = await read(6)
    must(await change(6, { accesses: [...before.accesses, 'bank/index'] }))
    expect((await s.peserta.get('/bank')).status).toBe(200)
    const standard = accessCodes.filter((c) => defaultRolesOf(c).includes(6)).map((c) => c.kode)
    expect(must(await change(6, { accesses: standard })).accesses).toEqual(before.accesses)
    expect((await s.peserta.get('/bank')).status).toBe(403)
  })
})

describe('the wildcard', () => {
  test('is stored alone and given only by users who have it', async () => {
    const role = await make({ accesses: ['bank/index', '*'] })
    expect(role.accesses).toEqual(['*'])
    const { client } = await holder(['*'])
    expect((await client.get('/setting')).status).toBe(200)
    const limited = await holder([
      'role/index',
      'role/view',
      'role/create',
      'role/update',
      'bank/index',
    ])
    expect(
      (
        await limited.client.post('/role/create', {
          name: 'Naik',
          dasar_role_id: RoleId.admin,
          accesses: ['*'],
        })
      ).status,
    ).toBe(403)
    expect((await change(role.id, { accesses: ['bank/index'] }, limited.client)).status).toBe(403)
    expect((await read(role.id)).accesses).toEqual(['*'])
  })
})

describe('a user with role/* without the wildcard', () => {
  const codes = [
    'role/index',
    'role/view',
    'role/create',
    'role/update',
    'role/delete',
    'bank/index',
    'user/create',
    'user/update',
    'user/index',
  ]
  test('gives and takes only codes of their own', async () => {
    const me = await holder(codes)
    const role = await make({ accesses: ['bank/index'] }, me.client)
    expect(
      (
        await me.client.post('/role/create', {
          name: 'Lebih',
          dasar_role_id: RoleId.admin,
          accesses: ['bank/index', 'gedung/index'],
        })
      ).status,
    ).toBe(403)
    expect(
      (await change(role.id, { accesses: ['bank/index', 'setting/update'] }, me.client)).status,
    ).toBe(403)
    expect(
      (await change(me.role.id, { accesses: [...codes, 'billing/batalkan'] }, me.client)).status,
    ).toBe(403)
    // An actor may remove from a role only codes that the actor holds.
    const rich = await make({ accesses: ['gedung/index', 'bank/index'] })
    expect((await change(rich.id, { accesses: ['bank/index'] }, me.client)).status).toBe(403)
    expect((await change(2, { accesses: [] }, me.client)).status).toBe(403)
    expect((await me.client.post(`/role/delete?id=${rich.id}`)).status).toBe(403)
    expect(must(await change(rich.id, { accesses: ['gedung/index'] }, me.client)).accesses).toEqual(
      ['gedung/index'],
    )
    expect((await me.client.post(`/role/delete?id=${role.id}`)).status).toBe(200)
  })
  test('cannot create a role with a wider base', async () => {
    const me = await holder(codes, 4)
    for (const dasar_role_id of [2, 3, 5, 6])
      expect(
        issue(
          await me.client.post('/role/create', { name: `Lebar ${dasar_role_id}`, dasar_role_id }),
        ),
        String(dasar_role_id),
      ).toEqual([422, 'dasar_role_id'])
    expect(
      (
        await me.client.post('/role/create', {
          name: 'Sempit',
          dasar_role_id: RoleId.sales,
          accesses: ['bank/index'],
        })
      ).status,
    ).toBe(201)
  })
  test('cannot reach superadmins, admins or custom roles by any call on users', async () => {
    const me = await holder(codes)
    const self = must(
      await me.client
        .get(`/user/view?id=${me.id}`)
        .then((a) => (a.success ? a : s.superadmin.get(`/user/view?id=${me.id}`))),
    )
    for (const role_id of [1, 2, 7]) {
      expect(
        (await me.client.post(`/user/update?id=${me.id}`, { versi: self.versi, role_id })).status,
        `self to ${role_id}`,
      ).toBeGreaterThanOrEqual(400)
      expect(
        (
          await me.client.post('/user/create', {
            role_id,
            name: 'Naik',
            email: `naik${role_id}@contoh.id`,
          })
        ).status,
        `new ${role_id}`,
      ).toBe(403)
    }
    expect([403, 404]).toContain(
      (await me.client.post('/user/update?id=1', { versi: 1, password: 'rahasia-baru' })).status,
    )
  })
})

describe('/access', () => {
  test('returns code, name, module and default roles; only the name can be changed', async () => {
    const [row] = must(await s.superadmin.get('/access?q=billing/terbitkan'))
    expect(row).toMatchObject({
      kode: 'billing/terbitkan',
      nama: 'Menerbitkan tagihan',
      modul: 'Tagihan',
      jenis: 'aksi',
      sensitif: true,
      bawaan: [2],
    })
    expect(
      must(
        await s.superadmin.post(`/access/update?id=${row.id}`, {
          versi: row.versi,
          nama: 'Mengirim tagihan ke keluarga',
        }),
      ).nama,
    ).toBe('Mengirim tagihan ke keluarga')
    expect(
      must(
        await s.superadmin.post(`/access/update?id=${row.id}`, {
          versi: 2,
          kode: 'x',
          sensitif: false,
        }),
      ),
    ).toMatchObject({ kode: 'billing/terbitkan', sensitif: true })
    for (const path of ['/access/create', '/access/delete?id=1'])
      expect((await s.superadmin.post(path)).status).toBe(404)
    await s.db
      .updateTable('access')
      .set({ nama: 'Lama', bawaan: '[]' })
      .where('kode', 'in', ['billing/terbitkan', 'billing/generate'])
      .execute()
    await s.db.transaction().execute(syncAccess)
    const names = await s.db
      .selectFrom('access')
      .select(['nama', 'bawaan'])
      .where('kode', 'in', ['billing/generate', 'billing/terbitkan'])
      .orderBy('kode')
      .execute()
    expect(names).toEqual([
      { nama: 'Membuat tagihan bulanan', bawaan: '[2]' },
      { nama: 'Lama', bawaan: '[2]' },
    ])
  })
  test('is readable only by users who may edit roles', async () => {
    for (const code of ['access/index', 'role/view', 'role/create', 'role/update'])
      expect((await (await holder([code])).client.get('/access')).status, code).toBe(200)
    expect((await (await holder(['bank/index'])).client.get('/access')).status).toBe(403)
  })
})
