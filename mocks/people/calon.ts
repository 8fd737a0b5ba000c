/** Creates leads, and holds slots (a weekly hour or a seat in a class) for them. */
import { Hari } from '#contract/enums.ts'
import { addDays, currentDay, weekday } from '#contract/values/tanggal.ts'
import type { Answer, Body, Client } from '#mocks/api/api.ts'
import { firstNumber, makePelatih, makeRuang } from '#mocks/people/family.ts'
import { must, type School } from '#mocks/school/school.ts'

let last = firstNumber
/** Returns the number of the last created lead, which is part of its name, such as `Calon 7`. */
export const lastLead = (): number => last
/** Creates a lead at the first outlet, by default with its own name and phone number. */
export const makeLead = async (
  s: School,
  more: Body = {},
  by: Client = s.sales,
): Promise<number> => {
  const n = ++last
  const body = { nama: `Calon ${n}`, phone: `0819${30_000_000 + n}`, gedung_id: s.ids.gedung }
  return must(await by.post<{ id: number }>('/lead/create', { ...body, ...more })).id
}
/** Returns the first day that is at least a week from now and has the weekday `hari` (1 to 7). */
export const nextDay = (hari: number): string => {
  const from = addDays(currentDay(), 7)
  return addDays(from, (hari - weekday(from) + 7) % 7)
}
/** Returns input that holds a weekly hour on Tuesdays. The hour is free: coach and room are new. */
export const makeHour = async (s: School) => ({
  kursus_id: s.ids.kursus,
  gedung_id: s.ids.gedung,
  pelatih_id: await makePelatih(s),
  ruang_id: await makeRuang(s, s.ids.gedung),
  hari: Hari.selasa,
  jam_mulai: '10:00',
  mulai: nextDay(Hari.selasa),
})
/** Sends a request to hold a slot for a lead. `place` is input for a weekly hour or for a class. */
export const askSlot = (
  s: School,
  lead_id: number,
  place: Body,
  by: Client = s.sales,
): Promise<Answer<any>> => by.post('/lead/tahan-slot', { lead_id, ...place })
/** Holds a slot for a lead and returns the stored slot; throws if the API rejects the request. */
export const hold = async (s: School, lead_id: number, place: Body, by?: Client): Promise<any> =>
  must(await askSlot(s, lead_id, place, by)).slot

/**
 * Returns the input of step 1 of an activation: a child, and a parent who becomes a new payer.
 * Names, phone and email contain the number `n`.
 */
export const studentBody = (n: number, more: Body = {}) => ({
  pembayar: 'baru',
  akun_nama: `Ibu ${n}`,
  akun_phone: `0818${40_000_000 + n}`,
  akun_email: `ibu${n}@contoh.id`,
  name: `Anak ${n}`,
  gender: 'Perempuan',
  tanggal_lahir: '2016-05-06',
  wali_nama: `Ibu ${n}`,
  wali_phone: `0818${40_000_000 + n}`,
  persetujuan: true,
  ...more,
})
