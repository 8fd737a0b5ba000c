/**
 * Tests of the day board: grouping of lessons, marks by one press, late people, and arrears without
 * the access code for bills.
 */
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { RoleId } from '#contract/enums.ts'
import { addDays, currentDay, weekday } from '#contract/values/tanggal.ts'
import {
  enrol,
  makeBill,
  makeKelas,
  makeOutlet,
  makePeserta,
  setSetting,
} from '#mocks/people/family.ts'
import { storeLesson } from '#mocks/schedule/lesson.ts'
import { must, type School } from '#mocks/school/school.ts'
import { serveSchool } from '#mocks/serve.ts'
import { closeApp, place, renderApp } from '#src/test/renderApp.tsx'

const school = serveSchool()
afterEach(closeApp)

const minute = 60_000
let s: School
let lesson: number
/** URL of the board of an outlet that has only the lessons of this file. */
let board: string
/**
 * Stores a lesson of today that begins a number of minutes from now and lasts half an hour. The
 * instants decide about late people, the hours only order the sections.
 */
const storeToday = (kelas: number, jam_mulai: string, minutes: number) => {
  const start = (Math.floor(Date.now() / minute) + minutes) * minute
  return storeLesson(s, kelas, currentDay(), {
    jam_mulai,
    jam_selesai: `${jam_mulai.slice(0, 2)}:30`,
    mulai_at: new Date(start).toISOString(),
    selesai_at: new Date(start + 30 * minute).toISOString(),
  })
}
beforeEach(async () => {
  const { ids, superadmin } = school
  s = { ...school.api, ids, superadmin } as unknown as School
  const gedung = await makeOutlet(s)
  board = `/kursus-pelatih/absensi?gedung_id=${gedung}`
  const kelasOf = async (names: readonly string[]) => {
    // The weekly lesson of the class is on another day.
    const kelas = await makeKelas(s, gedung, { hari: weekday(addDays(currentDay(), 1)) })
    const students = []
    for (const name of names) {
      const id = await makePeserta(s, ids.akun, gedung, { name })
      students.push(id)
      await enrol(s, id, kelas)
    }
    return { kelas, students }
  }
  const running = await kelasOf(['Ratih Satu', 'Bimo Dua'])
  const coming = await kelasOf(['Sari Tiga'])
  const past = await kelasOf(['Tono Empat'])
  await storeToday(past.kelas, '08:00', -120)
  lesson = await storeToday(running.kelas, '10:00', -12)
  await storeToday(coming.kelas, '11:00', 40)
  await setSetting(s, 'blokir_tunggakan_bulan', 1)
  const bill = await makeBill(s, ids.akun, 400_000)
  const due = { jatuh_tempo: addDays(currentDay(), -9), periode: '2024-01' }
  await s.db.updateTable('billing').set(due).where('id', '=', bill).execute()
  await s.db
    .updateTable('billing_item')
    .set({ peserta_id: running.students[1]! })
    .where('billing_id', '=', bill)
    .execute()
  await s.db
    .updateTable('user')
    .set({ phone: '+6281234500033' })
    .where('id', '=', ids.akun)
    .execute()
})

const marksOf = async () => {
  const rows = await school.api.db
    .selectFrom('absensi')
    .select('kode_absensi')
    .where('pertemuan_id', '=', lesson)
    .execute()
  return rows.map((row) => row.kode_absensi)
}
const personOf = (name: string) => screen.getByRole('button', { name: new RegExp(`^${name}`) })
const sections = () =>
  screen.getAllByRole('heading', { level: 3 }).map((heading) => heading.textContent)

test('shows present and next lessons first, and marks a late student by one press', async () => {
  const user = await renderApp(board, school.superadmin.token)
  const ratih = await screen.findByRole('button', { name: /^Ratih Satu Belum absen 1[23] menit/ })
  expect(sections()).toEqual([
    '10.00 · sekarang',
    expect.stringMatching(/^11\.00 · .+ menit lagi$/),
  ])
  expect(screen.getByRole('status', { name: 'Ringkasan' })).toHaveTextContent(
    '0 dari 4 peserta ditandai · 3 belum absen · 1 menunggak',
  )
  expect(screen.queryByText('Tono Empat')).toBeNull()
  await user.click(
    screen.getByRole('button', { name: '1 pertemuan sudah lewat, 1 peserta belum absen' }),
  )
  expect(personOf('Tono Empat')).toBeVisible()

  await user.click(ratih)
  await waitFor(async () => expect(await marksOf()).toEqual(['HADIR']))
  expect(personOf('Ratih Satu Hadir')).toHaveAttribute('aria-pressed', 'true')
  // A second press on the name does not remove the mark.
  await user.click(personOf('Ratih Satu Hadir'))
  expect(await marksOf()).toEqual(['HADIR'])
  await user.click(screen.getByRole('button', { name: 'Tanda lain Ratih Satu' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Hapus tanda' }))
  await waitFor(async () => expect(await marksOf()).toEqual([]))
  expect(personOf('Ratih Satu Belum absen')).toHaveAttribute('aria-pressed', 'false')
})

test('asks before the first mark of a lesson that has not begun', async () => {
  const user = await renderApp(board, school.superadmin.token)
  await user.click(await screen.findByRole('button', { name: /^Sari Tiga/ }))
  const question = within(await screen.findByRole('dialog', { name: 'Tandai sekarang?' }))
  await user.click(question.getByRole('button', { name: 'Batal' }))
  expect(personOf('Sari Tiga')).toHaveAttribute('aria-pressed', 'false')
})

test('groups by coach, keeps the grouping in the URL, and opens the page of a lesson', async () => {
  const user = await renderApp(board, school.superadmin.token)
  await user.click(await screen.findByRole('button', { name: 'Guru' }))
  await waitFor(() => expect(place()).toBe(`${board}&kelompok=pelatih`))
  expect(sections().every((title) => title?.startsWith('Guru '))).toBe(true)
  await user.click(screen.getByRole('link', { name: /^10\.00–10\.30/ }))
  await waitFor(() => expect(place()).toBe(`/kursus-pelatih/absensi?id=${lesson}`))
  expect(await screen.findByRole('button', { name: 'Semua hadir' })).toBeVisible()
})

test('shows amount, days and WhatsApp of arrears', async () => {
  await renderApp(board, school.superadmin.token)
  expect(await screen.findByText('Menunggak Rp400.000, 9 hari')).toBeVisible()
  expect(screen.getByRole('link', { name: 'WhatsApp keluarga Bimo Dua' })).toHaveAttribute(
    'href',
    'https://wa.me/6281234500033',
  )
})

test('shows only the months of arrears without the codes for bills and families', async () => {
  const role = must(
    await school.superadmin.post<{ id: number }>('/role/create', {
      name: 'Meja Depan',
      dasar_role_id: RoleId.admin,
      accesses: ['kursus-pelatih/absensi'],
    }),
  )
  const { id } = must(
    await school.superadmin.post<{ id: number }>('/user/create', {
      role_id: role.id,
      name: 'Meja Depan',
      email: 'meja.depan@contoh.id',
      phone: '081299887700',
      gedung_id: school.ids.gedung,
    }),
  )
  await renderApp(board, (await school.api.as(id)).token)
  expect(await screen.findByText('Menunggak 1 bulan')).toBeVisible()
  expect(screen.queryByText(/Rp\d/)).toBeNull()
  expect(screen.queryByRole('link', { name: /^WhatsApp/ })).toBeNull()
})
