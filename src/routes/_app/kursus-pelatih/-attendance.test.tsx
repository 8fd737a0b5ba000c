/**
 * Tests of the attendance page of a lesson: removed attendance marks, their history, and marks set
 * before the lesson begins.
 */
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { addDays, currentDay } from '#contract/values/tanggal.ts'
import { enrol, makeKelas, makePeserta } from '#mocks/people/family.ts'
import { storeLesson } from '#mocks/schedule/lesson.ts'
import type { School } from '#mocks/school/school.ts'
import { serveSchool } from '#mocks/serve.ts'
import { closeApp, renderApp } from '#src/test/renderApp.tsx'

const school = serveSchool()
afterEach(closeApp)

/**
 * Makes a class with two students, and a lesson of this class on the given day. Returns the id of
 * the lesson.
 */
const makeLesson = async (tanggal: string, names: readonly [string, string]) => {
  const { ids, superadmin } = school
  const s = { ...school.api, ids, superadmin } as unknown as School
  const kelas = await makeKelas(s, ids.gedung)
  for (const name of names)
    await enrol(s, await makePeserta(s, ids.akun, ids.gedung, { name }), kelas)
  return storeLesson(s, kelas, tanggal, { jam_mulai: '16:00', jam_selesai: '17:00' })
}
const marksOf = async (pertemuan_id: number) => {
  const rows = await school.api.db
    .selectFrom('absensi')
    .select('kode_absensi')
    .where('pertemuan_id', '=', pertemuan_id)
    .orderBy('id')
    .execute()
  return rows.map((row) => row.kode_absensi)
}
const button = (group: string, name: string) =>
  within(screen.getByRole('group', { name: group })).getByRole('button', { name })
const stored = () =>
  waitFor(() =>
    expect(screen.getByRole('status', { name: 'Pengiriman' })).toHaveTextContent(
      'Semua absensi tersimpan',
    ),
  )

test('removes the marks of student and coach, and lists the changes', async () => {
  const id = await makeLesson(addDays(currentDay(), -1), ['Ratih Satu', 'Bimo Dua'])
  const user = await renderApp(`/kursus-pelatih/absensi?id=${id}`, school.superadmin.token)
  await user.click(await screen.findByRole('button', { name: 'Semua hadir' }))
  await waitFor(async () => expect(await marksOf(id)).toEqual(['HADIR', 'HADIR']))
  await user.click(button('Ratih Satu', 'Izin'))
  await waitFor(async () => expect(await marksOf(id)).toContain('IZIN'))
  await user.click(screen.getByRole('button', { name: 'Hapus tanda Ratih Satu' }))
  await waitFor(async () => expect(await marksOf(id)).toEqual(['HADIR']))
  expect(button('Ratih Satu', 'Izin')).toHaveAttribute('aria-pressed', 'false')
  expect(screen.getByText('Peserta (1 dari 2)')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Hapus tanda Ratih Satu' })).toBeNull()

  expect(screen.queryByRole('button', { name: 'Hapus tanda guru' })).toBeNull()
  await user.click(button('Keberangkatan guru', 'Berangkat'))
  await user.click(await screen.findByRole('button', { name: 'Hapus tanda guru' }))
  await waitFor(() =>
    expect(button('Keberangkatan guru', 'Berangkat')).toHaveAttribute('aria-pressed', 'false'),
  )
  await stored()
  const changes = await screen.findByRole('list', { name: 'Perubahan tanda' })
  await waitFor(() =>
    expect(
      within(changes)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual([
      expect.stringMatching(/^Guru: Berangkat → Belum ditandai, oleh .+, .+\d\d\.\d\d/),
      expect.stringMatching(/^Ratih Satu: Izin → Belum ditandai, oleh .+/),
      expect.stringMatching(/^Ratih Satu: Hadir → Izin, oleh .+/),
    ]),
  )
})

test('asks once before marks of a lesson that has not begun, except for excuses', async () => {
  const id = await makeLesson(addDays(currentDay(), 1), ['Sari Satu', 'Tono Dua'])
  const user = await renderApp(`/kursus-pelatih/absensi?id=${id}`, school.superadmin.token)
  await screen.findByRole('button', { name: 'Semua hadir' })
  await user.click(button('Sari Satu', 'Sakit'))
  await waitFor(async () => expect(await marksOf(id)).toEqual(['SAKIT']))
  const question = async () =>
    within(await screen.findByRole('dialog', { name: 'Tandai sekarang?' }))
  await user.click(button('Tono Dua', 'Hadir'))
  expect(
    (await question()).getByText(/^Pertemuan ini baru mulai .+ 16\.00\. Tanda hadir dihitung/),
  ).toBeVisible()
  await user.click((await question()).getByRole('button', { name: 'Batal' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(button('Tono Dua', 'Hadir')).toHaveAttribute('aria-pressed', 'false')
  await user.click(screen.getByRole('button', { name: 'Semua hadir' }))
  await user.click((await question()).getByRole('button', { name: 'Tandai' }))
  await waitFor(async () => expect(await marksOf(id)).toEqual(['SAKIT', 'HADIR']))
  await user.click(button('Sari Satu', 'Hadir'))
  await waitFor(async () => expect(await marksOf(id)).toEqual(['HADIR', 'HADIR']))
  expect(screen.queryByRole('dialog')).toBeNull()
})
