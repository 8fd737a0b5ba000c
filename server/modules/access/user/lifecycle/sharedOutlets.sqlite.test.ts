/**
 * Tests which changes staff limited to one outlet may make to people and bills of two outlets, and
 * the limits of sales people.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { KursusPesertaStatus, MetodePembayaran, RoleId, UserStatus } from '#contract/enums.ts'
import { currentDay } from '#contract/values/tanggal.ts'
import type { Answer, Body } from '#mocks/api/api.ts'
import { enrol, makeBill, makeDraft, makeKelas } from '#mocks/people/family.ts'
import { must } from '#mocks/school/school.ts'
import {
  makeChild,
  makeOwnPayer,
  makePerson,
  makeTwoOutlets,
  type TwoOutlets,
} from '#mocks/school/twoOutlets.ts'

let s: TwoOutlets
beforeAll(async () => {
  s = await makeTwoOutlets()
})
afterAll(() => s.close())

const reason = 'Pembayar berganti orang'
const said = ({ status, data }: Answer<{ message?: string }>) => [status, data.message]
const audits = async (entitas: string, id: number) =>
  must(
    await s.superadmin.get(
      `/audit?entitas=${entitas}&entitas_id=${id}&sort=created_at&per-page=100`,
    ),
  ) as { aksi: string; alasan: string | null; user_nama: string; sebelum: Body; sesudah: Body }[]
const ownAudits = async (id: number) =>
  (await audits('billing', id)).filter((a) => a.user_nama === 'Lina Outlet')
const update = async (id: number, body: Body, client = s.limited.client) => {
  const { versi } = must(await s.superadmin.get(`/user/view?id=${id}`))
  return client.post(`/user/update?id=${id}`, { versi, ...body })
}

describe('a change of payer by a limited admin', () => {
  test('moves and audits bills and drafts of the admin’s outlet', async () => {
    const id = await makeOwnPayer(s, s.here)
    const [bill, draft] = [
      await makeBill(s, id, 90_000, { gedung_id: s.here }),
      await makeDraft(s, id, 5000, { gedung_id: s.here }),
    ]
    must(
      await s.limited.client.post(`/user/downgrade?id=${id}`, {
        akun_billing_id: s.ids.akun,
        alihkan: true,
        alasan: reason,
      }),
    )
    expect(await ownAudits(bill)).toMatchObject([
      {
        aksi: 'batalkan',
        alasan: reason,
        sebelum: { void_at: null },
        sesudah: { void_alasan: reason },
      },
    ])
    expect(await ownAudits(draft)).toMatchObject([
      {
        aksi: 'update',
        sebelum: { akun_billing_id: id },
        sesudah: { akun_billing_id: s.ids.akun },
      },
    ])
    const [newBill] = must(
      await s.superadmin.get(`/billing?akun_billing_id=${s.ids.akun}&status=1&sort=-created_at`),
    )
    expect(newBill.catatan).toMatch(/^Pengganti INV/)
    expect(await ownAudits(newBill.id)).toMatchObject([
      {
        aksi: 'create',
        sesudah: { akun_billing_id: s.ids.akun, total: 90_000, items: [{ harga_satuan: 90_000 }] },
      },
      {
        aksi: 'terbitkan',
        sebelum: { status: 0, nomor: null },
        sesudah: { status: 1, nomor: newBill.nomor },
      },
    ])
  })
  test('neither voids, reissues nor reveals a bill of another outlet', async () => {
    const id = await makeOwnPayer(s, s.here)
    const [ownBill, otherBill] = [
      await makeBill(s, id, 1000, { gedung_id: s.here }),
      await makeBill(s, id, 1000, { gedung_id: s.there }),
    ]
    const downgrade = () =>
      s.limited.client.post(`/user/downgrade?id=${id}`, {
        akun_billing_id: s.ids.akun,
        alihkan: true,
        alasan: reason,
      })
    expect(said(await downgrade())).toEqual([
      403,
      '1 tagihan yang ikut berubah ada di luar wilayah Anda. Hanya admin yang memegang semua outletnya yang dapat melakukannya.',
    ])
    expect(
      must(await s.superadmin.get(`/billing?akun_billing_id=${id}&batal=0`))
        .map((b: Body) => b.id)
        .toSorted(),
    ).toEqual([ownBill, otherBill])
    must(await s.superadmin.post(`/billing/batalkan?id=${otherBill}`, { alasan: reason }))
    await makeDraft(s, id, 1000, { gedung_id: s.there })
    expect(said(await downgrade())).toEqual([
      403,
      '1 draft tagihan yang ikut berubah ada di luar wilayah Anda. Hanya admin yang memegang semua outletnya yang dapat melakukannya.',
    ])
    must(
      await s.free.client.post(`/user/downgrade?id=${id}`, {
        akun_billing_id: s.ids.akun,
        alihkan: true,
        alasan: reason,
      }),
    )
  })
  test('audits both drafts after a split', async () => {
    const [from, to] = [
      await makePerson(s, RoleId.akunBilling, { gedung_id: s.here }),
      await makePerson(s, RoleId.akunBilling, { gedung_id: s.here }),
    ]
    const [stays, goes] = [await makeChild(s, from, s.here), await makeChild(s, from, s.here)]
    const line = (peserta_id: number) => ({
      jenis_billing_id: s.ids.jenis,
      deskripsi: 'Uji',
      harga_satuan: 5000,
      peserta_id,
    })
    const draft = await makeDraft(s, from, 0, {
      gedung_id: s.here,
      items: [line(stays), line(goes)],
    })
    must(await update(goes, { akun_billing_id: to, pindahkan_draft: true }))
    expect(await ownAudits(draft)).toMatchObject([
      { aksi: 'update', sebelum: { total: 10_000 }, sesudah: { total: 5000 } },
    ])
    const [newDraft] = must(await s.superadmin.get(`/billing?akun_billing_id=${to}`))
    expect(await ownAudits(newDraft.id)).toMatchObject([
      { aksi: 'create', sesudah: { total: 5000, akun_billing_id: to } },
    ])
    // The admin must not move a draft bill of the other outlet, even one with a single line for the
    // student. The whole update is therefore rejected, including the new payer.
    await makeDraft(s, to, 0, { gedung_id: s.there, items: [line(goes)] })
    expect((await update(goes, { akun_billing_id: from, pindahkan_draft: true })).status).toBe(403)
    expect(must(await s.superadmin.get(`/user/view?id=${goes}`)).akun_billing_id).toBe(to)
  })
})

describe('changes by a limited admin to people of two outlets', () => {
  const shared = 'Orang ini juga milik outlet lain: hanya admin yang memegang semua outletnya yang'
  test('allows contact data and rejects what affects another outlet', async () => {
    const { payer, coach } = s.both
    must(await update(payer, { kota: 'Maros' }))
    must(await update(coach, { kota: 'Maros' }))
    expect(said(await update(payer, { status: UserStatus.nonaktif }))).toEqual([
      403,
      `${shared} mengubah statusnya.`,
    ])
    expect(said(await update(payer, { blokir_tagihan: true }))).toEqual([
      403,
      `${shared} memblokir tagihannya.`,
    ])
    expect(
      said(await s.limited.client.post(`/user/disable-enable?id=${payer}`, { alasan: reason })),
    ).toEqual([403, `${shared} mengubah statusnya.`])
    must(await s.free.client.post(`/user/disable-enable?id=${payer}`, { alasan: reason }))
    expect(said(await s.limited.client.post(`/user/activate?id=${payer}`))).toEqual([
      403,
      `${shared} mengaktifkannya.`,
    ])
    must(await s.free.client.post(`/user/activate?id=${payer}`))
    const visiting = await makePerson(s, RoleId.pelatih, { gedung_wilayah: [s.here, s.there] })
    expect(said(await update(visiting, { role_id: RoleId.sales, gedung_id: s.here }))).toEqual([
      403,
      `${shared} mengganti rolenya.`,
    ])
    expect(said(await s.limited.client.post(`/user/delete?id=${visiting}`))).toEqual([
      403,
      `${shared} menghapusnya.`,
    ])
  })
  test('disables a user of the admin’s own outlet only', async () => {
    const payer = await makePerson(s, RoleId.akunBilling, { gedung_id: s.here })
    await makeChild(s, payer, s.here)
    expect(
      must(await s.limited.client.post(`/user/disable-enable?id=${payer}`, { alasan: reason }))
        .status,
    ).toBe(1)
    expect(must(await s.limited.client.post(`/user/activate?id=${payer}`)).status).toBe(10)
  })
  test('rejects changing a home outlet outside the admin’s scope', async () => {
    const coach = await makePerson(s, RoleId.pelatih, {
      gedung_id: s.there,
      gedung_wilayah: [s.here],
    })
    expect(said(await update(coach, { gedung_id: s.here }))).toEqual([
      403,
      'Outlet orang ini di luar wilayah Anda: hanya admin outlet itu yang memindahkannya.',
    ])
  })
  test('rejects making a coach of all outlets', async () => {
    const body = {
      role_id: RoleId.pelatih,
      name: 'Guru Baru',
      email: 'guru.baru@contoh.id',
      phone: '081300000005',
    }
    const message = 'Guru semua outlet diatur admin semua outlet. Pilih outlet Anda.'
    expect(said(await s.limited.client.post('/user/create', body))).toEqual([403, message])
    must(await s.limited.client.post('/user/create', { ...body, gedung_wilayah: [s.here] }))
    const sales = await makePerson(s, RoleId.sales, { gedung_id: s.here })
    expect(said(await update(sales, { role_id: RoleId.pelatih }))).toEqual([403, message])
  })
  test('rejects changing a name stored in rows of another outlet', async () => {
    expect(said(await update(s.both.student, { name: 'Nama Baru' }))).toEqual([
      403,
      'Nama ini juga tertulis pada 1 jadwal kursus di outlet lain. Hanya admin yang memegang semua outletnya yang menggantinya.',
    ])
    const child = await makeChild(s, s.both.payer, s.here)
    await enrol(s, child, s.ids.kelas)
    must(await update(child, { name: 'Nama Baru' }))
  })
  test('receives money at the admin’s outlet wherever the family lives', async () => {
    const payer = await makePerson(s, RoleId.akunBilling, { gedung_id: s.there })
    await makeChild(s, payer, s.there)
    await makeChild(s, payer, s.here)
    const receipt = must(
      await s.limited.client.post('/billing-payment/create', {
        akun_billing_id: payer,
        tanggal: '2025-01-05',
        metode: MetodePembayaran.tunai,
        jumlah: 5000,
      }),
    )
    expect(receipt).toMatchObject({ gedung_id: s.here, ke_saldo: 5000 })
  })
})

describe('the balance of a family of two outlets', () => {
  test('is shared; entries from other outlets are only counted', async () => {
    const payer = await makePerson(s, RoleId.akunBilling)
    for (const gedung_id of [s.here, s.there]) {
      await makeChild(s, payer, gedung_id)
      must(
        await s.superadmin.post('/billing-payment/create', {
          akun_billing_id: payer,
          gedung_id,
          tanggal: '2025-01-05',
          metode: MetodePembayaran.tunai,
          jumlah: 10_000,
        }),
      )
    }
    await makeBill(s, payer, 3000, { gedung_id: s.there })
    await makeBill(s, payer, 2000, { gedung_id: s.here })
    const info = async (client = s.limited.client) =>
      must(await client.get(`/user/info-billing?id=${payer}`))
    const summary = await info()
    expect(summary).toMatchObject({
      saldo_kredit: 15_000,
      lunas: { jumlah: 1, total: 2000 },
      mutasi: [{ jumlah: -2000 }, { jumlah: 10_000 }],
      mutasi_elsewhere: 2,
    })
    expect(summary.tagihan.map((b: Body) => b.gedung_id)).toEqual([s.here])
    expect(await info(s.free.client)).toMatchObject({
      saldo_kredit: 15_000,
      mutasi: [{ jumlah: -2000 }, { jumlah: -3000 }, { jumlah: 10_000 }, { jumlah: 10_000 }],
      mutasi_elsewhere: 0,
    })
  })
})

describe('sales', () => {
  test('cannot graduate a student', async () => {
    const child = await makeChild(s, s.ids.akun, s.here, { sales_id: s.ids.sales })
    const kelas = await makeKelas(s, s.here)
    const body = { peserta_id: child, kursus_pelatih_id: kelas, mulai: '2024-01-01' }
    const created = await s.sales.post('/kursus-peserta/create', {
      ...body,
      status: KursusPesertaStatus.lulus,
    })
    expect(created.status).toBe(422)
    const { id } = must(await s.sales.post('/kursus-peserta/create', body))
    const graduate = { selesai: '2024-06-01' }
    const path = `/kursus-peserta/lulus?id=${id}`
    expect((await s.sales.post(path, graduate)).status).toBe(403)
    const day = { selesai: currentDay() }
    must(await s.limited.client.post(path, day))
  })
  test('cannot see addresses, birth dates and bank accounts of coaches', async () => {
    const secret = {
      alamat: 'Jl. Rahasia 7',
      kota: 'Kota Rahasia',
      kode_pos: '99999',
      tempat_lahir: 'Lahir Rahasia',
      tanggal_lahir: '1977-07-07',
      bank: 'Bank Rahasia',
      no_rekening: '7777777777',
      phone_alt: '081277777777',
    }
    const coach = await makePerson(s, RoleId.pelatih, { gedung_id: s.here, ...secret })
    const hidden = /rahasia|99999|1977-07-07|7777777/i
    const text = async (path: string) => {
      const { status, data } = await s.sales.get(path)
      expect(status, path).toBe(200)
      return JSON.stringify(data)
    }
    const expands =
      'role,gedung,akun_billing,sales,peserta_profil,akun_billing_profil,pelatih_profil,sales_profil,kontak,bidang,level,gedung_wilayah,mengajar'
    for (const path of [
      `/user/view?id=${coach}&expand=${expands}`,
      `/user?jenis=pelatih&per-page=100&expand=${expands}`,
      '/user?jenis=pelatih&fields=id,alamat,tanggal_lahir,kota&per-page=100',
      `/user/pilihan?id=${coach}`,
      `/user/jadwal-pelatih?id=${coach}`,
      '/kursus-pelatih?expand=pelatih',
      '/user/kembar?phone=081277777777',
      '/search?q=rahasia',
      '/user?jenis=pelatih&q=rahasia',
    ])
      expect(await text(path), path).not.toMatch(hidden)
    const role_id = await s.make('role', {
      name: 'Sales Ekspor',
      dasar_role_id: RoleId.sales,
      accesses: [
        'user/pelatih',
        'user/peserta',
        'user/view',
        'user/ekspor',
        'user/lihat-nik',
        'audit/index',
      ],
    })
    const wide = await s.as(await makePerson(s, role_id, { gedung_id: s.here }))
    expect(
      JSON.stringify((await wide.get('/user/ekspor?format=csv&jenis=pelatih')).data),
    ).not.toMatch(hidden)
    expect((await wide.bytes('/user/ekspor?format=xlsx&jenis=pelatih')).status).toBe(200)
    expect((await wide.post(`/user/lihat-nik?id=${coach}`, { alasan: reason })).status).toBe(403)
    expect(JSON.stringify((await wide.get('/audit?per-page=100')).data)).not.toMatch(hidden)
    // An admin of the coach's outlet sees the private columns of the coach.
    expect(
      must(await s.limited.client.get(`/user/view?id=${coach}&expand=pelatih_profil`)),
    ).toMatchObject({
      alamat: secret.alamat,
      tanggal_lahir: secret.tanggal_lahir,
      pelatih_profil: { bank: secret.bank },
    })
    expect(must(await s.sales.get(`/user/view?id=${s.ids.peserta}`)).tanggal_lahir).toBe(
      '2015-03-04',
    )
  })
})
