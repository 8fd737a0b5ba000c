/** Tests that each saved view belongs to one user, and that no other user can see or change it. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeSchool, must, type School } from '#mocks/school/school.ts'
import { untyped } from '#server/resource/module.ts'

let s: School
beforeAll(async () => {
  s = await makeSchool()
})
afterAll(() => s.close())

interface View {
  id: number
  versi: number
  nama: string
  search: string
  kolom: string
}
const view = {
  nama: 'Belum lunas',
  resource: 'billing',
  search: 'payment_status=0&sort=-total',
  kolom: '{"hidden":["sisa"]}',
}

test('lets only the owner read, change and delete a saved view', async () => {
  const ownView = must(await s.admin.post<View>('/saved-view/create', view))
  expect(must(await s.admin.get<View[]>('/saved-view?resource=billing'))).toMatchObject([
    { ...view, id: ownView.id },
  ])
  for (const client of [s.superadmin, s.sales, s.peserta]) {
    expect(must(await client.get<View[]>('/saved-view'))).toEqual([])
    expect((await client.get(`/saved-view/view?id=${ownView.id}`)).status).toBe(404)
    expect(
      (await client.post(`/saved-view/update?id=${ownView.id}`, { versi: 1, nama: 'x' })).status,
    ).toBe(404)
    expect((await client.post(`/saved-view/delete?id=${ownView.id}`)).status).toBe(404)
  }
  // An update ignores the list (`resource`) and the user, so it cannot move a view to another list
  // or user.
  expect(
    must(
      await s.admin.post<View>(`/saved-view/update?id=${ownView.id}`, {
        versi: 1,
        search: 'q=budi',
        resource: 'bank',
        user_id: 1,
      }),
    ),
  ).toMatchObject({ search: 'q=budi', resource: 'billing', user_id: s.ids.admin })
  expect((await s.admin.post(`/saved-view/delete?id=${ownView.id}`)).status).toBe(200)
})
test('requires a unique name per list regardless of case and limits the count', async () => {
  must(await s.sales.post('/saved-view/create', view))
  expect(
    (await s.sales.post('/saved-view/create', { ...view, nama: ' belum  LUNAS ' })).status,
  ).toBe(409)
  must(await s.sales.post('/saved-view/create', { ...view, resource: 'billing/unpaid' }))
  must(await s.peserta.post('/saved-view/create', { ...view, resource: 'kursus-peserta' }))
  for (let n = 1; n < 50; n++)
    must(await s.sales.post('/saved-view/create', { ...view, nama: `Tampilan ${n}` }))
  expect((await s.sales.post('/saved-view/create', { ...view, nama: 'Satu lagi' })).status).toBe(
    409,
  )
  for (const bad of [{ nama: '' }, { resource: '' }, { search: 'x'.repeat(2001) }, { kolom: 5 }])
    expect((await s.sales.post('/saved-view/create', { ...view, ...bad })).status).toBe(422)
})
test('limits the number and size of saved views per person across lists', async () => {
  const columns = {
    user_id: s.ids.pelatih,
    search: '',
    kolom: '',
    versi: 1,
    created_at: '2026-01-01T00:00:00.000Z',
    created_by: null,
    updated_at: '2026-01-01T00:00:00.000Z',
    updated_by: null,
  }
  await untyped(s.db)
    .insertInto('saved_view')
    .values(
      Array.from({ length: 299 }, (_, n) => ({
        ...columns,
        nama: `T${n}`,
        nama_kunci: `t${n}`,
        resource: `karangan-${n}`,
      })),
    )
    .execute()
  const last = must(await s.pelatih.post<View>('/saved-view/create', view))
  expect((await s.pelatih.post('/saved-view/create', { ...view, nama: 'Satu lagi' })).status).toBe(
    409,
  )
  await s.db
    .updateTable('saved_view')
    .set({ kolom: 'x'.repeat(990) })
    .where('user_id', '=', s.ids.pelatih)
    .where('id', '<>', last.id)
    .execute()
  expect(
    (
      await s.pelatih.post(`/saved-view/update?id=${last.id}`, {
        versi: 1,
        kolom: 'x'.repeat(4000),
        search: 'y'.repeat(2000),
      })
    ).status,
  ).toBe(409)
  must(
    await s.pelatih.post(`/saved-view/update?id=${last.id}`, { versi: 1, kolom: 'x'.repeat(100) }),
  )
  expect((await s.admin.post('/saved-view/create', { ...view, nama: 'Milik lain' })).status).toBe(
    201,
  )
})
