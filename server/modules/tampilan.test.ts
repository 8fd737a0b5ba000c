/** Saved views: a person's own, whatever the role. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeSchool, must, type School } from '#mocks/school.ts'

let s: School
beforeAll(async () => { s = await makeSchool() })
afterAll(() => s.close())

interface View { id: number; versi: number; nama: string; search: string; kolom: string }
const view = { nama: 'Belum lunas', resource: 'billing', search: 'payment_status=0&sort=-total', kolom: '{"hidden":["sisa"]}' }

test('are read, changed and deleted by their owner alone', async () => {
  const mine = must(await s.admin.post<View>('/saved-view/create', view))
  expect(must(await s.admin.get<View[]>('/saved-view?resource=billing'))).toMatchObject([{ ...view, id: mine.id }])
  for (const other of [s.superadmin, s.sales, s.peserta]) {
    expect(must(await other.get<View[]>('/saved-view'))).toEqual([])
    expect((await other.get(`/saved-view/view?id=${mine.id}`)).status).toBe(404)
    expect((await other.post(`/saved-view/update?id=${mine.id}`, { versi: 1, nama: 'x' })).status).toBe(404)
    expect((await other.post(`/saved-view/delete?id=${mine.id}`)).status).toBe(404)
  }
  // Neither moved to another list nor given to somebody else.
  expect(must(await s.admin.post<View>(`/saved-view/update?id=${mine.id}`, { versi: 1, search: 'q=budi', resource: 'bank', user_id: 1 }))).toMatchObject({ search: 'q=budi', resource: 'billing', user_id: s.ids.admin })
  expect((await s.admin.post(`/saved-view/delete?id=${mine.id}`)).status).toBe(200)
})
test('have a name of their own in a list, however it is written, and are not many', async () => {
  must(await s.sales.post('/saved-view/create', view))
  expect((await s.sales.post('/saved-view/create', { ...view, nama: ' belum  LUNAS ' })).status).toBe(409)
  must(await s.sales.post('/saved-view/create', { ...view, resource: 'billing/unpaid' }))
  must(await s.peserta.post('/saved-view/create', { ...view, resource: 'kursus-peserta' }))
  for (let n = 1; n < 50; n++) must(await s.sales.post('/saved-view/create', { ...view, nama: `Tampilan ${n}` }))
  expect((await s.sales.post('/saved-view/create', { ...view, nama: 'Satu lagi' })).status).toBe(409)
  for (const bad of [{ nama: '' }, { resource: '' }, { search: 'x'.repeat(2001) }, { kolom: 5 }]) expect((await s.sales.post('/saved-view/create', { ...view, ...bad })).status).toBe(422)
})
