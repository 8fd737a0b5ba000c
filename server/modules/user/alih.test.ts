/* oxlint-disable vitest/no-conditional-expect -- what is expected depends on the step */
/** Upgrade, downgrade and a change of payer (domain.md 3.9): guards, what becomes of bills, and that money agrees whatever happened before. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { acak } from '#contract/rules/acak.ts'
import type { Body, Client } from '#mocks/api.ts'
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
} from '#mocks/keluarga.ts'
import { makeSchool, must, type School } from '#mocks/school.ts'

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
/** An adult student with mail and phone under an account. */
const dewasa = (akun: number, more: Body = {}) =>
  makePeserta(s, akun, s.ids.gedung, {
    tanggal_lahir: '1990-01-01',
    email: `dewasa.${++n}@contoh.id`,
    phone: '081355550000',
    ...more,
  })
/** Somebody who pays for themself. */
const mandiri = async (more: Body = {}) => {
  const id = await dewasa(await makeAkun(s), more)
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
      metode: 0,
      jumlah,
      ...more,
    }),
  )

describe('upgrade', () => {
  test('the same row pays for itself; profile, number and classes stay, sessions end, both roles are written down', async () => {
    const akun = await makeAkun(s)
    const id = await dewasa(akun, { name: 'Sari Mandiri' })
    const kp = await enrol(s, id, s.ids.kelas)
    const client = await s.as(id)
    const { no_induk } = (await view(id, 'peserta_profil')).peserta_profil
    expect(must(await upgrade(id))).toMatchObject({ id, role_id: 5, akun_billing_id: id })
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
        sebelum: { role_id: 6, akun_billing_id: akun },
        sesudah: { role_id: 5, akun_billing_id: id },
        created_by: s.ids.admin,
      },
    ])
    expect((await upgrade(id)).status).toBe(409)
  })
  test('asks for mail and phone, and for a reason under 18', async () => {
    const anak = await makePeserta(s, s.ids.akun, s.ids.gedung)
    const { status, data } = await upgrade(anak)
    expect([status, data.errors.map((e: { field: string }) => e.field)]).toEqual([
      409,
      ['email', 'phone'],
    ])
    must(
      await s.superadmin.post(`/user/update?id=${anak}`, {
        versi: 1,
        email: 'anak@contoh.id',
        phone: '081355550001',
      }),
    )
    expect((await upgrade(anak)).data.errors).toMatchObject([{ field: 'alasan' }])
    expect((await upgrade(anak, { alasan: 'pendek' })).status).toBe(422)
    must(await upgrade(anak, { alasan }))
  })
  test('only of students in scope, by those who may', async () => {
    for (const id of [s.ids.akun, s.ids.pelatih, s.ids.sales])
      expect((await upgrade(id)).status).toBe(409)
    expect((await upgrade(s.ids.peserta, {}, s.admin2)).status).toBe(404)
    for (const by of [s.sales, s.akun, s.peserta, s.pelatih])
      expect((await upgrade(s.ids.peserta, {}, by)).status).toBe(403)
  })
  test('published bills stay with the old payer, drafts follow, a shared draft is split', async () => {
    const akun = await makeAkun(s)
    const [id, adik] = [await dewasa(akun), await makePeserta(s, akun, s.ids.gedung)]
    const terbit = await makeBill(s, akun, 0, { items: [item(id, 10_000)] })
    const sendiri = await makeDraft(s, akun, 0, { items: [item(id, 20_000)] })
    const bersama = await makeDraft(s, akun, 0, {
      items: [item(adik, 1000), item(id, 30_000), item(null, 500), item(id, 40_000)],
      catatan: 'Bersama',
    })
    const asing = await makeDraft(s, akun, 0, { items: [item(adik, 2000)] })
    must(await upgrade(id))
    expect([(await bill(terbit)).akun_billing_id, (await bill(asing)).akun_billing_id]).toEqual([
      akun,
      akun,
    ])
    expect(await bill(sendiri)).toMatchObject({
      akun_billing_id: id,
      total: 20_000,
      nama_tagihan: (await view(id)).name,
    })
    expect(await bill(bersama)).toMatchObject({
      akun_billing_id: akun,
      total: 1500,
      sisa: 1500,
      items: [
        { urutan: 1, peserta_id: adik },
        { urutan: 2, peserta_id: null },
      ],
    })
    const own = must(await s.superadmin.get(`/billing?akun_billing_id=${id}&expand=items`))
    expect(own.map((b: { total: number }) => b.total).toSorted()).toEqual([20_000, 70_000])
    expect(own.find((b: { total: number }) => b.total === 70_000)).toMatchObject({
      catatan: 'Bersama',
      status: 0,
      items: [
        { urutan: 1, harga_satuan: 30_000 },
        { urutan: 2, harga_satuan: 40_000 },
      ],
    })
    expect(await checkMoney(s.db)).toEqual([])
  })
  test('or stay, where that is wanted', async () => {
    const akun = await makeAkun(s)
    const id = await dewasa(akun)
    const draft = await makeDraft(s, akun, 0, { items: [item(id, 20_000)] })
    must(await upgrade(id, { pindahkan_draft: false }))
    expect((await bill(draft)).akun_billing_id).toBe(akun)
  })
  test('a generated draft that moved is not made again, and the next month goes to the new payer', async () => {
    const gedung = await makeOutlet(s)
    const kelas = await makeKelas(s, gedung)
    const akun = await makeAkun(s)
    const [id, adik] = [
      await dewasa(akun, { gedung_id: gedung }),
      await makePeserta(s, akun, gedung),
    ]
    for (const p of [id, adik]) await enrol(s, p, kelas)
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
  test('the same row goes under another account: drafts follow, sessions end', async () => {
    const [id, akun] = [await mandiri(), await makeAkun(s)]
    const draft = await makeDraft(s, id, 25_000)
    const client = await s.as(id)
    expect(must(await downgrade(id, { akun_billing_id: akun }))).toMatchObject({
      id,
      role_id: 6,
      akun_billing_id: akun,
    })
    expect((await bill(draft)).akun_billing_id).toBe(akun)
    expect((await client.get('/profile')).status).toBe(401)
    expect(
      must(await s.superadmin.get(`/audit?entitas=user&entitas_id=${id}&aksi=downgrade`)),
    ).toMatchObject([{ sebelum: { role_id: 5 }, sesudah: { role_id: 6, akun_billing_id: akun } }])
    must(await upgrade(id))
    expect(await checkMoney(s.db)).toEqual([])
  })
  test('guards: a student, another active akun billing in scope, no other student, no saldo', async () => {
    const akun = await makeAkun(s)
    const id = await mandiri()
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
    const nonaktif = await makeAkun(s, { status: 1 })
    expect(await issue({ akun_billing_id: nonaktif })).toEqual([422, 'akun_billing_id'])
    const adik = await makePeserta(s, id, s.ids.gedung, { name: 'Adik Tanggungan' })
    expect((await downgrade(id, { akun_billing_id: akun })).data).toMatchObject({
      status: 409,
      message: expect.stringContaining('Adik Tanggungan'),
    })
    must(await s.superadmin.post(`/user/update?id=${adik}`, { versi: 1, akun_billing_id: akun }))
    await pay(id, 5000)
    expect((await downgrade(id, { akun_billing_id: akun })).data).toMatchObject({
      status: 409,
      message: expect.stringContaining('Rp5.000'),
    })
    expect((await view(id)).role_id).toBe(5)
  })
  test('an admin of one outlet hands over to an account that it sees, only', async () => {
    const id = await mandiri({ gedung_id: s.ids.gedung2 })
    expect(
      (await downgrade(id, { akun_billing_id: s.ids.akun }, s.admin2)).data.errors,
    ).toMatchObject([{ field: 'akun_billing_id' }])
    must(await downgrade(id, { akun_billing_id: s.ids.akun2 }, s.admin2))
  })
  test('open bills are refused, or voided and issued anew to the new payer', async () => {
    const [id, akun] = [await mandiri(), await makeAkun(s)]
    const lama = await makeBill(s, id, 0, {
      items: [item(id, 60_000), item(null, 5000)],
      jatuh_tempo: '2040-12-31',
      periode: '2025-07',
    })
    await s.db
      .updateTable('billing')
      .set({ jatuh_tempo: '2024-02-01', tanggal_terbit: '2024-01-01' })
      .where('id', '=', lama)
      .execute()
    const baru = await makeBill(s, id, 7000, { jatuh_tempo: '2040-12-31' })
    const { nomor } = await bill(lama)
    expect((await downgrade(id, { akun_billing_id: akun })).data).toMatchObject({
      status: 409,
      message: expect.stringContaining(`${nomor} (Rp65.000)`),
    })
    expect(
      (await downgrade(id, { akun_billing_id: akun, alihkan: true })).data.errors,
    ).toMatchObject([{ field: 'alasan' }])
    must(await downgrade(id, { akun_billing_id: akun, alihkan: true, alasan }))
    for (const old of [lama, baru])
      expect(await bill(old)).toMatchObject({
        akun_billing_id: id,
        void_at: expect.any(String),
        void_alasan: alasan,
        void_by: s.ids.admin,
      })
    const made = must(
      await s.superadmin.get(`/billing?akun_billing_id=${akun}&expand=items&sort=id`),
    )
    expect(made).toMatchObject([
      {
        status: 1,
        total: 65_000,
        sisa: 65_000,
        periode: '2025-07',
        catatan: `Pengganti ${nomor}`,
        items: [{ peserta_id: id }, { peserta_id: null }],
        nomor: expect.stringMatching(/^INV/),
      },
      { status: 1, total: 7000, jatuh_tempo: '2040-12-31' },
    ])
    expect(made[0].jatuh_tempo > new Date().toISOString().slice(0, 10)).toBe(true)
    expect(await checkMoney(s.db)).toEqual([])
  })
  test('a bill that a receipt pays in part, or a locked month, stops all of it', async () => {
    const [id, akun] = [await mandiri(), await makeAkun(s)]
    await makeBill(s, id, 10_000)
    const sebagian = await makeBill(s, id, 50_000)
    const { nomor } = await pay(id, 20_000, { alokasi: [{ billing_id: sebagian, jumlah: 20_000 }] })
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
    const other = await mandiri()
    await makeBill(s, other, 10_000)
    await setSetting(s, 'kunci_buku_sampai', '2099-01-01')
    expect((await downgrade(other, { akun_billing_id: akun, alihkan: true, alasan })).status).toBe(
      409,
    )
    await setSetting(s, 'kunci_buku_sampai', null)
    must(await downgrade(other, { akun_billing_id: akun, alihkan: true, alasan }))
    expect(await checkMoney(s.db)).toEqual([])
  })
  test('saldo that had paid a part returns with the void, and must be dealt with first', async () => {
    await setSetting(s, 'auto_pakai_saldo', false)
    const [id, akun] = [await mandiri(), await makeAkun(s)]
    const b = await makeBill(s, id, 50_000)
    await pay(id, 20_000, { alokasi: [] })
    must(await s.superadmin.post(`/billing/pakai-saldo?id=${b}`, { jumlah: 20_000 }))
    expect(
      (await downgrade(id, { akun_billing_id: akun, alihkan: true, alasan })).data,
    ).toMatchObject({ status: 409, message: expect.stringContaining('Rp20.000') })
    expect(await bill(b)).toMatchObject({ void_at: null, terbayar: 20_000 })
    await setSetting(s, 'auto_pakai_saldo', true)
  })
  test('twice at once: the bills are issued anew once', async () => {
    const [id, akun] = [await mandiri(), await makeAkun(s)]
    await makeBill(s, id, 10_000)
    const answers = await Promise.all(
      [1, 2, 3].map(() => downgrade(id, { akun_billing_id: akun, alihkan: true, alasan })),
    )
    expect(answers.map((a) => a.status).toSorted()).toEqual([200, 409, 409])
    expect(must(await s.superadmin.get(`/billing?akun_billing_id=${akun}`))).toHaveLength(1)
    expect(await checkMoney(s.db)).toEqual([])
  })
})

