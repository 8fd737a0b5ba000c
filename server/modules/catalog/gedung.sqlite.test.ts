/** Outlets: opening hours, letterhead, and obstacles to deactivation (domain.md 2.2). */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeKelas, makeOutlet } from '#mocks/people/family.ts'
import { makeSchool, must, type School } from '#mocks/school/school.ts'

let s: School
beforeAll(async () => {
  s = await makeSchool()
})
afterAll(() => s.close())

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const change = async (id: number, body: object, by = s.superadmin) =>
  by.post(`/gedung/update?id=${id}`, {
    ...body,
    versi: must(await s.superadmin.get(`/gedung/view?id=${id}`)).versi,
  })

test('requires a closing time after the opening time', async () => {
  const id = await makeOutlet(s)
  for (const body of [
    { jam_buka: '20:30' },
    { jam_tutup: '08:00' },
    { jam_buka: '12:00', jam_tutup: '12:00' },
  ])
    expect((await change(id, body)).data.errors).toEqual([
      { field: 'jam_tutup', message: 'Harus setelah jam buka' },
    ])
  expect((await change(id, { jam_buka: '00:00', jam_tutup: '23:59' })).status).toBe(200)
})
test('rejects deactivation with active classes, naming at most five of them', async () => {
  const id = await makeOutlet(s)
  const kelas: number[] = []
  for (const hari of [1, 2, 3, 4, 5, 6]) kelas.push(await makeKelas(s, id, { hari }))
  const { status, data } = await change(id, { status: 'nonaktif' })
  expect([status, data.message]).toEqual([
    409,
    expect.stringMatching(
      /^Outlet masih punya kelas aktif: Piano Grade 1 – .*(, Piano Grade 1 – .*){4} dan 1 lainnya$/,
    ),
  ])
  for (const k of kelas)
    must(
      await s.superadmin.post(`/kursus-pelatih/update?id=${k}`, { status: 'nonaktif', versi: 1 }),
    )
  expect((await change(id, { status: 'nonaktif' })).data.status).toBe('nonaktif')
})
test('returns the letterhead to users who may choose the outlet; finds by its name', async () => {
  const id = await makeOutlet(s)
  const { nama, kota } = must(await s.superadmin.get<any>(`/gedung/view?id=${id}`))
  for (const [client, status] of [
    [s.akun, 200],
    [s.sales, 200],
    [s.pelatih, 200],
    [s.peserta, 403],
  ] as const) {
    const answer = await client.get<any>(`/gedung/kop?gedung_id=${id}`)
    expect([answer.status, status === 200 ? answer.data.kota : null]).toEqual([
      status,
      status === 200 ? kota : null,
    ])
  }
  expect((await s.sales.get('/gedung/kop?gedung_id=999999')).status).toBe(404)
  const kelas = await makeKelas(s, id)
  const classes = await s.admin.get<any[]>(`/kursus-pelatih/pilihan?q=piano ${nama.toUpperCase()}`)
  expect(must(classes).map((k) => k.id)).toEqual([kelas])
})
test('shows the logo only to users who may choose the outlet; replaces it', async () => {
  const { ids } = s
  const uploadLogo = async () =>
    must(await s.admin.upload<{ id: number }>('/berkas/unggah', 'logo.png', png, { jenis: 'foto' }))
      .id
  const logo = await uploadLogo()
  expect((await change(ids.gedung, { logo }, s.admin)).data.logo).toBe(logo)
  for (const [client, status] of [
    [s.akun, 200],
    [s.sales, 200],
    [s.pelatih, 200],
    [s.admin, 200],
    [s.peserta, 404],
  ] as const)
    expect((await client.bytes(`/berkas?id=${logo}`)).status).toBe(status)
  const bill = must(
    await s.admin.post('/billing/create', {
      akun_billing_id: ids.akun,
      gedung_id: ids.gedung,
      jatuh_tempo: '2030-01-01',
      items: [{ jenis_billing_id: ids.jenis, deskripsi: 'x', harga_satuan: 1 }],
    }),
  )
  expect(must(await s.admin.get(`/billing/view?id=${bill.id}&expand=gedung`)).gedung).toMatchObject(
    { logo, nama: 'Nada Jakarta' },
  )
  expect((await change(ids.gedung, { logo: await uploadLogo() }, s.admin)).status).toBe(200)
  expect((await s.admin.bytes(`/berkas?id=${logo}`)).status).toBe(404)
})
