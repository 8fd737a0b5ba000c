/**
 * Tests three screens whose save conflicts with existing lessons: a coach’s free slots, an outlet’s
 * opening hours and a holiday.
 */
import { screen, within, type Screen } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { SlotPelatih } from '#contract/enums.ts'
import { addDays, currentDay, weekday } from '#contract/values/tanggal.ts'
import { storeLesson } from '#mocks/schedule/lesson.ts'
import { must } from '#mocks/school/school.ts'
import { serveSchool } from '#mocks/serve.ts'
import { closeApp, renderApp } from '#src/test/renderApp.tsx'

const school = serveSchool()
afterEach(closeApp)

/**
 * Makes an extra lesson (outside the weekly hour) of the school's class at 15.00, `n` days from
 * today, and deletes all other lessons. Returns the day of the lesson.
 */
const makeExtra = async (n: number): Promise<string> => {
  const { api, ids } = school
  await api.db.deleteFrom('pertemuan').execute()
  const s = { ...api, ids } as Parameters<typeof storeLesson>[0]
  const tanggal = addDays(currentDay(), n)
  await storeLesson(s, ids.kelas, tanggal, { jam_mulai: '15:00', jam_selesai: '15:30' })
  return tanggal
}
interface Jadwal {
  slot: { hari: number; jam: string; status: number }[]
}
type Form = Pick<Screen, 'findByText' | 'getByRole' | 'getByLabelText'>
/** Expects conflicts that match `text`, allows them with a reason, and sends the form again. */
const letStand = async (user: UserEvent, form: Form, text: RegExp) => {
  expect(await form.findByText('Perlu diperhatikan:')).toBeVisible()
  const list = form.getByRole('list', { name: 'Bentrok' })
  expect(list).toHaveTextContent(text)
  expect(within(list).getByRole('link')).toHaveAttribute(
    'href',
    expect.stringContaining('/kursus-pelatih/absensi?id='),
  )
  await user.click(form.getByRole('checkbox', { name: /^Tetap lanjutkan/ }))
  await user.type(form.getByLabelText(/^Alasan/), 'Disepakati dengan guru')
  await user.click(form.getByRole('button', { name: 'Simpan' }))
}
const typed = (tanggal: string) => tanggal.split('-').toReversed().join('/')

test('closes a coach’s slot despite a dated lesson, with a reason', async () => {
  // The lesson must be on a Monday, because the calendar in a narrow window first shows Monday.
  const hari = weekday(await makeExtra(15 - weekday(currentDay())))
  const { superadmin, ids } = school
  const slot = [{ hari, jam: '15:00', status: SlotPelatih.kosong }]
  const url = `/user/ubah-jadwal-pelatih?id=${ids.pelatih}`
  must(await superadmin.post(url, { versi: 0, slot }))
  const user = await renderApp(url, superadmin.token)
  // Uses the keyboard, because jsdom has no pointer capture. 15.00 is fourteen half-hour cells
  // below 08.00.
  expect(await screen.findByLabelText('Senin 15.00 kosong')).toBeVisible()
  screen.getByLabelText('Senin 08.00 tidak bisa').focus()
  await user.keyboard('{ArrowDown>14/}')
  await user.keyboard('3')
  await user.click(screen.getByRole('button', { name: 'Simpan' }))
  await letStand(user, screen, /Masih ada Piano Grade 1/)
  expect(await screen.findByText(/^Jadwal kosong .* disimpan$/)).toBeVisible()
  const { slot: saved } = must(
    await superadmin.get<Jadwal>(`/user/jadwal-pelatih?id=${ids.pelatih}`),
  )
  expect(saved.find((x) => x.hari === hari && x.jam === '15:00')?.status).toBe(
    SlotPelatih.tidakBisa,
  )
})

