/** Payslips of coaches through the API (domain.md 3.19): rates, months, corrections, row scope. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeRandom } from '#contract/values/random.ts'
import { addMonths, currentDay } from '#contract/values/tanggal.ts'
import type { Body } from '#mocks/api/api.ts'
import { makeKelas, makePelatih } from '#mocks/people/family.ts'
import { cash, makeGiven } from '#mocks/schedule/honor.ts'
import { storeLesson } from '#mocks/schedule/lesson.ts'
import { makeSchool, must, type School } from '#mocks/school/school.ts'
import { readFinalHonours } from '#server/modules/schedule/honor/finalCoachPay.ts'

let s: School
beforeAll(async () => {
  s = await makeSchool()
})
afterAll(() => s.close())

const reason = { alasan: 'Salah hitung, diperbaiki' }
interface Slip {
  id: number
  status: string
  total: number
  jumlah_pertemuan: number
  baris: { pertemuan_id: number | null; jenis: string; jumlah: number }[]
  keadaan: { total: number; belum_absensi: number; tanpa_tarif: number }
}
const compute = (periode: string, gedung_id = s.ids.gedung) =>
  s.superadmin.post<{ dibuat: number; diperbarui: number }>('/honor-periode/hitung', {
    periode,
    gedung_id,
  })
const idOf = async (pelatih_id: number, periode: string): Promise<number | undefined> =>
  (
    await s.db
      .selectFrom('honor_periode')
      .select('id')
      .where('pelatih_id', '=', pelatih_id)
      .where('periode', '=', periode)
      .executeTakeFirst()
  )?.id
const view = async (id: number): Promise<Slip> =>
  must(await s.superadmin.get<Slip>(`/honor-periode/view?id=${id}&expand=baris,keadaan`))
/** Computes the draft of a coach for a month and returns it. */
const draftOf = async (pelatih_id: number, periode: string): Promise<Slip> => {
  must(await compute(periode))
  const id = await idOf(pelatih_id, periode)
  if (id === undefined) throw new Error(`no honour of ${periode}`)
  return view(id)
}
const finalize = async (pelatih_id: number, periode: string): Promise<Slip> => {
  const { id, keadaan } = await draftOf(pelatih_id, periode)
  must(await s.superadmin.post(`/honor-periode/finalkan?id=${id}`, { total: keadaan.total }))
  return view(id)
}
const rateOf = (pelatih_id: number, more: object) =>
  s.superadmin.post<{ id: number }>('/tarif-honor/create', {
    pelatih_id,
    berlaku_mulai: '2025-01-01',
    jenis: 'per_pertemuan',
    tarif: 60_000,
    ...more,
  })
