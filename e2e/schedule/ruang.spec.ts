/**
 * Rooms, which are shown with their weekly schedule and kept while a class uses them. Also
 * holidays, which are listed and added on a tab of the outlets page.
 */
import { Hari } from '#contract/enums.ts'
import { expect, letStand, take, test } from '../fixtures.ts'

test.use({ role: 'admin', allowErrors: [/\b(409|422)\b/] })

test('creates and fills a room and keeps it while a class uses it', async ({ page, open, api }) => {
  const by = api('admin')
  await open('/ruang')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Kelola Ruang')
  await page.getByRole('button', { name: 'Tambah' }).click()
  const form = page.getByRole('dialog', { name: 'Tambah Ruang' })
  await form.getByLabel('Nama Ruang').fill('Bilik Harpa')
  await form.getByLabel('Outlet').and(form.locator('input')).fill('tebet')
  await take(page, 'Nada Tebet')
  await form.getByLabel('Kapasitas').fill('3')
  await form.getByLabel('Fasilitas').fill('Harpa')
  await page.keyboard.press('Enter')
  await form.getByRole('button', { name: 'Simpan' }).click()
  await expect(page.getByText('Ruang Bilik Harpa ditambahkan')).toBeVisible()
  const {
    data: [ruang],
  } = await by.get<{ id: number; gedung_id: number; fasilitas: string[] }[]>('/ruang?q=bilik')
  expect(ruang?.fasilitas).toEqual(['Harpa'])
  const [
    {
      data: [pelatih],
    },
    {
      data: [kursus],
    },
  ] = [
    await by.get<{ id: number }[]>('/user/pilihan?jenis=pelatih'),
    await by.get<{ id: number }[]>('/kursus/pilihan?q=piano%20dasar'),
  ]
  await by.post('/kursus-pelatih/create', {
    pelatih_id: pelatih?.id,
    kursus_id: kursus?.id,
    gedung_id: ruang?.gedung_id,
    ruang_id: ruang?.id,
    hari: Hari.minggu,
    jam_mulai: '19:00',
    mulai: '2024-01-01',
    ...letStand,
  })
  await open(`/ruang/view?id=${ruang?.id}`)
  await expect(
    page
      .getByRole('region', { name: 'Jadwal mingguan Bilik Harpa' })
      .getByRole('listitem')
      .filter({ hasText: '19.00–19.30' }),
  ).toContainText('Piano Dasar')
  await expect(
    page.getByRole('table', { name: 'Kelas di Bilik Harpa' }).getByRole('row'),
  ).toHaveCount(2)
  await page.getByRole('button', { name: 'Hapus' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Hapus' }).click()
  const refusal = page.getByRole('dialog', { name: 'Error 409' })
  await expect(refusal).toContainText(
    /Ruang Bilik Harpa tidak dapat dihapus.*1 Kelas: Piano Dasar – Minggu 19\.00/,
  )
  await refusal.getByRole('button', { name: 'Nonaktifkan' }).click()
  await expect(page.getByRole('dialog', { name: 'Error 409' })).toContainText(
    'Ruang masih punya kelas aktif: Piano Dasar',
  )
})

test('shows holidays as a tab of the outlets, in the address, with a list of their own', async ({
  page,
  open,
}) => {
  await open('/gedung?q=dago')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Kelola Outlet')
  await page.getByRole('tab', { name: 'Hari Libur' }).click()
  await expect(page).toHaveURL(/#\/gedung\?tab=hari-libur$/)
  await page.getByRole('button', { name: 'Tambah' }).click()
  const form = page.getByRole('dialog', { name: 'Tambah Hari Libur' })
  await form.getByLabel('Nama').fill('Ulang tahun sekolah')
  await form.getByLabel('Tanggal').fill('2026-03-09')
  await form.getByLabel('Jenis').selectOption('Sekolah')
  await form.getByRole('switch', { name: 'Mengurangi tagihan' }).click()
  await form.getByRole('button', { name: 'Simpan' }).click()
  await expect(
    page.getByRole('row', {
      name: /Ulang tahun sekolah.*Senin, 9 Maret 2026.*Semua outlet.*Sekolah.*Ya/,
    }),
  ).toBeVisible()
  await page.getByLabel('Jenis').first().selectOption('Sekolah')
  await expect(page.getByRole('row', { name: /Hari Raya Natal/ })).toHaveCount(0)
  await page.getByRole('button', { name: 'Atur ulang' }).first().click()
  await expect(page).toHaveURL(/#\/gedung\?tab=hari-libur$/)
  await page.getByRole('tab', { name: 'Hari Libur' }).focus()
  await page.keyboard.press('ArrowLeft')
  await expect(page.getByRole('tab', { name: 'Outlet' })).toBeFocused()
  await expect(page.getByRole('row', { name: /Nada Tebet/ })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('tab', { name: 'Hari Libur' })).toHaveAttribute(
    'aria-selected',
    'true',
  )
})
