/**
 * Tests of the actions of a lesson: change of its room, and cancellation because its coach is on
 * leave.
 */
import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { addDays, currentDay, weekday } from '#contract/values/tanggal.ts'
import { makeKelas, makeRuang } from '#mocks/people/family.ts'
import { storeLesson } from '#mocks/schedule/lesson.ts'
import { must, type School } from '#mocks/school/school.ts'
import { serveSchool } from '#mocks/serve.ts'
import { closeApp, renderApp } from '#src/test/renderApp.tsx'

const school = serveSchool()
afterEach(closeApp)

const small = () => {
  const { api, ids, superadmin } = school
  return { ...api, ids, superadmin } as unknown as School
}
const day = (n: number) => addDays(currentDay(), n)
const nameOfRuang = async (id: number) =>
  must(await school.superadmin.get<{ nama: string }>(`/ruang/view?id=${id}`)).nama
const lessonOf = async (id: number) =>
  must(
    await school.superadmin.get<{ ruang_id: number; status: string }>(`/pertemuan/view?id=${id}`),
  )
const dialog = async (name: RegExp) => within(await screen.findByRole('dialog', { name }))
type Form = Awaited<ReturnType<typeof dialog>>
const choose = async (user: UserEvent, item: string) => {
  await user.click((await screen.findAllByRole('button', { name: /^Aksi / }))[0]!)
  await user.click(await screen.findByRole('menuitem', { name: item }))
}
const pick = async (user: UserEvent, form: Form, label: RegExp, name: string) => {
  const field = await form.findByLabelText(label, { selector: 'input' })
  await user.clear(field)
  await user.type(field, name)
  await user.click(await screen.findByRole('option', { name: new RegExp(`^${name}`) }))
}
/** Deletes all lessons, stores one lesson of the class, and opens the tab that lists it. */
const openLesson = async () => {
  const { ids, api, superadmin } = school
  await api.db.deleteFrom('pertemuan').execute()
  const lesson = await storeLesson(small(), ids.kelas, day(3))
  const path = `/kursus-pelatih/view?id=${ids.kelas}&tab=pertemuan`
  return { lesson, user: await renderApp(path, superadmin.token) }
}

test('moves a lesson to another room', async () => {
  const ruang = await makeRuang(small(), school.ids.gedung)
  const name = await nameOfRuang(ruang)
  const { lesson, user } = await openLesson()
  await choose(user, 'Ganti ruang')
  const form = await dialog(/^Ganti ruang /)
  await pick(user, form, /^Ruang/, name)
  expect(await form.findByText('Tidak ada bentrok.')).toBeVisible()
  await user.click(form.getByRole('button', { name: 'Simpan' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(await screen.findByRole('cell', { name })).toBeVisible()
  expect((await lessonOf(lesson)).ruang_id).toBe(ruang)
})

test('rejects an occupied room and offers a free one', async () => {
  const { ids } = school
  const ruang = await makeRuang(small(), ids.gedung)
  const otherClass = await makeKelas(small(), ids.gedung, {
    ruang_id: ruang,
    hari: weekday(day(3)),
  })
  const { lesson, user } = await openLesson()
  await storeLesson(small(), otherClass, day(3))
  await choose(user, 'Ganti ruang')
  const form = await dialog(/^Ganti ruang /)
  await pick(user, form, /^Ruang/, await nameOfRuang(ruang))
  expect(await form.findByRole('list', { name: 'Bentrok' })).toBeVisible()
  await user.click(form.getByRole('button', { name: 'Simpan' }))
  await waitFor(() => expect(school.asked(/^POST \/pertemuan\/update/)).toHaveLength(1))
  expect(await form.findByRole('list', { name: 'Bentrok' })).toBeVisible()
  expect(form.getByRole('group', { name: /yang kosong$/ })).toBeVisible()
  expect((await lessonOf(lesson)).ruang_id).toBe(ids.ruang)
})

const askLeave = async () => {
  const { ids, api } = school
  await api.db.deleteFrom('pertemuan').execute()
  const lesson = await storeLesson(small(), ids.kelas, day(3))
  const coach = await api.as(ids.pelatih)
  const leaveInput = { pelatih_id: ids.pelatih, mulai: day(2), selesai: day(4), alasan: 'Sakit' }
  const { id } = must(await coach.post<{ id: number }>('/pelatih-libur/create', leaveInput))
  const status = async () =>
    must(
      await coach.get<{ status: string; alasan_tolak: string | null }>(
        `/pelatih-libur/view?id=${id}`,
      ),
    )
  return { id, lesson, status }
}
test('rejects leave with a reason on the record of the coach', async () => {
  const { status } = await askLeave()
  const path = `/user/view?id=${school.ids.pelatih}&tab=libur`
  const user = await renderApp(path, school.superadmin.token)
  await user.click(await screen.findByRole('button', { name: /^Pertemuan selama libur / }))
  const form = await dialog(/^Libur Citra Guru, /)
  await user.click(form.getByRole('button', { name: 'Tolak' }))
  const ask = await dialog(/^Tolak libur Citra Guru\?$/)
  await user.click(ask.getByRole('button', { name: 'Tolak' }))
  expect(ask.getByLabelText(/^Alasan/)).toBeInvalid()
  await user.type(ask.getByLabelText(/^Alasan/), 'Minggu ujian sekolah')
  await user.click(ask.getByRole('button', { name: 'Tolak' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(await screen.findByText('Libur Citra Guru ditolak')).toBeVisible()
  expect(await screen.findByText('Ditolak')).toBeVisible()
  expect(await status()).toMatchObject({ status: 'ditolak', alasan_tolak: 'Minggu ujian sekolah' })
})

test('approves leave without open lessons after its lesson was cancelled', async () => {
  const { lesson, status } = await askLeave()
  const user = await renderApp('/pelatih-libur', school.superadmin.token)
  await choose(user, 'Putuskan')
  const form = await dialog(/^Libur Citra Guru, /)
  await user.click(await form.findByRole('button', { name: /^Aksi / }))
  await user.click(await screen.findByRole('menuitem', { name: 'Batalkan pertemuan' }))
  const cancel = await dialog(/^Batalkan /)
  await user.type(await cancel.findByLabelText(/^Alasan/), 'Gurunya sakit')
  await user.click(cancel.getByRole('button', { name: 'Batalkan pertemuan' }))
  const again = await dialog(/^Libur Citra Guru, /)
  expect(await again.findByText(/^Tidak ada pertemuan yang masih terbuka/)).toBeVisible()
  await user.click(again.getByRole('button', { name: 'Setujui' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(await screen.findByText('Libur Citra Guru disetujui')).toBeVisible()
  expect((await lessonOf(lesson)).status).toBe('batal_sekolah')
  expect((await status()).status).toBe('disetujui')
})
