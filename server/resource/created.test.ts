/**
 * Tests creates of every resource. Two creates with the same idempotency key create one row. Each
 * create without a key creates a row.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { RoleId, MetodePembayaran } from '#contract/enums.ts'
import { addDays, addMonths, currentDay } from '#contract/values/tanggal.ts'
import type { Body } from '#mocks/api/api.ts'
import { makeAkun, makeDraft, setSetting } from '#mocks/people/family.ts'
import { samplesOf } from '#mocks/samples.ts'
import { makeSchool, must, type School } from '#mocks/school/school.ts'

let s: School
beforeAll(async () => {
  s = await makeSchool()
})
afterAll(() => s.close())

const draft = (more: Body = {}): Body => ({
  akun_billing_id: s.ids.akun,
  gedung_id: s.ids.gedung,
  jatuh_tempo: addDays(currentDay(), 45),
  items: [{ jenis_billing_id: s.ids.jenis, deskripsi: 'Dua kali', harga_satuan: 1000 }],
  ...more,
})
const create = (path: string, body: Body, key: string | null, by = s.admin) =>
  by.post<any>(`/${path}/create`, body, key)
const countDrafts = async () => must(await s.admin.get('/billing/total')).jumlah_baris as number

describe('the Idempotency-Key of a create that does not require one', () => {
  test('creates one draft from five clicks, and returns it', async () => {
    const before = await countDrafts()
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => create('billing', draft(), 'klik')))
    expect(answers.map((a) => a.status)).toEqual([201, 201, 201, 201, 201])
    expect(new Set(answers.map((a) => a.data.id)).size).toBe(1)
    const replayed = answers.filter((a) => a.headers.get('idempotent-replay') === 'true')
    expect(replayed).toHaveLength(4)
    expect(answers.map((a) => JSON.stringify(a.data))).toEqual(
      answers.map(() => JSON.stringify(answers[0]?.data)),
    )
    expect(await countDrafts()).toBe(before + 1)
  })
  test('is optional: each create without a key makes its own row', async () => {
    const before = await countDrafts()
    await Promise.all([1, 2].map(() => create('billing', draft(), null)))
    expect(await countDrafts()).toBe(before + 2)
  })
  test('stays free after a rejection; rejects another body under it', async () => {
    expect((await create('billing', draft({ items: [] }), 'salah')).status).toBe(422)
    const { id } = must(await create('billing', draft(), 'salah'))
    const otherAnswer = await create('billing', draft({ catatan: 'Lain' }), 'salah')
    expect([otherAnswer.status, otherAnswer.data.errors[0].field]).toEqual([422, 'Idempotency-Key'])
    expect((await create('bank', {}, 'salah', s.superadmin)).status).toBe(422)
    // Another user can use the same key, because idempotency keys are separate for each user.
    expect(must(await create('billing', draft(), 'salah', s.superadmin)).id).not.toBe(id)
    expect((await create('billing', draft(), 'x'.repeat(81))).status).toBe(400)
  })
  test('returns the current row on a repeated call, and none that is deleted', async () => {
    const { id } = must(await create('billing', draft(), 'kini'))
    const bill = must(await s.admin.post(`/billing/terbitkan?id=${id}`))
    const again = await create('billing', draft(), 'kini')
    expect([again.status, again.data.nomor]).toEqual([201, bill.nomor])
    const deletedId = must(await create('billing', draft(), 'hilang')).id
    must(await s.admin.post(`/billing/delete?id=${deletedId}`))
    expect((await create('billing', draft(), 'hilang')).status).toBe(404)
  })
  test('is accepted by every resource whose rows are created singly', async () => {
    for (const [name, { create: body }] of Object.entries(samplesOf(s))) {
      const sent = await body()
      const answers = await Promise.all(
        [1, 2].map(() => create(name, sent, `semua-${name}`, s.superadmin)),
      )
      expect([name, ...answers.map((a) => a.status)]).toEqual([name, 201, 201])
      expect(answers[0]?.data.id, name).toBe(answers[1]?.data.id)
    }
  })
  test('stores no personal data, and hashes no secret', async () => {
    const person = (nik: string) => ({
      role_id: RoleId.akunBilling,
      name: 'Rahasia Sekali',
      email: 'rahasia.sekali@contoh.id',
      phone: '081299988877',
      nik,
    })
    const first = must(await create('user', person('3171012345678901'), 'orang', s.superadmin))
    const again = await create('user', person('3171012345678902'), 'orang', s.superadmin)
    expect([again.status, again.data.id]).toEqual([201, first.id])
    const keptRow = await s.db
      .selectFrom('idempotensi')
      .selectAll()
      .where('kunci', '=', 'orang')
      .executeTakeFirstOrThrow()
    expect(JSON.parse(keptRow.jawaban ?? '')).toEqual({ id: first.id })
  })
})

describe('dates of documents, from the school’s first day to a few years ahead', () => {
  const pay = (tanggal: string, akun_billing_id: number) =>
    s.admin.post<any>('/billing-payment/create', {
      akun_billing_id,
      gedung_id: s.ids.gedung,
      tanggal,
      metode: MetodePembayaran.tunai,
      jumlah: 1000,
    })
  const first = '2019-05-06'
  const today = currentDay()
  const last = `${addMonths(today.slice(0, 7), 36)}${today.slice(7)}`
  const after = addDays(last, 1)
  const between = expect.stringMatching(/^Isi antara 6 Mei 2019 dan \d+ \w+ \d{4}$/)
  beforeAll(async () => {
    await setSetting(s, 'tanggal_mulai_sekolah', first)
    await setSetting(s, 'batas_tahun_depan', 3)
  })
  test('limit payments', async () => {
    const akun = await makeAkun(s)
    for (const day of ['1900-01-01', '2019-05-05']) {
      const answer = await pay(day, akun)
      expect([answer.status, answer.data.errors]).toEqual([
        422,
        [{ field: 'tanggal', message: between }],
      ])
    }
    expect((await pay(first, akun)).status).toBe(201)
    for (const day of [addDays(today, 2), '2099-12-31'])
      expect((await pay(day, akun)).data.message).toBe('Tidak boleh setelah hari ini')
  })
  test('limit issue and due dates, and the period', async () => {
    const refused = async (more: Body) =>
      (await create('billing', draft(more), null)).data.errors?.map(
        (e: { field: string }) => e.field,
      )
    expect(await refused({ tanggal_terbit: '1900-01-01' })).toEqual(['tanggal_terbit'])
    expect(await refused({ tanggal_terbit: '2099-01-01', jatuh_tempo: '2099-02-01' })).toEqual([
      'tanggal_terbit',
      'jatuh_tempo',
    ])
    expect(await refused({ jatuh_tempo: after })).toEqual(['jatuh_tempo'])
    expect(await refused({ periode: '2019-04' })).toEqual(['periode'])
    expect(
      await refused({ tanggal_terbit: first, jatuh_tempo: last, periode: '2019-05' }),
    ).toBeUndefined()
  })
  test('limit a generation, in preview and run', async () => {
    for (const path of ['pratinjau', 'generate'])
      for (const periode of ['2019-04', '2099-01']) {
        const answer = await s.admin.post<any>(`/billing/${path}`, { periode })
        expect([answer.status, answer.data.errors[0].field]).toEqual([422, 'periode'])
      }
    // Expects that bills of the last allowed month can be previewed.
    expect(
      must(await s.admin.post('/billing/pratinjau', { periode: last.slice(0, 7) })).periode,
    ).toBe(last.slice(0, 7))
  })
  test('allow unlimited validity of prices, fees and promos, but no start far ahead', async () => {
    const examples = samplesOf(s)
    for (const [name, field] of [
      ['kursus-harga', 'berlaku_mulai'],
      ['biaya', 'berlaku_mulai'],
      ['promo', 'mulai'],
    ] as const) {
      const body = async (day: string) => ({ ...(await examples[name].create()), [field]: day })
      const late = await create(name, await body('2099-01-01'), null, s.superadmin)
      expect([name, late.status, late.data.errors[0].message]).toEqual([
        name,
        422,
        expect.stringMatching(/^Paling lambat /),
      ])
      expect((await create(name, await body('1990-01-01'), null, s.superadmin)).status, name).toBe(
        201,
      )
    }
  })
  test('keep an existing date of a row, but reject publishing a draft with it', async () => {
    const id = await makeDraft(s, s.ids.akun, 1000, { jatuh_tempo: last })
    await s.db
      .updateTable('billing')
      .set({ jatuh_tempo: '2099-12-31' })
      .where('id', '=', id)
      .execute()
    const { versi } = must(await s.admin.get(`/billing/view?id=${id}`))
    const patch = { versi, catatan: 'Lama', jatuh_tempo: '2099-12-31' }
    const saved = must(await s.admin.post(`/billing/update?id=${id}`, patch))
    const publish = await s.admin.post<any>(`/billing/terbitkan?id=${id}`)
    expect([publish.status, publish.data.message]).toEqual([
      409,
      expect.stringMatching(/^Jatuh Tempo: Isi antara 6 Mei 2019 dan /),
    ])
    const mended = { versi: saved.versi, jatuh_tempo: last }
    must(await s.admin.post(`/billing/update?id=${id}`, mended))
    must(await s.admin.post(`/billing/terbitkan?id=${id}`))
  })
  test('start at a first day not in the future, known to everybody’s forms', async () => {
    const { versi } = await s.db
      .selectFrom('setting')
      .select('versi')
      .where('key', '=', 'tanggal_mulai_sekolah')
      .executeTakeFirstOrThrow()
    const body = { key: 'tanggal_mulai_sekolah', value: addDays(today, 2), versi }
    expect((await s.superadmin.post('/setting/update', body)).status).toBe(422)
    expect(must(await s.admin.get('/profile')).pengaturan).toMatchObject({
      tanggal_mulai_sekolah: first,
      batas_tahun_depan: 3,
    })
  })
})
