/**
 * Courses: the levels of a category are ordered by keyboard and by drag, and a course gets a new
 * price that is valid from a day on. Also rejected changes.
 */
import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'

test.use({ role: 'admin', allowErrors: [/\b409\b/] })

const category = async (page: Page, open: (route: string) => Promise<void>, name: string) => {
  await open('/kategori-kursus')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Kategori Kursus')
  await page.getByRole('cell', { name, exact: true }).click()
  const form = page.getByRole('dialog', { name: 'Ubah Kategori Kursus' })
  await expect(form.getByLabel('Level 1')).toBeVisible()
  const names = () =>
    form
      .getByRole('list', { name: 'Level' })
      .getByRole('textbox')
      .evaluateAll((boxes) => boxes.map((box) => (box as HTMLInputElement).value))
  return { form, names }
}

test('moves levels by keys and by drag and keeps their order', async ({ page, open }) => {
  const { form, names } = await category(page, open, 'Biola')
  const handle = (level: string) => form.getByRole('button', { name: `Pindahkan ${level}` })
  await handle('Mahir').focus()
  await page.keyboard.press('ArrowUp')
  await expect(form.getByText('Mahir dipindahkan ke urutan 2 dari 3')).toBeAttached()
  await expect(handle('Mahir')).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect.poll(names).toEqual(['Mahir', 'Dasar', 'Menengah'])

  const [from, to] = [await handle('Mahir').boundingBox(), await handle('Menengah').boundingBox()]
  if (!from || !to) throw new Error('The handles have no place on the page')
  await page.mouse.move(from.x + 10, from.y + 10)
  await page.mouse.down()
  await page.mouse.move(to.x + 10, to.y + 40, { steps: 5 })
  // Escape must cancel only the drag and leave the dialog open.
  await page.keyboard.press('Escape')
  await page.mouse.up()
  await expect.poll(names).toEqual(['Mahir', 'Dasar', 'Menengah'])
  await page.mouse.move(from.x + 10, from.y + 10)
  await page.mouse.down()
  await page.mouse.move(to.x + 10, to.y + 40, { steps: 5 })
  await page.mouse.up()
  await expect.poll(names).toEqual(['Dasar', 'Menengah', 'Mahir'])

  await form.getByRole('button', { name: 'Naikkan Mahir' }).click()
  await form.getByRole('button', { name: 'Tambah level' }).click()
  await expect(form.getByRole('textbox', { name: 'Level 4' })).toBeFocused()
  await page.keyboard.type('Ahli')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('Kategori Kursus Biola disimpan')).toBeVisible()
  await expect(page.getByRole('row', { name: /Biola/ })).toContainText(
    'Dasar → Mahir → Menengah → Ahli',
  )
})

test('rejects removing a level in use and names its course', async ({ page, open }) => {
  const { form, names } = await category(page, open, 'Drum')
  await form.getByRole('button', { name: 'Hapus Lanjutan' }).click()
  await expect.poll(names).toEqual(['Dasar'])
  await form.getByRole('button', { name: 'Simpan' }).click()
  await expect(form.getByRole('alert')).toHaveText(
    'Level Lanjutan dipakai 1 Kursus: Drum Lanjutan.',
  )
})

test('explains the price of a course on a day; keeps a billed price', async ({
  page,
  open,
  api,
}) => {
  const admin = api('admin')
  const [course] = (await admin.get<{ id: number }[]>('/kursus?q=PNO-1')).data
  await admin.post('/kursus-harga/create', {
    kursus_id: course?.id,
    gedung_id: null,
    berlaku_mulai: '2031-03-02',
    biaya_bulanan: 725_000,
  })
  await open(`/kursus/view?id=${course?.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Detail Kursus/)
  await expect(
    page.getByRole('list', { name: 'Jenjang Piano' }).locator('[aria-current]'),
  ).toHaveText(/Grade 1/)
  const price = page.getByRole('region', { name: 'Harga pada' }).getByRole('status')
  await page.getByLabel('Harga pada', { exact: true }).and(page.locator('input')).fill('2031-03-31')
  await expect(price).toHaveText(
    /^Tagihan Maret 2031: Rp600\.000, harga semua outlet .* Mulai tagihan April 2031: Rp725\.000\./,
  )
  await page.getByLabel('Harga pada', { exact: true }).and(page.locator('input')).fill('2031-04-01')
  await expect(price).toHaveText(
    /^Tagihan April 2031: Rp725\.000, harga semua outlet yang berlaku mulai 2 Maret 2031\. Pendaftaran peserta baru: Rp[\d.]+\.$/,
  )
  const [makassar] = (await admin.get<{ id: number }[]>('/gedung?zona_waktu=Asia/Makassar')).data
  await page.getByLabel('Outlet', { exact: true }).selectOption(String(makassar?.id))
  await expect(price).toHaveText(
    /^Tagihan April 2031: Rp575\.000, harga Nada .* yang berlaku mulai /,
  )

  // The current price for all outlets cannot be changed, because bills already use it.
  const billed = page.getByRole('row', { name: /Semua outlet.*Berlaku kini/ })
  await billed.getByRole('button', { name: /^Aksi/ }).click()
  await expect(page.getByRole('menuitem', { name: /^Ubah/ })).toHaveText(
    /Sudah dipakai tagihan .*: tambahkan harga baru/,
  )
  await page.keyboard.press('Escape')
  await page.getByRole('tab', { name: 'Peserta' }).click()
  await expect(page.getByRole('table', { name: 'Peserta' }).getByRole('row').nth(1)).toBeVisible()
})

test('announces a new price by the name of its course', async ({ page, open, api }) => {
  const [course] = (await api('admin').get<{ id: number; nama: string }[]>('/kursus?q=PNO-1')).data
  await open(`/kursus/view?id=${course?.id}&tab=harga`)
  await page.getByRole('button', { name: 'Tambah Harga' }).click()
  const form = page.getByRole('dialog')
  await form
    .getByLabel('Berlaku Mulai', { exact: false })
    .and(page.locator('input'))
    .fill('2030-05-01')
  await form.getByRole('button', { name: 'Simpan' }).click()
  await expect(page.getByText(`Harga Kursus ${course?.nama} ditambahkan`)).toBeVisible()
})