const feeOf = async (id: number) => {
  const row = await s.db
    .selectFrom('pertemuan')
    .select(['honor_tarif', 'honor_persen', 'honor_nominal'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return [row.honor_tarif, row.honor_persen, row.honor_nominal]
}
const setFee = (id: number, honor_nominal: number) =>
  s.db.updateTable('pertemuan').set({ honor_nominal }).where('id', '=', id).execute()

describe('a rate', () => {
  test('applies from its day on, except to lessons in a final month', async () => {
    const { lesson, pelatih_id, kelas } = await makeGiven(s, s.ids.gedung, {
      tanggal: '2025-03-03',
    })
    const givenColumns = { status: 'selesai', honor_tarif: 50_000, honor_nominal: 50_000 } as const
    const later = await storeLesson(s, kelas, '2025-03-10', givenColumns)
    const { id } = must(await rateOf(pelatih_id, { berlaku_mulai: '2025-03-05' }))
    expect([await feeOf(lesson), await feeOf(later)]).toEqual([
      [50_000, null, 50_000],
      [60_000, null, 60_000],
    ])
    expect((await finalize(pelatih_id, '2025-03')).total).toBe(110_000)
    must(await s.superadmin.post(`/tarif-honor/update?id=${id}`, { versi: 1, tarif: 90_000 }))
    expect(await feeOf(later)).toEqual([60_000, null, 60_000])
    const next = await storeLesson(s, kelas, '2025-04-07', { status: 'selesai' })
    must(await s.superadmin.post(`/tarif-honor/update?id=${id}`, { versi: 2, tarif: 70_000 }))
    expect(await feeOf(next)).toEqual([70_000, null, 70_000])
    must(await s.superadmin.post(`/tarif-honor/delete?id=${id}`))
    expect(await feeOf(next)).toEqual([null, null, null])
    expect((await draftOf(pelatih_id, '2025-03')).keadaan).toMatchObject({ total: 110_000 })
  })
  test('is unique by day, course and outlet, and requires the fields of its kind', async () => {
    const pelatih_id = await makePelatih(s)
    must(await rateOf(pelatih_id, {}))
    expect((await rateOf(pelatih_id, {})).status).toBe(409)
    must(await rateOf(pelatih_id, { kursus_id: s.ids.kursus }))
    must(await rateOf(pelatih_id, { gedung_id: s.ids.gedung }))
    const wrong = [
      { jenis: 'persen' },
      { tarif: null },
      { jenis: 'tetap' },
      { jenis: 'tetap', gedung_id: s.ids.gedung, berlaku_mulai: '2025-02-02' },
    ]
    for (const more of wrong) expect((await rateOf(pelatih_id, more)).status).toBe(422)
  })
  test('is a share of the lesson price, or a salary per outlet and month', async () => {
    const { lesson, pelatih_id } = await makeGiven(s, s.ids.gedung, { tanggal: '2025-05-05' })
    must(await rateOf(pelatih_id, { jenis: 'persen', tarif: null, persen: 4000 }))
    // Without attendance, pay in percent is 0.
    expect(await feeOf(lesson)).toEqual([null, 4000, 0])
    const salary = { jenis: 'tetap', gedung_id: s.ids.gedung, tarif: 3_000_000 }
    must(await rateOf(pelatih_id, { ...salary, berlaku_mulai: '2025-05-01' }))
    expect(await feeOf(lesson)).toEqual([null, null, null])
    const { baris, total } = await finalize(pelatih_id, '2025-05')
    expect([total, baris.map((b) => [b.jenis, b.pertemuan_id])]).toEqual([
      3_000_000,
      [['tetap', null]],
    ])
    expect((await draftOf(pelatih_id, '2025-06')).keadaan.total).toBe(3_000_000)
  })
})

describe('a month of coach pay', () => {
  test('changes from draft to final to paid and back, each step once', async () => {
    const { lesson, pelatih_id } = await makeGiven(s, s.ids.gedung, { tanggal: '2025-07-07' })
    const { id, total, keadaan } = await draftOf(pelatih_id, '2025-07')
    expect([total, keadaan.total]).toEqual([50_000, 50_000])
    const call = (verb: string, body: Body) =>
      s.superadmin.post(`/honor-periode/${verb}?id=${id}`, body)
    expect((await call('bayar', cash())).status).toBe(409)
    // A draft whose total changed after the admin read it cannot be made final.
    await setFee(lesson, 40_000)
    expect((await call('finalkan', { total })).status).toBe(409)
    must(await call('finalkan', { total: 40_000 }))
    expect((await call('finalkan', { total: 40_000 })).status).toBe(409)
    expect((await call('bayar', { ...cash(), metode: 1 })).status).toBe(422)
    expect((await call('bayar', { ...cash(), tanggal_bayar: '2040-01-01' })).status).toBe(422)
    must(await call('bayar', cash()))
    expect((await call('bayar', cash())).status).toBe(409)
    expect((await call('buka-final', reason)).status).toBe(409)
    expect((await s.admin.post(`/honor-periode/batal-bayar?id=${id}`, reason)).status).toBe(403)
    must(await call('batal-bayar', reason))
    must(await call('buka-final', reason))
    expect(await view(id)).toMatchObject({ status: 'draft', total: 40_000 })
    must(await compute('2025-07'))
    expect(must(await compute('2025-07'))).toEqual({ dibuat: 0, diperbarui: 0 })
  })
  test('is shown to its coach once it is final, and never to others', async () => {
    const { pelatih_id } = await makeGiven(s, s.ids.gedung, { tanggal: '2025-08-04' })
    const { id, total } = await draftOf(pelatih_id, '2025-08')
    const coach = await s.as(pelatih_id)
    const status = async (path: string) => (await coach.get(path)).status
    expect(await status(`/honor-periode/view?id=${id}`)).toBe(404)
    must(await s.superadmin.post(`/honor-periode/finalkan?id=${id}`, { total }))
    expect(await status(`/honor-periode/view?id=${id}&expand=baris`)).toBe(200)
    expect(await status(`/honor-periode/pdf?id=${id}`)).toBe(200)
    const otherCoach = await s.as(await makePelatih(s))
    expect((await otherCoach.get(`/honor-periode/view?id=${id}`)).status).toBe(404)
    expect((await s.sales.get('/honor-periode')).status).toBe(403)
    expect((await s.admin2.get(`/honor-periode/view?id=${id}`)).status).toBe(404)
  })
  test('is not made final if it is closed or has not begun', async () => {
    const { pelatih_id } = await makeGiven(s, s.ids.gedung, { tanggal: '2025-09-01' })
    const { id, total } = await draftOf(pelatih_id, '2025-09')
    const lock = (value: string | null) =>
      s.db
        .updateTable('setting')
        .set({ value: JSON.stringify(value) })
        .where('key', '=', 'kunci_buku_sampai')
        .execute()
    await lock('2025-09-30')
    expect((await s.superadmin.post(`/honor-periode/finalkan?id=${id}`, { total })).status).toBe(
      409,
    )
    await lock(null)
    expect((await compute(addMonths(currentDay().slice(0, 7), 2))).status).toBe(409)
  })
  test('that was final is corrected in the next month that is not', async () => {
    const { lesson, pelatih_id, kelas } = await makeGiven(s, s.ids.gedung, {
      tanggal: '2025-10-06',
    })
    await finalize(pelatih_id, '2025-10')
    const givenColumns = { status: 'selesai', honor_tarif: 50_000, honor_nominal: 50_000 } as const
    // The payslip of October is final. After that, a late lesson is added to October, and the first
    // lesson of October no longer pays. November has a lesson of its own.
    const late = await storeLesson(s, kelas, '2025-10-13', givenColumns)
    await storeLesson(s, kelas, '2025-11-03', givenColumns)
    await setFee(lesson, 0)
    expect((await draftOf(pelatih_id, '2025-12').catch(() => null))?.id).toBeUndefined()
    const november = await finalize(pelatih_id, '2025-11')
    expect(november.total).toBe(50_000)
    expect(november.baris.map((b) => [b.pertemuan_id, b.jenis, b.jumlah])).toEqual([
      [lesson, 'koreksi', -50_000],
      [late, 'pertemuan', 50_000],
      [expect.any(Number), 'pertemuan', 50_000],
    ])
    // A substitute gave the late lesson. Therefore the coach repays the lesson, and the substitute
    // is paid in the month of the lesson.
    const substitute = await makePelatih(s)
    await s.db
      .updateTable('pertemuan')
      .set({ pelatih_id: substitute, pelatih_asli_id: pelatih_id })
      .where('id', '=', late)
      .execute()
    expect((await draftOf(pelatih_id, '2025-12')).keadaan.total).toBe(-50_000)
    expect((await draftOf(substitute, '2025-10')).keadaan.total).toBe(50_000)
    expect(
      await readFinalHonours(
        s.db,
        { dari: '2025-10', sampai: '2025-11' },
        { gedung: [s.ids.gedung] },
      ),
    ).toEqual([
      { gedung_id: s.ids.gedung, periode: '2025-10', total: 50_000 },
      { gedung_id: s.ids.gedung, periode: '2025-11', total: 50_000 },
    ])
  })
})

test('pays each lesson once and keeps the sums, with months made final in any order', async () => {
  const months = ['2024-01', '2024-02', '2024-03', '2024-04']
  const coaches = [await makePelatih(s), await makePelatih(s)]
  const random = makeRandom(20_261_124)
  const kelas = await makeKelas(s, s.ids.gedung, { pelatih_id: coaches[0] })
  const lessons: number[] = []
  for (const month of months)
    for (const day of ['02', '09', '16', '23'])
      lessons.push(
        await storeLesson(s, kelas, `${month}-${day}`, {
          pelatih_id: coaches[random.int(0, 1)]!,
          status: 'selesai',
          honor_nominal: 10_000 * random.int(1, 9),
        }),
      )
  const linesOf = () =>
    s.db
      .selectFrom('honor_baris')
      .innerJoin('honor_periode', 'honor_periode.id', 'honor_baris.honor_periode_id')
      .select(['honor_baris.pertemuan_id', 'honor_baris.pelatih_id', 'honor_baris.jenis'])
      .select(['honor_baris.jumlah', 'honor_periode.id', 'honor_periode.total'])
      .where('honor_baris.pelatih_id', 'in', coaches)
      .execute()
  const check = async () => {
    const lines = await linesOf()
    for (const slipLines of Map.groupBy(lines, (l) => l.id).values())
      expect(slipLines.reduce((sum, l) => sum + l.jumlah, 0)).toBe(slipLines[0]!.total)
    const first = lines.filter((l) => l.jenis === 'pertemuan')
    expect(new Set(first.map((l) => `${l.pertemuan_id}:${l.pelatih_id}`)).size).toBe(first.length)
  }
  /** Changes a lesson at random, makes a month final, or reopens one. */
  const step = async () => {
    const [lesson, coach] = [
      lessons[random.int(0, lessons.length - 1)]!,
      coaches[random.int(0, 1)]!,
    ]
    const month = months[random.int(0, months.length - 1)]!
    const id = await idOf(coach, month)
    switch (random.int(0, 4)) {
      case 0:
        return setFee(lesson, 10_000 * random.int(0, 9))
      case 1:
        return s.db
          .updateTable('pertemuan')
          .set({ pelatih_id: coach })
          .where('id', '=', lesson)
          .execute()
      case 2:
        return s.db
          .updateTable('pertemuan')
          .set({ status: random.chance(0.5) ? 'selesai' : 'batal_sekolah' })
          .where('id', '=', lesson)
          .execute()
      case 3:
        return id && s.superadmin.post(`/honor-periode/buka-final?id=${id}`, reason)
      default: {
        must(await compute(month))
        const slipId = await idOf(coach, month)
        const total = slipId === undefined ? 0 : (await view(slipId)).keadaan.total
        return slipId && s.superadmin.post(`/honor-periode/finalkan?id=${slipId}`, { total })
      }
    }
  }
  for (let n = 0; n < 60; n++) {
    await step()
    await check()
  }
  // Makes all months final in reverse order, and then one later month that takes the corrections.
  for (const month of [...months.toReversed(), '2024-05'])
    for (const coach of coaches) {
      must(await compute(month))
      const id = await idOf(coach, month)
      if (id === undefined || (await view(id)).status !== 'draft') continue
      const { total } = (await view(id)).keadaan
      await s.superadmin.post(`/honor-periode/finalkan?id=${id}`, { total })
    }
  await check()
  const lines = await linesOf()
  const rows = await s.db
    .selectFrom('pertemuan')
    .select(['id', 'pelatih_id', 'status', 'honor_nominal'])
    .where('id', 'in', lessons)
    .execute()
  for (const coach of coaches)
    for (const { id, pelatih_id, status, honor_nominal } of rows) {
      const paid = lines
        .filter((l) => l.pertemuan_id === id && l.pelatih_id === coach)
        .reduce((sum, l) => sum + l.jumlah, 0)
      const due = pelatih_id === coach && status === 'selesai' ? honor_nominal : 0
      expect(paid, `lesson ${id} of ${coach}`).toBe(due)
    }
})
