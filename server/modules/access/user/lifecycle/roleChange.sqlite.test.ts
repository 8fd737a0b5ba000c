/**
 * Tests upgrade (a student becomes their own payer), downgrade and change of payer (domain.md 3.9):
 * their checks, their effects on bills, and the sums of money after random actions.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
/* oxlint-disable vitest/no-conditional-expect -- what is expected depends on the step */
import { BillingStatus, MetodePembayaran, RoleId, UserStatus } from '#contract/enums.ts'
import { makeRandom } from '#contract/values/random.ts'
import { currentDay } from '#contract/values/tanggal.ts'
import type { Body, Client } from '#mocks/api/api.ts'
import {
  checkMoney,
  enrol,
  makeAkun,
  makeBill,
  makeDraft,
  makeKelas,
  makeOutlet,
  makePeserta,
  setSetting,
} from '#mocks/people/family.ts'
import { makeSchool, must, type School } from '#mocks/school/school.ts'

let s: School
beforeAll(async () => {
  s = await makeSchool()
})
afterAll(() => s.close())

let n = 0
const alasan = 'Permintaan keluarga, tertulis'
const upgrade = (id: number, body: Body = {}, by: Client = s.admin) =>
  by.post(`/user/upgrade?id=${id}`, body)
const downgrade = (id: number, body: Body, by: Client = s.admin) =>
  by.post(`/user/downgrade?id=${id}`, body)
const view = async (id: number, expand = '') =>
  must(await s.superadmin.get(`/user/view?id=${id}&expand=${expand}`))
const bill = async (id: number) =>
  must(await s.superadmin.get(`/billing/view?id=${id}&expand=items`))
/** Creates an adult student with mail and phone, whom a payer pays for. */
const makeAdult = (akun: number, more: Body = {}) =>
  makePeserta(s, akun, s.ids.gedung, {
    tanggal_lahir: '1990-01-01',
    email: `dewasa.${++n}@contoh.id`,
    phone: '081355550000',
    ...more,
  })
/** Creates a student who is their own payer. */
const makeSelfPayer = async (more: Body = {}) => {
  const id = await makeAdult(await makeAkun(s), more)
  must(await upgrade(id))
  return id
}
const item = (peserta_id: number | null, harga_satuan: number) => ({
  jenis_billing_id: s.ids.jenis,
  deskripsi: `Untuk ${peserta_id}`,
  harga_satuan,
  peserta_id,
})
const pay = async (akun_billing_id: number, jumlah: number, more: Body = {}) =>
  must(
    await s.superadmin.post('/billing-payment/create', {
      akun_billing_id,
      gedung_id: s.ids.gedung,
      tanggal: '2024-01-01',
      metode: MetodePembayaran.tunai,
      jumlah,
      ...more,
    }),
  )

