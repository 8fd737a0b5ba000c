/** Tests of the screens for courses and course categories. */
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { must } from '#mocks/school/school.ts'
import { serveSchool } from '#mocks/serve.ts'
import { closeApp, renderApp } from '#src/test/renderApp.tsx'

const school = serveSchool()
afterEach(closeApp)

const form = () => within(document.querySelector<HTMLElement>('[role=dialog]:has(form)')!)
const levelsOf = async (id: number): Promise<string[]> =>
  must(
    await school.superadmin.get<{ levels: { nama: string }[] }>(
      `/kategori-kursus/view?id=${id}&expand=levels`,
    ),
  ).levels.map((l) => l.nama)
const setLevels = async (versi: number, ...levels: { id?: number; nama: string }[]) =>
  must(
    await school.superadmin.post(`/kategori-kursus/update?id=${school.ids.kategori}`, {
      versi,
      levels,
    }),
  )
const levelNames = () =>
  within(form().getByRole('list', { name: 'Level' }))
    .queryAllByRole('textbox')
    .map((box) => (box as HTMLInputElement).value)
const openPiano = async () => {
  const user = await renderApp('/kategori-kursus', school.superadmin.token)
  await user.click(await screen.findByRole('cell', { name: 'Piano' }))
  await screen.findByRole('button', { name: 'Tambah level' })
  return user
}

test('moves levels by keyboard, keeps the focus and announces the new position', async () => {
  await setLevels(1, { nama: 'Dasar' }, { nama: 'Lanjut' }, { nama: 'Mahir' })
  const user = await openPiano()
  const handle = (name: string) => form().getByRole('button', { name: `Pindahkan ${name}` })
  handle('Dasar').focus()
  await user.keyboard('{ArrowUp}')
  expect(levelNames()).toEqual(['Dasar', 'Lanjut', 'Mahir'])
  await user.keyboard('{End}')
  expect(levelNames()).toEqual(['Lanjut', 'Mahir', 'Dasar'])
  expect(form().getByText('Dasar dipindahkan ke urutan 3 dari 3')).toHaveAttribute('role', 'status')
  await waitFor(() => expect(handle('Dasar')).toHaveFocus())
  await user.click(form().getByRole('button', { name: 'Naikkan Dasar' }))
  await user.click(form().getByRole('button', { name: 'Hapus Mahir' }))
  await user.click(form().getByRole('button', { name: 'Tambah level' }))
  await user.type(form().getByRole('textbox', { name: 'Level 3' }), 'lanjut')
  await user.click(form().getByRole('button', { name: 'Simpan' }))
  expect(await form().findByText('Level ini sudah ada di atas')).toBeVisible()
  await user.type(form().getByRole('textbox', { name: 'Level 3' }), ' sekali')
  await user.click(form().getByRole('button', { name: 'Simpan' }))
  await waitFor(async () =>
    expect(await levelsOf(school.ids.kategori)).toEqual(['Lanjut', 'Dasar', 'lanjut sekali']),
  )
})

test('offers the allowed durations, and the stored one of a course', async () => {
  const { api, ids } = school
  const stored = { durasi_menit: 40 }
  await api.db.updateTable('kursus').set(stored).where('id', '=', ids.kursus).execute()
  const user = await renderApp(`/kursus/view?id=${ids.kursus}`, school.superadmin.token)
  await user.click(await screen.findByRole('button', { name: 'Ubah' }))
  const offered = ['30', '40', '45', '60', '90', '120'].map((minutes) => `${minutes} menit`)
  const field = await screen.findByLabelText('Durasi')
  expect([...field.querySelectorAll('option')].map((o) => o.textContent)).toEqual(offered)
})

test('keeps levels that another user added meanwhile', async () => {
  await setLevels(1, { nama: 'Dasar' })
  const user = await openPiano()
  const { id } = await school.api.db
    .selectFrom('course_level')
    .select('id')
    .executeTakeFirstOrThrow()
  await setLevels(2, { id, nama: 'Dasar' }, { nama: 'Dari orang lain' })
  const name = form().getByLabelText(/^Nama/)
  await user.clear(name)
  await user.type(name, 'Piano Klasik')
  await user.click(form().getByRole('button', { name: 'Simpan' }))
  expect(await form().findByText(/diubah oleh/i)).toBeVisible()
  expect(levelNames()).toEqual(['Dasar', 'Dari orang lain'])
  await user.click(form().getByRole('button', { name: 'Simpan' }))
  await waitFor(async () =>
    expect(
      must(await school.superadmin.get(`/kategori-kursus/view?id=${school.ids.kategori}`)).nama,
    ).toBe('Piano Klasik'),
  )
  expect(await levelsOf(school.ids.kategori)).toEqual(['Dasar', 'Dari orang lain'])
})

test('limits level and next course to the category and clears them when it changes', async () => {
  await setLevels(1, { nama: 'Dasar' })
  const { id: levelId } = await school.api.db
    .selectFrom('course_level')
    .select('id')
    .executeTakeFirstOrThrow()
  must(
    await school.superadmin.post(`/kursus/update?id=${school.ids.kursus}`, {
      versi: 1,
      course_level_id: levelId,
    }),
  )
  const biola = must(
    await school.superadmin.post<{ id: number }>('/kategori-kursus/create', {
      nama: 'Biola',
      levels: [{ nama: 'Awal' }],
    }),
  ).id
  const user = await renderApp(`/kursus/view?id=${school.ids.kursus}`, school.superadmin.token)
  await user.click(await screen.findByText('Ubah'))
  await screen.findByText('Simpan')
  const box = (label: RegExp) =>
    form().getByLabelText<HTMLInputElement>(label, { selector: 'input:not([type=hidden])' })
  const choose = async (label: RegExp, option: string) => {
    await user.click(box(label))
    await user.click(await screen.findByText(option))
  }
  await waitFor(() => expect(box(/^Level/)).toHaveValue('Piano – Dasar'))
  await choose(/^Kategori/, 'Biola')
  await waitFor(() => expect(box(/^Level/)).toHaveValue(''))
  await choose(/^Level/, 'Biola – Awal')
  expect(
    school.asked(/^GET \/course-level\/pilihan\?kategori_kursus_id=/).map((r) => r.path),
  ).toEqual([`/course-level/pilihan?kategori_kursus_id=${biola}`])
  await user.click(screen.getByText('Simpan'))
  await waitFor(async () =>
    expect(
      must(await school.superadmin.get(`/kursus/view?id=${school.ids.kursus}&expand=course_level`)),
    ).toMatchObject({ kategori_kursus_id: biola, course_level: { nama: 'Awal' } }),
  )
})