describe('another payer', () => {
  test('by update: drafts follow when that is wanted, published bills never', async () => {
    const [dari, ke] = [await makeAkun(s), await makeAkun(s)]
    const id = await makePeserta(s, dari, s.ids.gedung)
    const terbit = await makeBill(s, dari, 0, { items: [item(id, 1000)] })
    const draft = await makeDraft(s, dari, 0, { items: [item(id, 2000)] })
    must(await s.superadmin.post(`/user/update?id=${id}`, { versi: 1, akun_billing_id: ke }))
    expect((await bill(draft)).akun_billing_id).toBe(dari)
    must(await s.superadmin.post(`/user/update?id=${id}`, { versi: 2, akun_billing_id: dari }))
    must(
      await s.superadmin.post(`/user/update?id=${id}`, {
        versi: 3,
        akun_billing_id: ke,
        pindahkan_draft: true,
      }),
    )
    expect([(await bill(draft)).akun_billing_id, (await bill(terbit)).akun_billing_id]).toEqual([
      ke,
      dari,
    ])
    must(await s.superadmin.post(`/billing/terbitkan?id=${draft}`))
    expect(await checkMoney(s.db)).toEqual([])
  })
  test('through update no role becomes payer or student', async () => {
    const murid = await dewasa(await makeAkun(s))
    for (const [id, role_id] of [
      [murid, 5],
      [s.ids.akun, 6],
      [s.ids.akun, 4],
      [murid, 3],
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

test('whatever families did before, money agrees after people changed sides, and what is owed is owed by somebody', async () => {
  const r = acak(20_261_120)
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
  for (let i = 0; i < 6; i++) people.push(await dewasa(akun[r.int(0, 2)]!))
  const payer = async (id: number) => {
    const { role_id, akun_billing_id } = await view(id)
    return role_id === 5 ? id : (akun_billing_id as number)
  }
  let done = 0
  for (let step = 0; step < 60; step++) {
    const id = people[r.int(0, 5)]!
    const dari = await payer(id)
    const kind = r.int(0, 6)
    if (kind === 0) await makeBill(s, dari, 0, { items: [item(id, 1000 * r.int(1, 90))] })
    else if (kind === 1)
      await makeDraft(s, dari, 0, {
        items: [item(id, 1000 * r.int(1, 90)), ...(r.ya() ? [item(null, 500)] : [])],
      })
    else if (kind === 2) await pay(dari, 1000 * r.int(1, 60))
    else {
      const before = await open()
      const answer =
        kind < 5
          ? await upgrade(id, { pindahkan_draft: r.ya() })
          : await downgrade(id, { akun_billing_id: akun[r.int(0, 2)]!, alihkan: true, alasan })
      expect([200, 409], JSON.stringify(answer.data)).toContain(answer.status)
      if (answer.status === 200) done++
      // Saldo of the new payer may pay at once; otherwise the same amount is owed.
      const used = await open()
      if (answer.status === 409 || kind < 5) expect(used).toBe(before)
      else expect(used).toBeLessThanOrEqual(before)
    }
    if (step % 10 === 9) expect(await checkMoney(s.db), `step ${step}`).toEqual([])
  }
  expect(done).toBeGreaterThan(5)
})