describe('upgrade', () => {
  test('makes the user their own payer, keeps profile and classes, ends sessions', async () => {
    const akun = await makeAkun(s)
    const id = await makeAdult(akun, { name: 'Sari Mandiri' })
    const kp = await enrol(s, id, s.ids.kelas)
    const client = await s.as(id)
    const { no_induk } = (await view(id, 'peserta_profil')).peserta_profil
    expect(must(await upgrade(id))).toMatchObject({
      id,
      role_id: RoleId.akunBilling,
      akun_billing_id: id,
    })
    expect(await view(id, 'peserta_profil,akun_billing_profil')).toMatchObject({
      peserta_profil: { no_induk },
      akun_billing_profil: { nama_tagihan: 'Sari Mandiri', saldo_kredit: 0 },
    })
    expect((await client.get('/profile')).status).toBe(401)
    expect(
      must(await (await s.as(id)).get('/kursus-peserta')).map((k: { id: number }) => k.id),
    ).toEqual([kp])
    for (const jenis of ['peserta', 'akun-billing'])
      expect(
        must(await s.superadmin.get(`/user?jenis=${jenis}&q=sari mandiri`)),
        jenis,
      ).toMatchObject([{ id }])
    expect(
      must(await s.superadmin.get(`/audit?entitas=user&entitas_id=${id}&aksi=upgrade`)),
    ).toMatchObject([
      {
        sebelum: { role_id: RoleId.peserta, akun_billing_id: akun },
        sesudah: { role_id: RoleId.akunBilling, akun_billing_id: id },
        created_by: s.ids.admin,
      },
    ])
    expect((await upgrade(id)).status).toBe(409)
  })
  test('requires an email or a phone, and a reason under 18', async () => {
    const child = await makePeserta(s, s.ids.akun, s.ids.gedung)
    const { status, data } = await upgrade(child)
    expect([status, data.errors.map((e: { field: string }) => e.field)]).toEqual([409, ['phone']])
    must(
      await s.superadmin.post(`/user/update?id=${child}`, {
        versi: 1,
        phone: '081355550001',
      }),
    )
    expect((await upgrade(child)).data.errors).toMatchObject([{ field: 'alasan' }])
    expect((await upgrade(child, { alasan: 'pendek' })).status).toBe(422)
    must(await upgrade(child, { alasan }))
  })
  test('accepts only students in scope and only from permitted roles', async () => {
    for (const id of [s.ids.akun, s.ids.pelatih, s.ids.sales])
      expect((await upgrade(id)).status).toBe(409)
    expect((await upgrade(s.ids.peserta, {}, s.admin2)).status).toBe(404)
    for (const by of [s.sales, s.akun, s.peserta, s.pelatih])
      expect((await upgrade(s.ids.peserta, {}, by)).status).toBe(403)
  })
  test('keeps published bills with the old payer, moves drafts, splits shared ones', async () => {
    const akun = await makeAkun(s)
    const [id, sibling] = [await makeAdult(akun), await makePeserta(s, akun, s.ids.gedung)]
    const issued = await makeBill(s, akun, 0, { items: [item(id, 10_000)] })
    const alone = await makeDraft(s, akun, 0, { items: [item(id, 20_000)] })
    const shared = await makeDraft(s, akun, 0, {
      items: [item(sibling, 1000), item(id, 30_000), item(null, 500), item(id, 40_000)],
      catatan: 'Bersama',
    })
    const foreign = await makeDraft(s, akun, 0, { items: [item(sibling, 2000)] })
    must(await upgrade(id))
    expect([(await bill(issued)).akun_billing_id, (await bill(foreign)).akun_billing_id]).toEqual([
      akun,
      akun,
    ])
    expect(await bill(alone)).toMatchObject({
      akun_billing_id: id,
      total: 20_000,
      nama_tagihan: (await view(id)).name,
    })
    expect(await bill(shared)).toMatchObject({
      akun_billing_id: akun,
      total: 1500,
      sisa: 1500,
      items: [
        { urutan: 1, peserta_id: sibling },
        { urutan: 2, peserta_id: null },
      ],
    })
    const ownBills = must(await s.superadmin.get(`/billing?akun_billing_id=${id}&expand=items`))
    expect(ownBills.map((b: { total: number }) => b.total).toSorted()).toEqual([20_000, 70_000])
    expect(ownBills.find((b: { total: number }) => b.total === 70_000)).toMatchObject({
      catatan: 'Bersama',
      status: BillingStatus.draft,
      items: [
        { urutan: 1, harga_satuan: 30_000 },
        { urutan: 2, harga_satuan: 40_000 },
      ],
    })
    expect(await checkMoney(s.db)).toEqual([])
  })
  test('keeps drafts with the old payer on request', async () => {
    const akun = await makeAkun(s)
    const id = await makeAdult(akun)
    const draft = await makeDraft(s, akun, 0, { items: [item(id, 20_000)] })
    must(await upgrade(id, { pindahkan_draft: false }))
    expect((await bill(draft)).akun_billing_id).toBe(akun)
  })
  test('does not generate a moved draft again and bills the new payer next month', async () => {
    const gedung = await makeOutlet(s)
    const kelas = await makeKelas(s, gedung)
    const akun = await makeAkun(s)
    const [id, sibling] = [
      await makeAdult(akun, { gedung_id: gedung }),
      await makePeserta(s, akun, gedung),
    ]
    for (const p of [id, sibling]) await enrol(s, p, kelas)
    const generate = async (periode: string) =>
      must(await s.superadmin.post('/billing/generate', { periode, gedung_id: [gedung] }))
    expect((await generate('2025-05')).dibuat).toBe(1)
    must(await upgrade(id))
    expect(await generate('2025-05')).toMatchObject({ dibuat: 0 })
    const sums = async (periode: string) =>
      Object.fromEntries(
        must(await s.superadmin.get(`/billing?periode=${periode}&gedung_id=${gedung}`)).map(
          (b: { akun_billing_id: number; total: number }) => [b.akun_billing_id, b.total],
        ),
      )
    expect(await sums('2025-05')).toEqual({ [akun]: 500_000, [id]: 500_000 })
    await generate('2025-06')
    expect(await sums('2025-06')).toEqual({ [akun]: 500_000, [id]: 500_000 })
    expect(await checkMoney(s.db)).toEqual([])
  })
})

