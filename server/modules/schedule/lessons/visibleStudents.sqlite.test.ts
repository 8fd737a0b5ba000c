/** Students on the card of a lesson, as far as each reader may see them (domain.md 3.10). */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, currentDay } from '#contract/values/tanggal.ts'
import type { Client } from '#mocks/api/api.ts'
import { makeBill, setSetting } from '#mocks/people/family.ts'
import { storeLesson } from '#mocks/schedule/lesson.ts'
import { makeSchool, must, type School } from '#mocks/school/school.ts'

let s: School
let lesson: number
const payerPhone = '+6281234500033'
const ownPhone = '+6281234500044'
beforeAll(async () => {
  s = await makeSchool()
  const { ids, db } = s
  lesson = await storeLesson(s, ids.kelas, addDays(currentDay(), -1))
  must(
    await s.superadmin.post(
      `/pertemuan/tandai?id=${lesson}`,
      { peserta: [{ kursus_peserta_id: ids.kp, kode_absensi: 'SAKIT' }] },
      'kartu',
    ),
  )
  await setSetting(s, 'blokir_tunggakan_bulan', 1)
  const bill = await makeBill(s, ids.akun, 400_000)
  await db
    .updateTable('billing')
    .set({ jatuh_tempo: '2024-01-10', periode: '2024-01' })
    .where('id', '=', bill)
    .execute()
  await db
    .updateTable('billing_item')
    .set({ peserta_id: ids.peserta })
    .where('billing_id', '=', bill)
    .execute()
  const setPhone = (id: number, phone: string) =>
    db.updateTable('user').set({ phone }).where('id', '=', id).execute()
  await setPhone(ids.akun, payerPhone)
  await setPhone(ids.peserta, ownPhone)
})
afterAll(() => s.close())

interface Student {
  id: number
  kode_absensi: string | null
  menunggak: { bulan: number } | null
  phone: string | null
}
const studentOf = async (by: Client) => {
  const { siswa } = must(
    await by.get<{ siswa: Student[] }>(`/pertemuan/view?id=${lesson}&expand=siswa`),
  )
  const student = siswa.find(({ id }) => id === s.ids.peserta)
  return student && [student.kode_absensi, student.menunggak?.bulan ?? null, student.phone]
}

test('shows each reader the marks, to staff arrears, and to admins and sales phones', async () => {
  const all = ['SAKIT', 1, payerPhone]
  expect(await studentOf(s.superadmin)).toEqual(all)
  expect(await studentOf(s.admin)).toEqual(all)
  expect(await studentOf(s.sales)).toEqual(all)
  expect(await studentOf(s.sales2)).toBeUndefined()
  expect(await studentOf(s.pelatih)).toEqual(['SAKIT', 1, null])
  expect(await studentOf(s.akun)).toEqual(['SAKIT', null, null])
  expect(await studentOf(s.peserta)).toEqual(['SAKIT', null, null])
})

test('shows the number for bills, and the student’s own number without another', async () => {
  const setProfile = (wa_tagihan: string | null) =>
    s.db
      .updateTable('akun_billing_profil')
      .set({ wa_tagihan })
      .where('user_id', '=', s.ids.akun)
      .execute()
  await setProfile('+6281234500055')
  expect((await studentOf(s.admin))?.[2]).toBe('+6281234500055')
  // A landline cannot receive WhatsApp messages, so the student's own number is shown.
  await setProfile('+62215550001')
  expect((await studentOf(s.admin))?.[2]).toBe(ownPhone)
  await setProfile(null)
})
