/**
 * Automatic accessibility checks of parts that no URL opens, such as dialogs, menus and errors in a
 * form, and of the pages before login. `allRoutes.spec.ts` checks the screens.
 */
import { routes } from '#contract/routes.ts'
import { addDays, currentDay } from '#contract/values/tanggal.ts'
import { check, checkAll, checkBoth, narrow, wide } from '../accessible.ts'
import { expect, test } from '../fixtures.ts'
import { titleOf } from '../walk.ts'

test.describe('superadmin', () => {
  test.use({ role: 'superadmin' })
  for (const [size, viewport] of [
    ['1366 px', wide],
    ['320 px', narrow],
  ] as const) {
    test.describe(size, () => {
      test.use({ viewport })
      test(`shows accessible dialogs and menus, ${size}`, async ({ page, open }) => {
        await open('/bank')
        await page.getByRole('button', { name: 'Tambah' }).click()
        await page.getByRole('dialog').getByRole('button', { name: 'Simpan' }).click()
        await expect(page.getByText('Wajib diisi').first()).toBeVisible()
        await checkBoth(page, 'a form with errors in a dialog')
        await page.keyboard.press('Escape')
        await page
          .getByRole('button', { name: /^Aksi / })
          .first()
          .click()
        await checkBoth(page, 'the menu of a row')
        await page.getByRole('menuitem', { name: 'Hapus' }).click()
        await expect(page.getByRole('dialog').getByRole('button', { name: 'Batal' })).toBeFocused()
        await checkBoth(page, 'a question')
        await page.keyboard.press('Escape')
        await expect(page.getByRole('dialog')).toHaveCount(0)
        await page
          .getByRole('checkbox', { name: /^Pilih / })
          .nth(1)
          .check()
        await expect(page.getByRole('region', { name: 'Baris terpilih' })).toBeVisible()
        // Checks parts, because the bar and the panel cover controls of the page in part.
        await checkBoth(page, 'a selected row', 'tr[aria-selected=true]')
        await checkBoth(page, 'the bar of the selection', '[aria-label="Baris terpilih"]')
        await page.getByRole('button', { name: 'Kolom' }).click()
        await expect(page.getByRole('group', { name: 'Kolom' })).toBeVisible()
        await checkBoth(page, 'the columns', '[role=group][aria-label=Kolom]')
      })
      test(`shows accessible dialogs to change a lesson, ${size}`, async ({ page, open, api }) => {
        const from = addDays(currentDay(), 2)
        const {
          data: [lesson],
        } = await api('superadmin').get<{ id: number }[]>(
          `/pertemuan?status=terjadwal&filter[tanggal][gte]=${from}&per-page=1`,
        )
        await open(`/kursus-pelatih/absensi?id=${lesson?.id}`)
        const dialog = page.getByRole('dialog')
        const change = async (label: string) => {
          await page.getByRole('button', { name: 'Ubah pertemuan' }).click()
          await expect(dialog.getByText('Terjadwal')).toBeVisible()
          if (label === 'Pindahkan') await checkBoth(page, 'a lesson')
          await dialog.getByRole('button', { name: label }).click()
        }
        await change('Pindahkan')
        await dialog.getByLabel('Jam Mulai').fill('03.00')
        await dialog.getByLabel('Alasan').fill('Uji')
        await expect(dialog.getByText('Tidak bisa di sini')).toBeVisible()
        await checkBoth(page, 'a move that is refused')
        await dialog.getByRole('button', { name: 'Batal' }).click()
        await dialog.getByRole('button', { name: 'Tinggalkan' }).click()
        await expect(dialog).toHaveCount(0)
        await change('Guru pengganti')
        await expect(dialog.getByRole('radio').first()).toBeVisible()
        await checkBoth(page, 'substitutes')
        await dialog.getByRole('button', { name: 'Batal' }).click()
        await expect(dialog).toHaveCount(0)
        await change('Batalkan pertemuan')
        await expect(dialog.getByLabel('Sebab')).toBeVisible()
        await checkBoth(page, 'a cancellation')
      })
    })
  }
})

test.describe('a guest', () => {
  test.use({ viewport: wide })
  test('shows accessible pages to log in, register and recover, and login with errors', async ({
    page,
    open,
  }) => {
    for (const path of Object.keys(routes).filter((route) => route.startsWith('/auth/'))) {
      await open(path)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(titleOf(path))
      await checkAll(page, path)
    }
    await open('/auth/login')
    await page.getByRole('button', { name: 'Login' }).click()
    await checkBoth(page, 'login with errors')
  })
})

test.describe('the menu on a phone', () => {
  test.use({ role: 'superadmin', viewport: { width: 320, height: 640 } })
  test('is accessible when open over the page', async ({ page, open }) => {
    await open('/bank')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bank')
    await page.getByRole('button', { name: 'Tampilkan atau sembunyikan menu' }).click()
    // On a phone the sidebar covers the page. The sidebar must have the role `dialog` even while it
    // slides in.
    await expect(page.getByRole('dialog', { name: 'Bilah sisi' })).toHaveAttribute(
      'aria-modal',
      'true',
    )
    await check(page, 'the menu')
  })
})
