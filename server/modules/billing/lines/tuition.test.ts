/**
 * Tuition lines that users enter on bills, on both database engines. A line refers to an enrolment,
 * and each month of an enrolment is billed once.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeRandom } from '#contract/values/random.ts'
import { addMonths } from '#contract/values/tanggal.ts'
import type { Body } from '#mocks/api/api.ts'
import {
  checkMoney,
  enrol,
  makeAkun,
  makeKelas,
  makeFamily,
  makeOutlet,
  makePeserta,
  setSetting,
} from '#mocks/people/family.ts'
import { makeSchool, must, type School } from '#mocks/school/school.ts'

let s: School
beforeAll(async () => {
  s = await makeSchool()
  // With this setting, a full month has four lessons even if the month has five weeks.
  await setSetting(s, 'minggu_kelima', 'libur')
})
afterAll(() => s.close())

interface Place {
  gedung: number
  akun: number
  peserta: number
  kp: number
  kelas: number
}
const place = async (more: Body = {}): Promise<Place> => {
  const gedung = await makeOutlet(s)
  const kelas = await makeKelas(s, gedung)
  const family = await makeFamily(s, gedung, kelas, 1, more)
  return { gedung, kelas, akun: family.akun, peserta: family.peserta[0]!, kp: family.kp[0]! }
}
const line = ({ peserta, kp }: Place, more: Body = {}): Body => ({
  jenis_billing_id: s.ids.jenisKursus,
  peserta_id: peserta,
  kursus_peserta_id: kp,
  deskripsi: 'Piano',
  harga_satuan: 500_000,
  ...more,
})
const bill = ({ akun, gedung }: Place, periode: string | null, items: Body[], more: Body = {}) =>
  s.admin.post<any>('/billing/create', {
    akun_billing_id: akun,
    gedung_id: gedung,
    jatuh_tempo: '2040-12-31',
    periode,
    items,
    ...more,
  })
const view = async (id: number) =>
  must(await s.admin.get<any>(`/billing/view?id=${id}&expand=items`))
const preview = async (p: Place, periode: string) =>
  must(await s.admin.post<any>('/billing/pratinjau', { periode, gedung_id: [p.gedung] }))
const generate = async (p: Place, periode: string) =>
  must(await s.admin.post<any>('/billing/generate', { periode, gedung_id: [p.gedung] }))
const publish = (id: number) => s.admin.post<any>(`/billing/terbitkan?id=${id}`)
const courses = async (p: Place, periode: string) =>
  must(await s.admin.get<any>(`/billing/kursus?id=${p.peserta}&periode=${periode}`))
const refused = (field: string, message = expect.any(String)) => ({
  status: 422,
  data: { errors: expect.arrayContaining([{ field, message }]) },
})

describe('a month of a course', () => {
  test('is rejected by hand after its generation, with the existing bill', async () => {
    const p = await place()
    const { generate_batch_id } = await generate(p, '2026-12')
    const [{ id }] = must(await s.admin.get<any>(`/billing?generate_batch_id=${generate_batch_id}`))
    expect(await bill(p, '2026-12', [line(p)])).toMatchObject({
      status: 409,
      data: { message: expect.stringMatching(/^Piano Grade 1 Desember 2026 .* di draft Keluarga/) },
    })
    const { nomor } = must(await publish(id))
    const answer = await bill(p, '2026-12', [line(p)])
    expect(answer).toMatchObject({
      status: 409,
      data: { errors: [{ field: 'items.0.kursus_peserta_id' }] },
    })
    expect(answer.data.message).toContain(nomor)
    // Voiding the bill makes the month billable again.
    must(await s.admin.post(`/billing/batalkan?id=${id}`, { alasan: 'Salah harga bulan ini' }))
    must(await bill(p, '2026-12', [line(p)]))
    expect((await preview(p, '2026-12')).ringkasan).toMatchObject({ baris: 0, ada: 1 })
  })

  test('is not generated or billed again after it was entered by hand', async () => {
    const p = await place()
    const { id } = must(await bill(p, '2027-01', [line(p)]))
    expect((await view(id)).items).toMatchObject([
      { kursus_peserta_id: p.kp, kursus_id: s.ids.kursus, periode: '2027-01', jumlah: 500_000 },
    ])
    expect((await preview(p, '2027-01')).ringkasan).toMatchObject({ baris: 0, ada: 1 })
    expect((await generate(p, '2027-01')).dibuat).toBe(0)
    expect(await bill(p, '2027-01', [line(p)])).toMatchObject({ status: 409 })
    expect(await bill(p, '2027-02', [line(p), line(p)])).toMatchObject(
      refused('items.1.kursus_peserta_id'),
    )
    must(await bill(p, '2027-02', [line(p)]))
    // A draft cannot be moved to a month that is already billed. Deleting a draft makes its month
    // billable again.
    expect(
      await s.admin.post(`/billing/update?id=${id}`, { versi: 1, periode: '2027-02' }),
    ).toMatchObject({ status: 409 })
    must(await s.admin.post(`/billing/update?id=${id}`, { versi: 1, periode: '2027-03' }))
    expect((await preview(p, '2027-01')).ringkasan).toMatchObject({ baris: 1, ada: 0 })
    expect((await preview(p, '2027-03')).ringkasan).toMatchObject({ baris: 0, ada: 1 })
    must(await s.admin.post(`/billing/delete?id=${id}`))
    expect((await preview(p, '2027-03')).ringkasan).toMatchObject({ baris: 1, ada: 0 })
  })

  test('is billed once when several people enter it at the same moment', async () => {
    const p = await place()
    const answers = await Promise.all([
      ...Array.from({ length: 5 }, () => bill(p, '2027-04', [line(p)])),
      generate(p, '2027-04'),
    ])
    const statuses = answers.flatMap((a) => ('status' in a ? [a.status] : []))
    expect(statuses.filter((n) => n === 201).length).toBeLessThanOrEqual(1)
    expect(statuses.filter((n) => n !== 201 && n !== 409)).toEqual([])
    const rows = must(await s.admin.get<any>(`/billing?akun_billing_id=${p.akun}&expand=items`))
    expect(rows.flatMap((b: any) => b.items)).toHaveLength(1)
  })
})

describe('a line with an enrolment', () => {
  test('has the same price, proration and promo as a generated line', async () => {
    const p = await place({
      mulai: '2026-11-16',
      biaya_bulanan_khusus: 400_000,
      alasan_biaya: 'Uji',
    })
    must(
      await s.admin.post('/promo/create', {
        nama: 'Hemat',
        nilai: 1000,
        mulai: '2026-11-01',
        gedung: [p.gedung],
      }),
    )
    const [planned] = (await preview(p, '2026-11')).baris
    const { baris } = await courses(p, '2026-11')
    const factsOf = (l: any) => ({
      deskripsi: l.deskripsi,
      bagian: [l.prorata_pembilang, l.prorata_penyebut],
      diskon: l.diskon,
      jumlah: l.jumlah,
    })
    expect(factsOf(planned)).toMatchObject({ bagian: [2, 4], diskon: 20_000, jumlah: 180_000 })
    expect(baris).toHaveLength(1)
    expect(factsOf(baris[0])).toEqual(factsOf(planned))
    const { harga_satuan, deskripsi, jenis_billing_id } = baris[0]
    const { id } = must(
      await bill(p, '2026-11', [line(p, { harga_satuan, deskripsi, jenis_billing_id })]),
    )
    const stored = await view(id)
    expect(factsOf(stored.items[0])).toEqual(factsOf(planned))
    expect(stored.total).toBe(180_000)
    expect((await courses(p, '2026-11')).baris[0].ada).toMatchObject({ billing_id: id })
    // After the bill is moved to another month, the line is computed again from the price of the
    // enrolment.
    const { versi } = must(
      await s.admin.post<any>(`/billing/update?id=${id}`, { versi: 1, periode: '2026-12' }),
    )
    expect(await view(id)).toMatchObject({
      total: 360_000,
      items: [{ periode: '2026-12', prorata_pembilang: null, promo_alasan: 'Hemat' }],
    })
    expect(versi).toBe(2)
  })

  test('is rejected if it differs from the enrolment', async () => {
    const p = await place()
    const otherPlace = await place()
    const cases: [body: Body, field: string][] = [
      [{ harga_satuan: 450_000 }, 'items.0.harga_satuan'],
      [{ peserta_id: otherPlace.peserta }, 'items.0.peserta_id'],
      [{ peserta_id: null }, 'items.0.peserta_id'],
      [{ qty: 2 }, 'items.0.qty'],
      [{ jenis_billing_id: s.ids.jenis }, 'items.0.jenis_billing_id'],
      [{ kursus_peserta_id: 999_999 }, 'items.0.kursus_peserta_id'],
      [
        { kursus_peserta_id: otherPlace.kp, peserta_id: otherPlace.peserta },
        'items.0.kursus_peserta_id',
      ],
    ]
    for (const [body, field] of cases)
      expect(await bill(p, '2027-05', [line(p, body)]), field).toMatchObject(refused(field))
    expect(await bill(p, null, [line(p)])).toMatchObject(refused('periode'))
    expect(await bill(p, '2023-12', [line(p)])).toMatchObject(
      refused('items.0.kursus_peserta_id', expect.stringContaining('belum mulai')),
    )
    const reason = { harga_satuan: 450_000, alasan_manual: 'Keringanan dari kepala sekolah' }
    const { id } = must(await bill(p, '2027-05', [line(p, reason)]))
    const stored = await view(id)
    expect(stored.items).toMatchObject([{ jumlah: 450_000, alasan_manual: reason.alasan_manual }])
    // The enrolment and the student of a stored line cannot be changed.
    const [item] = stored.items
    const send = (more: Body) =>
      s.admin.post<any>(`/billing/update?id=${id}`, {
        versi: stored.versi,
        items: [line(p, { ...reason, id: item.id, ...more })],
      })
    expect(await send({ kursus_peserta_id: otherPlace.kp })).toMatchObject(
      refused('items.0.kursus_peserta_id'),
    )
    expect(await send({ peserta_id: otherPlace.peserta })).toMatchObject(
      refused('items.0.peserta_id'),
    )
    must(await send({ kursus_peserta_id: null, deskripsi: 'Lain' }))
    expect((await view(id)).items).toMatchObject([{ kursus_peserta_id: p.kp, deskripsi: 'Lain' }])
  })

  test('has the PPN of its course', async () => {
    const p = await place()
    await setSetting(s, 'ppn_persen', 1100)
    const { id } = must(await bill(p, '2027-06', [line(p)]))
    await setSetting(s, 'ppn_persen', 0)
    const { ppn_kena } = must(await s.admin.get<any>(`/kursus/view?id=${s.ids.kursus}`))
    expect((await view(id)).items[0].ppn_persen).toBe(ppn_kena ? 1100 : 0)
  })

  test('can be omitted from a published bill when the rest is saved', async () => {
    const p = await place()
    const { id } = must(await bill(p, '2027-07', [line(p)]))
    const { versi } = must(await publish(id))
    const [{ id: item, deskripsi, harga_satuan }] = (await view(id)).items
    const sameLine = { ...line(p), id: item, deskripsi, harga_satuan }
    const body = { versi, catatan: 'Dititip', items: [{ ...sameLine, kursus_peserta_id: null }] }
    must(await s.admin.post(`/billing/update?id=${id}`, body))
    expect(await view(id)).toMatchObject({
      catatan: 'Dititip',
      items: [{ kursus_peserta_id: p.kp }],
    })
  })
})

describe('tuition without an enrolment', () => {
  const typed = (p: Place, more: Body = {}) => line(p, { kursus_peserta_id: null, ...more })
  const reason = { alasan_manual: 'Les tambahan sebelum ujian' }

  test('requires a reason, which the form and the generation show', async () => {
    const p = await place()
    expect(await bill(p, '2027-08', [typed(p)])).toMatchObject(refused('items.0.kursus_peserta_id'))
    expect(await bill(p, '2027-08', [typed(p, { peserta_id: null })])).toMatchObject(
      refused('items.0.peserta_id'),
    )
    const { id } = must(await bill(p, '2027-08', [typed(p, reason)]))
    const untiedLines = [{ billing_id: id, jumlah: 500_000, alasan: reason.alasan_manual }]
    expect((await courses(p, '2027-08')).tanpa_jadwal).toMatchObject(untiedLines)
    const [planned] = (await preview(p, '2027-08')).baris
    expect(planned).toMatchObject({
      hasil: 'dibuat',
      tanpa_jadwal: expect.stringMatching(/^Piano Rp500.000 di draft Keluarga/),
    })
    expect((await preview(p, '2027-09')).baris[0].tanpa_jadwal).toBeNull()
    must(await publish(id))
    must(await s.admin.post(`/billing/batalkan?id=${id}`, { alasan: 'Tidak jadi ditambah' }))
    expect((await preview(p, '2027-08')).baris[0].tanpa_jadwal).toBeNull()
  })

  test('is not published without a reason', async () => {
    const p = await place()
    const { id } = must(await bill(p, '2027-10', [typed(p, reason)]))
    await s.db
      .updateTable('billing_item')
      .set({ alasan_manual: null })
      .where('billing_id', '=', id)
      .execute()
    expect(await publish(id)).toMatchObject({
      status: 409,
      data: { message: expect.stringContaining('tanpa alasan') },
    })
    const { items, versi } = await view(id)
    const tied = [{ ...typed(p), id: items[0].id, kursus_peserta_id: p.kp }]
    must(await s.admin.post(`/billing/update?id=${id}`, { versi, items: tied }))
    must(await publish(id))
    expect((await preview(p, '2027-10')).ringkasan).toMatchObject({ baris: 0, ada: 1 })
  })
})

test('starts a bill with the outlet of the students and the usual due day', async () => {
  const p = await place()
  const readFormStart = async (more = '') =>
    must(await s.admin.get<any>(`/billing/isian?id=${p.akun}${more}`))
  expect(await readFormStart('&periode=2030-01')).toEqual({
    gedung_id: p.gedung,
    jatuh_tempo: (await preview(p, '2030-01')).jatuh_tempo,
  })
  const otherPlace = await place()
  await enrol(s, await makePeserta(s, p.akun, otherPlace.gedung), otherPlace.kelas)
  expect((await readFormStart()).gedung_id).toBeNull()
  const none = await makeAkun(s)
  expect(must(await s.admin.get<any>(`/billing/isian?id=${none}`)).gedung_id).toBeNull()
  expect(await s.admin2.get(`/billing/isian?id=${p.akun}`)).toMatchObject({ status: 404 })
  expect(await s.admin2.get(`/billing/kursus?id=${p.peserta}&periode=2030-01`)).toMatchObject({
    status: 404,
  })
})

/**
 * Runs random actions on two months of two enrolments, in sequence and concurrently, and checks
 * that no month is billed twice. Returns the number of conflicts (409).
 */
