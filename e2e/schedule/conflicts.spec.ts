/**
 * Conflicts of a class: the form shows the conflicts while the user fills it in, and allows soft
 * conflicts with a reason. A class at an hour marked "ask first" needs the approval of the coach.
 */
import { Hari, SlotPelatih } from '#contract/enums.ts'
import { slotTimes } from '#contract/schedule/rules/freeSlots.ts'
import { currentDay } from '#contract/values/tanggal.ts'
import { expect, test, type Api } from '../fixtures.ts'

interface Place {
  pelatih_id: number
  kursus_id: number
  gedung_id: number
  ruang_id: number
}
const create = async (by: Api, path: string, body: object): Promise<number> =>
  (await by.post<{ id: number }>(path, body)).data.id

/**
 * Sets the free slots of the demo coach on Sunday evenings: not available at 19:00, and "ask first"
 * from 19:30 on. Returns coach, course and outlet of a class of the coach, and a new room.
 */
const coachOf = async (by: Api): Promise<Place> => {
  const [coachClass] = (await by.get<Place[]>('/kursus-pelatih?status=aktif&q=maria')).data
  if (!coachClass) throw new Error('The demo coach has no class')
  const { data } = await by.get<{ versi: number }>(
    `/user/jadwal-pelatih?id=${coachClass.pelatih_id}`,
  )
  const slot = slotTimes
    .filter((jam) => jam >= '19:00')
    .map((jam) => ({
      hari: Hari.minggu,
      jam,
      status: jam < '19:30' ? SlotPelatih.tidakBisa : SlotPelatih.tanyaDulu,
    }))
  await by.post(`/user/ubah-jadwal-pelatih?id=${coachClass.pelatih_id}`, {
    versi: data.versi,
    slot,
  })
  const gedung_id = coachClass.gedung_id
  const ruang_id = await create(by, '/ruang/create', { nama: 'Sanggar', gedung_id, kapasitas: 9 })
  return { pelatih_id: coachClass.pelatih_id, kursus_id: coachClass.kursus_id, gedung_id, ruang_id }
}

test.describe('a class', () => {
  test.use({ role: 'admin', allowErrors: [/\b(409|422)\b/] })
  test('names its conflict, takes a free hour, and keeps the reason to allow it', async ({
    page,
    open,
    api,
  }) => {
    const by = api('admin')
    const place = await coachOf(by)
    const body = { ...place, hari: Hari.minggu, jam_mulai: '19:30', mulai: currentDay() }
    const id = await create(by, '/kursus-pelatih/create', body)
    await open(`/kursus-pelatih/view?id=${id}`)
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Detail Kelas Guru')
    await expect(page.getByText('Menunggu persetujuan guru', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Ubah', exact: true }).click()
    const form = page.getByRole('dialog', { name: 'Ubah Kelas' })
    await form.getByLabel('Jam Mulai').fill('03:00')
    await expect(form.getByText('Tidak bisa di sini:')).toBeVisible()
    await form
      .getByRole('group', { name: 'Waktu dan tempat lain yang kosong' })
      .getByRole('button')
      .first()
      .click()
    await expect(form.getByText('Tidak ada bentrok.')).toBeVisible()
    await form.getByLabel('Hari').selectOption('Minggu')
    await form.getByLabel('Jam Mulai').fill('19:00')
    await expect(form.getByText('Jam ini bukan slot kosong guru')).toBeVisible()
    await form.getByLabel('Alasan Bentrok').fill('Guru bersedia lewat telepon')
    await form.getByLabel(/Tetap lanjutkan/).check()
    await form.getByRole('button', { name: 'Simpan' }).click()
    await expect(form).toHaveCount(0)
    await expect(page.getByText('Di luar jam kosong guru')).toBeVisible()
    await expect(page.getByText('Guru bersedia lewat telepon')).toBeVisible()
    // Moves the class back to 19:30, so that the class waits for the approval of the coach again.
    // In the next test, the coach approves the class.
    const { data } = await by.get<{ versi: number }>(`/kursus-pelatih/view?id=${id}`)
    await by.post(`/kursus-pelatih/update?id=${id}`, { jam_mulai: '19:30', versi: data.versi })
  })
})

test.describe('its coach', () => {
  test.use({ role: 'pelatih' })
  test('approves an hour in the coach’s own portal', async ({ page, open }) => {
    await open('/portal/pelatih')
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Portal Guru')
    const waiting = page.getByRole('heading', { name: 'Menunggu persetujuan Anda', exact: true })
    await expect(waiting).toBeVisible()
    await page.getByRole('button', { name: /^Setujui jam/ }).click()
    await expect(page.getByText(/^Jam .* disetujui$/)).toBeVisible()
    await expect(waiting).toHaveCount(0)
  })
})
