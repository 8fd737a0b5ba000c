/** Tests that student numbers are counted separately from row ids, without gaps. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { RoleId } from '#contract/enums.ts'
import { makeAkun, makePelatih } from '#mocks/people/family.ts'
import { makeSchool, must, type School } from '#mocks/school/school.ts'

let s: School
beforeAll(async () => {
  s = await makeSchool()
})
afterAll(() => s.close())

const student = (more: Record<string, unknown> = {}) => ({
  role_id: RoleId.peserta,
  name: 'Murid Nomor',
  akun_billing_id: s.ids.akun,
  gedung_id: s.ids.gedung,
  gender: 'Perempuan',
  tanggal_lahir: '2015-03-04',
  wali_nama: 'Wali',
  wali_phone: '081234567890',
  persetujuan: true,
  ...more,
})
const make = (more?: Record<string, unknown>) =>
  s.superadmin.post<{ id: number }>('/user/create', student(more))
const numbers = async () =>
  (await s.db.selectFrom('peserta_profil').select('no_induk').orderBy('user_id').execute()).map(
    (r) => Number(r.no_induk.split('-')[2]),
  )
const numberOf = async (id: number) =>
  (
    await s.db
      .selectFrom('peserta_profil')
      .select('no_induk')
      .where('user_id', '=', id)
      .executeTakeFirstOrThrow()
  ).no_induk

test('follows the previous number regardless of other or rejected users', async () => {
  const before = await numbers()
  expect(before).toEqual(before.map((_, i) => i + 1))
  await makeAkun(s)
  await makePelatih(s)
  expect((await make({ email: 'bukan email' })).status).toBe(422)
  const { id } = must(await make({ email: 'nomor@contoh.id' }))
  // The next create takes a number, and then fails because the mail address is not unique. The
  // rollback must free the number.
  expect((await make({ name: 'Kembar', email: 'nomor@contoh.id' })).status).toBe(409)
  must(await make({ name: 'Murid Berikut' }))
  expect(await numbers()).toEqual(Array.from({ length: before.length + 2 }, (_, i) => i + 1))
  expect(await numberOf(id)).toMatch(/^P-\d{4}-\d{5}$/)
})

test('is unique and without gaps for concurrent requests', async () => {
  const before = (await numbers()).length
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, n) => make({ name: `Murid Serentak ${n}` })),
  )
  for (const answer of answers) must(answer)
  expect((await numbers()).toSorted((a, b) => a - b)).toEqual(
    Array.from({ length: before + 8 }, (_, i) => i + 1),
  )
})

test('continues for a registration', async () => {
  const before = (await numbers()).length
  const { status } = await s.anonymous.post('/auth/register', {
    name: 'Calon Murid',
    email: 'calon.nomor@contoh.id',
    phone: '081200004444',
    password: 'sandi-calon-1',
    tanggal_lahir: '1990-01-01',
    gedung_id: s.ids.gedung,
    kursus_minat: [],
    persetujuan: true,
  })
  expect(status).toBe(200)
  expect((await numbers()).at(-1)).toBe(before + 1)
})

test('continues after the largest number without a stored counter', async () => {
  const { id } = must(await make())
  const [p, year] = (await numberOf(id)).split('-')
  await s.db
    .updateTable('peserta_profil')
    .set({ no_induk: `${p}-${year}-100041` })
    .where('user_id', '=', id)
    .execute()
  await s.db.deleteFrom('penghitung').where('jenis', '=', 'induk').execute()
  expect(await numberOf(must(await make({ name: 'Sesudahnya' })).id)).toBe(`${p}-${year}-100042`)
  expect(await numberOf(must(await make({ name: 'Dan lagi' })).id)).toBe(`${p}-${year}-100043`)
})
