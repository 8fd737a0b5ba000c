/**
 * Expenses of sales people: filing, decision by another person, filing again, voiding, and the
 * figures in reports.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { RoleId } from '#contract/enums.ts'
import { addDays, currentDay } from '#contract/values/tanggal.ts'
import type { Body, Client } from '#mocks/api/api.ts'
import { checkMoney, setSetting } from '#mocks/people/family.ts'
import { pngOf } from '#mocks/pictures.ts'
import { samplesOf } from '#mocks/samples.ts'
import { makeSchool, must, type School } from '#mocks/school/school.ts'

let s: School
beforeAll(async () => {
  s = await makeSchool()
})
afterAll(() => s.close())

const reason = { alasan: 'Salah catat waktu uji' }
const sample = async (more: Body = {}): Promise<Body> => ({
  ...(await samplesOf(s)['pengeluaran-sales'].create()),
  ...more,
})
const file = async (more: Body = {}, by: Client = s.sales): Promise<any> =>
  by.post<any>('/pengeluaran-sales/create', await sample(more))
const filed = async (more: Body = {}, by?: Client): Promise<any> => must(await file(more, by))
const act = (by: Client, verb: string, id: number, body: Body = {}) =>
  by.post<any>(`/pengeluaran-sales/${verb}?id=${id}`, body)
const view = async (id: number, by: Client = s.superadmin): Promise<any> =>
  must(await by.get(`/pengeluaran-sales/view?id=${id}&expand=kembar`))
let width = 0
const upload = async (by: Client = s.sales, bytes = pngOf(++width, 1)): Promise<number> =>
  must<any>(await by.upload('/berkas/unggah', 'nota.png', bytes, { jenis: 'bukti' })).id

describe('submission', () => {
  test('waits for approval from sales and is approved at once from an admin', async () => {
    expect(await filed()).toMatchObject({
      nomor: expect.stringMatching(/^PS\/2026\/01\/\d{4}$/),
      status: 'diajukan',
      diajukan_oleh: s.ids.sales,
      disetujui_oleh: null,
    })
    expect(await filed({}, s.admin)).toMatchObject({
      status: 'disetujui',
      disetujui_oleh: s.ids.admin,
      disetujui_at: expect.any(String),
    })
  })
  test('waits for approval from an admin without the code, who cannot decide either', async () => {
    const { id: role_id } = must<any>(
      await s.superadmin.post('/role/create', {
        name: 'Pencatat',
        dasar_role_id: RoleId.admin,
        accesses: ['pengeluaran-sales/create', 'pengeluaran-sales/index', 'user/sales'],
      }),
    )
    const setRole = (id: number) =>
      s.db.updateTable('user').set({ role_id: id }).where('id', '=', s.ids.admin2).execute()
    await setRole(role_id)
    const row = await filed({ gedung_id: s.ids.gedung2, sales_id: s.ids.sales2 }, s.admin2)
    expect(row.status).toBe('diajukan')
    await setRole(RoleId.admin)
    expect((await act(s.admin2, 'setujui', row.id)).status).toBe(403)
    expect((await act(s.admin, 'setujui', row.id)).status).toBe(200)
  })
  test.each([
    ['another sales person', () => ({ sales_id: s.ids.sales2 }), 'sales_id'],
    ['tomorrow', () => ({ tanggal: addDays(currentDay('Asia/Jakarta'), 1) }), 'tanggal'],
    ['long before the school', () => ({ tanggal: '1926-01-05' }), 'tanggal'],
    ['nothing', () => ({ jumlah: 0 }), 'jumlah'],
    ['less than nothing', () => ({ jumlah: -5 }), 'jumlah'],
    ['parts of a rupiah', () => ({ jumlah: 1000.5 }), 'jumlah'],
    ['no words', () => ({ keterangan: ' ' }), 'keterangan'],
    ['a file of nobody', () => ({ bukti: 999_999 }), 'bukti'],
    ['a kind that is none', () => ({ kategori: 'pesta' }), 'kategori'],
  ])('rejects from a sales person: %s', async (_, more, field) => {
    const { status, data } = await file(more())
    expect([status, data.errors?.[0]?.field]).toEqual([422, field])
  })
  test('accepts only a lead in scope', async () => {
    const lead = async (sales_id: number) =>
      must<any>(
        await s.superadmin.post('/lead/create', {
          ...(await samplesOf(s).lead.create()),
          sales_id,
        }),
      ).id
    const [ownLead, otherLead] = [await lead(s.ids.sales), await lead(s.ids.sales2)]
    expect((await filed({ lead_id: ownLead })).lead_id).toBe(ownLead)
    const { status, data } = await file({ lead_id: otherLead })
    expect([status, data.errors?.[0]?.field]).toEqual([422, 'lead_id'])
  })
  test('uses the day of the outlet', async () => {
    const today = currentDay('Asia/Makassar')
    const more = { tanggal: today, gedung_id: s.ids.gedung2, jumlah: 77_001 }
    expect((await file(more)).status).toBe(201)
  })
  test('returns the first row for a replay and requires an idempotency key', async () => {
    const body = await sample()
    const [a, b] = [
      await s.sales.post<any>('/pengeluaran-sales/create', body, 'kunci-1'),
      await s.sales.post<any>('/pengeluaran-sales/create', body, 'kunci-1'),
    ]
    expect(b.data.id).toBe(a.data.id)
    expect((await s.sales.post('/pengeluaran-sales/create', body, null)).status).toBe(400)
  })
  test('offers no delete', async () => {
    const { id } = await filed()
    expect((await act(s.superadmin, 'delete', id)).status).toBe(404)
  })
})

describe('decision', () => {
  test('can reject with a reason, resubmit and approve; an approved row is final', async () => {
    const row = await filed({ jumlah: 91_000 })
    expect((await act(s.admin, 'tolak', row.id)).status).toBe(422)
    expect(must(await act(s.admin, 'tolak', row.id, { alasan: 'Nota mana?' }))).toMatchObject({
      status: 'ditolak',
      alasan_tolak: 'Nota mana?',
      ditolak_oleh: s.ids.admin,
    })
    expect((await act(s.admin, 'setujui', row.id)).status).toBe(409)
    const again = must<any>(
      await act(s.sales, 'update', row.id, { versi: 2, bukti: await upload() }),
    )
    expect(again).toMatchObject({
      nomor: row.nomor,
      status: 'diajukan',
      diajukan_oleh: s.ids.sales,
      alasan_tolak: 'Nota mana?',
    })
    expect(must(await act(s.admin, 'setujui', row.id, { versi: again.versi }))).toMatchObject({
      status: 'disetujui',
      disetujui_oleh: s.ids.admin,
    })
    for (const by of [s.sales, s.admin]) {
      const { status, data } = await act(by, 'update', row.id, { versi: 4, jumlah: 1 })
      expect([status, data.message]).toEqual([409, expect.stringMatching(/sudah disetujui/)])
    }
    for (const verb of ['setujui', 'tolak'])
      expect((await act(s.admin, verb, row.id, reason)).status).toBe(409)
  })
  test('rejects approval of an outdated version', async () => {
    const { id } = await filed()
    must(await act(s.sales, 'update', id, { versi: 1, jumlah: 5_000_000 }))
    expect((await act(s.admin, 'setujui', id, { versi: 1 })).status).toBe(409)
    expect((await view(id)).status).toBe('diajukan')
  })
  test('is denied to sales even with the code', async () => {
    const { id } = await filed()
    for (const verb of ['setujui', 'tolak', 'batalkan'])
      expect((await act(s.sales, verb, id, reason)).status, verb).toBe(403)
    const { id: role_id } = must<any>(
      await s.superadmin.post('/role/create', {
        name: 'Sales Kepala',
        dasar_role_id: RoleId.sales,
        accesses: [
          'pengeluaran-sales/create',
          'pengeluaran-sales/setujui',
          'pengeluaran-sales/tolak',
        ],
      }),
    )
    await s.db.updateTable('user').set({ role_id }).where('id', '=', s.ids.sales).execute()
    expect((await filed()).status).toBe('diajukan')
    for (const verb of ['setujui', 'tolak'])
      expect((await act(s.sales, verb, id, reason)).status, verb).toBe(403)
    // The sales person cannot decide on their own expense even after becoming a superadmin.
    await s.db
      .updateTable('user')
      .set({ role_id: RoleId.superadmin })
      .where('id', '=', s.ids.sales)
      .execute()
    expect((await act(s.sales, 'setujui', id)).status).toBe(403)
    await s.db
      .updateTable('user')
      .set({ role_id: RoleId.sales })
      .where('id', '=', s.ids.sales)
      .execute()
  })
  test('voids in every state, once, with a reason, and keeps the number', async () => {
    const rows = [await filed(), await filed({}, s.admin), await filed()]
    must(await act(s.admin, 'tolak', rows[2].id, { alasan: 'Tidak perlu' }))
    for (const { id, nomor } of rows) {
      expect((await act(s.admin, 'batalkan', id, { alasan: 'pendek' })).status).toBe(422)
      expect(must(await act(s.admin, 'batalkan', id, reason))).toMatchObject({
        nomor,
        void_by: s.ids.admin,
        void_alasan: reason.alasan,
      })
      for (const [verb, body] of [
        ['batalkan', reason],
        ['setujui', {}],
        ['tolak', reason],
        ['update', { versi: 9, jumlah: 2 }],
      ] as const)
        expect((await act(s.admin, verb, id, body)).status, verb).toBe(409)
    }
  })
})

describe('a closed month', () => {
  const locked = '2026-02-28'
  beforeEach(() => setSetting(s, 'kunci_buku_sampai', null))
  test('rejects new rows, approvals and voids; allows rejections and a later date', async () => {
    const [waiting, approved, late] = [
      await filed({ tanggal: '2026-02-10' }),
      await filed({ tanggal: '2026-02-11' }, s.admin),
      await filed({ tanggal: '2026-02-12' }),
    ]
    await setSetting(s, 'kunci_buku_sampai', locked)
    for (const answer of [
      await file({ tanggal: locked }),
      await act(s.admin, 'setujui', waiting.id),
      await act(s.admin, 'batalkan', approved.id, reason),
      await act(s.sales, 'update', late.id, { versi: 1, keterangan: 'Lain' }),
    ])
      expect([answer.status, answer.data.message]).toEqual([
        409,
        expect.stringMatching(/Buku sudah dikunci/),
      ])
    expect((await act(s.admin, 'tolak', waiting.id, { alasan: 'Terlambat' })).status).toBe(200)
    expect(
      (await act(s.sales, 'update', late.id, { versi: 1, tanggal: '2026-03-01' })).status,
    ).toBe(200)
    await setSetting(s, 'kunci_buku_sampai', null)
  })
})

describe('duplicates', () => {
  test('reports a row of the same day and amount until confirmed', async () => {
    const body = await sample({ tanggal: '2026-03-05' })
    const first = await filed(body)
    const { status, data } = await file(body)
    expect([status, data.errors]).toEqual([
      409,
      [{ field: 'bukan_kembar', message: expect.stringContaining(first.nomor) }],
    ])
    const second = await filed({ ...body, bukan_kembar: true })
    expect((await view(first.id)).kembar).toEqual([
      { id: second.id, nomor: second.nomor, tanggal: '2026-03-05', bukti_sama: false },
    ])
    // A changed description needs no new confirmation, but a changed amount can make the row a
    // possible duplicate again.
    expect((await act(s.sales, 'update', second.id, { versi: 1, keterangan: 'x' })).status).toBe(
      200,
    )
    must(await act(s.sales, 'update', second.id, { versi: 2, jumlah: 1 }))
    expect(
      (await act(s.sales, 'update', second.id, { versi: 3, jumlah: first.jumlah })).status,
    ).toBe(409)
    must(await act(s.admin, 'batalkan', first.id, reason))
    expect(
      (await act(s.sales, 'update', second.id, { versi: 3, jumlah: first.jumlah })).status,
    ).toBe(200)
  })
  test('reports the same file of another person without naming the owner', async () => {
    const bytes = pngOf(500, 500)
    const first = await filed({ bukti: await upload(s.sales, bytes) })
    const owner = { sales_id: s.ids.sales2, gedung_id: s.ids.gedung2 }
    const bukti = await upload(s.sales2, bytes)
    const { status, data } = await file({ ...owner, bukti }, s.sales2)
    expect([status, data.errors?.[0]?.field]).toEqual([409, 'bukan_kembar'])
    expect(JSON.stringify(data)).not.toContain(first.nomor)
    const second = await filed({ ...owner, bukti, bukan_kembar: true }, s.sales2)
    const twins = [expect.objectContaining({ id: second.id, bukti_sama: true })]
    expect((await view(first.id)).kembar).toEqual(expect.arrayContaining(twins))
    expect((await view(first.id, s.sales)).kembar).not.toEqual(expect.arrayContaining(twins))
  })
  test('rejects concurrent submissions of the same row except one', async () => {
    const body = await sample({ tanggal: '2026-03-06' })
    const answers = await Promise.all([file(body), file(body), file(body)])
    expect(answers.map((a) => a.status).toSorted()).toEqual([201, 409, 409])
  })
})

describe('the proof of an expense', () => {
  test('is visible with its row and belongs to one row only', async () => {
    const bukti = await upload()
    const row = await filed({ bukti })
    const read = async (by: Client) => (await by.get(`/berkas?id=${bukti}`)).status
    expect(await Promise.all([s.sales, s.admin, s.superadmin].map(read))).toEqual([200, 200, 200])
    expect(await Promise.all([s.sales2, s.admin2, s.pelatih, s.akun].map(read))).toEqual([
      404, 404, 404, 404,
    ])
    expect((await file({ bukti })).data.errors?.[0]?.field).toBe('bukti')
    expect(await checkMoney(s.db)).toEqual([])
    must(await act(s.sales, 'update', row.id, { versi: 1, bukti: null }))
    expect(await read(s.sales)).toBe(404)
  })
})

test('rejects deleting a user with expenses or approvals', async () => {
  await filed({}, s.admin)
  for (const id of [s.ids.sales, s.ids.admin]) {
    const { status, data } = await s.superadmin.post<any>(`/user/delete?id=${id}`)
    expect([status, data.message]).toEqual([
      409,
      expect.stringContaining('ada pengeluaran atas namanya'),
    ])
  }
})

test('sums by state without void rows and filters by month, kind and person', async () => {
  const month = { tanggal: '2026-04-10', kategori: 'iklan' }
  const [openRow, approvedRow, rejectedRow, voidRow] = [
    await filed({ ...month, jumlah: 1000 }),
    await filed({ ...month, jumlah: 20_000 }, s.admin),
    await filed({ ...month, jumlah: 300_000 }),
    await filed({ ...month, jumlah: 4_000_000 }, s.admin),
  ]
  must(await act(s.admin, 'tolak', rejectedRow.id, { alasan: 'Tidak perlu' }))
  must(await act(s.admin, 'batalkan', voidRow.id, reason))
  const total = async (query: string) =>
    must<any>(await s.admin.get(`/pengeluaran-sales/total?bulan=2026-04&${query}`))
  expect(await total(`kategori=iklan&sales_id=${s.ids.sales}`)).toEqual({
    jumlah_baris: 4,
    jumlah: 321_000,
    jumlah_baris_diajukan: 1,
    jumlah_diajukan: openRow.jumlah,
    jumlah_baris_disetujui: 1,
    jumlah_disetujui: approvedRow.jumlah,
    jumlah_baris_ditolak: 1,
    jumlah_ditolak: rejectedRow.jumlah,
  })
  expect((await total(`sales_id=${s.ids.sales2}`)).jumlah).toBe(0)
  expect((await total('kategori=event')).jumlah).toBe(0)
  expect(
    must<any[]>(await s.admin.get('/pengeluaran-sales?bulan=2026-04&batal=1')).map((r) => r.id),
  ).toEqual([voidRow.id])
})
