/**
 * Every combination by which a lead or an applicant becomes a student with a seat and a first bill:
 * child or adult; new payer, existing payer or the student as payer; private lesson or seat in a
 * group.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { KursusPesertaStatus, RoleId, UserStatus } from '#contract/enums.ts'
import type { Body } from '#mocks/api/api.ts'
import { makeHour, makeLead, nextDay, studentBody } from '#mocks/people/calon.ts'
import { makeAkun, makeKelas, makePeserta } from '#mocks/people/family.ts'
import { makeSchool, must, type School } from '#mocks/school/school.ts'
import { brokenMoney } from '#server/modules/billing/invariants.ts'

let s: School
beforeAll(async () => {
  s = await makeSchool()
})
afterAll(() => s.close())

type Pembayar = 'baru' | 'ada' | 'sendiri'
let n = 3_000_000
/** Creates a self-registered applicant whom the sales person has taken. */
const makeApplicant = async (tanggal_lahir: string): Promise<number> => {
  const id = await makePeserta(s, await makeAkun(s), s.ids.gedung)
  await s.db
    .updateTable('user')
    .set({
      sumber: 'mandiri',
      status: UserStatus.nonaktif,
      akun_billing_id: null,
      sales_id: s.ids.sales,
      activation: 0,
      tanggal_lahir,
    })
    .where('id', '=', id)
    .execute()
  return id
}
const born = { anak: '2016-05-06', dewasa: '1990-02-03' }

const cases = (['lead', 'mandiri'] as const).flatMap((sumber) =>
  (['anak', 'dewasa'] as const).flatMap((umur) =>
    (['baru', 'ada', ...(umur === 'dewasa' ? (['sendiri'] as const) : [])] as const).flatMap(
      (pembayar) =>
        (['privat', 'grup'] as const).map((kelas) => ({ sumber, umur, pembayar, kelas })),
    ),
  ),
)

/** Returns the payload of step 1 (registration) for an age and a kind of payer. */
const bodyOf = async (umur: keyof typeof born, pembayar: Pembayar): Promise<Body> => ({
  ...studentBody(++n, { tanggal_lahir: born[umur], pembayar }),
  ...(pembayar === 'ada' && { akun_billing_id: await makeAkun(s, { sales_id: s.ids.sales }) }),
  ...(umur === 'dewasa' && { phone: `0817${n}1`, email: `dewasa.${n}@contoh.id` }),
})
const placeOf = async (kelas: 'privat' | 'grup'): Promise<Body> => {
  if (kelas === 'privat') return makeHour(s)
  const kursus_pelatih_id = await makeKelas(s, s.ids.gedung, { kapasitas: 4 })
  return { kursus_pelatih_id, mulai: nextDay(1) }
}

describe('a complete activation', () => {
  test.each(cases)('enrols and bills $sumber, $umur, payer $pembayar, $kelas', async (way) => {
    const { sumber, umur, pembayar, kelas } = way
    const id = sumber === 'lead' ? await makeLead(s) : await makeApplicant(born[umur])
    const of = `id=${id}&sumber=${sumber}`
    const body = await bodyOf(umur, pembayar)
    const student = must(await s.sales.post<any>(`/user/tambah-peserta?${of}`, body))
    expect(student.akun_billing_id === student.id).toBe(pembayar === 'sendiri')
    const whom = sumber === 'lead' ? { lead_id: id } : { peserta_id: student.id }
    must(await s.sales.post('/lead/tahan-slot', { ...whom, ...(await placeOf(kelas)) }))
    const offer = must(await s.sales.post<any>(`/user/pratinjau-kursus-peserta?${of}`))
    const total = offer.tagihan.total_tagihan
    const seat = must(await s.sales.post<any>(`/user/tambah-kursus-peserta?${of}`, { total }))
    expect(seat.tagihan).toMatchObject({ total_tagihan: total })
    const enrolment = await s.db
      .selectFrom('kursus_peserta')
      .select(['peserta_id', 'akun_billing_id', 'status'])
      .where('id', '=', seat.id)
      .executeTakeFirstOrThrow()
    expect(enrolment).toEqual({
      peserta_id: student.id,
      akun_billing_id: student.akun_billing_id,
      status: KursusPesertaStatus.aktif,
    })
    const bill = await s.db
      .selectFrom('billing')
      .select(['akun_billing_id', 'total'])
      .where('id', '=', seat.tagihan.billing_id)
      .executeTakeFirstOrThrow()
    expect(bill).toEqual({ akun_billing_id: student.akun_billing_id, total })
    const role = pembayar === 'sendiri' ? RoleId.akunBilling : RoleId.peserta
    const user = await s.db
      .selectFrom('user')
      .select(['role_id', 'status'])
      .where('id', '=', student.id)
      .executeTakeFirstOrThrow()
    expect(user).toEqual({ role_id: role, status: UserStatus.aktif })
    // The stored state contains seat and student, so the wizard can continue on any device.
    const state = must(await s.sales.get<any>(`/lead/aktivasi?${of}`))
    expect(state).toMatchObject({ kursus_peserta: { id: seat.id }, peserta: { id: student.id } })
    expect(await brokenMoney(s.db)).toEqual([])
  })
})