describe('downgrade', () => {
  test('assigns the same user to another account, moves drafts and ends sessions', async () => {
    const [id, akun] = [await makeSelfPayer(), await makeAkun(s)]
    const draft = await makeDraft(s, id, 25_000)
    const client = await s.as(id)
    expect(must(await downgrade(id, { akun_billing_id: akun }))).toMatchObject({
      id,
      role_id: RoleId.peserta,
      akun_billing_id: akun,
    })
    expect((await bill(draft)).akun_billing_id).toBe(akun)
    expect((await client.get('/profile')).status).toBe(401)
    expect(
      must(await s.superadmin.get(`/audit?entitas=user&entitas_id=${id}&aksi=downgrade`)),
    ).toMatchObject([
      {
        sebelum: { role_id: RoleId.akunBilling },
        sesudah: { role_id: RoleId.peserta, akun_billing_id: akun },
      },
    ])
    must(await upgrade(id))
    expect(await checkMoney(s.db)).toEqual([])
  })
  test('requires a student, another active payer in scope and no student or balance', async () => {
    const akun = await makeAkun(s)
    const id = await makeSelfPayer()
    const issue = async (body: Body, by?: Client) => {
      const { status, data } = await downgrade(id, body, by)
      return [status, data.errors?.[0]?.field]
    }
    expect(await issue({})).toEqual([422, 'akun_billing_id'])
    for (const target of [id, s.ids.sales, s.ids.peserta, 999_999])
      expect(await issue({ akun_billing_id: target }), String(target)).toEqual([
        422,
        'akun_billing_id',
      ])
    expect((await downgrade(akun, { akun_billing_id: s.ids.akun })).data).toMatchObject({
      status: 422,
      message: expect.stringMatching(/Bukan peserta/),
    })
    expect((await downgrade(s.ids.peserta, { akun_billing_id: akun })).status).toBe(409)
    const inactive = await makeAkun(s, { status: UserStatus.nonaktif })
    expect(await issue({ akun_billing_id: inactive })).toEqual([422, 'akun_billing_id'])
    const sibling = await makePeserta(s, id, s.ids.gedung, { name: 'Adik Tanggungan' })
    expect((await downgrade(id, { akun_billing_id: akun })).data).toMatchObject({
      status: 409,
      message: expect.stringContaining('Adik Tanggungan'),
    })
    must(await s.superadmin.post(`/user/update?id=${sibling}`, { versi: 1, akun_billing_id: akun }))
    await pay(id, 5000)
    expect((await downgrade(id, { akun_billing_id: akun })).data).toMatchObject({
      status: 409,
      message: expect.stringContaining('Rp5.000'),
    })
    expect((await view(id)).role_id).toBe(5)
  })
  test('lets an admin of one outlet hand over only to an account in scope', async () => {
    const id = await makeSelfPayer({ gedung_id: s.ids.gedung2 })
    expect(
      (await downgrade(id, { akun_billing_id: s.ids.akun }, s.admin2)).data.errors,
    ).toMatchObject([{ field: 'akun_billing_id' }])
    must(await downgrade(id, { akun_billing_id: s.ids.akun2 }, s.admin2))
  })
  test('rejects open bills, or voids and reissues them to the new payer', async () => {
    const [id, akun] = [await makeSelfPayer(), await makeAkun(s)]
    const older = await makeBill(s, id, 0, {
      items: [item(id, 60_000), item(null, 5000)],
      jatuh_tempo: '2040-12-31',
      periode: '2025-07',
    })
    await s.db
      .updateTable('billing')
      .set({ jatuh_tempo: '2024-02-01', tanggal_terbit: '2024-01-01' })
      .where('id', '=', older)
      .execute()
    const newer = await makeBill(s, id, 7000, { jatuh_tempo: '2040-12-31' })
    const { nomor } = await bill(older)
    expect((await downgrade(id, { akun_billing_id: akun })).data).toMatchObject({
      status: 409,
      message: expect.stringContaining(`${nomor} (Rp65.000)`),
    })
    expect(
      (await downgrade(id, { akun_billing_id: akun, alihkan: true })).data.errors,
    ).toMatchObject([{ field: 'alasan' }])
    must(await downgrade(id, { akun_billing_id: akun, alihkan: true, alasan }))
    for (const old of [older, newer])
      expect(await bill(old)).toMatchObject({
        akun_billing_id: id,
        void_at: expect.any(String),
        void_alasan: alasan,
        void_by: s.ids.admin,
      })
    const newBills = must(
      await s.superadmin.get(`/billing?akun_billing_id=${akun}&expand=items&sort=id`),
    )
    expect(newBills).toMatchObject([
      {
        status: BillingStatus.terbit,
        total: 65_000,
        sisa: 65_000,
        periode: '2025-07',
        catatan: `Pengganti ${nomor}`,
        items: [{ peserta_id: id }, { peserta_id: null }],
        nomor: expect.stringMatching(/^INV/),
      },
      { status: BillingStatus.terbit, total: 7000, jatuh_tempo: '2040-12-31' },
    ])
    expect(newBills[0].jatuh_tempo > currentDay()).toBe(true)
    expect(await checkMoney(s.db)).toEqual([])
  })
  test('changes nothing if a bill is partly paid by a receipt or in a locked month', async () => {
    const [id, akun] = [await makeSelfPayer(), await makeAkun(s)]
    await makeBill(s, id, 10_000)
    const partlyPaid = await makeBill(s, id, 50_000)
    const { nomor } = await pay(id, 20_000, {
      alokasi: [{ billing_id: partlyPaid, jumlah: 20_000 }],
    })
    const all = async () =>
      JSON.stringify([
        await s.db
          .selectFrom('billing')
          .selectAll()
          .where('akun_billing_id', 'in', [id, akun])
          .orderBy('id')
          .execute(),
        await view(id),
      ])
    const before = await all()
    expect(
      (await downgrade(id, { akun_billing_id: akun, alihkan: true, alasan })).data,
    ).toMatchObject({ status: 409, message: expect.stringContaining(nomor) })
    expect(await all()).toBe(before)
    const otherPayer = await makeSelfPayer()
    await makeBill(s, otherPayer, 10_000)
    await setSetting(s, 'kunci_buku_sampai', '2099-01-01')
    expect(
      (await downgrade(otherPayer, { akun_billing_id: akun, alihkan: true, alasan })).status,
    ).toBe(409)
    await setSetting(s, 'kunci_buku_sampai', null)
    must(await downgrade(otherPayer, { akun_billing_id: akun, alihkan: true, alasan }))
    expect(await checkMoney(s.db)).toEqual([])
  })
  test('rejects bills partly paid from the balance, which a void would return', async () => {
    await setSetting(s, 'auto_pakai_saldo', false)
    const [id, akun] = [await makeSelfPayer(), await makeAkun(s)]
    const b = await makeBill(s, id, 50_000)
    await pay(id, 20_000, { alokasi: [] })
    must(await s.superadmin.post(`/billing/pakai-saldo?id=${b}`, { jumlah: 20_000 }))
    expect(
      (await downgrade(id, { akun_billing_id: akun, alihkan: true, alasan })).data,
    ).toMatchObject({ status: 409, message: expect.stringContaining('Rp20.000') })
    expect(await bill(b)).toMatchObject({ void_at: null, terbayar: 20_000 })
    await setSetting(s, 'auto_pakai_saldo', true)
  })
  test('reissues the bills once for concurrent requests', async () => {
    const [id, akun] = [await makeSelfPayer(), await makeAkun(s)]
    await makeBill(s, id, 10_000)
    const answers = await Promise.all(
      [1, 2, 3].map(() => downgrade(id, { akun_billing_id: akun, alihkan: true, alasan })),
    )
    expect(answers.map((a) => a.status).toSorted()).toEqual([200, 409, 409])
    expect(must(await s.superadmin.get(`/billing?akun_billing_id=${akun}`))).toHaveLength(1)
    expect(await checkMoney(s.db)).toEqual([])
  })
})