test('adds a holiday despite an extra lesson with a reason and rechecks another day', async () => {
  const tanggal = await makeExtra(10)
  const user = await renderApp('/gedung?tab=hari-libur', school.superadmin.token)
  const [add] = await screen.findAllByRole('button', { name: 'Tambah' })
  await user.click(add!)
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(await dialog.findByLabelText(/^Nama/), 'Hari jadi')
  const day = dialog.getByLabelText(/^Tanggal/)
  await user.type(day, typed(tanggal))
  await user.click(dialog.getByRole('button', { name: 'Simpan' }))
  expect(await dialog.findByText('Perlu diperhatikan:')).toBeVisible()
  await user.clear(day)
  expect(dialog.queryByText('Perlu diperhatikan:')).toBeNull()
  await user.type(day, typed(tanggal))
  await letStand(user, dialog, /Pada hari itu ada Piano Grade 1/)
  expect(await screen.findByText('Hari Libur Hari jadi ditambahkan')).toBeVisible()
  // Before the deletion, the dialog says what happens to the lessons.
  await user.click(await screen.findByRole('button', { name: /^Aksi Hari jadi/ }))
  await user.click(await screen.findByRole('menuitem', { name: 'Hapus' }))
  const question = within(await screen.findByRole('dialog', { name: /^Hapus Hari jadi/ }))
  expect(question.getByText(/akan dihapus\. Tidak ada pertemuan yang berubah\./)).toBeVisible()
  await user.click(question.getByRole('button', { name: 'Hapus' }))
  expect(await screen.findByText(/^Hari Libur Hari jadi .* dihapus$/)).toBeVisible()
})

test('changes the opening hours despite an extra lesson outside, with a reason', async () => {
  await makeExtra(11)
  const { superadmin, ids, api } = school
  await api.db.updateTable('kursus_pelatih').set({ status: 'nonaktif' }).execute()
  const user = await renderApp('/gedung', superadmin.token)
  await user.click(await screen.findByRole('button', { name: /^Aksi Nada Jakarta/ }))
  await user.click(await screen.findByRole('menuitem', { name: 'Ubah' }))
  const dialog = within(await screen.findByRole('dialog'))
  const close = await dialog.findByLabelText(/^Jam Tutup/)
  await user.clear(close)
  await user.type(close, '15:15')
  await user.click(dialog.getByRole('button', { name: 'Simpan' }))
  await letStand(user, dialog, /Di luar jam buka itu: Piano Grade 1/)
  expect(await screen.findByText('Outlet Nada Jakarta disimpan')).toBeVisible()
  const { jam_tutup } = must(
    await superadmin.get<{ jam_tutup: string }>(`/gedung/view?id=${ids.gedung}`),
  )
  expect(jam_tutup).toBe('15:15')
})

test('rejects an hour as its coach, with a reason', async () => {
  const { ids, api, superadmin } = school
  const asks = { status: 'aktif', tanya_dulu: 1 } as const
  await api.db.updateTable('kursus_pelatih').set(asks).where('id', '=', ids.kelas).execute()
  const user = await renderApp('/portal/pelatih', (await api.as(ids.pelatih)).token)
  await user.click(await screen.findByRole('button', { name: /^Tolak jam Piano Grade 1/ }))
  const dialog = within(await screen.findByRole('dialog', { name: /^Tolak jam/ }))
  await user.type(dialog.getByLabelText(/^Alasan/), 'Mengantar anak')
  await user.click(dialog.getByRole('button', { name: 'Tolak' }))
  expect(await screen.findByText('Jam Piano Grade 1 ditolak')).toBeVisible()
  expect(await screen.findByText('Jam ini Anda tolak; admin mencari jam lain.')).toBeVisible()
  const { alasan_tanya_dulu } = must(
    await superadmin.get<{ alasan_tanya_dulu: string }>(`/kursus-pelatih/view?id=${ids.kelas}`),
  )
  expect(alasan_tanya_dulu).toBe('Mengantar anak')
})

const declined = async () => {
  const { ids, api } = school
  const said = {
    status: 'aktif',
    tanya_dulu: 1,
    tanya_dulu_ditolak_at: new Date().toISOString(),
    alasan_tanya_dulu: 'Mengantar anak',
  } as const
  await api.db.updateTable('kursus_pelatih').set(said).where('id', '=', ids.kelas).execute()
  return ids.kelas
}
test('finds a class by the rejection of its coach', async () => {
  await declined()
  await renderApp('/kursus-pelatih?persetujuan=ditolak', school.superadmin.token)
  const cells = await screen.findAllByText('Ditolak guru', { selector: 'tbody *' })
  expect(cells).toHaveLength(1)
  expect(cells[0]!.closest('tr')).toHaveTextContent('Citra Guru')
})
test('shows the reason of the coach in the record of the class', async () => {
  const id = await declined()
  await renderApp(`/kursus-pelatih/view?id=${id}`, school.superadmin.token)
  expect(await screen.findByText(/Guru menolak jam ini.*Mengantar anak/)).toBeVisible()
})