const act = async (seed: number): Promise<number> => {
  const r = makeRandom(seed)
  const p = await place()
  const sibling = await makePeserta(s, p.akun, p.gedung)
  const both = [p, { ...p, peserta: sibling, kp: await enrol(s, sibling, p.kelas) }] as const
  const months = ['2028-01', addMonths('2028-01', 1)] as const
  const month = () => r.pick([...months] as [string, string])
  const bills = async (status: number) =>
    must(
      await s.admin.get<any>(
        `/billing?akun_billing_id=${p.akun}&status=${status}&batal=false&per-page=100`,
      ),
    )
  const any = async (status: number) => {
    const [first, ...rest] = await bills(status)
    return first ? r.pick([first, ...rest]) : undefined
  }
  const alasan = { alasan: 'Dibatalkan oleh uji acak' }
  const steps = [
    () => s.admin.post('/billing/generate', { periode: month(), gedung_id: [p.gedung] }),
    () => bill(p, month(), [line(r.pick([both[0], both[1]]))]),
    () => bill(p, month(), [line(both[0]), line(both[1])]),
    async () => {
      const draft = await any(0)
      const body = { versi: draft?.versi, periode: month() }
      return draft && s.admin.post(`/billing/update?id=${draft.id}`, body)
    },
    async () => {
      const draft = await any(0)
      return draft && publish(draft.id)
    },
    async () => {
      const draft = await any(0)
      return draft && r.chance(0.4) && s.admin.post(`/billing/delete?id=${draft.id}`)
    },
    async () => {
      const live = await any(1)
      return live && r.chance(0.5) && s.admin.post(`/billing/batalkan?id=${live.id}`, alasan)
    },
  ] as const
  let refusals = 0
  for (let i = 0; i < 14; i++) {
    const together = Array.from({ length: r.chance(0.4) ? 3 : 1 }, () => r.pick([...steps])())
    for (const answer of await Promise.all(together)) {
      if (!answer) continue
      expect([200, 201, 404, 409], `seed ${seed}`).toContain(answer.status)
      if (answer.status === 409) refusals++
    }
    const rows = must(
      await s.admin.get<any>(
        `/billing?akun_billing_id=${p.akun}&batal=false&per-page=100&expand=items`,
      ),
    )
    const lines = rows.flatMap((b: any) => b.items)
    const billedMonths = lines.map((l: any) => `${l.kursus_peserta_id} ${l.periode}`)
    expect(new Set(billedMonths).size, `seed ${seed}: ${billedMonths.join(', ')}`).toBe(
      lines.length,
    )
  }
  return refusals
}
test('bills no month of a course twice, by generation and by hand in random order', async () => {
  let refusals = 0
  for (let seed = 1; seed <= 8; seed++) refusals += await act(seed)
  expect(refusals).toBeGreaterThan(0)
}, 120_000)

// Must stay the last test, because it checks the data that all tests above have left.
test('keeps every money rule after all tests', async () => {
  expect(await checkMoney(s.db)).toEqual([])
})