describe('a change of payer', () => {
  test('moves drafts on request and never published bills, through update', async () => {
    const [from, to] = [await makeAkun(s), await makeAkun(s)]
    const id = await makePeserta(s, from, s.ids.gedung)
    const issued = await makeBill(s, from, 0, { items: [item(id, 1000)] })
    const draft = await makeDraft(s, from, 0, { items: [item(id, 2000)] })
    must(await s.superadmin.post(`/user/update?id=${id}`, { versi: 1, akun_billing_id: to }))
    expect((await bill(draft)).akun_billing_id).toBe(from)
    must(await s.superadmin.post(`/user/update?id=${id}`, { versi: 2, akun_billing_id: from }))
    must(
      await s.superadmin.post(`/user/update?id=${id}`, {
        versi: 3,
        akun_billing_id: to,
        pindahkan_draft: true,
      }),
    )
    expect([(await bill(draft)).akun_billing_id, (await bill(issued)).akun_billing_id]).toEqual([
      to,
      from,
    ])
    must(await s.superadmin.post(`/billing/terbitkan?id=${draft}`))
    expect(await checkMoney(s.db)).toEqual([])
  })
  test('rejects a change of role to payer or student through update', async () => {
    const student = await makeAdult(await makeAkun(s))
    for (const [id, role_id] of [
      [student, 5],
      [s.ids.akun, 6],
      [s.ids.akun, 4],
      [student, 3],
    ] as const) {
      const { versi } = await view(id)
      const { status, data } = await s.superadmin.post(`/user/update?id=${id}`, {
        versi,
        role_id,
        gedung_id: s.ids.gedung,
        gender: 'Perempuan',
        tanggal_lahir: '1990-01-01',
        akun_billing_id: s.ids.akun2,
      })
      expect([status, data.errors?.[0]?.field], `${id} to ${role_id}`).toEqual([422, 'role_id'])
    }
  })
})

