/** Day board of the front desk: from login to a marked student in two presses. */
import { checkAll } from '../accessible.ts'
import { expect, password, test } from '../fixtures.ts'
import { makeLesson, students } from './lessonNow.ts'

interface Attendance {
  peserta: { nama: string; kode_absensi: string | null }[]
}

test('marks an arriving student of a running lesson after login', async ({
  page,
  open,
  api,
  server,
}) => {
  const id = makeLesson(server.folder, -10)
  const read = async () =>
    (await api('admin').get<Attendance>(`/pertemuan/absensi?id=${id}`)).data.peserta
  const nama = (await read())[0]!.nama
  await open('/auth/login')
  await page.getByLabel('Username atau email').fill('admin')
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
  await page.getByRole('link', { name: 'Absensi hari ini' }).click()

  const lesson = page.locator(`[data-lesson="${id}"]`)
  await expect(lesson).toContainText(`0 dari ${students}`)
  const person = lesson.getByRole('button', { name: new RegExp(`^${nama} (Belum|Hadir|Sakit)`) })
  await expect(person).toContainText(/Belum absen (9|1\d) menit/)
  await person.press('Enter')
  await expect(person).toHaveAttribute('aria-pressed', 'true')
  await expect(person).toContainText('Hadir')
  await expect(page.getByRole('status', { name: 'Pengiriman' })).toHaveText(
    'Semua absensi tersimpan',
  )
  expect((await read())[0]).toMatchObject({ nama, kode_absensi: 'HADIR' })

  // The choice of the grouping survives a reload, and so does the mark.
  await page.getByRole('button', { name: 'Guru', exact: true }).click()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Guru', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await expect(lesson).toContainText(`1 dari ${students}`)
  await lesson.getByRole('button', { name: `Tanda lain ${nama}` }).click()
  await page.getByRole('menuitem', { name: 'Sakit' }).click()
  await expect(person).toContainText('Sakit')
  await expect.poll(async () => (await read())[0]?.kode_absensi).toBe('SAKIT')
  await checkAll(page, 'the day board')
})
