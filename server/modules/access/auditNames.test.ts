/**
 * Tests that the audit log shows the current names of exactly those rows that the reader may see.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, currentDay, formatTanggal } from '#contract/values/tanggal.ts'
import { makeAkun, makeBill, makeKelas } from '#mocks/people/family.ts'
import { storeLesson } from '#mocks/schedule/lesson.ts'
import { makeSchool, must, type School } from '#mocks/school/school.ts'

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

test('names a person by their name in an entry for a change of another field', async () => {
  const id = await makeAkun(s)
  const { versi, name } = must(
    await s.admin.get<{ versi: number; name: string }>(`/user/view?id=${id}`),
  )
  must(await s.admin.post(`/user/update?id=${id}`, { versi, alamat: 'Jl. Baru 1' }))
  expect(await entryOf('user', id, 'update')).toMatchObject({ data: { nama: name } })
})

test('names a bill by its number, as elsewhere', async () => {
  const akun = await makeAkun(s)
  const id = await makeBill(s, akun, 100_000)
  const { nomor } = must(await s.admin.get<{ nomor: string }>(`/billing/view?id=${id}`))
  must(await s.admin.post(`/billing/batalkan?id=${id}`, { alasan: 'Salah orang yang ditagih' }))
  const entry = await entryOf('billing', id, 'batalkan')
  expect(entry?.data?.nama).toContain(nomor)
})

test('names a lesson by its class, day and hour', async () => {
  const kelas = await makeKelas(s, s.ids.gedung)
  const { nama } = must(await s.admin.get<{ nama: string }>(`/kursus-pelatih/view?id=${kelas}`))
  const tanggal = addDays(currentDay(), 3)
  const id = await storeLesson(s, kelas, tanggal, { jenis: 'tambahan', minggu: null })
  must(await s.admin.post(`/pertemuan/batal?id=${id}`, { sebab: 'sekolah', alasan: 'Banjir' }))
  expect((await entryOf('pertemuan', id, 'batal'))?.data?.nama).toBe(
    `${nama}, ${formatTanggal(tanggal)} 09.00`,
  )
})

test('stores no name for a deleted row', async () => {
  const { id } = must(
    await s.superadmin.post<{ id: number }>('/kategori-kursus/create', { nama: 'Rebana' }),
  )
  must(await s.superadmin.post(`/kategori-kursus/delete?id=${id}`))
  expect(await entryOf('kategori-kursus', id, 'delete')).toMatchObject({ data: null })
})

test('exports a complete log file whatever text was entered', async () => {
  const typed = JSON.stringify({ nama: 'Setengah \ud800 dan \u0000, bukan \\ud800' })
  const [row] = await s.db.selectFrom('audit').selectAll().orderBy('id').limit(1).execute()
  const { id: _, ...entry } = row!
  await s.db
    .insertInto('audit')
    .values({ ...entry, entitas: 'bank', sesudah: typed })
    .execute()
  const { data } = await s.superadmin.get<string>('/audit/ekspor')
  expect(data).toMatch(/Setengah .* dan .*, bukan \\ud800|Setengah .* dan .*, bukan \\ufffd/)
  expect(data.trim().split('\n').length).toBeGreaterThan(1)
})

test('names the row of each entry in a log file', async () => {
  const id = await makeAkun(s)
  const { name, versi } = must(
    await s.admin.get<{ name: string; versi: number }>(`/user/view?id=${id}`),
  )
  must(await s.admin.post(`/user/update?id=${id}`, { versi, alamat: 'Jl. Lama 2' }))
  const bill = await makeBill(s, id, 100_000)
  const { nomor } = must(await s.admin.get<{ nomor: string }>(`/billing/view?id=${bill}`))
  const lines = (await s.superadmin.get<string>('/audit/ekspor')).data.split('\n')
  expect(lines[0]).toContain('Nama Data')
  expect(
    lines.filter((l) => /^\d+,.*(menambahkan|mengubah),User/.test(l) && l.includes(`"${name}"`)),
  ).toHaveLength(2)
  expect(lines.filter((l) => l.includes(`,"${nomor}",`))).not.toEqual([])
})