test('keeps money consistent and every debt owed by a payer after random changes', async () => {
  const r = makeRandom(20_261_120)
  const open = async () =>
    (
      await s.db
        .selectFrom('billing')
        .select((eb) => eb.fn.sum<number>('sisa').as('n'))
        .where('status', '=', 1)
        .where('void_at', 'is', null)
        .executeTakeFirstOrThrow()
    ).n
  const akun = [await makeAkun(s), await makeAkun(s), await makeAkun(s)]
  const people: number[] = []
  for (let i = 0; i < 6; i++) people.push(await makeAdult(akun[r.int(0, 2)]!))
  const payer = async (id: number) => {
    const { role_id, akun_billing_id } = await view(id)
    return role_id === RoleId.akunBilling ? id : (akun_billing_id as number)
  }
  let done = 0
  for (let step = 0; step < 60; step++) {
    const id = people[r.int(0, 5)]!
    const oldPayer = await payer(id)
    const kind = r.int(0, 6)
    if (kind === 0) await makeBill(s, oldPayer, 0, { items: [item(id, 1000 * r.int(1, 90))] })
    else if (kind === 1)
      await makeDraft(s, oldPayer, 0, {
        items: [item(id, 1000 * r.int(1, 90)), ...(r.chance() ? [item(null, 500)] : [])],
      })
    else if (kind === 2) await pay(oldPayer, 1000 * r.int(1, 60))
    else {
      const before = await open()
      const answer =
        kind < 5
          ? await upgrade(id, { pindahkan_draft: r.chance() })
          : await downgrade(id, { akun_billing_id: akun[r.int(0, 2)]!, alihkan: true, alasan })
      expect([200, 409], JSON.stringify(answer.data)).toContain(answer.status)
      if (answer.status === 200) done++
      // A rejected action does not change the amount owed. A downgrade may reduce the amount,
      // because the saldo of the new payer pays transferred bills at once.
      const used = await open()
      if (answer.status === 409 || kind < 5) expect(used).toBe(before)
      else expect(used).toBeLessThanOrEqual(before)
    }
    if (step % 10 === 9) expect(await checkMoney(s.db), `step ${step}`).toEqual([])
  }
  expect(done).toBeGreaterThan(5)
})
