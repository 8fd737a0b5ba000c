/** The audit log calls rows by their names, as far as its reader may see them. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeAkun, makeBill } from '#mocks/family.ts'
import { makeSchool, must, type School } from '#mocks/school.ts'

let s: School
beforeAll(async () => {
  s = await makeSchool()
})
afterAll(() => s.close())

interface Entry {
  entitas_id: number
  aksi: string
  data: { nama: string } | null
}
const entryOf = async (entity: string, id: number, aksi: string) => {
  const list = `/audit?filter[entitas]=${entity}&filter[entitas_id]=${id}&expand=data`
  return must(await s.superadmin.get<Entry[]>(list)).find((e) => e.aksi === aksi)
}

test('a change of a person that does not touch the name is called by it', async () => {
  const id = await makeAkun(s)
  const { versi, name } = must(
    await s.admin.get<{ versi: number; name: string }>(`/user/view?id=${id}`),
  )
  must(await s.admin.post(`/user/update?id=${id}`, { versi, alamat: 'Jl. Baru 1' }))
  expect(await entryOf('user', id, 'update')).toMatchObject({ data: { nama: name } })
})

test('a bill is called as elsewhere: by its number', async () => {
  const akun = await makeAkun(s)
  const id = await makeBill(s, akun, 100_000)
  const { nomor } = must(await s.admin.get<{ nomor: string }>(`/billing/view?id=${id}`))
  must(await s.admin.post(`/billing/batalkan?id=${id}`, { alasan: 'Salah orang yang ditagih' }))
  const entry = await entryOf('billing', id, 'batalkan')
  expect(entry?.data?.nama).toContain(nomor)
})

test('who is gone has no name', async () => {
  const { id } = must(
    await s.superadmin.post<{ id: number }>('/kategori-kursus/create', { nama: 'Rebana' }),
  )
  must(await s.superadmin.post(`/kategori-kursus/delete?id=${id}`))
  expect(await entryOf('kategori-kursus', id, 'delete')).toMatchObject({ data: null })
})
