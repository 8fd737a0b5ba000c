/** Setup guide of an empty school: each step becomes done by its rows. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { waitingToday } from '#contract/access/waitingCalls.ts'
import type { CallOutput } from '#contract/call.ts'
import { Hari, RoleId, SlotPelatih } from '#contract/enums.ts'
import type { setupState } from '#contract/settings/setupCalls.ts'
import { setupNames, setupSteps, type SetupName } from '#contract/settings/setupSteps.ts'
import { currentDay } from '#contract/values/tanggal.ts'
import { openApi, type Body, type Client, type TestApi } from '#mocks/api/api.ts'
import { must } from '#mocks/school/school.ts'

type State = CallOutput<typeof setupState>
const stateOf = async (by: Client) => must(await by.get<State>('/dashboard/panduan'))
const shownTo = async (by: Client) =>
  must(await by.get<CallOutput<typeof waitingToday>>('/dashboard/menunggu')).panduan
const doneOf = ({ langkah }: State) =>
  langkah.filter(({ selesai }) => selesai).map(({ kunci }) => kunci)
const stepOf = ({ langkah }: State, kunci: SetupName) =>
  langkah.find((step) => step.kunci === kunci)

let api: TestApi
let empty: Client
beforeAll(async () => {
  api = await openApi()
  empty = await api.as(1)
})
afterAll(() => api.close())
const make = async (path: string, body: Body): Promise<number> =>
  must(await empty.post<{ id: number }>(`/${path}/create`, body)).id
const settingBody = async (key: string, value: unknown) => {
  const { versi } = await api.db
    .selectFrom('setting')
    .select('versi')
    .where('key', '=', key)
    .executeTakeFirstOrThrow()
  return { perubahan: [{ key, value, versi }], alasan: null }
}

test('finishes each step by its rows, and hides the guide after the first payment', async () => {
  expect(doneOf(await stateOf(empty))).toEqual([])
  expect(await shownTo(empty)).toEqual([])
  expect((await stateOf(empty)).kurang).toEqual(['nama', 'logo', 'rekening'])
  const finished: SetupName[] = []
  /** Checks that the change has finished exactly one further step. */
  const finish = async (name: SetupName, change: () => Promise<unknown>) => {
    const id = await change()
    finished.push(name)
    expect(doneOf(await stateOf(empty)), name).toEqual(
      setupNames.filter((step) => finished.includes(step)),
    )
    return Number(id)
  }
  await finish('sekolah', async () =>
    must(await empty.post('/setting/simpan', await settingBody('nama_sekolah', 'Nada Kita'))),
  )
  const gedung_id = await finish('outlet', () =>
    make('gedung', { kode: 'MTG', nama: 'Menteng', alamat: 'Jl. Teuku Umar 1', kota: 'Jakarta' }),
  )
  const ruang_id = await finish('ruang', () => make('ruang', { nama: 'Ruang 1', gedung_id }))
  await finish('rekening', () =>
    make('bank', { nama_bank: 'BCA', no_rekening: '123', atas_nama: 'Nada Kita' }),
  )
  expect((await stateOf(empty)).kurang).toEqual(['logo'])
  const kategori_kursus_id = await finish('kategori', () =>
    make('kategori-kursus', { nama: 'Piano' }),
  )
  const kursus_id = await finish('kursus', () =>
    make('kursus', { kode: 'P1', nama: 'Piano 1', kategori_kursus_id, biaya_bulanan: 500_000 }),
  )
  const pelatih_id = await finish('guru', () =>
    make('user', { role_id: RoleId.pelatih, name: 'Citra', phone: '081234567890' }),
  )
  expect(stepOf(await stateOf(empty), 'jam')?.sasaran).toBe(pelatih_id)
  const hours = async (status: number) =>
    must(
      await empty.post(`/user/ubah-jadwal-pelatih?id=${pelatih_id}`, {
        versi: must(await empty.get(`/user/jadwal-pelatih?id=${pelatih_id}`)).versi,
        slot: [{ hari: Hari.senin, jam: '09:00', status }],
      }),
    )
  await hours(SlotPelatih.kosong)
  await hours(SlotPelatih.tidakBisa)
  expect(stepOf(await stateOf(empty), 'jam')?.selesai).toBe(false)
  await finish('jam', () => hours(SlotPelatih.kosong))
  expect(stepOf(await stateOf(empty), 'jam')).toMatchObject({ nama: 'Citra', sasaran: null })
  const akun_billing_id = await make('user', {
    role_id: RoleId.akunBilling,
    name: 'Fajar',
    phone: '081234567891',
  })
  const peserta_id = await finish('peserta', () =>
    make('user', {
      role_id: RoleId.peserta,
      name: 'Hana',
      gender: 'Perempuan',
      tanggal_lahir: '1990-01-02',
      phone: '081234567892',
      akun_billing_id,
      gedung_id,
    }),
  )
  const kursus_pelatih_id = await make('kursus-pelatih', {
    pelatih_id,
    kursus_id,
    gedung_id,
    ruang_id,
    hari: Hari.senin,
    jam_mulai: '09:00',
    mulai: '2024-01-01',
  })
  expect(stepOf(await stateOf(empty), 'kelas')?.sasaran).toBe(peserta_id)
  await finish('kelas', () =>
    make('kursus-peserta', { peserta_id, kursus_pelatih_id, mulai: '2024-01-01' }),
  )
  const { id: jenis_billing_id } = await api.db
    .selectFrom('jenis_billing')
    .select('id')
    .where('sifat', '=', 'tambahan')
    .executeTakeFirstOrThrow()
  const billing_id = await make('billing', {
    akun_billing_id,
    gedung_id,
    jatuh_tempo: '2030-12-31',
    items: [{ jenis_billing_id, deskripsi: 'Uji', harga_satuan: 100_000 }],
  })
  expect(stepOf(await stateOf(empty), 'tagihan')?.sasaran).toBe(billing_id)
  await finish('tagihan', async () => must(await empty.post(`/billing/terbitkan?id=${billing_id}`)))
  expect(await stateOf(empty)).toMatchObject({ siap: false, kurang: [] })
  expect(stepOf(await stateOf(empty), 'pembayaran')?.sasaran).toBe(billing_id)
  expect(await shownTo(empty)).toHaveLength(setupNames.length - 1)
  await finish('pembayaran', () =>
    make('billing-payment', {
      akun_billing_id,
      gedung_id,
      tanggal: currentDay(),
      metode: 0,
      jumlah: 100_000,
      pembayar_nama: 'Fajar',
      alokasi: [{ billing_id, jumlah: 100_000 }],
    }),
  )
  const ready = await stateOf(empty)
  expect([ready.siap, stepOf(ready, 'ruang')?.jumlah]).toEqual([true, null])
  expect(await shownTo(empty)).toBeUndefined()
  must(await empty.post('/setting/simpan', await settingBody('panduan', 'tampil')))
  expect(await shownTo(empty)).toEqual(setupNames)
  expect(stepOf(await stateOf(empty), 'ruang')).toMatchObject({ jumlah: 1, nama: 'Ruang 1' })
})

test('describes each step in one sentence', () => {
  for (const name of setupNames) expect(setupSteps[name].ket).toMatch(/^[A-Z][^.]*\.$/)
})
